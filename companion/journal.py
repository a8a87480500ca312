"""The record of a match: entries that are only ever added, and the position as a fold over them.

Nothing is deleted: to undo is an entry too. The entries are plain values, so that a record on disk can hold them line
by line and `Journal(game, start, entries)` takes up where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from companion.game import CompanionError, Event, Game
from companion.table import TableView

__all__ = ["Entry", "Journal", "Moment", "Played", "Source", "Undone"]

Source = Literal["seen", "typed", "lot", "chosen", "recorded"]
"""Where an event came from: read off the table, typed in, drawn by lot, chosen on screen, or from a recording."""


class Played(msgspec.Struct, frozen=True):
    """An event that was applied."""

    event: Event
    source: Source
    evidence: TableView | None = None
    """The view that showed it, where it was seen."""


class Undone(msgspec.Struct, frozen=True):
    """The latest `count` events that stood until then no longer count."""

    count: int = 1


Entry: TypeAlias = Played | Undone


class Moment(NamedTuple):
    """One event that stands, between its positions."""

    before: Any
    event: Event
    after: Any
    played: Played
    chance: bool
    """True for a roll or a flip, false for what a player decided."""


class Journal:
    """The record of one game, from its first position on. Raises IllegalEvent for entries that do not fit together."""

    def __init__(self, game: Game, start: Any = None, entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self.start = game.start() if start is None else start
        self._entries: list[Entry] = []
        self._standing: list[Moment] = []
        for entry in entries:
            if isinstance(entry, Played):
                self.play(entry.event, entry.source, entry.evidence)
            else:
                self._take_back(entry)

    @property
    def position(self) -> Any:
        """The position that the entries lead to."""
        return self._standing[-1].after if self._standing else self.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was ever recorded, oldest first."""
        return tuple(self._entries)

    def history(self) -> tuple[Moment, ...]:
        """The events that stand, oldest first."""
        return tuple(self._standing)

    @property
    def latest(self) -> Moment | None:
        """What `undo()` would take back; None at the start."""
        return self._standing[-1] if self._standing else None

    def play(self, event: Event, source: Source, evidence: TableView | None = None) -> Any:
        """Apply an event and record it; the new position. Raises IllegalEvent, and then nothing is recorded."""
        before = self.position
        after = self.game.apply(before, event)
        played = Played(event, source, evidence)
        chance = self.game.awaited(before).need in ("roll", "flip")
        self._entries.append(played)
        self._standing.append(Moment(before, event, after, played, chance))
        return after

    def undo(self, count: int = 1) -> tuple[Moment, ...]:
        """Take back the latest `count` events; what was taken back, newest first.

        A roll that was seen on the table is taken back only by a step of its own (`count` 1), never on the way to
        something older: whoever undoes it means it. Raises CompanionError, and then nothing is recorded.
        """
        if not 1 <= count <= len(self._standing):
            raise CompanionError(
                f"cannot undo {count} events: {len(self._standing)} stand" if self._standing else "nothing to undo"
            )
        if count > 1:
            for moment in self._standing[-count:]:
                if moment.chance and moment.played.source == "seen":
                    line = self.game.text(moment.before, moment.event)
                    raise CompanionError(f"a roll that was seen is undone by itself, one step at a time: {line}")
        return self._take_back(Undone(count))

    def back_to(self, standing: int) -> tuple[Moment, ...]:
        """Go back to the position after the first `standing` events; what was taken back, newest first.

        Whoever names the position means it, so rolls that were seen go too, each by a step of its own. Raises
        CompanionError where no such position is, and then nothing is recorded.
        """
        if not 0 <= standing <= len(self._standing):
            raise CompanionError(f"there is no position after {standing} events: {len(self._standing)} stand")
        return tuple(moment for _ in range(len(self._standing) - standing) for moment in self.undo())

    def _take_back(self, entry: Undone) -> tuple[Moment, ...]:
        if not 1 <= entry.count <= len(self._standing):
            raise CompanionError(f"the record undoes {entry.count} events where {len(self._standing)} stand")
        taken = tuple(reversed(self._standing[-entry.count :]))
        del self._standing[-entry.count :]
        self._entries.append(entry)
        return taken
