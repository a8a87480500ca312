"""Recorded matches for the screen: list, replay, statistics, downloads, printed page."""

from ui.history.archive import ARCHIVE
from ui.history.downloads import OUTBOX, STATISTICS, router
from ui.history.match_replay import Replay
from ui.history.statistics_worker import ADDING_UP
from ui.history.texts import course_words, deletion, players, resume_sentence, standing, title_of, when

__all__ = [
    "ADDING_UP",
    "ARCHIVE",
    "OUTBOX",
    "STATISTICS",
    "Replay",
    "course_words",
    "deletion",
    "players",
    "resume_sentence",
    "router",
    "standing",
    "title_of",
    "when",
]
