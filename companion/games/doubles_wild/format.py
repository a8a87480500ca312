"""Doubles Wild in JSON, strictly: what comes in is a position or event of this game, or refused with its path."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import msgspec

from companion.games.doubles_wild.board import HIGHEST, INDEX, LOWEST, SQUARES, Square
from companion.games.doubles_wild.pieces import (
    HOLD,
    PAIR,
    TRIO,
    Battle,
    Dice,
    Event,
    Leave,
    Pair,
    Place,
    Position,
    Reroll,
    Roll,
    Rolled,
    Start,
    Table,
    Threw,
    Throw,
)
from companion.games.doubles_wild.validation import check
from companion.rules import MalformedError, a_list, a_text, a_whole, an_event, an_object, wholes

MOST_ROUNDS = 10**9
"""The latest round of a battle that is read; no battle comes near."""
MOST_POINTS = 224
"""Every window of the board."""

_KEYS: dict[str, tuple[str, ...]] = {
    "rolled": ("red", "blue"),
    "reroll": ("dice",),
    "place": ("square",),
    "leave": ("square",),
    "hold": (),
    "throw": ("dice",),
    "threw": ("faces",),
}
"""The keys of each kind of event besides `do`."""


def parse_event(value: object, path: str) -> Event:
    """An event from decoded JSON, its dice sorted. Raises MalformedError."""
    do, fields = an_event(value, path, _KEYS)
    if do == "rolled":
        return Rolled(_faces(fields["red"], f"{path}.red"), _faces(fields["blue"], f"{path}.blue"))
    if do == "reroll":
        hand = a_text(fields["dice"], f"{path}.dice", ("red", "blue", "both"), "choice of dice")
        return Reroll(hand)  # type: ignore[arg-type]
    if do == "place":
        square = fields["square"]
        return Place(None if square is None else _square(square, f"{path}.square"))
    if do == "leave":
        return Leave(_square(fields["square"], f"{path}.square"))
    if do == "hold":
        return HOLD
    if do == "throw":
        return Throw(_faces(fields["dice"], f"{path}.dice"))
    return Threw(_faces(fields["faces"], f"{path}.faces"))


def format_event(event: Event) -> dict[str, object]:
    """The event as plain data, as FORMATS.md has it."""
    plain: dict[str, object] = msgspec.to_builtins(event)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def parse_position(value: object, table: Table) -> Position:
    """A position from decoded JSON; `game` and `options` are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    fields = an_object(
        value,
        "",
        ("game", "options", "supply", "score", "board"),
        ("turn", "rolled", "battle", "start", "playoff"),
    )
    turn, rolled, battle, start = (fields.get(key) for key in ("turn", "rolled", "battle", "start"))
    playoff = fields.get("playoff")
    position = Position(
        turn=None if turn is None else _seat(turn, "turn", table),
        supply=_supply(fields["supply"], table),
        score=_score(fields["score"], table),
        markers=_board(fields["board"], table),
        rolled=None if rolled is None else _roll(rolled),
        battle=None if battle is None else _battle(battle, table),
        start=None if start is None else _start(start, table),
        playoff=None if playoff is None else _seats(playoff, "playoff", table),
    )
    check(position, table)
    return position


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as FORMATS.md has it."""
    roll, battle, start = position.rolled, position.battle, position.start
    return {
        "game": game_id,
        "options": dict(options),
        "turn": position.turn,
        "supply": list(position.supply),
        "score": list(position.score),
        "board": [
            [*square, owner] for i, square in enumerate(SQUARES) if (owner := position.owner(i)) is not None
        ],
        "rolled": None if roll is None else {
            "red": _or_null(roll.red),
            "blue": _or_null(roll.blue),
            "again": roll.again,
        },
        "battle": None if battle is None else {
            "square": list(SQUARES[battle.square]),
            "attacker": battle.attacker,
            "defender": battle.defender,
            "round": battle.round,
            "dice": [list(dice) for dice in battle.dice],
            "to_roll": battle.to_roll,
        },
        "start": None if start is None else {"among": list(start.among), "totals": list(start.totals)},
        "playoff": _or_null(position.playoff),
    }  # fmt: skip


def _or_null(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _faces(value: object, path: str) -> Dice:
    return wholes(value, path, 1, 6, "face")


def _square(value: object, path: str) -> Square:
    labels = a_list(value, path)
    if len(labels) != 2:
        raise MalformedError(path, f"a square is [row, column], not {len(labels)} values")
    row, column = (a_whole(label, f"{path}[{i}]", LOWEST, HIGHEST, "label") for i, label in enumerate(labels))
    return row, column


def _seat(value: object, path: str, table: Table) -> int:
    return a_whole(value, path, 0, table.players - 1, "seat at this table")


def _seats(value: object, path: str, table: Table) -> tuple[int, ...]:
    """A list of different seats, sorted."""
    seats = sorted(_seat(item, f"{path}[{i}]", table) for i, item in enumerate(a_list(value, path)))
    for seat, following in pairwise(seats):
        if seat == following:
            raise MalformedError(path, f"seat {seat} stands twice")
    return tuple(seats)


def _supply(value: object, table: Table) -> tuple[int, ...]:
    """The supplies in seat order; their number is the number of players."""
    listed = a_list(value, "supply")
    if len(listed) != table.players:
        raise MalformedError("supply", f"{len(listed)} supplies, and this game is for {table.players}")
    return tuple(a_whole(item, f"supply[{seat}]", 0, table.markers) for seat, item in enumerate(listed))


def _score(value: object, table: Table) -> tuple[int, ...]:
    listed, sides = a_list(value, "score"), max(table.sides) + 1
    if len(listed) != sides:
        raise MalformedError("score", f"{len(listed)} scores, and this game has {sides}")
    return tuple(a_whole(item, f"score[{side}]", 0, MOST_POINTS) for side, item in enumerate(listed))


def _board(value: object, table: Table) -> tuple[int, ...]:
    """The squares of each seat."""
    markers = [0] * table.players
    taken = 0
    for i, item in enumerate(a_list(value, "board")):
        path = f"board[{i}]"
        entry = a_list(item, path)
        if len(entry) != 3:
            raise MalformedError(path, f"a marker is [row, column, seat], not {len(entry)} values")
        labels = [a_whole(entry[j], f"{path}[{j}]", LOWEST, HIGHEST, "label") for j in (0, 1)]
        seat = _seat(entry[2], f"{path}[2]", table)
        bit = 1 << INDEX[labels[0], labels[1]]
        if taken & bit:
            raise MalformedError(path, f"there is another marker on row {labels[0]}, column {labels[1]}")
        taken |= bit
        markers[seat] |= bit
    return tuple(markers)


def _roll(value: object) -> Roll:
    fields = an_object(value, "rolled", ("again",), ("red", "blue"))
    again = fields["again"]
    if not isinstance(again, bool):
        raise MalformedError("rolled.again", "expected true or false")
    return Roll(_pair(fields.get("red"), "rolled.red"), _pair(fields.get("blue"), "rolled.blue"), again)


def _pair(value: object, path: str) -> Pair | None:
    if value is None:
        return None
    pair = _faces(value, path)
    if len(pair) != PAIR:
        raise MalformedError(path, f"{len(pair)} dice, and a pair has {PAIR}")
    return pair


def _battle(value: object, table: Table) -> Battle:
    fields = an_object(value, "battle", ("square", "attacker", "defender", "round", "dice", "to_roll"))
    listed = a_list(fields["dice"], "battle.dice")
    if len(listed) != 2:
        raise MalformedError("battle.dice", f"the dice of attacker and defender, not {len(listed)} lists")
    dice = [_faces(item, f"battle.dice[{i}]") for i, item in enumerate(listed)]
    for i, own in enumerate(dice):
        if len(own) > TRIO:
            raise MalformedError(f"battle.dice[{i}]", f"{len(own)} dice, and a player has {TRIO} in a battle")
    return Battle(
        square=INDEX[_square(fields["square"], "battle.square")],
        attacker=_seat(fields["attacker"], "battle.attacker", table),
        defender=_seat(fields["defender"], "battle.defender", table),
        round=a_whole(fields["round"], "battle.round", 1, MOST_ROUNDS),
        dice=(dice[0], dice[1]),
        to_roll=_seat(fields["to_roll"], "battle.to_roll", table),
    )


def _start(value: object, table: Table) -> Start:
    fields = an_object(value, "start", ("among", "totals"))
    totals = a_list(fields["totals"], "start.totals")
    return Start(
        among=_seats(fields["among"], "start.among", table),
        totals=tuple(
            a_whole(item, f"start.totals[{i}]", TRIO, 6 * TRIO, "total of three dice") for i, item in enumerate(totals)
        ),
    )
