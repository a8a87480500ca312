"""Dice with other faces: enrolment, embedding, learnt sets, and their classifier."""

from vision.symbols.embedding import FACE, VECTOR, FaceEmbedder
from vision.symbols.enrolment import (
    ALIKE,
    EnrolError,
    Enroller,
    Glimpse,
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
    learnt_again,
)
from vision.symbols.mixed_dice_classifier import MixedDiceClassifier
from vision.symbols.symbol_dice_classifier import SymbolDiceClassifier, faces_finder

__all__ = [
    "ALIKE",
    "BUILT_IN",
    "FACE",
    "PIPS",
    "VECTOR",
    "EnrolError",
    "Enroller",
    "FaceEmbedder",
    "FaceSet",
    "Glimpse",
    "MixedDiceClassifier",
    "SetError",
    "Store",
    "SymbolDiceClassifier",
    "all_of",
    "built_in",
    "check_name",
    "check_set_name",
    "contact_sheet",
    "faces_finder",
    "group",
    "learn",
    "learnt_again",
    "likeness",
    "resembling",
]
