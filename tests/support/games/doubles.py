"""Doubles Wild for tests: positions from drawn boards, and Hypothesis strategies for positions, events and options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

import companion
from companion.games.doubles_wild import DoublesWild
from companion.games.doubles_wild.board import INDEX, LABELS, Square, bits_of, windows
from companion.games.doubles_wild.pieces import (
    HOLD,
    Battle,
    Event,
    Hold,
    Leave,
    Place,
    Position,
    Reroll,
    Roll,
    Rolled,
    Start,
    Threw,
    Throw,
)

GAME = "doubles-wild"

__all__ = [
    "GAME",
    "HOLD",
    "Battle",
    "Event",
    "Hold",
    "Leave",
    "Place",
    "Position",
    "Reroll",
    "Roll",
    "Rolled",
    "Start",
    "Threw",
    "Throw",
    "at",
    "battle",
    "board",
    "events",
    "game",
    "options",
    "positions",
    "roll",
    "tables",
    "told",
]


def game(players: int = 2, **options: object) -> DoublesWild:
    """The game for so many players with these house rules."""
    loaded = companion.load(GAME, players, options)
    assert isinstance(loaded, DoublesWild)
    return loaded


def board(*rows: str, top: int = 3, left: int = 3) -> dict[int, list[Square]]:
    """The markers of a drawn board by seat: digits are seats, dots vacant; `top` and `left` label its first square."""
    found: dict[int, list[Square]] = {}
    for down, row in enumerate(rows):
        for right, sign in enumerate(row):
            if sign != ".":
                found.setdefault(int(sign), []).append((top + down, left + right))
    return found


def roll(red: str | None, blue: str | None, again: bool = True) -> Roll:
    """Dice that lie, such as "23" and "44"; None for a pair in the hand."""
    lie = [None if pair is None else tuple(sorted(map(int, pair))) for pair in (red, blue)]
    return Roll(lie[0], lie[1], again and None not in lie)


def battle(
    square: Square,
    dice: tuple[str, str] = ("", ""),
    *,
    round: int = 1,
    to_roll: int = 0,
    seats: tuple[int, int] = (0, 1),
) -> Battle:
    """A battle of `seats`, attacker first; `dice` such as ("146", "333")."""
    attack, defence = (tuple(sorted(map(int, own))) for own in dice)
    return Battle(INDEX[square], *seats, round, (attack, defence), to_roll)


def at(
    markers: dict[int, list[Square]] | None = None,
    rolled: Roll | None = None,
    *,
    rules: DoublesWild | None = None,
    turn: int | None = 0,
    supply: Iterable[int] | None = None,
    score: Iterable[int] | None = None,
    fight: Battle | None = None,
    start: Start | None = None,
    playoff: tuple[int, ...] | None = None,
) -> Position:
    """A position; the supply is by default what is not on the board, and the score what the board shows."""
    rules = rules or game()
    own = [bits_of((markers or {}).get(seat, [])) for seat in range(rules.players)]
    full = {2: 24, 3: 16, 4: 12}[rules.players]
    if supply is None:
        spent = [squares.bit_count() + (fight is not None and fight.attacker == s) for s, squares in enumerate(own)]
        supply = [full - used for used in spent]
    if score is None:
        score = [sum(windows(own[seat]) for seat in side) for side in rules.sides]
    return Position(turn, tuple(supply), tuple(score), tuple(own), rolled, fight, start, playoff)


def told(position: Position) -> str:
    """A position as a few readable lines."""
    lines = []
    for row in LABELS:
        owners = [position.owner(INDEX[row, column]) for column in LABELS]
        lines.append(f"{row:>2} " + "".join("." if owner is None else str(owner) for owner in owners))
    lines.append(f"turn {position.turn} supply {position.supply} score {position.score}")
    pending = (position.rolled, position.battle, position.start, position.playoff)
    return "\n".join([*lines, *(str(one) for one in pending if one is not None)])


# ---------------------------------------------------------------------------------------------- strategies

faces = st.integers(1, 6)
squares = st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS))


def dice(least: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Sorted faces of some dice."""
    return st.lists(faces, min_size=least, max_size=most).map(lambda found: tuple(sorted(found)))


def options() -> st.SearchStrategy[dict[str, Any]]:
    """House rules, any of them left out; teams are the table's to add."""
    return st.fixed_dictionaries(
        {},
        optional={
            "rerolls": st.sampled_from([0, 1, "unlimited"]),
            "battle_optional": st.booleans(),
            "wild_exclude_protected": st.booleans(),
            "wild_may_decline": st.booleans(),
            "markers": st.sampled_from([16, 18]),
            "short_match": st.booleans(),
            "battle_tie_cap": st.integers(0, 2),
            "playoff_reroll_start": st.booleans(),
        },
    )


@st.composite
def tables(draw: st.DrawFn) -> DoublesWild:
    """The game for two to four players, or two teams, by any house rules."""
    players, teams = draw(st.sampled_from([(2, False), (3, False), (4, False), (4, True)]))
    return game(players, **draw(options()) | ({"teams": True} if teams else {}))


def events() -> st.SearchStrategy[Event]:
    """Any well-formed event, legal or not."""
    return st.one_of(
        st.builds(Rolled, dice(2, 2), dice(2, 2)),
        st.builds(Rolled, dice(0, 3), dice(0, 3)),
        st.builds(Reroll, st.sampled_from(["red", "blue", "both"])),
        st.builds(Place, st.one_of(st.none(), squares)),
        st.builds(Leave, squares),
        st.just(HOLD),
        st.builds(Throw, dice(0, 4)),
        st.builds(Threw, dice(0, 4)),
    )


@st.composite
def positions(draw: st.DrawFn, rules: DoublesWild) -> Position:
    """Any position of a main game in which an action is awaited, on a crowded corner of the board.

    Crowded, so that windows, open squares, own squares and partners' squares are all near each other.
    """
    seats = range(rules.players)
    signs = "." + "".join(map(str, seats))
    height, width = draw(st.sampled_from([(4, 4), (3, 6), (9, 4), (9, 9)]))
    drawn = ["".join(draw(st.sampled_from(signs)) for _ in range(width)) for _ in range(height)]
    full = rules.start().supply[0]
    markers = {seat: own[: full - 1] for seat, own in board(*drawn).items()}
    supply = [draw(st.integers(1, full - len(markers.get(seat, [])))) for seat in seats]
    turn = draw(st.sampled_from(seats))
    again = {0: False, 1: draw(st.booleans()), "unlimited": True}[rules.options.get("rerolls", 1)]
    sums = st.sampled_from([(1, 2), (1, 3), (2, 3), (2, 4), (3, 3), (1, 1), (5, 6), (6, 6)])
    lying = Roll(draw(sums), draw(sums), again)
    return at(markers, lying, rules=rules, turn=turn, supply=supply)
