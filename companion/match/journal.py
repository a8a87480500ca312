"""The record of a match: entries that are only ever added, and the position as a fold over them.

Nothing is deleted: to undo is an entry too, and so is to correct. To redo adds the entry that was undone once more,
unchanged, so that whoever reads the record needs no new kind of entry. Where players set the table up by hand, that
stands in an event's place (companion/match/steps.py). The entries are plain values (companion/match/entries.py),
so that a record on disk can hold them one by one and `Journal(game, start, entries)` takes up where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from companion.match.entries import Corrected, Entry, Played, Reread, Source, Undone
from companion.match.steps import SetUp, apply_step, step_text
from companion.rules import CompanionError, Event, Game, IllegalEvent, Ruling
from companion.table import TableView
from companion.text import say

Keep: TypeAlias = Callable[[Entry], None]
"""What a journal tells of every new entry before it answers: a record on disk, say. It must not raise."""

Reader: TypeAlias = Callable[[Any, Played], Event | None]
"""Reads the evidence of an event again, given the position that is now before it: the event that it shows there; None
where it does not tell, and the event stays what it was."""


class StandingEvent(NamedTuple):
    """One event that stands, between its positions."""

    before: Any
    event: Event
    after: Any
    played: Played
    chance: bool
    """True for a roll or a flip, false for what a player decided."""
    first: Source
    """Where the event came from at first, however it was corrected since."""

    @property
    def seen(self) -> bool:
        """Whether this is a roll or a flip that happened on the table, in sight of the eyes."""
        return self.chance and "seen" in (self.first, self.played.source)


class Correction(NamedTuple):
    """What a correction changes. Events are as they stood before it, unless it is said otherwise."""

    old: StandingEvent
    """The event that was corrected."""
    new: StandingEvent | None
    """What stands in its place; None: nothing does."""
    same: tuple[StandingEvent, ...]
    """The later events that stand as they did, each between its new positions."""
    changed: tuple[tuple[StandingEvent, StandingEvent], ...]
    """The later events that read otherwise now: as they stood, and as they stand."""
    fallen: tuple[StandingEvent, ...]
    """The later events that no longer count: the first is not legal any more, and the others rest on it."""
    ruling: Ruling | None
    """The clauses that the first of the fallen breaks; None where nothing fell."""
    reason: str
    """The same as a sentence; empty where nothing fell."""
    before: Any
    """The newest position as it was."""
    after: Any
    """The newest position as it is."""


class _JudgedCorrection(NamedTuple):
    """A correction with the entry that records it and the events that stand from its index on."""

    entry: Corrected
    standing: list[StandingEvent]
    correction: Correction


class Journal:
    """The record of one game, from its first position on.

    Raises IllegalEvent or CompanionError for entries that do not fit together. `keep` hears of every entry that is new,
    before the method that made it returns; not of those that the journal begins with.
    """

    def __init__(
        self, game: Game, start: Any = None, entries: Iterable[Entry] = (), *, keep: Keep | None = None
    ) -> None:
        self.game = game
        self.start = game.start() if start is None else start
        self._keep: Keep | None = None
        self._entries: list[Entry] = []
        self._standing: list[StandingEvent] = []
        self._undone: list[StandingEvent] = []
        """What was undone and can be redone, what would be redone first at the end."""
        for entry in entries:
            self.add(entry)
        self._keep = keep

    @property
    def position(self) -> Any:
        """The position that the entries lead to."""
        return self._standing[-1].after if self._standing else self.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was ever recorded, oldest first."""
        return tuple(self._entries)

    def history(self) -> tuple[StandingEvent, ...]:
        """The events that stand, oldest first."""
        return tuple(self._standing)

    @property
    def latest(self) -> StandingEvent | None:
        """What `undo()` would take back; None at the start."""
        return self._standing[-1] if self._standing else None

    @property
    def undone(self) -> tuple[StandingEvent, ...]:
        """The events that `redo()` would bring back one by one, the next one first; none once anything else has been
        played or corrected since they were undone."""
        return tuple(reversed(self._undone))

    def play(
        self,
        event: Event,
        source: Source,
        evidence: TableView | None = None,
        *,
        time: float | None = None,
        confidence: float | None = None,
        picture: bytes | None = None,
    ) -> Any:
        """Apply an event and record it; the new position. Raises IllegalEvent, and then nothing is recorded."""
        self.add(Played(event, source, evidence, time, confidence, picture))
        return self.position

    def undo(
        self, count: int = 1, *, table_agrees: bool = False, time: float | None = None
    ) -> tuple[StandingEvent, ...]:
        """Take back the latest `count` events; what was taken back, newest first.

        A roll that was seen on the table is taken back only by a step of its own (`count` 1), never on the way to
        something older: whoever undoes it means it. With `table_agrees` the caller says that the table was put back
        as well. Raises CompanionError, and then nothing is recorded.
        """
        if not 1 <= count <= len(self._standing):
            stand = len(self._standing)
            line = say("cannot undo {number} events: {standing} stand", number=count, standing=stand)
            raise CompanionError(line if stand else say("nothing to undo"))
        taken = tuple(reversed(self._standing[-count:]))
        seen = next((moment for moment in reversed(taken) if moment.seen), None)
        if count > 1 and seen is not None and not table_agrees:
            line = step_text(self.game, seen.before, seen.event)
            raise CompanionError(
                say("a roll that was seen is undone by itself, one step at a time: {event}", event=line)
            )
        self.add(Undone(count, time))
        return taken

    def redo(self) -> StandingEvent:
        """Bring back the event that was undone last: its entry, with all that it had, is added again. Raises
        CompanionError where nothing can be redone, and then nothing is recorded."""
        if not self._undone:
            raise CompanionError(say("nothing to redo"))
        self.add(self._undone[-1].played)
        return self._standing[-1]

    def correct(
        self,
        index: int,
        event: Event | None,
        *,
        source: Source = "corrected",
        evidence: TableView | None = None,
        time: float | None = None,
        confidence: float | None = None,
        picture: bytes | None = None,
        reader: Reader | None = None,
    ) -> Correction:
        """Replaces the event at `index` of those that stand by another, or none; returns what that changes.

        Every later event is read again by `reader` (where there is one) and judged where it stands now. Those that are
        legal stand; the first that is not, and all after it, fall. The new event rests on the evidence of the old one
        unless it brings its own. Raises CompanionError where no event stands at `index` and IllegalEvent where the new
        one is not legal there; then nothing is recorded.
        """
        entry = Corrected(index, event, (), 0, source, evidence, time, confidence, picture)
        judged = self._corrected(entry, reader)
        self._record(judged.entry, judged.standing, index)
        return judged.correction

    def foreseen(self, index: int, event: Event | None, reader: Reader | None = None) -> Correction:
        """Computes what `correct` would change, without recording it. Raises as it does."""
        return self._corrected(Corrected(index, event), reader).correction

    def add(self, entry: Entry) -> None:
        """Records an entry as it is; all other methods end here, and a record on disk is read back by it.

        Raises IllegalEvent or CompanionError where it does not fit, and then nothing is recorded.
        """
        standing = len(self._standing)
        if isinstance(entry, Played):
            redone = self._undone[-1] if self._undone and self._undone[-1].played == entry else None
            again = redone or self._standing_event(self.position, entry, entry.source)
            undone = self._undone[:-1] if redone else []
            self._record(entry, [again], standing, undone)
        elif isinstance(entry, Undone):
            if not 1 <= entry.count <= standing:
                raise CompanionError(
                    say("the record undoes {count} events where {standing} stand", count=entry.count, standing=standing)
                )
            undone = [*self._undone, *reversed(self._standing[standing - entry.count :])]
            self._record(entry, [], standing - entry.count, undone)
        else:
            self._record(entry, self._replaced(entry), entry.index)

    def _record(
        self, entry: Entry, standing: list[StandingEvent], index: int, undone: Iterable[StandingEvent] = ()
    ) -> None:
        """From `index` on, these events stand now, and those `undone` can be redone."""
        self._standing[index:] = standing
        self._undone = [*undone]
        self._entries.append(entry)
        if self._keep is not None:
            self._keep(entry)

    def _standing_event(self, before: Any, played: Played, first: Source) -> StandingEvent:
        """The event between its positions. Raises IllegalEvent."""
        chance = not isinstance(played.event, SetUp) and self.game.awaited(before).need in ("roll", "flip")
        return StandingEvent(before, played.event, apply_step(self.game, before, played.event), played, chance, first)

    # ------------------------------------------------------------------------------------------ corrections

    def _corrected_event(self, entry: Corrected) -> StandingEvent:
        """The event that a correction is about."""
        stand = len(self._standing)
        if not 0 <= entry.index < stand:
            line = say(
                "there is no event {number} to correct: {standing} stand", number=entry.index + 1, standing=stand
            )
            raise CompanionError(line)
        return self._standing[entry.index]

    def _replacement(self, entry: Corrected, old: StandingEvent) -> list[StandingEvent]:
        """What stands in the place of `old`: one event or none."""
        if entry.event is None:
            return []
        played = Played(
            entry.event,
            entry.source,
            old.played.evidence if entry.evidence is None else entry.evidence,
            entry.time,
            entry.confidence,
            old.played.picture if entry.picture is None else entry.picture,
        )
        return [self._standing_event(old.before, played, old.first)]

    def _corrected(self, entry: Corrected, reader: Reader | None) -> _JudgedCorrection:
        """Judge everything after a correction anew."""
        old = self._corrected_event(entry)
        standing = self._replacement(entry, old)
        new = standing[0] if standing else None
        position = new.after if new else old.before
        same: list[StandingEvent] = []
        changed: list[tuple[StandingEvent, StandingEvent]] = []
        reread: list[Reread] = []
        fallen: tuple[StandingEvent, ...] = ()
        ruling, reason = None, ""
        for index in range(entry.index + 1, len(self._standing)):
            was = self._standing[index]
            event = was.event
            if reader is not None and not isinstance(event, SetUp):
                event = reader(position, was.played) or event
            try:
                now = self._standing_event(position, msgspec.structs.replace(was.played, event=event), was.first)
            except IllegalEvent as illegal:
                self._refuse_before_set_up(index)
                fallen, ruling, reason = tuple(self._standing[index:]), illegal.ruling, str(illegal)
                break
            if event == was.event:
                same.append(now)
            else:
                changed.append((was, now))
                reread.append(Reread(index, event))
            standing.append(now)
            position = now.after
        return _JudgedCorrection(
            msgspec.structs.replace(entry, reread=tuple(reread), fell=len(fallen)),
            standing,
            Correction(old, new, tuple(same), tuple(changed), fallen, ruling, reason, self.position, position),
        )

    def _refuse_before_set_up(self, index: int) -> None:
        """Raises CompanionError where a table was set up by hand after an event that would fall: it would fall too."""
        for number, moment in enumerate(self._standing[index:], index + 1):
            if isinstance(moment.event, SetUp):
                line = say("the table was set up by hand after that ({number}): take it back first", number=number)
                raise CompanionError(line)

    def _replaced(self, entry: Corrected) -> list[StandingEvent]:
        """What stands from its index on after a correction whose consequences are already settled."""
        old = self._corrected_event(entry)
        later = self._standing[entry.index + 1 :]
        if not 0 <= entry.fell <= len(later):
            raise CompanionError(
                say("the record lets {count} events fall where {after} come after", count=entry.fell, after=len(later))
            )
        reread = {one.place: one.event for one in entry.reread}
        if not reread.keys() <= set(range(entry.index + 1, len(self._standing) - entry.fell)):
            raise CompanionError(say("the record reads events again that do not stand after the corrected one"))
        standing = self._replacement(entry, old)
        position = standing[0].after if standing else old.before
        for index, was in enumerate(later[: len(later) - entry.fell], entry.index + 1):
            played = msgspec.structs.replace(was.played, event=reread.get(index, was.event))
            standing.append(self._standing_event(position, played, was.first))
            position = standing[-1].after
        return standing
