"""A match that is being played: its journal, each entry of which is on disk before the journal answers.

What cannot be written is no reason to stop a game. The match goes on in memory, `trouble` says so in one line, and
every further entry tries to write all that is owed. Where the record no longer holds what this match has written (the
file was set aside, the row deleted), everything is written anew; where another program has played the same match on,
and so has this one, it goes on under an id of its own, so that both are kept.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from companion.match import Entry, Journal, Undone, format_entry
from companion.record.database import Store
from companion.record.errors import RecordError
from companion.record.match_summary import LAST, State
from companion.record.schema import CHANGING, chained, digest, entries, matches, pictures, sealed
from companion.rules import Game
from companion.table import Colour
from companion.text import say

RETRY = 2.0
"""Seconds after which it is tried again to write what could not be."""


def new_id() -> str:
    """A random id of ten hexadecimal digits."""
    return secrets.token_hex(5)


class RecordedMatch:
    """One match and the record that keeps it; `Record.begin` and `Record.resume` make them.

    `journal` is played as any other; its game calls the players by their names. Not for several threads at once, no
    more than a journal is.
    """

    def __init__(
        self,
        store: Store,
        game: Game,
        start: Any,
        *,
        match_id: str,
        names: Sequence[str],
        colours: Sequence[Colour],
        started: float,
        series: str | None,
        pictures: bool,
        kept: Sequence[Entry] = (),
        chain: Sequence[str] = (),
        left: bool = False,
        table: str = "",
    ) -> None:
        """`kept` are the entries that the record holds already, and `chain` its digests after none, one, two... of
        them; empty for a match that the record does not know yet."""
        self._store = store
        self.id = match_id
        self.names = tuple(names)
        self.colours = tuple(colours)
        self.started = started
        self.series = series
        self.keeps_pictures = pictures
        self.trouble: str | None = None
        """One line that says why the newest entries are in memory only; None while all are on disk."""
        self.notice: str | None = None
        """One line about something that happened to the record and needs nothing to be done."""
        self._left = left
        self._table = table
        self._ruling = ""
        """What is said at the table now: a ruling, a question, or that table and game differ."""
        self._tried = 0.0
        """When it was last tried to write."""
        self._written = len(kept) if chain else None
        """How many entries the record holds; None where it does not hold the match."""
        self._chain = list(chain) or [match_id]
        self.journal = Journal(game.called(self.names), start, kept, keep=self._keep)

    def flush(self) -> bool:
        """Writes the entries that are not on disk yet; returns whether all are."""
        return self._flush(can_wait=False)

    def catch_up(self) -> None:
        """Writes what is owed, at most once in RETRY seconds; costs nothing while nothing is."""
        if self.trouble is not None and not 0 <= self._store.clock() - self._tried < RETRY:
            self._flush(can_wait=True)

    def hear(self, what: str, text: str) -> None:
        """Shows the club what the referee said: a notice of this kind with this text; the next entry takes it back."""
        if what in ("ruling", "desync", "question"):
            self._tell(text)
        elif what == "agreed":
            self._tell("")

    def _tell(self, ruling: str) -> None:
        ruling = ruling.encode(errors="replace").decode().replace("\0", " ")
        if ruling != self._ruling:
            self._ruling = ruling
            self._flush(can_wait=True)

    def _flush(self, can_wait: bool) -> bool:
        self._tried = self._store.clock()
        try:
            self._store.write(self._write, can_wait)
        except RecordError as fault:
            self.trouble = say(
                "{fault}. The match goes on in memory, and is written as soon as that is possible again", fault=fault
            )
            return False
        self._written = len(self.journal.entries)
        self.trouble = None
        self.notice = self.notice or self._store.notice
        return True

    def leave(self) -> bool:
        """Marks the match as left by its players, which can be resumed; returns whether everything is on disk."""
        self._left = True
        return self.flush()

    @property
    def state(self) -> State:
        if self.journal.game.outcome(self.journal.position) is not None:
            return "over"
        return "left" if self._left else "playing"

    def _keep(self, entry: Entry) -> None:
        """The journal has one more entry."""
        self._left, self._ruling = False, ""
        self._link(len(self._chain) - 1, entry)
        self._flush(can_wait=True)

    def _link(self, number: int, entry: Entry) -> None:
        row = self._entry_row(number, entry)
        self._chain.append(chained(self._chain[-1], number, row["body"], row["evidence"]))

    # ------------------------------------------------------------------------------------------ rows

    def _match_row(self) -> dict[str, Any]:
        """The row of the match as it is now."""
        game = self.journal.game
        outcome = game.format_outcome(self.journal.position)
        if outcome is not None:  # so that how it ended can be told again in another language, without the entries
            outcome[LAST] = game.format_position(self.journal.position)
        row: dict[str, Any] = {
            "id": self.id,
            "game": game.id,
            "players": game.players,
            "options": json.dumps(game.format_options()),
            "names": json.dumps(self.names),
            "colours": json.dumps(self.colours),
            "start": json.dumps(game.format_position(self.journal.start)),
            "started": self.started,
            "state": self.state,
            "outcome": None if outcome is None else json.dumps(outcome),
            "series": self.series,
            "entries": len(self._chain) - 1,
            "chain": self._chain[-1],
        }
        return row | {"seal": sealed(row)}

    def _entry_row(self, number: int, entry: Entry) -> dict[str, Any]:
        evidence = None if isinstance(entry, Undone) or entry.evidence is None else entry.evidence
        return {
            "match_id": self.id,
            "number": number,
            "body": json.dumps(format_entry(self.journal.game, entry)),
            "evidence": None if evidence is None else msgspec.json.encode(evidence).decode(),
        }

    # ------------------------------------------------------------------------------------------ writing

    def _write(self, connection: Connection) -> None:
        """Bring the record's match to where the journal is, whatever it holds of it."""
        if self._written is not None and self._update_row(connection, self._written):
            self._add(connection, self._written)
            return
        held = connection.execute(
            select(matches.c.entries, matches.c.chain).where(matches.c.id == self.id).with_for_update()
        ).one_or_none()
        if held is not None and held.entries < len(self._chain) and self._chain[held.entries] == held.chain:
            self._update_row(connection, held.entries)  # an earlier commit went through, though nobody heard of it
            self._add(connection, held.entries)
            return
        if held is not None and self._written == len(self.journal.entries) and self._is_held(connection):
            return  # another program has played the match on; nothing is owed, and how it stands is theirs to say
        if held is not None or self._is_anothers(connection):
            old, self.id = self.id, new_id()
            self.notice = say(
                "another program has played the match {old} on; here it goes on as {new}", old=old, new=self.id
            )
        self._chain = [self.id]
        for number, entry in enumerate(self.journal.entries):
            self._link(number, entry)
        connection.execute(
            insert(matches).values(self._match_row() | {"table_name": self._table, "ruling": self._ruling})
        )
        self._add(connection, 0)

    def _is_anothers(self, connection: Connection) -> bool:
        """Whether the match is there to be read and not to be written: it is that of another table."""
        return connection.execute(select(matches.c.id).where(matches.c.id == self.id)).first() is not None

    def _is_held(self, connection: Connection) -> bool:
        """Whether the record has every entry of the match, whatever it has after them."""
        held, chain = select(entries).where(entries.c.match_id == self.id).order_by(entries.c.number), self.id
        for row in connection.execute(held.limit(len(self._chain) - 1)):
            chain = chained(chain, row.number, row.body, row.evidence)
        return chain == self._chain[-1]

    def _update_row(self, connection: Connection, written: int) -> bool:
        """Set the match's row to what it is now; False where it is not as it was after `written` entries."""
        known = (matches.c.id == self.id) & (matches.c.entries == written) & (matches.c.chain == self._chain[written])
        row = self._match_row()
        changed = {name: row[name] for name in CHANGING} | {"ruling": self._ruling}
        return connection.execute(update(matches).where(known).values(changed)).rowcount == 1

    def _add(self, connection: Connection, first: int) -> None:
        """Add the entries from `first` on, with their pictures."""
        new = list(enumerate(self.journal.entries))[first:]
        if not new:
            return
        connection.execute(insert(entries), [self._entry_row(number, entry) for number, entry in new])
        for number, entry in new:
            jpeg = None if isinstance(entry, Undone) else entry.picture
            if jpeg is not None and self.keeps_pictures:
                row = {"match_id": self.id, "number": number, "jpeg": jpeg, "digest": digest(self.id, number, jpeg)}
                connection.execute(insert(pictures).values(row))
