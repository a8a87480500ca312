"""A match that is being played: its journal, each entry of which is on disk before the journal answers.

What cannot be written is no reason to stop a game. Where a server is away the match goes on in a file of this computer
(outbox.py), otherwise in memory; `trouble` says so in one line, and every further entry tries to write all that is
owed. Where the record no longer holds what this match has written (the file was set aside, the row deleted), everything
is written anew; where another program has played the same match on, and so has this one, it goes on under an id of its
own, so that both are kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from companion.match import Entry, Journal, Undone, format_entry
from companion.record.database import Store
from companion.record.errors import RecordError
from companion.record.match_rows import MatchRows, Row, add_rows, bring_rows, chain_of, picture_row, update_match
from companion.record.match_summary import LAST, State
from companion.record.outbox import Outbox
from companion.record.schema import chained, sealed
from companion.rules import Game
from companion.table import Colour
from companion.text import say

RETRY = 2.0
"""Seconds after which it is tried again to write what could not be."""


class RecordedMatch:
    """One match and the record that keeps it; `Record.begin` and `Record.resume` make them.

    `journal` is played as any other; its game calls the players by their names. Not for several threads at once, no
    more than a journal is.
    """

    def __init__(
        self,
        store: Store,
        outbox: Outbox | None,
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
        unsent: bool = False,
    ) -> None:
        """`outbox` is where entries wait for a server that is away, None for a record in a file. `kept` are the entries
        that the record holds already, and `chain` its digests after none, one, two... of them; empty for a match that
        the record does not know yet. `unsent`: it is the outbox that holds them, and the record perhaps not."""
        self._store = store
        self._outbox = outbox
        self.id = match_id
        self.names = tuple(names)
        self.colours = tuple(colours)
        self.started = started
        self.series = series
        self.keeps_pictures = pictures
        self.trouble: str | None = None
        """One line that says why the record lacks the newest entries; None while it has all."""
        self.notice: str | None = None
        """One line about something that happened to the record and needs nothing to be done."""
        self._left = left
        self._table = table
        self._ruling = ""
        """What is said at the table now: a ruling, a question, or that table and game differ."""
        self._tried = 0.0
        """When it was last tried to write."""
        self._written = len(kept) if chain and not unsent else None
        """How many entries the record holds; None where it does not hold the match, or nobody knows."""
        self._waiting = len(kept) if unsent else None
        """How many entries the outbox holds; None where it does not hold the match."""
        self._chain = list(chain) or [match_id]
        self.journal = Journal(game.called(self.names), start, kept, keep=self._keep)

    @property
    def is_safe(self) -> bool:
        """Whether every entry is on a disk: in the record, or in the outbox until the record can be written again."""
        return self.trouble is None or self._waiting == len(self.journal.entries)

    def flush(self) -> bool:
        """Writes the entries that the record lacks; returns whether it has all."""
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
        known = self.id
        try:
            self._stand_as(self._store.write(lambda connection: self._write(connection, self._written), can_wait))
        except RecordError as fault:
            self.trouble = self._put_by(fault)
            return False
        self._written = len(self.journal.entries)
        if self._waiting is not None and self._outbox is not None:
            self._outbox.drop(known)
            self._waiting = None
        self.trouble = None
        self.notice = self.notice or self._store.notice
        return True

    def _put_by(self, fault: RecordError) -> str:
        """Puts what the record lacks into the outbox; returns the line that says where it is."""
        if self._outbox is not None:
            try:
                stands = self._outbox.write(self.id, lambda connection: self._write(connection, self._waiting))
            except RecordError as other:
                fault = RecordError(say("{fault}; {other}", fault=fault, other=other))
            else:
                self._stand_as(stands)
                self._waiting = len(self.journal.entries)
                return say(
                    "{fault}. The match is kept on this computer, and is sent as soon as that is possible again",
                    fault=fault,
                )
        return say(
            "{fault}. The match goes on in memory, and is written as soon as that is possible again", fault=fault
        )

    def leave(self) -> bool:
        """Marks the match as left by its players, which can be resumed; returns whether the record has everything."""
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

    def _match_row(self) -> Row:
        """The row of the match as it is now."""
        game = self.journal.game
        outcome = game.format_outcome(self.journal.position)
        if outcome is not None:  # so that how it ended can be told again in another language, without the entries
            outcome[LAST] = game.format_position(self.journal.position)
        row: Row = {
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
        return row | {"seal": sealed(row), "table_name": self._table, "ruling": self._ruling}

    def _entry_row(self, number: int, entry: Entry) -> Row:
        evidence = None if isinstance(entry, Undone) or entry.evidence is None else entry.evidence
        return {
            "match_id": self.id,
            "number": number,
            "body": json.dumps(format_entry(self.journal.game, entry)),
            "evidence": None if evidence is None else msgspec.json.encode(evidence).decode(),
        }

    def _new_rows(self, first: int) -> tuple[list[Row], list[Row]]:
        """The rows of the entries from `first` on, and of their pictures."""
        new = list(enumerate(self.journal.entries))[first:]
        shown = [
            picture_row(self.id, number, entry.picture)
            for number, entry in new
            if self.keeps_pictures and not isinstance(entry, Undone) and entry.picture is not None
        ]
        return [self._entry_row(number, entry) for number, entry in new], shown

    # ------------------------------------------------------------------------------------------ writing

    def _write(self, connection: Connection, written: int | None) -> str:
        """Bring a database that was last heard to hold so many entries to where the journal is, whatever it holds;
        the id under which the match stands in it."""
        if written is not None and update_match(connection, self._match_row(), written, self._chain[written]):
            add_rows(connection, *self._new_rows(written))
            return self.id
        return bring_rows(connection, MatchRows(self._match_row(), *self._new_rows(0)))

    def _stand_as(self, match_id: str) -> None:
        """Go on under the id that a database has given."""
        if match_id == self.id:
            return
        old, self.id = self.id, match_id
        self._chain = chain_of(match_id, self._new_rows(0)[0])
        self.notice = say(
            "another program has played the match {old} on; here it goes on as {new}", old=old, new=match_id
        )
