"""A match in play without a screen: opening, session, answers, corrections, hints and their words."""

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
    open_resumed,
    users_record,
)
from ui.match.session import EventLine, MatchScene, MatchSession, Move, Seeing
from ui.match.texts import (
    ORIGINS,
    advice,
    awaited_sentence,
    dice,
    hands_to_do,
    history_lines,
    match_sentence,
    zone_name,
)

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
    "advice",
    "awaited_sentence",
    "dice",
    "hands_to_do",
    "history_lines",
    "match_of",
    "match_sentence",
    "open_again",
    "open_check",
    "open_demo",
    "open_resumed",
    "users_record",
    "zone_name",
]
