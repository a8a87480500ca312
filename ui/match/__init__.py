"""A match in play without a screen: opening, session, answers, corrections, hints and their words."""

from ui.match.act_queue import Shown
from ui.match.answer_choices import DrawnDie
from ui.match.corrections import Correction, CorrectionChoices
from ui.match.open_match import (
    LiveCheck,
    LiveMatch,
    MatchStores,
    match_of,
    open_again,
    open_check,
    open_demo,
    open_photograph,
    open_resumed,
    open_without_mats,
    users_record,
)
from ui.match.session import EventLine, MatchScene, MatchSession, Move, Seeing
from ui.match.texts import ORIGINS, dice, match_sentence, zone_name
from ui.match.typed_roll import TypedDie

__all__ = [
    "ORIGINS",
    "Correction",
    "CorrectionChoices",
    "DrawnDie",
    "EventLine",
    "LiveCheck",
    "LiveMatch",
    "MatchScene",
    "MatchSession",
    "MatchStores",
    "Move",
    "Seeing",
    "Shown",
    "TypedDie",
    "dice",
    "match_of",
    "match_sentence",
    "open_again",
    "open_check",
    "open_demo",
    "open_photograph",
    "open_resumed",
    "open_without_mats",
    "users_record",
    "zone_name",
]
