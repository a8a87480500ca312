"""The eyes: one picture, or one frame of a stream, to the dice that lie on the table."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Die
from vision.camera import Frame, Image
from vision.colour import ColourReader
from vision.dice import LEAST_HEAT, DiceFinder
from vision.faces import CROP, MARGIN, FaceReader, crop
from vision.networks import load_network
from vision.trust import Trust, weigh
from vision.watch import Look as Look
from vision.watch import Watch

LOOKS = (MARGIN, MARGIN * 0.9, MARGIN * 1.14)
"""Margins of the crops that a doubtful die's face is read from; one clear at the first is not looked at again."""
CLEAR = 0.95
"""Probability of an answer, "no pips" included, at the first look from which no second one is taken."""
NO_PIPS = 0.5
"""A candidate whose "no pips" is more probable than this is no die, unless the finder insists."""
INSISTS, SURELY_NONE = 0.6, 0.9
"""Heat from which the finder insists: then only a "no pips" more probable than SURELY_NONE outvotes it. A die that is
dropped in silence is worse than one that is shown as doubtful."""
LIKELY_FACE = 0.6
"""Share of the best face among all faces below which a die that seems to have no pips is given no value."""
MOST_ALTERNATIVES, LEAST_ALTERNATIVE = 3, 5e-4
"""How many other faces are told, and how probable they must be."""
PLAIN = 0.9
"""Probability of a face below which the reader's own word limits the confidence: a torn face is never certain."""
FAINT = 0.12
"""Heat from which a candidate too weak to be reported leaves the picture unsure, when it seems to show pips."""


class Examined(NamedTuple):
    """All candidates of one picture; parallel arrays."""

    boxes: NDArray[np.float32]
    """(n, 4) in pixels of the picture."""
    heat: NDArray[np.float32]
    """(n,): the finder's probability."""
    faces: NDArray[np.float32]
    """(n, 7): the reader's probabilities of no pips, 1 ... 6, averaged over its looks."""
    evidence: NDArray[np.float32]
    """(n, 5): see trust.EVIDENCE."""
    crops: NDArray[np.uint8]
    """(n, 64, 64, 3): what the reader saw first."""


def dice_among(heat: NDArray[np.float32], faces: NDArray[np.float32]) -> NDArray[np.intp]:
    """Indices of the candidates that are reported as dice."""
    none = faces[:, 0]
    return np.flatnonzero(((none < NO_PIPS) & (heat >= LEAST_HEAT)) | ((none < SURELY_NONE) & (heat >= INSISTS)))


def value_of(faces: NDArray[np.float32]) -> int | None:
    """The likeliest face of one die by its (7,) probabilities; None where it may have no pips and none stands out."""
    best = int(faces[1:].argmax())
    if faces[0] >= NO_PIPS and faces[1 + best] < LIKELY_FACE * faces[1:].sum():
        return None
    return best + 1


class Reading(NamedTuple):
    """What one picture shows."""

    dice: tuple[Die, ...]
    """From top to bottom, then from left to right."""
    unsure: bool
    """A die may have been missed or a covered thing seen."""
    ms: float
    """Milliseconds from the decoded picture to this answer."""


class Eyes:
    """Finds and reads dice. Not for several threads at once: give each its own, or a lock."""

    def __init__(
        self, finder: DiceFinder | None = None, reader: FaceReader | None = None, trust: Trust | None = None
    ) -> None:
        """Loads the networks of the package `models` for what is not given; raises networks.ModelError."""
        self.finder = finder or DiceFinder(load_network("finder"), FAINT)
        self.reader = reader or FaceReader(load_network("reader"))
        self.trust = trust or Trust.load()
        self.colours = ColourReader()
        self._watch = Watch(self.read)

    def examine(self, image: Image) -> Examined:
        """What both networks say about every candidate in the picture, before anything is decided."""
        found = self.finder.find(image)
        looks, crops = self._faces(image, *found)
        height, width = image.shape[:2]
        return Examined(
            found.boxes, found.heat, looks.mean(0), weigh(found.boxes, found.heat, looks, width, height), crops
        )

    def read(self, image: Image) -> Reading:
        """Everything that can be read in one picture, (height, width, 3) blue green red."""
        start = time.perf_counter()
        boxes, heat, mean, evidence, crops = self.examine(image)
        confidence = self.trust.confidence(evidence)
        dice_at = dice_among(heat, mean)
        colours = self.colours.look(image, crops[dice_at]).named()
        dice = [
            self._die(boxes[n], mean[n], float(confidence[n]), colour)
            for n, colour in zip(dice_at, colours, strict=True)
        ]
        dice.sort(key=lambda die: (round(die.box[1] / 16), die.box[0]))
        faint = np.ones(len(heat), bool)
        faint[dice_at] = False
        missed = bool(np.any(faint & (mean[:, 0] < NO_PIPS) & (mean[:, 1:].max(1, initial=0) > 0.9)))
        return Reading(tuple(dice), missed, (time.perf_counter() - start) * 1000)

    def _die(
        self, box: NDArray[np.float32], faces: NDArray[np.float32], confidence: float, colour: Colour | None
    ) -> Die:
        value = value_of(faces)
        if value is None or faces[value] < PLAIN:  # however surely it is a die
            confidence = min(confidence, float(faces[1:].max()))
        others = [
            face for face in (1 + np.argsort(-faces[1:])).tolist() if face != value and faces[face] >= LEAST_ALTERNATIVE
        ]
        x0, y0, x1, y1 = (round(float(v), 1) for v in box)
        return Die(
            box=(x0, y0, x1, y1),
            value=value,
            colour=colour,
            confidence=round(confidence, 4),
            certain=value is not None and confidence >= self.trust.certain_from,
            alternatives=tuple((face, round(float(faces[face]), 4)) for face in others[:MOST_ALTERNATIVES]),
        )

    def _faces(
        self, image: Image, boxes: NDArray[np.float32], heat: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """(views, n, 7) probabilities and the (n, side, side, 3) crops of the first view."""
        crops = (
            np.stack([crop(image, box, CROP, LOOKS[0]) for box in boxes])
            if len(boxes)
            else np.zeros((0, CROP, CROP, 3), np.uint8)
        )
        first = self.reader.probabilities(crops)
        looks = np.repeat(first[None], len(LOOKS), 0)
        # What is too faint to be reported is not worth a second look.
        doubtful = np.flatnonzero((first.max(1, initial=0) < CLEAR) & (heat >= LEAST_HEAT))
        if len(doubtful):
            again = [crop(image, boxes[n], CROP, margin) for margin in LOOKS[1:] for n in doubtful]
            looks[1:, doubtful] = self.reader.probabilities(np.stack(again)).reshape(len(LOOKS) - 1, len(doubtful), -1)
        return looks, crops

    def look(self, frame: Frame) -> Look:
        """What `frame`, the next one of a stream, tells. Only a table that is coming to rest is read."""
        return self._watch.look(frame)

    def forget(self) -> None:
        """Forget the stream, as when another source is opened."""
        self._watch.forget()
