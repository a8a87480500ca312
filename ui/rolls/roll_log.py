"""The list of rolls: what was rolled when, what players have put right, and what may not count yet. It is kept in a
file, without pictures, until players begin it anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from companion.table import Die, Face, counted
from companion.text import later
from ui.settings import JsonStore

FORMAT, VERSION = "tabletop-companion rolls", 1
MOST_ROLLS = 2000
"""Rolls that are kept, the newest."""
UNREAD = later("{name} could not be read ({why}) and is set aside as {aside}: older rolls are in there")
UNMOVED = later("{name} cannot be read ({why}): rolls are not kept until it is away")
UNWRITTEN = later("the list of rolls is not kept; free space there, or allow writing")


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


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    rolls: tuple[LoggedRoll, ...] = ()


class RollLog(JsonStore[_File]):
    """All rolls since the list was begun anew: each is on disk before the screens show it. Any thread may call."""

    needs = "host"
    name, kind, most_bytes = "rolls.json", _File, 2**26
    unread, unmoved, unwritten = UNREAD, UNMOVED, UNWRITTEN

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """`folder`: by default the user's own; `clock`: seconds of UTC since 1970."""
        super().__init__(folder)
        self._clock = clock
        self._made = 0
        self.undone: tuple[LoggedRoll, ...] = ()
        """What can be brought back, the newest at the end; nothing once there is another roll."""

    @property
    def rolls(self) -> tuple[LoggedRoll, ...]:
        """From the first one on."""
        return self._read().rolls

    @rolls.setter
    def rolls(self, rolls: tuple[LoggedRoll, ...]) -> None:
        """To be set within a change."""
        if rolls != self.rolls:
            self._write(_File(rolls=rolls[-MOST_ROLLS:]))

    def new_key(self) -> int:
        """A number that no roll and no die of this list has had."""
        with self._lock:
            self._read()
            self._made += 1
            return self._made

    def _checked(self, file: _File) -> _File:
        self._made = max((key for roll in file.rolls for key in (roll.key, *(one.key for one in roll.dice))), default=0)
        return file

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
