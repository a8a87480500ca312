"""A match in play without a screen: opening, session, answers, corrections, hints, turn timer and their words."""

from ui.match.act_queue import Shown
from ui.match.answer_choices import DrawnDie
from ui.match.corrections import Correction, CorrectionChoices
from ui.match.match_scene import EventLine, MatchScene, Move, Seeing
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
    open_switched,
    open_without_camera,
    open_without_mats,
    users_record,
)
from ui.match.program_player import STRENGTHS
from ui.match.session import MatchSession
from ui.match.taps import Refusal, Tap, Tapped, fitting, next_touches, shown, tap
from ui.match.texts import ORIGINS, dice, match_sentence, zone_name
from ui.match.turn_timer import TurnTime, TurnTimer, TurnWarning
from ui.match.typed_roll import TypedDie

__all__ = [
    "ORIGINS",
    "STRENGTHS",
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
    "Refusal",
    "Seeing",
    "Shown",
    "Tap",
    "Tapped",
    "TurnTime",
    "TurnTimer",
    "TurnWarning",
    "TypedDie",
    "dice",
    "fitting",
    "match_of",
    "match_sentence",
    "next_touches",
    "open_again",
    "open_check",
    "open_demo",
    "open_photograph",
    "open_resumed",
    "open_switched",
    "open_without_camera",
    "open_without_mats",
    "shown",
    "tap",
    "users_record",
    "zone_name",
]
