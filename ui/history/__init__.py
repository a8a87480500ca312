"""Recorded matches for the screen: list, replay, statistics, downloads, printed page."""

from ui.history.archive import Archive
from ui.history.downloads import STATISTICS, DownloadLinks, router
from ui.history.match_replay import Replay
from ui.history.statistics_worker import StatisticsWorker
from ui.history.texts import course_words, deletion, players, resume_sentence, standing, title_of, when

__all__ = [
    "STATISTICS",
    "Archive",
    "DownloadLinks",
    "Replay",
    "StatisticsWorker",
    "course_words",
    "deletion",
    "players",
    "resume_sentence",
    "router",
    "standing",
    "title_of",
    "when",
]
