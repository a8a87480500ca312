"""Positions, events, house rules and tables of throws of Doubles Wild.

Markers are bits (see `board`), dice sorted tuples, so identical dice are not told apart and equal positions are equal
values. Throws depend on little, so they are made once and shared.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

import msgspec

from companion.games.doubles_wild.board import LABELS, SQUARES, Bits, Square
from companion.rules import Event as BaseEvent
from companion.rules import Face
from companion.rules import Position as BasePosition
from seeds import Colour, Seed

PAIR = 2
"""Dice of one colour in the roll of a turn (DW-3.2)."""
TRIO = 3
"""Dice of one player in a battle and in the throw for the start (DW-2.1, DW-4.2)."""
LAST_ROUND = 3
"""The round of a battle after which totals are compared; a tie adds rounds (DW-4.3)."""

Dice: TypeAlias = tuple[Face, ...]
"""Faces of alike dice, sorted."""
Pair: TypeAlias = Dice
"""The two dice of one colour."""
Hand: TypeAlias = Annotated[Literal["red", "blue", "both"], msgspec.Meta(title="choice of dice")]
"""Which pairs are rolled again."""
HANDS: tuple[Hand, ...] = get_args(get_args(Hand)[0])


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many markers each player takes (DW-1.3)."""

    players: int
    markers: int


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed: the labels of the rows and columns, and the colours of the edges that bear them."""

    labels: tuple[int, ...]
    rows: Colour
    columns: Colour
    window: int
    """Squares of one colour in a line that score a point."""

    def __post_init__(self) -> None:
        if self.labels != tuple(LABELS) or self.window != TRIO:
            raise ValueError("the board has labels 3 to 11 and windows of three squares")


class BoxDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice in the box: how many there are of each colour, and how many of them a turn and a battle use."""

    red: int
    blue: int
    turn: int
    battle: int

    def __post_init__(self) -> None:
        if (self.turn, self.battle) != (PAIR, TRIO):
            raise ValueError("a turn uses two dice of each colour and a battle three a player")


class DoublesSeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the seed of this game adds to that of any game."""

    board: Board
    dice: BoxDice
    supplies: tuple[Supply, ...]
    colours: tuple[Colour, ...]
    """Of the markers, in seat order, where players have not chosen others."""
    endings: dict[str, str]
    """The sentences of `Outcome.how`, by the way a game ends."""

    def __post_init__(self) -> None:
        super().__post_init__()
        least, most = self.players
        if [supply.players for supply in self.supplies] != list(range(least, most + 1)):
            raise ValueError(f"the supplies must be those of {least} to {most} players, in order")
        if len(self.colours) < most:
            raise ValueError(f"{len(self.colours)} colours of markers, and {most} players")


class Table(msgspec.Struct, frozen=True):
    """Who sits here, and the house rules in force."""

    players: int
    seats: tuple[int, ...]
    """In the order of turns."""
    markers: int
    """Each player's full supply."""
    sides: tuple[int, ...]
    """The index of each seat's entry in `Position.score`."""
    partners: tuple[int | None, ...]
    """The partner of each seat, None without teams."""
    rerolls: int | str
    """0, 1 or "unlimited"."""
    battle_optional: bool
    wild_exclude_protected: bool
    wild_may_decline: bool
    battle_tie_cap: int
    playoff_reroll_start: bool

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats that score together."""
        return tuple(seat for seat, own in enumerate(self.sides) if own == side)


class Roll(msgspec.Struct, frozen=True, gc=False):
    """The dice of a turn as they lie; a pair that is in the hand is None (DW-3.2)."""

    red: Pair | None
    blue: Pair | None
    again: bool
    """Whether a re-roll is still allowed."""

    @property
    def in_hand(self) -> bool:
        """Whether a pair is to be rolled again before anything else is done."""
        return self.red is None or self.blue is None


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A fight for a square (DW-4); the attacker's marker is on neither the board nor in the supply."""

    square: int
    """Its bit."""
    attacker: int
    defender: int
    round: int
    """From 1 on."""
    dice: tuple[Dice, Dice]
    """The attacker's and the defender's dice that lie; those in the hand of `to_roll` are left out."""
    to_roll: int
    """The seat that throws or decides."""

    @property
    def whose(self) -> int:
        """The place of `to_roll` in `dice`."""
        return 0 if self.to_roll == self.attacker else 1

    @property
    def in_hand(self) -> int:
        """How many dice `to_roll` is about to throw; none while that seat has yet to decide."""
        return TRIO - len(self.dice[0 if self.to_roll == self.attacker else 1])


class Start(msgspec.Struct, frozen=True, gc=False):
    """The throw for the start: who takes part, in seat order, and what the first of them have thrown in all."""

    among: tuple[int, ...]
    totals: tuple[int, ...] = ()


class Position(BasePosition, frozen=True, gc=False):
    """The state of one game. While the throw for the start goes on `turn` is None."""

    turn: int | None
    """Means nothing once the game is over."""
    supply: tuple[int, ...]
    score: tuple[int, ...]
    """Of each seat, of each team where there are teams; in a playoff still that of the main game."""
    markers: tuple[Bits, ...]
    """The squares of each seat."""
    rolled: Roll | None = None
    battle: Battle | None = None
    start: Start | None = None
    playoff: tuple[int, ...] | None = None
    """The seats that play on because they were level for the highest score (DW-7.2)."""

    def owner(self, index: int) -> int | None:
        """The seat whose marker lies on a square."""
        for seat, own in enumerate(self.markers):
            if own >> index & 1:
                return seat
        return None


class Rolled(BaseEvent, frozen=True, gc=False, tag_field="do", tag="rolled"):
    """The dice of a turn have come to rest; after a re-roll the pair that was kept is repeated."""

    red: Pair
    blue: Pair


class Reroll(BaseEvent, frozen=True, gc=False, tag_field="do", tag="reroll"):
    """One or both pairs are taken up to be rolled again (DW-3.2)."""

    dice: Hand


class Place(BaseEvent, frozen=True, gc=False, tag_field="do", tag="place"):
    """A square is selected and played (DW-3.3, DW-3.4); None where there is none to select, or none is wanted."""

    square: Square | None


class Leave(BaseEvent, frozen=True, gc=False, tag_field="do", tag="leave"):
    """A square is selected and the marker on it left alone: a partner's (DW-6.3)."""

    square: Square


class Hold(BaseEvent, frozen=True, gc=False, tag_field="do", tag="hold"):
    """In a battle no die is thrown again this round (DW-4.2)."""


class Throw(BaseEvent, frozen=True, gc=False, tag_field="do", tag="throw"):
    """In a battle dice that show these faces are taken up to be thrown again (DW-4.2)."""

    dice: Dice


class Threw(BaseEvent, frozen=True, gc=False, tag_field="do", tag="threw"):
    """Dice of a battle, or of the throw for the start, have come to rest: only those that were in the hand."""

    faces: Dice


Event: TypeAlias = Rolled | Reroll | Place | Leave | Hold | Throw | Threw

PLACES: tuple[Place, ...] = tuple(Place(square) for square in SQUARES)
LEAVES: tuple[Leave, ...] = tuple(Leave(square) for square in SQUARES)
NO_SQUARE = Place(None)
REROLLS: tuple[Reroll, ...] = (Reroll("red"), Reroll("blue"), Reroll("both"))
HOLD = Hold()

_FACES = range(1, 7)


def _throws(dice: int) -> tuple[Dice, ...]:
    """What this many dice show, for each way in which they can fall one by one."""
    return tuple(tuple(sorted(faces)) for faces in product(_FACES, repeat=dice))


_PAIRS = _throws(PAIR)
PAIRS = frozenset(_PAIRS)
"""The 21 results of a pair, so that a legal one is known at a glance."""

THROWS: tuple[tuple[Threw, ...], ...] = tuple(
    tuple(map(Threw, _throws(dice))) if dice else () for dice in range(TRIO + 1)
)
"""For each number of dice the events of all ways in which they can fall, equally likely."""


@cache
def rolls(red: Pair | None, blue: Pair | None) -> tuple[Rolled, ...]:
    """The events of all ways in which the pairs in the hand (None) can fall beside the kept one, equally likely."""
    made = {(one, other): Rolled(one, other) for one in PAIRS for other in PAIRS}
    return tuple(
        made[one, other]
        for one in (_PAIRS if red is None else (red,))
        for other in (_PAIRS if blue is None else (blue,))
    )


@cache
def chances_of_roll(red: Pair | None, blue: Pair | None) -> tuple[tuple[Rolled, Fraction], ...]:
    """The different results of `rolls` with their probabilities: 441 for both pairs, 21 for one."""
    return _weighed(rolls(red, blue))


@cache
def chances_of_throw(dice: int) -> tuple[tuple[Threw, Fraction], ...]:
    """The different results of throwing one to three dice, with their probabilities."""
    return _weighed(THROWS[dice])


E = TypeVar("E", Rolled, Threw)


def _weighed(ways: tuple[E, ...]) -> tuple[tuple[E, Fraction], ...]:
    counts = Counter(ways)
    return tuple((event, Fraction(count, len(ways))) for event, count in counts.items())


@cache
def throws_of(dice: Dice) -> tuple[Throw, ...]:
    """Every choice of dice to throw again, fewest first."""
    chosen: set[Dice] = {
        tuple(face for face, taken in zip(dice, choice, strict=True) if taken)
        for choice in product((False, True), repeat=len(dice))
    }
    return tuple(Throw(faces) for faces in sorted(chosen, key=lambda faces: (len(faces), faces)) if faces)
