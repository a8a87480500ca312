"""Rolls dice by lot, for any game: which are chosen, the rolls so far, and the chance of all that is drawn by lot."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import companion
from companion.games import title_of
from companion.statistics import face_name
from companion.table import PIPS, Colour, Face
from companion.text import current_language, say, say_count
from seeds import SeedError, symbol_dice_of
from ui.core import Store

LOT = random.SystemRandom()
"""The chance of the operating system, which nobody can foresee: whatever is drawn by lot is drawn by it."""
MOST_DICE = 30
"""Dice that are rolled at once."""
SIDES = (4, 8, 10, 12, 20)
"""Of dice that are no cubes."""
MOST_ROLLS = 500
"""Rolls that are kept; the oldest go first."""


class DiceKind(NamedTuple):
    """Dice that are alike."""

    id: str
    name: str
    colour: Colour | None
    faces: tuple[Face, ...]
    """Of all sides, each as likely as the others: one that stands on two sides is there twice."""


class DrawnDie(NamedTuple):
    """A die as it fell."""

    face: Face
    colour: Colour | None


class DrawnRoll(NamedTuple):
    """One roll."""

    number: int
    """1 the first."""
    time: float
    """Seconds of UTC since 1970."""
    dice: tuple[DrawnDie, ...]

    @property
    def total(self) -> int | None:
        """The sum of the dice with numbers; None where there are none."""
        points = [die.face for die in self.dice if isinstance(die.face, int)]
        return sum(points) if points else None


def _numbers(sides: int) -> tuple[Face, ...]:
    return tuple(range(1, sides + 1))


def dice_kinds() -> tuple[DiceKind, ...]:
    """The dice that there are, named in the language in use: with pips, in four colours, those with other numbers of
    sides, and those with faces of their own that the games have."""
    return (
        DiceKind("white", say("White dice"), "white", PIPS),
        DiceKind("red", say("Red dice"), "red", PIPS),
        DiceKind("blue", say("Blue dice"), "blue", PIPS),
        DiceKind("green", say("Green dice"), "green", PIPS),
        *(DiceKind(f"d{sides}", say("Dice with {sides} sides", sides=sides), None, _numbers(sides)) for sides in SIDES),
        *_dice_of_games(current_language()),
    )


@lru_cache(maxsize=8)
def _dice_of_games(language: str) -> tuple[DiceKind, ...]:
    """The dice with faces of their own, each by the first game that has it; a game that cannot be read has none."""
    found: dict[str, DiceKind] = {}
    for game in companion.GAMES:
        try:
            dice = symbol_dice_of(game, language)
        except SeedError:
            continue
        for die in dice:
            name = say("{dice} ({game})", dice=die.many, game=title_of(game))
            found.setdefault(die.id, DiceKind(die.id, name, None, die.faces))
    return tuple(found.values())


class Roller(Store):
    """What is rolled, and what has been: in memory, until the program ends. Any thread may call."""

    needs = "host"

    def __init__(self, clock: Callable[[], float] = time.time, lot: random.Random = LOT) -> None:
        """`clock`: seconds of UTC since 1970; `lot` decides."""
        super().__init__()
        self._clock, self._lot = clock, lot
        self._made = 0
        self.chosen: Mapping[str, int] = MappingProxyType({"white": 2})
        """How many dice of each kind are rolled."""
        self.rolls: tuple[DrawnRoll, ...] = ()
        """Oldest first."""

    @property
    def dice(self) -> tuple[DiceKind, ...]:
        """The dice that are rolled, each by its kind."""
        return tuple(kind for kind in dice_kinds() for _ in range(self.chosen.get(kind.id, 0)))

    def choose(self, kind: str, count: int) -> None:
        """Roll so many dice of a kind from now on, as far as all together are not too many."""
        with self.change():
            others = sum(self.chosen.values()) - self.chosen.get(kind, 0)
            self.chosen = MappingProxyType({**self.chosen, kind: max(0, min(count, MOST_DICE - others))})

    def roll(self) -> DrawnRoll | None:
        """Draw a roll of the chosen dice; None where none is chosen."""
        with self.change():
            dice = tuple(DrawnDie(self._lot.choice(kind.faces), kind.colour) for kind in self.dice)
            if not dice:
                return None
            self._made += 1
            drawn = DrawnRoll(self._made, self._clock(), dice)
            self.rolls = (*self.rolls, drawn)[-MOST_ROLLS:]
            return drawn

    def clear(self) -> None:
        """Begin the list of rolls anew."""
        with self.change():
            self.rolls, self._made = (), 0


def drawn_line(roll: DrawnRoll) -> str:
    """A roll in one line: `3 dice: 4, 3, WILD; 7 in all`."""
    faces = ", ".join(face_name(die.face) for die in roll.dice)
    how_many = say_count("{count} die", "{count} dice", len(roll.dice))
    line = say("{dice}: {faces}", dice=how_many, faces=faces)
    if roll.total is None or len(roll.dice) < 2:
        return line
    return line + "; " + say("{total} in all", total=roll.total)


def colour_totals(roll: DrawnRoll) -> dict[Colour, int]:
    """The sum of the dice of each colour, where there are several colours."""
    sums: dict[Colour, int] = {}
    for die in roll.dice:
        if die.colour is not None and isinstance(die.face, int):
            sums[die.colour] = sums.get(die.colour, 0) + die.face
    return sums if len(sums) > 1 else {}
