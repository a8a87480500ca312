"""Searches the events that explain what is seen best, earlier misreads and missed events included."""

from companion.referee.matching.alternative_events import Alternative, alternatives
from companion.referee.matching.event_search import fits
from companion.referee.matching.explanations import (
    Answer,
    Desync,
    Explained,
    Explanation,
    InProgress,
    Question,
    SeatedGame,
    Unchanged,
    is_same_answer,
    thrown_again,
)
from companion.referee.matching.hypotheses import Hypotheses
from companion.referee.matching.implicit_events import forced_action, undecidable_actions
from companion.referee.matching.layout_diff import LayoutDifference, layout_as_seen, tasks_seen
from companion.referee.matching.misread_repair import acts_put_back, reader
from companion.referee.matching.missed_events import doubted
from companion.referee.matching.ranking import explain, ruled_if_finished

__all__ = [
    "Alternative",
    "Answer",
    "Desync",
    "Explained",
    "Explanation",
    "Hypotheses",
    "InProgress",
    "LayoutDifference",
    "Question",
    "SeatedGame",
    "Unchanged",
    "acts_put_back",
    "alternatives",
    "doubted",
    "explain",
    "fits",
    "forced_action",
    "is_same_answer",
    "layout_as_seen",
    "reader",
    "ruled_if_finished",
    "tasks_seen",
    "thrown_again",
    "undecidable_actions",
]
