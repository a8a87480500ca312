"""Reads the dice of a picture: a detector finds candidates, and a classifier says which are dice and what they show."""

from __future__ import annotations

import time
from typing import NamedTuple, Protocol

from companion.table import Die
from vision.camera import Image
from vision.dice.detector import Candidates, Detector
from vision.dice.pipped_dice_classifier import PippedDiceClassifier, pip_detector
from vision.inference import reading_order


class DiceReading(NamedTuple):
    """The dice of one picture."""

    dice: tuple[Die, ...]
    """From top to bottom, then from left to right."""
    unsure: bool
    """Whether a die may have been missed, or a covered one seen."""
    ms: float = 0.0
    """Milliseconds from the decoded picture to this reading."""


class DiceClassifier(Protocol):
    """Turns candidates into dice: PippedDiceClassifier, and those for face sets in vision.symbols."""

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        """The dice among `found` in `image` ((height, width, 3) uint8, blue green red), in any order; and whether a
        die may have been missed."""


class DiceReader:
    """Finds and reads the dice of pictures. Not thread-safe: give each thread its own."""

    def __init__(self, finder: Detector | None = None, classifier: DiceClassifier | None = None) -> None:
        """By default reads pips, with the networks of the package `models`; raises ModelError."""
        self.finder: Detector = finder or pip_detector()
        self.classifier: DiceClassifier = classifier or PippedDiceClassifier()

    def read(self, image: Image, found: Candidates | None = None) -> DiceReading:
        """The dice of `image`, (height, width, 3) uint8 blue green red; `found`: its candidates, where they are known
        already."""
        start = time.perf_counter()
        dice, unsure = self.classifier.classify(image, self.finder.find(image) if found is None else found)
        return DiceReading(tuple(sorted(dice, key=reading_order)), unsure, (time.perf_counter() - start) * 1000)
