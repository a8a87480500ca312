"""Matches that a server lacks, kept in a file of this computer until it can be reached again, each entry sent once.

The file is a record like any other, so that what waits in it can be read and played on meanwhile. What it holds of a
match is the whole match: `bring_rows` finds out what of it the server lacks, so that nothing is doubled where a match
was sent and the answer got lost, or the program was killed before it could take the match out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine, delete, select
from sqlalchemy.exc import DBAPIError

from companion.record.database import Clock, Store
from companion.record.errors import RecordError
from companion.record.location import Place, outbox_of, place_of
from companion.record.match_rows import bring_rows, chain_of, read_rows
from companion.record.schema import entries, matches, pictures
from companion.text import listed, say, say_count

T = TypeVar("T")


class Outbox:
    """What waits for one server. All methods may be called from any thread."""

    def __init__(self, server: Place, clock: Clock) -> None:
        """Nothing is opened, and no file made, before something has to wait."""
        self._server = server
        self._store = Store(place_of(outbox_of(server)), clock)
        self._own: set[str] = set()
        """Ids of the matches that this program has put in."""

    def __bool__(self) -> bool:
        """Whether there is a file at all; what is in it may have been sent."""
        return self._store.place.path is not None and self._store.place.path.exists()

    def close(self) -> None:
        self._store.close()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a reading transaction. Raises RecordError."""
        return self._store.read(work)

    def write(self, match_id: str, work: Callable[[Connection], T]) -> T:
        """Runs `work`, which writes of that match alone; returns once it is on disk. Raises RecordError."""
        self._own.add(match_id)
        return self._store.write(work)

    def drop(self, match_id: str, end: str | None = None) -> None:
        """Takes out a match that the server has; where `end` is given, only if that is still the end of its chain. What
        cannot be taken out is found to be sent the next time."""

        def work(connection: Connection) -> None:
            whole = matches.c.id == match_id if end is None else (matches.c.id == match_id) & (matches.c.chain == end)
            if connection.execute(select(matches.c.id).where(whole)).first() is not None:
                for table in (pictures, entries):
                    connection.execute(delete(table).where(table.c.match_id == match_id))
                connection.execute(delete(matches).where(matches.c.id == match_id))

        self._own.discard(match_id)
        try:
            self._store.write(work)
        except RecordError:
            return

    def send(self, server: Engine) -> str | None:
        """Sends every match that waits; returns one line about those that an earlier program left, and those that stay
        because they are damaged, or the server refuses them; None where there is nothing to say.

        Raises DBAPIError where the server goes away meanwhile.
        """
        if not self:
            return None
        try:
            waiting = self._store.read(lambda connection: connection.execute(select(matches.c.id)).scalars().all())
        except RecordError as fault:
            return say(
                "what was played while {server} was away cannot be sent: {fault}", server=self._server.name, fault=fault
            )
        own = self._own.copy()
        kept = [match_id for match_id in waiting if not self._is_sent(server, match_id)]
        lines = []
        if earlier := [match_id for match_id in waiting if match_id not in own and match_id not in kept]:
            lines.append(
                say_count(
                    "{count} match was sent to {server}, which was away while it was played: {which}",
                    "{count} matches were sent to {server}, which was away while they were played: {which}",
                    len(earlier),
                    server=self._server.name,
                    which=listed(earlier),
                )
            )
        if kept:
            lines.append(
                say_count(
                    "{count} match cannot be sent to {server}, and stays in {file}: {which}",
                    "{count} matches cannot be sent to {server}, and stay in {file}: {which}",
                    len(kept),
                    server=self._server.name,
                    file=self._store.place.name,
                    which=listed(kept),
                )
            )
        return "; ".join(lines) or None

    def _is_sent(self, server: Engine, match_id: str) -> bool:
        """Send a match and take it out; whether it was whole, and the server took it."""
        try:
            rows = self._store.read(lambda connection: read_rows(connection, match_id))
            if rows is None:  # another program has sent it
                return True
            end = rows.match["chain"]
            if chain_of(match_id, rows.entries)[-1] != end:
                return False
            with server.begin() as connection:
                bring_rows(connection, rows)
        except RecordError:
            return False
        except DBAPIError as fault:
            if fault.connection_invalidated:
                raise
            return False
        self.drop(match_id, end)
        return True
