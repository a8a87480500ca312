"""The list of rolls: what was rolled when, what players have put right, and what may not count yet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import msgspec

from companion.table import Die, Face, counted
from ui.core import Store


class RolledDie(msgspec.Struct, frozen=True):
    """One die of a roll or on the table."""

    key: int
    """The same as long as one die lies in one place: what is put right of it is so wherever it stands."""
    die: Die
    """As it counts: as it was read, or as a player has said."""
    read: Die
    """As it was read."""

    @property
    def corrected(self) -> bool:
        """Whether it shows something else than what was read."""
        return (self.die.value, self.die.face) != (self.read.value, self.read.face)


class LoggedRoll(msgspec.Struct, frozen=True, kw_only=True):
    """One roll."""

    key: int
    time: float
    """Seconds of UTC since 1970."""
    dice: tuple[RolledDie, ...]
    faces: str
    """The set of faces that was read: pips, or the name of one that was learnt."""
    seen: bool
    """Whether it was seen to be rolled; otherwise a player had what lay there counted."""
    doubtful: bool = False
    """Whether a die may have been missed, or this may be no roll, and no player has said that it is one."""
    corrected: bool = False
    """Whether a player has changed it."""

    @property
    def shown(self) -> tuple[Die, ...]:
        """What its dice show."""
        return tuple(one.die for one in self.dice)

    @property
    def counts(self) -> bool:
        """Whether it may be added up: nothing of it is in doubt."""
        return not self.doubtful and len(counted(self.shown)) == len(self.dice)


class RollLog(Store):
    """All rolls since the program began, or since the list was begun anew; in memory alone. Any thread may call."""

    needs = "host"

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds of UTC since 1970."""
        super().__init__()
        self._clock = clock
        self._made = 0
        self.rolls: tuple[LoggedRoll, ...] = ()
        """From the first one on."""
        self.undone: tuple[LoggedRoll, ...] = ()
        """What can be brought back, the newest at the end; nothing once there is another roll."""

    def new_key(self) -> int:
        """A number that no roll and no die of this list has had."""
        with self._lock:
            self._made += 1
            return self._made

    def add(self, dice: Iterable[RolledDie], faces: str, *, seen: bool, doubtful: bool = False) -> LoggedRoll:
        """One more roll, of now."""
        rolled = tuple(dice)
        with self.change():
            roll = LoggedRoll(
                key=self.new_key(),
                time=self._clock(),
                dice=rolled,
                faces=faces,
                seen=seen,
                doubtful=doubtful,
                corrected=any(one.corrected for one in rolled),
            )
            self.rolls, self.undone = (*self.rolls, roll), ()
            return roll

    def undo(self) -> None:
        """Take the last roll back."""
        with self.change():
            if self.rolls:
                self.undone = (*self.undone, self.rolls[-1])
                self.rolls = self.rolls[:-1]

    def redo(self) -> None:
        """Bring back what was taken back last."""
        with self.change():
            if self.undone:
                self.rolls = (*self.rolls, self.undone[-1])
                self.undone = self.undone[:-1]

    def clear(self) -> None:
        """Begin anew."""
        with self.change():
            self.rolls = self.undone = ()

    def correct(self, die: int, shows: Die | None) -> None:
        """The die of this key shows that; None: it is no die, and belongs to no roll."""
        with self.change():
            self.rolls = tuple(kept for roll in self.rolls if (kept := _corrected(roll, die, shows)).dice)

    def add_die(self, roll: int, face: Face) -> None:
        """One die more belongs to the roll of this key, which was missed, and shows this face."""
        missed = showing(Die(box=(0.0, 0.0, 0.0, 0.0), value=None, colour=None, confidence=1.0, certain=True), face)
        with self.change():
            added = RolledDie(self.new_key(), missed, missed)
            self.rolls = tuple(
                one
                if one.key != roll
                else msgspec.structs.replace(one, dice=(*one.dice, added), doubtful=False, corrected=True)
                for one in self.rolls
            )

    def accept(self, roll: int) -> None:
        """A player has said that the doubtful roll of this key is one, and whole."""
        with self.change():
            self.rolls = tuple(
                msgspec.structs.replace(one, doubtful=False) if one.key == roll else one for one in self.rolls
            )

    def leave_out(self, roll: int) -> None:
        """The roll of this key is none."""
        with self.change():
            self.rolls = tuple(one for one in self.rolls if one.key != roll)

    def set_of(self, key: int) -> str | None:
        """The set of faces of the die of this key; None: it stands in no roll."""
        return next((roll.faces for roll in self.rolls for one in roll.dice if one.key == key), None)

    def die(self, key: int) -> RolledDie | None:
        """The die of this key, in whatever roll it stands."""
        return next((one for roll in self.rolls for one in roll.dice if one.key == key), None)


def _corrected(roll: LoggedRoll, key: int, shows: Die | None) -> LoggedRoll:
    dice: list[RolledDie] = []
    changed = False
    for one in roll.dice:
        if one.key != key:
            dice.append(one)
            continue
        if shows is not None:
            dice.append(msgspec.structs.replace(one, die=shows))
        changed = changed or shows is None or dice[-1].corrected
    if tuple(dice) == roll.dice:
        return roll
    return msgspec.structs.replace(roll, dice=tuple(dice), corrected=roll.corrected or changed)


def showing(die: Die, face: Face) -> Die:
    """The die with a face that a player has told."""
    named = isinstance(face, str)
    return msgspec.structs.replace(
        die,
        value=None if named else face,
        face=face if named else None,
        confidence=1.0,
        certain=True,
        doubts=(),
        alternatives=(),
        face_alternatives=(),
    )
