"""The record of all matches: begin one, take one up again, look at them, delete one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import msgspec
from sqlalchemy import Connection, RowMapping, delete, select

from companion.games import load_position
from companion.match import Journal, parse_entry
from companion.record.database import Clock, Store
from companion.record.errors import DamagedMatch, NoSuchMatch, RecordError
from companion.record.location import default_table, place_of
from companion.record.match_rows import chain_of, new_id
from companion.record.match_summary import Summary, summary_of
from companion.record.outbox import Outbox
from companion.record.recorded_match import RecordedMatch
from companion.record.schema import digest, entries, matches, pictures
from companion.rules import CompanionError, Game, MalformedError, parse_json
from companion.table import Colour, TableView
from companion.text import say

T = TypeVar("T")


class _Loaded(NamedTuple):
    """A match as the record holds it, checked to the last entry."""

    summary: Summary
    journal: Journal
    chain: list[str]
    """Its digests after none, one, two... of the entries."""


class Record:
    """The matches in one file or database. Nothing is opened before it is needed.

    What reads raises RecordError; what is played never does for the record's sake (`RecordedMatch.trouble`). All
    methods may be called from any thread.
    """

    def __init__(self, where: str | Path | None = None, *, clock: Clock, table: str | None = None) -> None:
        """`where` is a file, postgresql://user@host/database, or None for the user's own record; `clock` tells seconds
        of UTC; `table` is where new matches are played, by default this computer. Raises RecordError for an address of
        another kind."""
        self.place = place_of(where)
        self.table = default_table() if table is None else table
        self._outbox = Outbox(self.place, clock) if self.place.path is None else None
        self._store = Store(self.place, clock, None if self._outbox is None else self._outbox.send)

    @property
    def notice(self) -> str | None:
        """One line about what was found damaged and set aside; None where all was well."""
        return self._store.notice

    def exists(self) -> bool:
        """Whether the file exists; True for a database of a server, which is not asked before it is opened."""
        return self.place.path is None or self.place.path.exists()

    def open(self) -> str | None:
        """Make sure that the record can be used; the notice. Raises RecordError."""
        self._store.open()
        return self.notice

    def close(self) -> None:
        """Closes the file or the connections; later calls open it again."""
        self._store.close()
        if self._outbox is not None:
            self._outbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a reading transaction, for what is kept beside matches. Raises RecordError."""
        return self._store.read(work)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a writing transaction, for what is kept beside matches. Raises RecordError."""
        return self._store.write(work)

    # ------------------------------------------------------------------------------------------ playing

    def begin(
        self,
        game: Game,
        names: Sequence[str] = (),
        *,
        colours: Sequence[Colour] = (),
        start: Any = None,
        started: float | None = None,
        series: str | None = None,
        pictures: bool = False,
    ) -> RecordedMatch:
        """A new match, from `start` (the game's own first position, if None).

        `names` are those of the players by seat, or none; `colours` those of their pieces, or none for those in the
        box; `series` is what the games of one match share, such as the id of the first. Pictures that entries bring are
        kept only with `pictures`. Raises MalformedError for another number of names or colours, and nothing for the
        record's sake: what cannot be written is `trouble`.
        """
        if len(names) not in (0, game.players):
            raise MalformedError("names", f"{len(names)} names for {game.players} players")
        if len(colours) not in (0, game.players):
            raise MalformedError("colours", f"{len(colours)} colours for {game.players} players")
        match = RecordedMatch(
            self._store,
            self._outbox,
            game,
            start,
            match_id=new_id(),
            names=names,
            colours=colours,
            started=float(self._store.clock() if started is None else started),
            series=series,
            pictures=pictures,
            table=self.table,
        )
        match.flush()
        return match

    def resume(self, match_id: str, *, pictures: bool = False) -> RecordedMatch:
        """A match exactly where it was; while a server is away, one that waits for it on this computer. Raises
        NoSuchMatch, DamagedMatch and other RecordErrors."""
        loaded, unsent = self._found(lambda connection: _loaded(connection, match_id))
        return RecordedMatch(
            self._store,
            self._outbox,
            loaded.journal.game,
            loaded.journal.start,
            match_id=loaded.summary.id,
            names=loaded.summary.names,
            colours=loaded.summary.colours,
            started=loaded.summary.started,
            series=loaded.summary.series,
            pictures=pictures,
            kept=loaded.journal.entries,
            chain=loaded.chain,
            left=loaded.summary.state == "left",
            table=self.table,
            unsent=unsent,
        )

    # ------------------------------------------------------------------------------------------ looking

    def summaries(self) -> tuple[list[Summary], list[str]]:
        """Every match, newest first, and the ids of those whose row is not what was written."""
        return self._store.read(_summaries)

    def unsent(self) -> list[Summary]:
        """The matches that wait on this computer for a server that is away, newest first; what `summaries` tells where
        it fails. They can be looked at and resumed meanwhile."""
        try:
            return self._outbox.read(_summaries)[0] if self._outbox else []
        except RecordError:
            return []

    def summary(self, match_id: str) -> Summary:
        """The match of this id, or of the only one that begins so. Raises NoSuchMatch, DamagedMatch."""
        return self._found(lambda connection: _checked_summary(_row_of_match(connection, match_id)))[0]

    def journal(self, match_id: str) -> Journal:
        """The journal of a match, to be looked at: what is played in it is not written. Raises as `resume`."""
        return self._found(lambda connection: _loaded(connection, match_id))[0].journal

    def picture(self, match_id: str, number: int) -> bytes | None:
        """The JPEG that was kept with the entry of this number, 0 the oldest; None where none was."""

        def work(connection: Connection) -> bytes | None:
            found = connection.execute(
                select(pictures).where(pictures.c.match_id == _checked_summary(_row_of_match(connection, match_id)).id)
                .where(pictures.c.number == number)
            ).one_or_none()  # fmt: skip
            if found is not None and digest(found.match_id, found.number, found.jpeg) != found.digest:
                raise DamagedMatch(
                    say("the picture of entry {number} of the match {match} is damaged", number=number, match=match_id)
                )
            return None if found is None else bytes(found.jpeg)

        return self._found(work)[0]

    def delete(self, match_id: str) -> None:
        """Delete a match with all that was kept of it, for good. Raises NoSuchMatch."""

        def work(connection: Connection) -> None:
            found = _row_of_match(connection, match_id)["id"]
            for table in (pictures, entries):
                connection.execute(delete(table).where(table.c.match_id == found))
            connection.execute(delete(matches).where(matches.c.id == found))

        self._store.write(work)

    def _found(self, work: Callable[[Connection], T]) -> tuple[T, bool]:
        """What `work` finds of a match in the record, or while its server is away in the outbox; whether it was that.
        Raises RecordError."""
        try:
            return self._store.read(work), False
        except (NoSuchMatch, DamagedMatch):
            raise
        except RecordError as away:
            if not self._outbox:
                raise
            try:
                return self._outbox.read(work), True
            except RecordError:
                raise away from None


def _loaded(connection: Connection, match_id: str) -> _Loaded:
    row = _row_of_match(connection, match_id)
    summary = _checked_summary(row)
    try:
        game, start = load_position(row["start"])
    except CompanionError as fault:
        raise _unreadable(summary.id, fault) from None
    of_match = select(entries).where(entries.c.match_id == summary.id).order_by(entries.c.number)
    rows = connection.execute(of_match).mappings().all()
    chain = chain_of(summary.id, rows)
    if (len(rows), chain[-1]) != (summary.entries, row["chain"]):
        raise _damaged(summary.id)
    try:
        kept = [parse_entry(game, parse_json(row["body"]), evidence=_view(row["evidence"])) for row in rows]
        journal = Journal(game.called(summary.names), start, kept)
    except CompanionError as fault:
        raise _unreadable(summary.id, fault) from None
    return _Loaded(summary, journal, chain)


def _summaries(connection: Connection) -> tuple[list[Summary], list[str]]:
    rows = connection.execute(select(matches).order_by(matches.c.started.desc(), matches.c.id)).mappings().all()
    summaries = [(row["id"], summary_of(row)) for row in rows]
    damaged = [str(match_id) for match_id, one in summaries if one is None]
    return [one for _, one in summaries if one is not None], damaged


def _view(evidence: str | None) -> TableView | None:
    """The view that was kept; None where there is none, or an older program saw what no view has any more."""
    try:
        return None if evidence is None else msgspec.json.decode(evidence, type=TableView)
    except msgspec.MsgspecError:
        return None


def _row_of_match(connection: Connection, match_id: str) -> RowMapping:
    """The row of the match that is meant. Raises NoSuchMatch."""
    if not (match_id.isascii() and match_id.isalnum()):
        raise NoSuchMatch(say("there is no match {match!a}", match=match_id))
    begins = matches.c.id.startswith(match_id)
    found = connection.execute(select(matches).where(begins).order_by(matches.c.id).limit(2)).mappings().all()
    exact: Iterator[RowMapping] = (row for row in found if row["id"] == match_id or len(found) == 1)
    row = next(exact, None)
    if row is None:
        if found:
            raise NoSuchMatch(say("several matches begin with {match!a}: give more of the id", match=match_id))
        raise NoSuchMatch(say("there is no match {match!a}", match=match_id))
    return row


def _checked_summary(row: RowMapping) -> Summary:
    summary = summary_of(row)
    if summary is None:
        raise _damaged(row["id"])
    return summary


def _damaged(match_id: str) -> DamagedMatch:
    return DamagedMatch(say("the match {match} is damaged: the record does not hold what was written", match=match_id))


def _unreadable(match_id: str, fault: CompanionError) -> DamagedMatch:
    return DamagedMatch(say("the match {match} cannot be read by this program: {fault}", match=match_id, fault=fault))
