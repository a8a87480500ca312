"""Pages about recorded matches: list, one match, statistics."""

from ui.screens.history.list import HistoryScreen
from ui.screens.history.match import RecordedScreen
from ui.screens.history.people import PeopleScreen
from ui.screens.history.statistics import StatisticsScreen

__all__ = ["HistoryScreen", "PeopleScreen", "RecordedScreen", "StatisticsScreen"]
