"""Pipped dice: detection, pip and colour classification, uncertainty, and the readers over them."""

from vision.dice.colour_classifier import ColourClassifier
from vision.dice.detector import LEAST_HEAT, LOOKS, SMALL, Candidates, DiceFinder, Finder, Worth, joined
from vision.dice.dice_reader import DiceClassifier, DiceReader, DiceReading
from vision.dice.incremental_dice_reader import IncrementalDiceReader
from vision.dice.pip_classifier import CROP, MARGIN, corners_of, crop, cut_crops, in_parts, laid_flat
from vision.dice.pipped_dice_classifier import PippedDiceClassifier, pips_finder

__all__ = [
    "CROP",
    "LEAST_HEAT",
    "LOOKS",
    "MARGIN",
    "SMALL",
    "Candidates",
    "ColourClassifier",
    "DiceClassifier",
    "DiceFinder",
    "DiceReader",
    "DiceReading",
    "Finder",
    "IncrementalDiceReader",
    "PippedDiceClassifier",
    "Worth",
    "corners_of",
    "crop",
    "cut_crops",
    "in_parts",
    "joined",
    "laid_flat",
    "pips_finder",
]
