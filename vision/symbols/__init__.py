"""Dice with other faces: enrolment, embedding, learnt sets, and their classifier."""

from vision.symbols.embedding import FaceEmbedder
from vision.symbols.enrolment import (
    SAME_FACE,
    EnrolError,
    Enroller,
    EnrolmentSample,
    contact_sheet,
    group,
    learn,
    likeness,
    resembling,
)
from vision.symbols.face_sets import (
    BUILT_IN,
    PIPS,
    FaceSet,
    SetError,
    Store,
    all_of,
    built_in,
    check_name,
    check_set_name,
    embedded_again,
)
from vision.symbols.kept_looks import KeptLooks
from vision.symbols.known_dice import KnownDice
from vision.symbols.mixed_dice_classifier import MixedDiceClassifier
from vision.symbols.symbol_dice_classifier import SymbolDiceClassifier, symbol_detector

__all__ = [
    "BUILT_IN",
    "PIPS",
    "SAME_FACE",
    "EnrolError",
    "Enroller",
    "EnrolmentSample",
    "FaceEmbedder",
    "FaceSet",
    "KeptLooks",
    "KnownDice",
    "MixedDiceClassifier",
    "SetError",
    "Store",
    "SymbolDiceClassifier",
    "all_of",
    "built_in",
    "check_name",
    "check_set_name",
    "contact_sheet",
    "embedded_again",
    "group",
    "learn",
    "likeness",
    "resembling",
    "symbol_detector",
]
