"""Recorded matches for the screen: list, replay, statistics, downloads, printed page."""

from ui.history.archive import Archive, ArchivedMatch
from ui.history.downloads import MISREADING, ROLLS, STATISTICS, DownloadLinks, Shares, router
from ui.history.match_replay import Replay
from ui.history.statistics_worker import StatisticsWorker
from ui.history.table_match import played_match
from ui.history.texts import (
    course_text,
    date_text,
    deletion_text,
    players_text,
    result_words,
    resume_sentence,
    status_text,
    title_of,
)

__all__ = [
    "MISREADING",
    "ROLLS",
    "STATISTICS",
    "Archive",
    "ArchivedMatch",
    "DownloadLinks",
    "Replay",
    "Shares",
    "StatisticsWorker",
    "course_text",
    "date_text",
    "deletion_text",
    "played_match",
    "players_text",
    "result_words",
    "resume_sentence",
    "router",
    "status_text",
    "title_of",
]
