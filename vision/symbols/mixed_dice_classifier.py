"""Classifies candidates where dice with faces of their own, as the direction die of Space Checkers, lie among pipped
ones.

What the face set is certain of is a die of that set. All other candidates are classified by their pips: a pipped die is
like no face of a set, and where one resembles a face without being clearly it, the die is unsure. What is surely a die
and neither of both is reported without a face.
"""

from __future__ import annotations

import msgspec
import numpy as np

from companion.table import Die
from vision.camera import Image
from vision.dice import Candidates, DiceClassifier, PippedDiceClassifier, merge, same_dice
from vision.inference import box_distance
from vision.symbols.face_sets import FaceSet
from vision.symbols.symbol_dice_classifier import SymbolDiceClassifier

PERHAPS = 0.22
"""Heat from which a candidate is compared with the set's faces. Below symbol_dice_classifier.CLEAR_HEAT it is never
certain, and reported only where a face of the set is likely, or a pipped die is seen too."""
LIKELY = 0.6
"""Confidence in a face of the set from which a candidate of little heat is reported all the same: on two rendered films
of Space Checkers what was no such die had 0.49 at most, the dice 0.77 and more."""
SAME_DIE = 0.25
"""Sides of a die within which two candidates are one."""


class MixedDiceClassifier:
    """Classifies dice of a face set and pipped ones in one picture. Not thread-safe: give each thread its own."""

    def __init__(self, faces: FaceSet, pips: DiceClassifier | None = None) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError and SetError."""
        self.symbols = SymbolDiceClassifier(faces)
        self.pips: DiceClassifier = pips or PippedDiceClassifier()

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        """See vision.dice.DiceClassifier.classify. Dice of the set have a face and no value."""
        warm = np.flatnonzero(found.heat >= PERHAPS)
        read = self.symbols.examine(image, found.some(warm))
        likely = found.heat[warm].copy()  # a part of a die may be found more clearly than the die, and shows no face
        for one in read:
            likely[one.candidate] += one.die.confidence
        kept = set(merge(found.boxes[warm], likely).tolist())
        of_set = [one for one in read if one.candidate in kept]
        certain = [one for one in of_set if one.die.certain]
        settled = warm[[one.candidate for one in certain]]
        rest = np.flatnonzero(~same_dice(found.boxes, found.boxes[settled]).any(1))
        pipped, unsure = self.pips.classify(image, found.some(rest))
        doubtful = [one.die for one in of_set if one.die.face is not None and not one.die.certain]
        clear = [one.die for one in of_set if not one.die.certain and (one.clear or one.die.confidence >= LIKELY)]
        pipped = [die for die in pipped if die.certain or not any(_likelier(other, die) for other in clear)]
        dice = [one.die for one in certain] + [_weighed(die, doubtful) for die in pipped]
        return dice + [die for die in clear if not any(_same(die, other) for other in dice)], unsure


def _weighed(die: Die, doubtful: list[Die]) -> Die:
    """A die as it was read by its pips; unsure where it may be one of the set's as well."""
    rival = next((other for other in doubtful if _same(die, other)), None)
    if rival is None or (die.certain and rival.confidence < die.confidence):
        return die
    doubts = die.doubts or ("faces alike",)
    return msgspec.structs.replace(die, certain=False, doubts=doubts)


def _likelier(one: Die, other: Die) -> bool:
    """Whether both are one die, which shows a face of the set more likely than what the other reading has."""
    return one.face is not None and one.confidence > other.confidence and _same(one, other)


def _same(die: Die, other: Die) -> bool:
    return box_distance(die.box, other.box) < SAME_DIE
