"""Writes matches act by act, slips and illegal acts included, with their truth as JSON; without numpy."""

from models.train.matches.script.acts import Beat, Rest
from models.train.matches.script.captions import captions_of
from models.train.matches.script.script import EVENTS, GAMES, Match, Trouble, players_in, write_match
from models.train.matches.script.short_match import write_short_match
from models.train.matches.script.truth import truth_of

__all__ = [
    "EVENTS",
    "GAMES",
    "Beat",
    "Match",
    "Rest",
    "Trouble",
    "captions_of",
    "players_in",
    "truth_of",
    "write_match",
    "write_short_match",
]
