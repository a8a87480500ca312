"""A match as an append-only journal of entries: events, corrections, set-ups, and the score sheet folded from it."""

from companion.match.entries import Corrected, Entry, Played, Source, Undone, format_entry, parse_entry
from companion.match.journal import Correction, Journal, Reader, StandingEvent
from companion.match.scores import Line, ScoreSheet, SubSum, score_sheet
from companion.match.steps import SetUp, apply_step, format_step, step_text
from companion.match.timestamps import LEAD_IN, LONGEST_FILM, TimeConverter, known_until

__all__ = [
    "LEAD_IN",
    "LONGEST_FILM",
    "Corrected",
    "Correction",
    "Entry",
    "Journal",
    "Line",
    "Played",
    "Reader",
    "ScoreSheet",
    "SetUp",
    "Source",
    "StandingEvent",
    "SubSum",
    "TimeConverter",
    "Undone",
    "apply_step",
    "format_entry",
    "format_step",
    "known_until",
    "parse_entry",
    "score_sheet",
    "step_text",
]
