"""All that one running app holds; made at start and handed on, so that several can run in one process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.record import Record
from ui.core import Uploads, tab_of_page
from ui.history import Archive, DownloadLinks, StatisticsWorker
from ui.host import TableHost
from ui.match import MatchStores, users_record
from ui.network import Pairing
from ui.rolls import DiceHost, Roller, RollLog
from ui.score_pad import SavedPads
from ui.settings import AppLanguage, SavedSetups
from ui.sources import Cameras
from vision.camera import Phones


class AppState:
    """The table, what it is opened with, and what is remembered. Each store may be called from any thread."""

    def __init__(self, settings: Path | None = None, record: Callable[[], Record] | None = None) -> None:
        """`settings`: the folder of the app's settings, by default the user's; `record` opens the record of matches, by
        default the user's own."""
        record = record or users_record
        self.language = AppLanguage(settings)
        """What is spoken where a tab has chosen no language of its own."""
        self.setups = SavedSetups(settings)
        self.pads = SavedPads(settings)
        """Score sheets of games that the app does not know."""
        self.phones = Phones()
        self.cameras = Cameras(phones=self.phones)
        self.pairing = Pairing()
        self.stores = MatchStores(self.cameras, self.setups, record)
        self.archive = Archive(record)
        self.statistics = StatisticsWorker(self.archive)
        self.downloads = DownloadLinks()
        self.uploads = Uploads()
        self.rolls = RollLog(settings)
        """The rolls of dice that are read without a game."""
        self.dice = DiceHost(self.cameras, self.rolls)
        """What those are read through."""
        self.roller = Roller()
        """The dice that are rolled by lot without a game."""
        self.host = TableHost(self.stores, self.language.current)
        """The table that all tabs show."""


def use_app() -> AppState:
    """The state of the app whose tab is being drawn, or whose event is being handled."""
    app = tab_of_page().app
    assert isinstance(app, AppState)
    return app
