"""A match in play without a screen: opening, session, answers, corrections, hints and their words."""

from ui.match.answer_choices import DrawnDie
from ui.match.corrections import Amending, Amendment
from ui.match.open_match import (
    LiveCheck,
    LiveMatch,
    match_of,
    open_again,
    open_check,
    open_demo,
    open_photograph,
    open_resumed,
    open_without_mats,
)
from ui.match.session import EventLine, MatchScene, MatchSession, Move, Seeing
from ui.match.texts import ORIGINS, dice, match_sentence, zone_name
from ui.match.typed_roll import TypedDie

__all__ = [
    "ORIGINS",
    "Amending",
    "Amendment",
    "DrawnDie",
    "EventLine",
    "LiveCheck",
    "LiveMatch",
    "MatchScene",
    "MatchSession",
    "Move",
    "Seeing",
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
    "zone_name",
]
