"""Reads the record of matches for the screens: what is in it, and one line when that fails.

The list holds summaries alone; the journal of a match is read when somebody looks at it. What other programs or the
table in play have written since shows after `refresh`, which every page of the history calls when it is opened.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.match import Journal
from companion.record import DamagedMatch, Record, Summary
from companion.rules import CompanionError
from companion.text import say
from ui.core import Store

LOG = logging.getLogger(__name__)
MOST_OPEN = 8
"""Matches whose journals are held at once; raising it costs memory, lowering it time when somebody looks again."""


class ArchivedMatch(NamedTuple):
    """A match of the record with all that happened in it."""

    summary: Summary
    journal: Journal


class Archive(Store):
    """The recorded matches. Methods that read or delete wait for the disk: call them off the event loop."""

    def __init__(self, make: Callable[[], Record]) -> None:
        """`make` opens the record."""
        super().__init__()
        self._make = make
        self._record: Record | None = None
        self._reading = threading.Lock()
        """One thread at a time reads the list."""
        self._opened: OrderedDict[str, ArchivedMatch] = OrderedDict()
        self.read = False
        """Whether the list has been read at all."""
        self.matches: tuple[Summary, ...] = ()
        """Newest first."""
        self.damaged: tuple[str, ...] = ()
        """The ids of matches of which the record does not hold what was written."""
        self.trouble: str | None = None
        """One line that says why the record cannot be read, or the last act failed; None while all is well."""
        self.notice: str | None = None
        """One line about what was found damaged and set aside."""

    def refresh(self) -> None:
        """Read the list anew."""
        with self._reading:
            trouble: str | None = None
            matches, damaged = self.matches, self.damaged
            try:
                record = self._opened_record()
                summaries, broken = record.summaries() if record.exists() else ([], [])
                matches, damaged = tuple(summaries), tuple(broken)
            except CompanionError as fault:
                trouble = str(fault)
                if self._record is not None:
                    matches = _merged(self._record.unsent(), matches)
            with self.change():
                self.read, self.trouble = True, trouble
                self.matches, self.damaged = matches, damaged
                self.notice = None if self._record is None else self._record.notice

    def load(self, match_id: str) -> ArchivedMatch:
        """A match with its journal. Raises RecordError."""
        record = self._opened_record()
        summary = record.summary(match_id)
        with self._lock:
            kept = self._opened.get(match_id)
        if kept is None or kept.summary != summary:
            kept = ArchivedMatch(summary, record.journal(match_id))
        with self._lock:
            self._opened[match_id] = kept
            self._opened.move_to_end(match_id)
            while len(self._opened) > MOST_OPEN:
                self._opened.popitem(last=False)
        return kept

    def journals(self, wanted: Iterable[Summary]) -> Iterable[tuple[Summary, Journal | None]]:
        """The journals of these matches one after the other, held by nobody; None where one is damaged. Raises
        RecordError where the record as a whole cannot be read."""
        record = self._opened_record()
        for summary in wanted:
            try:
                yield summary, record.journal(summary.id)
            except DamagedMatch:
                yield summary, None

    def delete(self, match_id: str) -> None:
        """Delete a match for good; what speaks against it is `trouble`."""
        trouble: str | None = None
        try:
            self._opened_record().delete(match_id)
        except CompanionError as fault:
            trouble = say("the match was not deleted: {fault}", fault=fault)
        with self._lock:
            self._opened.pop(match_id, None)
        self.refresh()
        if trouble is not None:
            with self.change():
                self.trouble = trouble

    def fail(self, line: str) -> None:
        """Show in one line that something a screen tried with the record did not work."""
        with self.change():
            self.trouble = line

    def dismiss(self) -> None:
        """Forget `trouble` and `notice`, once a player has read them."""
        with self.change():
            self.trouble = self.notice = None

    def newest_to_resume(self) -> Summary | None:
        """The match that was begun last, of those that are not over and in which something happened."""
        return next((one for one in self.matches if one.state != "over" and one.entries), None)

    def _opened_record(self) -> Record:
        with self._lock:
            if self._record is None:
                self._record = self._make()
            return self._record


def _merged(newer: Iterable[Summary], older: Iterable[Summary]) -> tuple[Summary, ...]:
    """Matches as they are told newest, the newest first."""
    by_id = {one.id: one for one in (*older, *newer)}
    return tuple(sorted(by_id.values(), key=lambda one: one.started, reverse=True))
