"""The statistics of all recorded matches, added up in the background; the pages follow how far it is."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from companion.record import Summary
from companion.rules import CompanionError
from companion.statistics import Statistics, Tally
from companion.text import current_language
from ui.core import Store
from ui.history.archive import ARCHIVE, Archive

__all__ = ["ADDING_UP", "StatisticsWorker"]

STEP = 10
"""Matches between two words on how far it is."""


class StatisticsWorker(Store):
    """Adds up what the archive holds, anew where that has changed since. All methods may be called from any thread."""

    def __init__(self, archive: Archive) -> None:
        super().__init__()
        self._archive = archive
        self._one = threading.Lock()
        """One thread at a time adds up."""
        self._tally, self._language = Tally(), current_language()
        self._added: dict[str, int] = {}
        """Which matches the tally holds, and how many entries each had."""
        self._damaged: list[str] = []
        self.statistics: Statistics | None = None
        """None until they were added up for the first time."""
        self.left_out: tuple[str, ...] = ()
        """The ids of matches that are damaged."""
        self.done = 0
        self.of = 0
        """How many matches are added up, of how many, while that goes on."""
        self.trouble: str | None = None
        """One line that says why the record cannot be read; None while all is well."""

    def refresh(self) -> None:
        """Add up what is in the record now. Waits for the disk: call it off the event loop."""
        with self._one:
            self._archive.refresh()
            matches = self._archive.matches
            now = {one.id: one.entries for one in matches}
            same = self._language == current_language()
            if self.statistics is not None and now == self._added and same:
                return
            if not same or not self._added.items() <= now.items():  # something was deleted, or played on
                self._tally, self._language, self._added, self._damaged = Tally(), current_language(), {}, []
            new = [one for one in matches if one.id not in self._added]
            with self.change():
                self.done, self.of, self.trouble = 0, len(new), None
            try:
                self._add(new)
            except CompanionError as fault:
                with self.change():
                    self.trouble = str(fault)

    def _add(self, new: Sequence[Summary]) -> None:
        for number, (summary, journal) in enumerate(self._archive.journals(new), 1):
            if journal is None:
                self._damaged.append(summary.id)
            else:
                self._tally.add(journal, summary.names, summary.started)
            self._added[summary.id] = summary.entries
            if number % STEP == 0:
                with self.change():
                    self.done = number
        told = self._tally.statistics()
        with self.change():
            self.statistics, self.done = told, len(new)
            self.left_out = (*self._archive.damaged, *self._damaged)


ADDING_UP = StatisticsWorker(ARCHIVE)
"""The server's one adding up."""
