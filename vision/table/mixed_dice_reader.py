"""Eyes for a table on which dice with faces of their own lie among pipped ones, as the direction die of Space Checkers.

What the set of faces knows for certain is a die of that set. All else is read as a pipped die, by the same finds: a
pipped die is like no face of a set, and where a face is like one of the set's but not clearly, the die is unsure. What
is surely a die and neither of both is told without a face.
"""

from __future__ import annotations

import time

import msgspec
import numpy as np

from companion.table import Die
from vision.camera import Image
from vision.dice import Eyes, Finder, Reading
from vision.inference import apart
from vision.symbols import SURELY, FaceEmbedder, FaceSet, FaceSetClassifier, die_of_set
from vision.table.incremental_dice_reader import chosen

PERHAPS = 0.22
"""Heat from which a find is compared with the set's faces. Below symbol_eyes.SURELY it is never certain, and told only
where the set is certain of its face, or a pipped die is seen too."""
SAME_DIE = 0.25
"""Sides of a die within which two finds are one."""


class MixedEyes:
    """Finds and reads dice of both kinds. Not for several threads at once."""

    def __init__(self, faces: FaceSet, eyes: Eyes | None = None, embedder: FaceEmbedder | None = None) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError and SetError."""
        self.eyes = eyes or Eyes()
        self.finder: Finder = self.eyes.finder
        self.reader = FaceSetClassifier(faces, embedder)

    def read(self, image: Image) -> Reading:
        """All dice of one picture, (height, width, 3) blue green red; those of the set have a face and no value."""
        start = time.perf_counter()
        found = self.finder.find(image)
        hot = np.flatnonzero(found.heat >= PERHAPS)
        named, corners = self.reader.read(image, found.boxes[hot])
        colours = self.eyes.colours.look_at(image, corners).named()
        size = (image.shape[1], image.shape[0])
        of_set = {
            int(n): die_of_set(found.boxes[n], float(found.heat[n]), face, corner, colour, size)
            for n, face, corner, colour in zip(hot, named, corners, colours, strict=True)
            if face.name is not None or found.heat[n] >= SURELY
        }
        certain = [n for n, die in of_set.items() if die.certain]
        rest = np.setdiff1d(np.arange(len(found.boxes)), certain)
        with chosen(self.eyes, found.some(rest)):
            pipped = self.eyes.read(image)
        doubtful = [die for die in of_set.values() if die.face is not None and not die.certain]
        dice = [of_set[n] for n in certain] + [_weighed(die, doubtful) for die in pipped.dice]
        sure = {int(n) for n, face in zip(hot, named, strict=True) if face.certain or found.heat[n] >= SURELY}
        clear = [die for n, die in of_set.items() if n in sure and not die.certain]
        dice += [die for die in clear if not any(_same(die, other) for other in dice)]
        dice.sort(key=lambda die: (round(die.box[1] / 16), die.box[0]))
        return Reading(tuple(dice), pipped.unsure, (time.perf_counter() - start) * 1000)


def _weighed(die: Die, doubtful: list[Die]) -> Die:
    """A die as it was read by its pips; unsure where it may be one of the set's as well."""
    rival = next((other for other in doubtful if _same(die, other)), None)
    if rival is None or (die.certain and rival.confidence < die.confidence):
        return die
    doubts = die.doubts or ("faces alike",)
    return msgspec.structs.replace(die, certain=False, doubts=doubts)


def _same(die: Die, other: Die) -> bool:
    return apart(die.box, other.box) < SAME_DIE
