"""Space Checkers in JSON, strictly: what comes in is a position or event of this game, or refused with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from companion.games.space_checkers.board import LARGEST, Board, Cell, Cells, Geometry, misfit
from companion.games.space_checkers.pieces import (
    MOST_CAPTURED,
    WILD,
    Direction,
    Event,
    Position,
    Rolled,
    Seated,
    SpaceSeed,
)
from companion.rules import (
    SEAT,
    Check,
    Count,
    Face,
    MalformedError,
    a_list,
    a_text,
    a_whole,
    an_object,
    read_struct,
)

WILD_DEPTH = 4
"""The rows of a wild area where a board's measures do not say how many (SC-1.2)."""

EventData: TypeAlias = Event
"""Any event in JSON."""


class RollData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roll that has to be moved, in JSON."""

    number: Face
    direction: Direction


class PositionData(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="space-checkers"
):
    """A position in JSON; the keys of `captured` and `pawns` are the colours that play."""

    options: dict[str, Any]
    turn: Seated | None = None
    seats: Annotated[tuple[Seated, ...], msgspec.Meta(title="seats")]
    captured: Annotated[dict[Seated, Count], msgspec.Meta(title="colours")]
    pawns: Annotated[dict[Seated, tuple[Cell, ...]], msgspec.Meta(title="colours")]
    rolled: RollData | None = None


def checks(board: Board, colours: tuple[str, ...], seed: SpaceSeed) -> dict[str, Check]:
    """What JSON has to keep to at one table, by the titles of its types."""
    faces = (*board.straight, WILD)

    def seats(listed: object, path: str) -> None:
        if (found := parse_colours(listed, path, seed)) != colours:
            raise MalformedError(path, f"{', '.join(colours)} play here, not {', '.join(found)}")

    return {
        "row of this board": lambda row, path: a_whole(row, path, 0, board.n - 1, "row of this board"),
        "column of this board": lambda column, path: a_whole(column, path, 0, board.n - 1, "column of this board"),
        "direction": lambda way, path: a_text(way, path, board.steps, "direction"),
        "face of the direction die": lambda face, path: a_text(face, path, faces, "face of the direction die"),
        "seats": seats,
        "seat": lambda seat, path: a_text(seat, path, colours, SEAT),
        "colours": lambda held, path: an_object(held, path, colours),
    }


# ------------------------------------------------------------------------------------------ who plays, on which board


def parse_colours(value: object, path: str, seed: SpaceSeed) -> tuple[str, ...]:
    """The colours that play, clockwise, each once. Raises MalformedError."""
    clockwise = [fleet.id for fleet in seed.fleets]
    listed = a_list(value, path)
    least, most = seed.players
    if not least <= len(listed) <= most:
        raise MalformedError(path, f"{least} to {most} colours play, not {len(listed)}")
    colours = tuple(a_text(one, f"{path}[{i}]", clockwise, "colour") for i, one in enumerate(listed))
    if len(set(colours)) < len(colours):
        raise MalformedError(path, f"{', '.join(colours)}: a colour stands twice")
    first = clockwise.index(colours[0])  # type: ignore[arg-type]
    around = [colour for colour in clockwise[first:] + clockwise[:first] if colour in colours]
    if list(colours) != around:
        raise MalformedError(path, f"{', '.join(colours)} is not the clockwise order ({', '.join(around)})")
    return colours


def parse_geometry(value: object, path: str) -> Geometry:
    """A board of other measures. Raises MalformedError."""
    if isinstance(value, Geometry):
        return value
    fields = an_object(value, path, ("n", "home", "earth"), ("wild_depth",))
    n = a_whole(fields["n"], f"{path}.n", 1, LARGEST)
    home = a_list(fields["home"], f"{path}.home")
    if len(home) != 2:
        raise MalformedError(f"{path}.home", f"a home is [width, depth], not {len(home)} values")
    width, depth = (a_whole(side, f"{path}.home[{i}]", 1, LARGEST) for i, side in enumerate(home))
    earth = a_whole(fields["earth"], f"{path}.earth", 0, LARGEST)
    wild_depth = a_whole(fields.get("wild_depth", WILD_DEPTH), f"{path}.wild_depth", 0, LARGEST)
    fault = misfit(n, (width, depth), earth, wild_depth)
    if fault is not None:
        raise MalformedError(f"{path}.{fault[0]}", fault[1])
    return Geometry(n, (width, depth), earth, wild_depth)


# ------------------------------------------------------------------------------------------ positions


def parse_position(
    fields: dict[str, object], board: Board, colours: tuple[str, ...], seed: SpaceSeed, checks: Mapping[str, Check]
) -> Position:
    """A position from decoded JSON; `game` and `options` are the caller's to judge, and whether the turn can be.

    Raises MalformedError, also for positions that cannot be.
    """
    data: PositionData = read_struct(fields, "", PositionData, checks)
    taken: Cells = 0
    fleets = []
    for colour in colours:
        fleets.append(_fleet(data.pawns[colour], f"pawns.{colour}", board, taken))
        taken |= fleets[-1]
    position = Position(
        turn=None if data.turn is None else colours.index(data.turn),
        pawns=tuple(fleets),
        captured=tuple(data.captured[colour] for colour in colours),
        rolled=Rolled(data.rolled.number, data.rolled.direction) if data.rolled else None,
    )
    _check(position, colours, seed)
    return position


def _fleet(listed: tuple[Cell, ...], path: str, board: Board, taken: Cells) -> Cells:
    """The squares of one fleet; `taken` are those of the fleets before it."""
    fleet: Cells = 0
    for i, cell in enumerate(listed):
        bit = board.bits[cell]
        if bit & board.earth:
            raise MalformedError(f"{path}[{i}]", f"{list(cell)} belongs to the Earth, where no pawn can stand (SC-3.4)")
        if bit & (fleet | taken):
            raise MalformedError(f"{path}[{i}]", f"another pawn stands on {list(cell)}")
        fleet |= bit
    return fleet


def _check(position: Position, colours: tuple[str, ...], seed: SpaceSeed) -> None:
    """Refuse pawns and captures that no game reaches."""
    standing = [fleet.bit_count() for fleet in position.pawns]
    captured = position.captured
    for colour, count in zip(colours, standing, strict=True):
        if count > seed.pawns:
            raise MalformedError(f"pawns.{colour}", f"{count} pawns, and a fleet has {seed.pawns}")
    board, held, whole = sum(standing), sum(captured), seed.pawns * len(colours)
    if board + held != whole:
        raise MalformedError(
            "pawns", f"{board} pawns on the board and {held} captured, and together they must be {whole}"
        )
    winners = [seat for seat, count in enumerate(captured) if count >= seed.to_win]
    for seat, colour in enumerate(colours):
        lost = held - (seed.pawns - standing[seat])
        if captured[seat] > lost:
            raise MalformedError(f"captured.{colour}", f"{captured[seat]} captures, and the others lost only {lost}")
        if captured[seat] > MOST_CAPTURED:
            fault = f"{captured[seat]} captures, and the game ends with {seed.to_win} (SC-5.1)"
            raise MalformedError(f"captured.{colour}", fault)
    if len(winners) > 1:
        both = " and ".join(colours[seat] for seat in winners[:2])
        raise MalformedError("captured", f"{both} cannot both have {seed.to_win} captures (SC-5.1)")
    for seat in winners:
        if not standing[seat]:
            raise MalformedError(f"pawns.{colours[seat]}", "the pawn that made the last capture must be on the board")


def format_position(
    position: Position, game_id: str, options: Mapping[str, object], board: Board, colours: tuple[str, ...]
) -> dict[str, object]:
    """The position as plain data, as docs/formats.md has it."""
    rolled = position.rolled
    return {
        "game": game_id,
        "options": dict(options),
        "turn": None if position.turn is None else colours[position.turn],
        "seats": list(colours),
        "captured": dict(zip(colours, position.captured, strict=True)),
        "pawns": {
            colour: [list(cell) for cell in board.listed(fleet)]
            for colour, fleet in zip(colours, position.pawns, strict=True)
        },
        "rolled": None if rolled is None else {"number": rolled.number, "direction": rolled.direction},
    }
