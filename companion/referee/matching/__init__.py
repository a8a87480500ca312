"""Searches the events that explain what is seen best, earlier misreads and missed events included."""

from companion.referee.matching.alternative_events import Alternative, alternatives
from companion.referee.matching.explanations import (
    Agreed,
    Answer,
    Desync,
    Explanation,
    Happened,
    Question,
    SeatedGame,
    Underway,
    says_again,
)
from companion.referee.matching.hypotheses import Hypotheses
from companion.referee.matching.implicit_events import forced, spoken
from companion.referee.matching.layout_diff import Task, as_seen
from companion.referee.matching.misread_repair import acts_put_back, reader
from companion.referee.matching.missed_events import doubted
from companion.referee.matching.ranking import explain

__all__ = [
    "Agreed",
    "Alternative",
    "Answer",
    "Desync",
    "Explanation",
    "Happened",
    "Hypotheses",
    "Question",
    "SeatedGame",
    "Task",
    "Underway",
    "acts_put_back",
    "alternatives",
    "as_seen",
    "doubted",
    "explain",
    "forced",
    "reader",
    "says_again",
    "spoken",
]
