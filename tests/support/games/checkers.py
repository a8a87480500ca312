"""Space Checkers for tests: positions from short strings, and Hypothesis strategies of its own."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

import companion
from companion.games.space_checkers import SpaceCheckers
from companion.games.space_checkers.board import Cell, Move
from companion.games.space_checkers.pieces import Event, Position, Rolled

GAME = "space-checkers"
COLOURS = ("yellow", "green", "blue", "red")
DIAGONALS = ("yellow-green", "green-blue", "blue-red", "red-yellow")
PRESETS = ("G12", "G12s", "G10", "G10b")
SMALL_EARTH = {"n": 14, "home": [12, 1], "earth": 0, "wild_depth": 2}
"""A board of other measures, with homes of one row and no Earth."""

__all__ = [
    "COLOURS",
    "DIAGONALS",
    "GAME",
    "PRESETS",
    "SMALL_EARTH",
    "Event",
    "Move",
    "Position",
    "Rolled",
    "SpaceCheckers",
    "as_json",
    "at",
    "cells",
    "events",
    "game",
    "move",
    "options",
    "position_json",
    "positions",
    "roll",
    "told",
]


def game(players: int = 2, **options: object) -> SpaceCheckers:
    """The game for so many players with these house rules."""
    loaded = companion.load(GAME, players, options)
    assert isinstance(loaded, SpaceCheckers)
    return loaded


def cells(text: str) -> list[Cell]:
    """The squares that a string such as "0,3 1,4" lists."""
    return [(int(row), int(column)) for row, column in (word.split(",") for word in text.split())]


def roll(text: str) -> Rolled:
    """The roll of a string such as "3 blue"."""
    number, direction = text.split()
    return Rolled(int(number), direction)


def move(start: str, toward: str) -> Move:
    """The move of the pawn on a square such as "1,3"."""
    return Move(cells(start)[0], toward)


def at(
    rules: SpaceCheckers,
    pawns: dict[str, str],
    rolled: str | None = None,
    turn: str | None = "",
    captured: dict[str, int] | None = None,
) -> Position:
    """The position with only these pawns, by colour; without `turn` the first seat is on turn.

    The rest of the fleets lies in the box, which the rules of moving do not mind.
    """
    fleets = tuple(sum(rules.board.bits[cell] for cell in cells(pawns.get(colour, ""))) for colour in rules.seats)
    held = tuple((captured or {}).get(colour, 0) for colour in rules.seats)
    seat = None if turn is None else rules.seats.index(turn or rules.seats[0])
    return Position(seat, fleets, held, None if rolled is None else roll(rolled))


def told(rules: SpaceCheckers, position: Position) -> dict[str, str]:
    """Where the pawns of each colour stand, as `at` takes them."""
    return {
        colour: " ".join(f"{row},{column}" for row, column in rules.pawns(position, seat))
        for seat, colour in enumerate(rules.seats)
    }


def as_json(rules: SpaceCheckers, position: Position) -> dict[str, Any]:
    """The position as its JSON, without the keys that are null."""
    state: dict[str, Any] = json.loads(json.dumps(rules.format_position(position)))
    return {key: value for key, value in state.items() if value is not None}


# ---------------------------------------------------------------------------------------------- strategies


def geometries() -> st.SearchStrategy[Any]:
    """A board by name, or by measures that fit."""
    return st.one_of(
        st.sampled_from(PRESETS),
        st.just(SMALL_EARTH),
        st.builds(
            lambda n, home, earth, wild: {"n": n, "home": home, "earth": earth, "wild_depth": wild},
            st.sampled_from([12, 14]),
            st.sampled_from([[6, 2], [4, 3]]),
            st.sampled_from([2, 4]),
            st.integers(1, 6),
        ),
    )


@st.composite
def options(draw: st.DrawFn, players: int = 2) -> dict[str, Any]:
    """House rules for so many players, any of them left out."""
    first = draw(st.integers(0, 3))
    around = COLOURS[first:] + COLOURS[:first]
    absent = draw(st.sets(st.integers(1, 3), min_size=4 - players, max_size=4 - players))
    seats = [colour for i, colour in enumerate(around) if i not in absent]
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "geometry": geometries(),
                "diagonals": st.sampled_from(["none", "wild_roll", "wild_pawns", "both"]),
                "seats": st.just(seats),
                "start": st.sampled_from(["first", *COLOURS]),
            },
        )
    )


def position_json(rules: SpaceCheckers, chance: random.Random) -> dict[str, Any]:
    """A random position in JSON that adds up, its pawns crowded, its roll possible; the game may be over."""
    players, seats = len(rules.seats), rules.seats
    while True:
        standing, captured = dict.fromkeys(seats, 12), dict.fromkeys(seats, 0)
        for _ in range(chance.randrange(12 * players)):
            taker, loser = chance.sample(seats, 2)
            if standing[loser] and captured[taker] < (14 if max(captured.values()) >= 10 else 10):
                if captured[taker] == 9 and any(held >= 10 for held in captured.values()):
                    continue
                standing[loser] -= 1
                captured[taker] += 1
        if all(standing[colour] for colour in seats if captured[colour] >= 10):
            break
    board = rules.board
    free = [cell for cell in board.cells if not board.bits[cell] & board.earth]
    chance.shuffle(free)
    if chance.random() < 0.6:  # most pawns in a few rows or columns, so that they jump and block one another
        axis, lines = chance.randrange(2), chance.sample(range(board.n), 5)
        free.sort(key=lambda cell: cell[axis] not in lines)
    crowd = free[: sum(standing.values())]
    chance.shuffle(crowd)
    pawns = {colour: sorted(crowd.pop() for _ in range(standing[colour])) for colour in seats}
    state: dict[str, Any] = {
        "game": GAME,
        "options": rules.format_options(),
        "turn": chance.choice([colour for colour in seats if standing[colour]]),
        "seats": list(seats),
        "captured": captured,
        "pawns": {colour: [list(cell) for cell in fleet] for colour, fleet in pawns.items()},
    }
    position = rules.parse_position(state)
    if rules.outcome(position) is None and chance.random() < 0.8:
        lot = rules.drawn(position, chance)
        if rules.apply(position, lot).rolled is not None:
            state["rolled"] = {"number": lot.number, "direction": lot.direction}
    loaded: dict[str, Any] = json.loads(json.dumps(state))
    return loaded


@st.composite
def positions(draw: st.DrawFn) -> tuple[SpaceCheckers, Position]:
    """Any game with any position of it."""
    players = draw(st.integers(2, 4))
    rules = game(players, **draw(options(players)))
    return rules, rules.parse_position(position_json(rules, random.Random(draw(st.integers(0, 2**32)))))


def events(n: int = 12) -> st.SearchStrategy[Event]:
    """Any well-formed event on a board of n squares a side, legal or not."""
    places = st.integers(0, n - 1)
    return st.one_of(
        st.builds(Rolled, st.integers(1, 6), st.sampled_from([*COLOURS, "wild"])),
        st.builds(Move, st.tuples(places, places), st.sampled_from([*COLOURS, *COLOURS, *DIAGONALS])),
    )
