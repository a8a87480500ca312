"""Pipped dice: detection, pip and colour classification, uncertainty, and the readers over them."""

from vision.dice.colour_classifier import NAMES, ColourClassifier, Colours
from vision.dice.detector import (
    CLEAR_HEAT,
    DETECTOR_SIZES,
    LEAST_HEAT,
    SMALL_DIE,
    Candidates,
    DiceDetector,
    RegionFilter,
    merge,
    merge_candidates,
    more_than_beside,
    same_dice,
    shared_areas,
)
from vision.dice.dice_reader import DiceClassifier, DiceReader, DiceReading
from vision.dice.incremental_dice_reader import IncrementalDiceReader
from vision.dice.pip_classifier import (
    CROP,
    MARGIN,
    FaceClassifier,
    corners_of,
    crop,
    cut_crops,
    rectify_faces,
    run_batched,
)
from vision.dice.pipped_dice_classifier import PippedDiceClassifier, pip_detector

__all__ = [
    "CLEAR_HEAT",
    "CROP",
    "DETECTOR_SIZES",
    "LEAST_HEAT",
    "MARGIN",
    "NAMES",
    "SMALL_DIE",
    "Candidates",
    "ColourClassifier",
    "Colours",
    "DiceClassifier",
    "DiceDetector",
    "DiceReader",
    "DiceReading",
    "FaceClassifier",
    "IncrementalDiceReader",
    "PippedDiceClassifier",
    "RegionFilter",
    "corners_of",
    "crop",
    "cut_crops",
    "merge",
    "merge_candidates",
    "more_than_beside",
    "pip_detector",
    "rectify_faces",
    "run_batched",
    "same_dice",
    "shared_areas",
]
