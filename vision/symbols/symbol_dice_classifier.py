"""Classifies candidates as dice with enrolled faces: the name of the face, colour, and the reasons for doubt."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Die, Doubt
from vision.camera import Image
from vision.dice import LEAST_HEAT, Candidates, ColourClassifier, DiceDetector
from vision.inference import cut_off, load_network
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.face_sets import FaceSet
from vision.symbols.symbol_classifier import FaceSetClassifier, NamedFace

CLEAR_HEAT = 0.5
"""Heat from which a find is reported as a die although the set does not know its face, and may be certain."""
LEAST_SIZE = 20.0
"""Pixels across below which no face is certain."""
RIVAL = 0.1
"""Probability of another face of the set from which the two are called alike."""


def symbol_detector() -> DiceDetector:
    """The detector for dice with enrolled faces alone. Raises ModelError."""
    return DiceDetector(load_network("finder"), LEAST_HEAT)


class SymbolDie(NamedTuple):
    """A candidate as the set has it."""

    candidate: int
    """Its index."""
    die: Die
    clear: bool
    """Whether it is surely a die: its face is certain, or its heat is CLEAR_HEAT at least."""


class SymbolDiceClassifier:
    """Names the upper faces of dice by a face set. Not thread-safe: give each thread its own."""

    def __init__(self, faces: FaceSet, embedder: FaceEmbedder | None = None) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError and SetError."""
        self.reader = FaceSetClassifier(faces, embedder)
        self.colours = ColourClassifier()

    def examine(self, image: Image, found: Candidates) -> list[SymbolDie]:
        """The candidates that show a face of the set, or are surely dice, in the order of `found`."""
        boxes, heat = found
        named, corners = self.reader.read(image, boxes)
        kept = [n for n, face in enumerate(named) if heat[n] >= CLEAR_HEAT or face.name is not None]
        colours = self.colours.look_at(image, corners[kept]).named()
        size = (image.shape[1], image.shape[0])
        return [
            SymbolDie(
                n,
                die_of_set(boxes[n], float(heat[n]), named[n], corners[n], colour, size),
                bool(named[n].certain or heat[n] >= CLEAR_HEAT),
            )
            for n, colour in zip(kept, colours, strict=True)
        ]

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        """See vision.dice.DiceClassifier.classify."""
        seen = self.examine(image, found)
        return [one.die for one in seen], len(seen) < len(found.heat)


def die_of_set(
    box: NDArray[np.float32],
    heat: float,
    face: NamedFace,
    corners: NDArray[np.float32],
    colour: Colour | None,
    size: tuple[int, int],
) -> Die:
    """The `Die` for a candidate in `box` (4,) whose upper face has `corners` (4, 2), in a picture of `size` (width,
    height); pixels."""
    x0, y0, x1, y1 = (round(float(v), 1) for v in box)
    doubts: list[Doubt] = []
    if cut_off(box[None], size)[0]:
        doubts.append("cut off")
    if max(x1 - x0, y1 - y0) < LEAST_SIZE:
        doubts.append("too small")
    if face.name is None or heat < CLEAR_HEAT:
        doubts.append("not a die")
    elif face.alternatives and face.alternatives[0][1] >= RIVAL:
        doubts.append("faces alike")
    certain = face.certain and not doubts
    confidence = 0.0 if face.name is None else face.confidence * min(1.0, heat / CLEAR_HEAT)
    return Die(
        box=(x0, y0, x1, y1),
        value=None,
        colour=colour,
        confidence=round(confidence, 4),
        certain=certain,
        top=tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
        doubts=() if certain else tuple(doubts),
        face=face.name,
        face_alternatives=face.alternatives,
    )
