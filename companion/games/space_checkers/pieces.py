"""Fleets, positions, events, house rules and the two dice of Space Checkers.

Seats are numbered clockwise from the player who begins; colours stand for them in words and in JSON.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.games.space_checkers.board import COLOUR, FACES, PAWNS, Cells, Geometry, Move, Step
from companion.rules import Event as BaseEvent
from companion.rules import Face
from companion.rules import Position as BasePosition
from seeds import Colour, Seed, SymbolDie

Seated: TypeAlias = Annotated[str, msgspec.Meta(title="seat", pattern=f"^{COLOUR}$")]
"""The colour of a seat in JSON."""
Direction: TypeAlias = Annotated[str, msgspec.Meta(title="face of the direction die", pattern=f"^({COLOUR}|wild)$")]
"""A face of the direction die: a colour, or `WILD`."""

WILD = "wild"
"""The face of the direction die that leaves the direction to the player (SC-3.2)."""


class Fleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pawns of one colour and the side of the board that is theirs."""

    id: Colour
    name: str
    side: Literal["north", "east", "south", "west"]
    step: Step
    """One square toward that side, as rows and columns."""
    within: str = ""
    """What a sentence calls it, where that is not the name in small letters."""


class SpaceSeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the seed adds to that of any game."""

    pawns: int
    """Pawns of one fleet."""
    to_win: int
    """Captured pawns that win the game (SC-5.1)."""
    symbol_dice: tuple[SymbolDie]
    """The direction die."""
    fleets: tuple[Fleet, ...]
    """Clockwise from the north."""
    advised: dict[str, tuple[str, ...]]
    """The colours that play where nobody says otherwise, by the number of players."""
    geometries: dict[str, Geometry]
    """The boards that go by a name."""
    measures: str
    """A sentence on a board that goes by no name."""
    endings: dict[str, str]
    """The sentences of `Outcome.how`, by the way a game ends."""

    @property
    def directions(self) -> tuple[str, ...]:
        """The faces of the direction die, repeated ones repeated."""
        return self.symbol_dice[0].faces

    def __post_init__(self) -> None:
        super().__post_init__()
        colours = [fleet.id for fleet in self.fleets]
        if self.pawns != PAWNS:
            raise ValueError(f"a fleet of {self.pawns} pawns does not fill a home of {PAWNS} squares")
        if set(self.directions) != {*colours, WILD}:
            raise ValueError("the direction die must show every colour, and wild")
        for players in range(self.players[0], self.players[1] + 1):
            advised = self.advised.get(str(players), ())
            if len(advised) != players or not set(advised) <= set(colours):
                raise ValueError(f"advised names no {players} colours for {players} players")


class Options(msgspec.Struct, frozen=True):
    """The house rules that bear on moves."""

    geometry: Geometry
    diagonals: Literal["none", "wild_roll", "wild_pawns", "both"]


class Rolled(BaseEvent, frozen=True, gc=False, tag_field="do", tag="rolled"):
    """Both dice have come to rest."""

    number: Face
    direction: Direction


Event: TypeAlias = Rolled | Move


class Position(BasePosition, frozen=True, gc=False):
    """The state of one game; `pawns` and `captured` are in the order of the seats."""

    turn: int | None
    """The seat that rolls or moves; means nothing once the game is over, and may then be None."""
    pawns: tuple[Cells, ...]
    """Where the pawns of each seat stand."""
    captured: tuple[int, ...]
    """How many pawns each seat has captured."""
    rolled: Rolled | None = None
    """The roll that has to be moved."""


MOST_CAPTURED = 14
"""As many captures a player can have at the end: nine, and then five in one jump over six squares (SC-3.4, SC-5.1)."""


def two_dice(directions: tuple[str, ...]) -> tuple[tuple[Rolled, ...], tuple[tuple[Rolled, Fraction], ...]]:
    """Every roll of both dice, equally likely ones repeated; and each different one with its probability."""
    rolls = {(number, face): Rolled(number, face) for number in range(1, FACES + 1) for face in directions}
    lots = tuple(rolls[number, face] for number in range(1, FACES + 1) for face in directions)
    whole = len(lots)
    return lots, tuple((roll, Fraction(directions.count(roll.direction), whole)) for roll in rolls.values())
