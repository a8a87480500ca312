"""Pipped dice: detection, pip and colour classification, uncertainty, and the pipeline over them."""

from vision.dice.colour_classifier import ColourClassifier
from vision.dice.detector import LEAST_HEAT, LOOKS, SMALL, Candidates, DiceFinder, Finder, Worth, joined
from vision.dice.dice_reader import Eyes, Look, Reading, pips_finder
from vision.dice.pip_classifier import CROP, MARGIN, corners_of, crop, cut_crops, in_parts, laid_flat

__all__ = [
    "CROP",
    "LEAST_HEAT",
    "LOOKS",
    "MARGIN",
    "SMALL",
    "Candidates",
    "ColourClassifier",
    "DiceFinder",
    "Eyes",
    "Finder",
    "Look",
    "Reading",
    "Worth",
    "corners_of",
    "crop",
    "cut_crops",
    "in_parts",
    "joined",
    "laid_flat",
    "pips_finder",
]
