"""Doubles Wild in JSON, strictly: what comes in is a position or event of this game, or refused with its path."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from companion.games.doubles_wild import pieces
from companion.games.doubles_wild.board import INDEX, SQUARES, Label, Square
from companion.games.doubles_wild.pieces import Battle, Dice, Event, Pair, Position, Roll, Start, Table
from companion.games.doubles_wild.validation import check
from companion.rules import SEAT, Check, Count, MalformedError, Seat, a_text, a_whole, of_length, plain, read_struct

MOST_ROUNDS = 10**9
"""The latest round of a battle that is read; no battle comes near."""
MOST_POINTS = 224
"""Every window of the board."""


EventData: TypeAlias = Event
"""Any event in JSON."""
Marker: TypeAlias = Annotated[tuple[Label, Label, Seat], Meta(description="a marker is [row, column, seat]")]


Few: TypeAlias = Annotated[Dice, Meta(extra_json_schema={"maxItems": pieces.TRIO})]
"""The dice of one player in a battle, at most; more are refused in words of their own."""
InPair: TypeAlias = Annotated[Pair, Meta(extra_json_schema={"minItems": pieces.PAIR, "maxItems": pieces.PAIR})]


class RollData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of a turn in JSON; a pair that is in the hand is left out or null."""

    again: Annotated[bool, Meta(description="expected true or false")]
    red: InPair | None = None
    blue: InPair | None = None


class BattleData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle in JSON."""

    square: Square
    attacker: Seat
    defender: Seat
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    dice: Annotated[tuple[Few, Few], Meta(description="the dice of attacker and defender")]
    to_roll: Seat


class StartData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The throw for the start in JSON."""

    among: tuple[Seat, ...]
    totals: tuple[Annotated[int, Meta(ge=pieces.TRIO, le=6 * pieces.TRIO, title="total of three dice")], ...]


class PositionData(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="doubles-wild"
):
    """A position in JSON."""

    options: dict[str, Any]
    turn: Seat | None = None
    supply: Annotated[tuple[Annotated[Count, Meta(title="supply")], ...], Meta(title="supplies")]
    score: Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_POINTS)], ...], Meta(title="scores")]
    board: tuple[Marker, ...]
    rolled: RollData | None = None
    battle: BattleData | None = None
    start: StartData | None = None
    playoff: tuple[Seat, ...] | None = None


def checks(table: Table) -> dict[str, Check]:
    """What JSON has to keep to at one table, by the titles of its types."""
    sides = max(table.sides) + 1
    return {
        SEAT: lambda seat, path: a_whole(seat, path, 0, table.players - 1, SEAT),
        "choice of dice": lambda hand, path: a_text(hand, path, pieces.HANDS, "choice of dice"),
        "supply": lambda supply, path: a_whole(supply, path, 0, table.markers),
        "supplies": of_length(table.players, f"supplies, and this game is for {table.players}"),
        "scores": of_length(sides, f"scores, and this game has {sides}"),
    }


def parse_position(value: object, table: Table, checks: Mapping[str, Check]) -> Position:
    """A position from decoded JSON; `game` and `options` are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    data: PositionData = read_struct(value, "", PositionData, checks)
    rolled, battle, start = data.rolled, data.battle, data.start
    position = Position(
        turn=data.turn,
        supply=data.supply,
        score=data.score,
        markers=_markers(data.board, table),
        rolled=_roll(rolled) if rolled else None,
        battle=_battle(battle) if battle else None,
        start=Start(_seats(start.among, "start.among"), start.totals) if start else None,
        playoff=None if data.playoff is None else _seats(data.playoff, "playoff"),
    )
    check(position, table)
    return position


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as docs/formats.md has it."""
    fields: Any = plain(position)
    fields["board"] = [[*square, owner] for i, square in enumerate(SQUARES) if (owner := position.owner(i)) is not None]
    if position.battle is not None:
        fields["battle"]["square"] = list(SQUARES[position.battle.square])
    fields |= {"game": game_id, "options": dict(options)}
    return {key: fields[key] for key in ("game", *PositionData.__struct_fields__)}


def _seats(seats: tuple[int, ...], path: str) -> tuple[int, ...]:
    """Different seats, sorted."""
    ordered = tuple(sorted(seats))
    for seat, following in pairwise(ordered):
        if seat == following:
            raise MalformedError(path, f"seat {seat} stands twice")
    return ordered


def _markers(board: tuple[Marker, ...], table: Table) -> tuple[int, ...]:
    """The squares of each seat."""
    markers = [0] * table.players
    taken = 0
    for i, (row, column, seat) in enumerate(board):
        bit = 1 << INDEX[row, column]
        if taken & bit:
            raise MalformedError(f"board[{i}]", f"there is another marker on row {row}, column {column}")
        taken |= bit
        markers[seat] |= bit
    return tuple(markers)


def _roll(data: RollData) -> Roll:
    return Roll(_pair(data.red, "rolled.red"), _pair(data.blue, "rolled.blue"), data.again)


def _pair(dice: Dice | None, path: str) -> Pair | None:
    if dice is not None and len(dice) != pieces.PAIR:
        raise MalformedError(path, f"{len(dice)} dice, and a pair has {pieces.PAIR}")
    return None if dice is None else tuple(sorted(dice))


def _battle(data: BattleData) -> Battle:
    for i, own in enumerate(data.dice):
        if len(own) > pieces.TRIO:
            raise MalformedError(f"battle.dice[{i}]", f"{len(own)} dice, and a player has {pieces.TRIO} in a battle")
    first, second = (tuple(sorted(dice)) for dice in data.dice)
    return Battle(INDEX[data.square], data.attacker, data.defender, data.round, (first, second), data.to_roll)
