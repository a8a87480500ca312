"""Computes the statistics of all recorded matches; the pages follow how far it is."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from companion.record import Summary
from companion.rules import CompanionError
from companion.statistics import Statistics, Tally
from companion.text import current_language
from ui.core import Store
from ui.history.archive import Archive

STEP = 10
"""Matches between two reports of progress."""


class _Sum:
    """The matches that were added up so far, in one language."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.added: dict[str, int] = {}
        """Which matches the tally holds, and how many entries each had."""
        self.damaged: list[str] = []
        self.statistics: Statistics | None = None
        self.left_out: tuple[str, ...] = ()


class StatisticsWorker(Store):
    """Adds up what the archive holds, anew where that has changed since. All methods may be called from any thread."""

    def __init__(self, archive: Archive) -> None:
        super().__init__()
        self._archive = archive
        self._adding = threading.Lock()
        """One thread at a time adds up."""
        self._sums: dict[str, _Sum] = {}
        """By language: names of sides and dice are texts."""
        self.done = 0
        self.of = 0
        """How many matches are added up, of how many, while that goes on."""
        self.trouble: str | None = None
        """One line that says why the record cannot be read; None while all is well."""

    @property
    def statistics(self) -> Statistics | None:
        """In the language of the context; None until they were added up in it for the first time."""
        found = self._sums.get(current_language())
        return None if found is None else found.statistics

    @property
    def left_out(self) -> tuple[str, ...]:
        """The ids of matches that are damaged."""
        found = self._sums.get(current_language())
        return () if found is None else found.left_out

    def refresh(self) -> None:
        """Add up what is in the record now, in the language of the context. Waits for the disk: call it off the event
        loop."""
        with self._adding:
            self._archive.refresh()
            matches = self._archive.matches
            now = {one.id: one.entries for one in matches}
            before = self._sums.get(current_language(), _Sum())
            if before.statistics is not None and now == before.added:
                return
            running = before
            if not before.added.items() <= now.items():  # something was deleted, or played on
                running = _Sum()
                running.statistics, running.left_out = before.statistics, before.left_out
            new = [one for one in matches if one.id not in running.added]
            with self.change():
                self._sums[current_language()] = running
                self.done, self.of, self.trouble = 0, len(new), None
            try:
                self._add(running, new)
            except CompanionError as fault:
                with self.change():
                    self.trouble = str(fault)

    def _add(self, running: _Sum, new: Sequence[Summary]) -> None:
        for number, (summary, journal) in enumerate(self._archive.journals(new), 1):
            if journal is None:
                running.damaged.append(summary.id)
            else:
                running.tally.add(journal, summary.names, summary.started)
            running.added[summary.id] = summary.entries
            if number % STEP == 0:
                with self.change():
                    self.done = number
        statistics = running.tally.statistics()
        with self.change():
            running.statistics, self.done = statistics, len(new)
            running.left_out = (*self._archive.damaged, *running.damaged)
