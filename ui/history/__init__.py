"""Recorded matches for the screen: list, replay, statistics, downloads, printed page."""

from ui.history.archive import Archive
from ui.history.downloads import ROLLS, STATISTICS, DownloadLinks, router
from ui.history.match_replay import Replay
from ui.history.statistics_worker import StatisticsWorker
from ui.history.texts import course_text, date_text, deletion_text, players_text, resume_sentence, status_text, title_of

__all__ = [
    "ROLLS",
    "STATISTICS",
    "Archive",
    "DownloadLinks",
    "Replay",
    "StatisticsWorker",
    "course_text",
    "date_text",
    "deletion_text",
    "players_text",
    "resume_sentence",
    "router",
    "status_text",
    "title_of",
]
