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
from vision.symbols.symbol_classifier import FaceSetClassifier
from vision.symbols.symbol_dice_reader import SURELY, SymbolEyes, die_of_set, faces_finder

__all__ = [
    "ALIKE",
    "BUILT_IN",
    "FACE",
    "PIPS",
    "SURELY",
    "VECTOR",
    "EnrolError",
    "Enroller",
    "FaceEmbedder",
    "FaceSet",
    "FaceSetClassifier",
    "Glimpse",
    "SetError",
    "Store",
    "SymbolEyes",
    "all_of",
    "built_in",
    "check_name",
    "check_set_name",
    "contact_sheet",
    "die_of_set",
    "faces_finder",
    "group",
    "learn",
    "learnt_again",
    "likeness",
    "resembling",
]
