"""Follows one match from rest to rest of the table: events, questions, rulings, desyncs and notices about them."""

from companion.referee.notices import Cue, Notice
from companion.referee.scripted_players import ScriptedPlayers
from companion.referee.tracker import MatchTracker

__all__ = [
    "Cue",
    "MatchTracker",
    "Notice",
    "ScriptedPlayers",
]
