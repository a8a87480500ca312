"""What is new in a record, for those who look on: told by the server (LISTEN/NOTIFY), or asked for where it is a file.

Nothing relies on being told: whoever was away asks for everything that was written since, by the clock of the database
alone, for those of the tables may be wrong.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, text

from companion.record import CLUB, DatabaseTime, Record, RecordError, Summary, chained, entries, matches, summary_of
from companion.text import say

CHANNEL = "companion_record"
"""On which a server tells the id of a match once it was written (companion/record/migrations.py)."""
OVERLAP = 30.0
"""Seconds by which what was written is asked for again: what was written first may be committed last."""
PROGRAM = "companion club"
"""What the server knows a club's page by."""
POLL = 0.2
"""Seconds between two looks at a file."""
_LISTENS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10000,
}


class Known(NamedTuple):
    """What somebody knows of a match: so many entries, and the end of the chain of their digests."""

    entries: int
    chain: str


class News(NamedTuple):
    """A match with the entries that somebody does not know yet."""

    summary: Summary | None
    """None where the match is damaged."""
    table: str
    ruling: str
    """What is said at the table now; empty for nothing."""
    written: float
    """Seconds of UTC by the clock of the database."""
    start: str
    bodies: tuple[str, ...]
    """The entries after the known ones, as JSON."""
    known: Known
    anew: bool
    """Whether the entries are all there are, for those that were known are not those of the record."""


class Feed:
    """Waits for what is new. For one thread; `close` may be called from another."""

    def __init__(self, record: Record) -> None:
        self._place, self._store = record.place, record
        self._connection: Any = None
        self._newest = -1.0
        self._closed = Event()

    def wait(self, seconds: float) -> set[str] | None:
        """Waits until something was written, `seconds` at most; returns the ids of the matches, or None where anything
        may have been written since the last call: ask for `written_since`. Raises RecordError."""
        return self._poll(seconds) if self._place.path is not None else self._listen(seconds)

    def others(self) -> int:
        """How many other programs show this record as a club already. Raises RecordError."""
        if self._place.path is not None:
            return 0
        ours = text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :one"
        )
        return self._store.read(lambda connection: int(connection.execute(ours, {"one": PROGRAM}).scalar_one()))

    def now(self) -> float:
        """The time by the clock of the database. Raises RecordError."""
        return float(self._store.read(lambda connection: connection.execute(select(DatabaseTime())).scalar_one()))

    def written_since(self, since: float, most: int) -> dict[str, float]:
        """When the newest matches, `most` at most, were written since, by id, the oldest first. Raises RecordError."""
        newest = select(matches.c.id, matches.c.written).where(matches.c.written >= since - OVERLAP)
        newest = newest.order_by(matches.c.written.desc()).limit(most)
        rows = self._store.read(lambda connection: connection.execute(newest).all())
        return {row.id: row.written for row in reversed(rows)}

    def news(self, known: Mapping[str, Known | None]) -> dict[str, News]:
        """What is new of matches, given what is known of each. Those that are gone are left out. Raises RecordError."""
        return self._store.read(lambda connection: _news(connection, known))

    def close(self) -> None:
        """Ends waiting, for good."""
        self._closed.set()
        self.let_go()

    def let_go(self) -> None:
        """Ends the connection that listens; the next call of `wait` makes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()

    def _poll(self, seconds: float) -> set[str] | None:
        end = time.monotonic() + seconds
        newest = select(func.max(matches.c.written))
        while True:
            found = self._store.read(lambda connection: connection.execute(newest).scalar_one()) or 0.0
            if found != self._newest:
                self._newest = found
                return None
            if time.monotonic() >= end or self._closed.wait(POLL):
                return set()

    def _listen(self, seconds: float) -> set[str] | None:
        try:
            import psycopg  # of the extra `club`
        except ModuleNotFoundError:
            raise RecordError(say("{record} needs psycopg: {install}", record=self._place.name, install=CLUB)) from None
        try:
            if self._connection is None:
                address = self._place.url.set(drivername="postgresql").render_as_string(hide_password=False)
                self._connection = psycopg.connect(address, autocommit=True, application_name=PROGRAM, **_LISTENS)  # type: ignore[arg-type]
                self._connection.execute(f"LISTEN {CHANNEL}")
                return None
            return {str(one.payload) for one in self._connection.notifies(timeout=seconds, stop_after=1)}
        except (psycopg.Error, OSError, AttributeError) as fault:
            self.let_go()
            reason = next(iter(str(fault).strip().splitlines()), type(fault).__name__)
            name = say("the record {name}", name=self._place.name)
            raise RecordError(say("{record} does not answer: {reason}", record=name, reason=reason)) from None


def _news(connection: Connection, known: Mapping[str, Known | None]) -> dict[str, News]:
    rows = connection.execute(select(matches).where(matches.c.id.in_(known))).mappings().all()
    found: dict[str, News] = {}
    for row in rows:
        before = known[row["id"]] or Known(0, row["id"])
        news = _of_match(connection, row, before) if before.entries <= row["entries"] else None
        if news is None and before.entries:
            news = _of_match(connection, row, Known(0, row["id"]))
        found[row["id"]] = news or _made(row, None, (), before)
    return found


def _of_match(connection: Connection, row: Any, before: Known) -> News | None:
    """What is new after `before`; None where that is not what the record has."""
    added: Sequence[Any] = ()
    if before.entries < row["entries"]:
        added = connection.execute(
            select(entries)
            .where((entries.c.match_id == row["id"]) & (entries.c.number >= before.entries))
            .where(entries.c.number < row["entries"])
            .order_by(entries.c.number)
        ).all()
    chain = before.chain
    for one in added:
        chain = chained(chain, one.number, one.body, one.evidence)
    if chain != row["chain"] and not (chain == row["id"] and not row["entries"]):
        return None
    known = Known(row["entries"], chain)
    return _made(row, summary_of(row), tuple(one.body for one in added), known, before.entries == 0)


def _made(row: Any, summary: Summary | None, bodies: tuple[str, ...], known: Known, anew: bool = False) -> News:
    return News(summary, row["table_name"], row["ruling"], row["written"], row["start"], bodies, known, anew)
