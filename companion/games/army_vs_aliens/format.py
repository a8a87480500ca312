"""Army vs Aliens in JSON, strictly: what comes in is a position or event of this game, or refused with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from companion.games.army_vs_aliens import pieces
from companion.games.army_vs_aliens.pieces import ArmySeed, Event, Player, Position, Rolling
from companion.games.army_vs_aliens.transitions import leaders
from companion.games.army_vs_aliens.variants import Options
from companion.rules import SEAT, Check, Count, MalformedError, Seat, a_text, a_whole, of_length, plain, read_struct

EventData: TypeAlias = Event
"""Any event in JSON."""
EventData2011: TypeAlias = (
    pieces.Rolled | pieces.Attack | pieces.Nuke | pieces.General | pieces.Overlord | pieces.Mothership | pieces.Rally
)
"""The events of a sheet that draws no lots."""


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="game"):
    options: dict[str, Any]
    quiet: Count
    players: Annotated[tuple[Player, ...], msgspec.Meta(title="players")]
    turn: Seat | None = None
    rolling: Rolling | None = None


class PositionData(_Position, frozen=True, forbid_unknown_fields=True, tag="army-vs-aliens-2011"):
    """A position in JSON by the sheet of 2011."""


class PositionData2012(_Position, frozen=True, forbid_unknown_fields=True, tag="army-vs-aliens-2012"):
    """A position in JSON by the sheet of 2012, whose ranks decide who begins: seats that are level draw lots."""

    drawing: tuple[Seat, ...] | None = None


def checks(seed: ArmySeed, options: Options) -> dict[str, Check]:
    """What JSON has to keep to at one table, by the titles of its types."""
    seats, sides = options.players, [side.id for side in seed.sides]

    def zone(listed: Any, path: str) -> None:  # before each die is looked at: a list of megabytes is refused at once
        if len(listed) > seed.dice * seats:
            raise MalformedError(path, f"{len(listed)} dice, and the set has {seed.dice * seats}")

    return {
        SEAT: lambda seat, path: a_whole(seat, path, 0, seats - 1, SEAT),
        "side": lambda side, path: a_text(side, path, sides, "side"),
        "dice": lambda dice, path: a_whole(dice, path, 1, seed.dice),
        "players": of_length(seats, f"players, and this game is for {seats}"),
        "zone": zone,
    }


def _draws(options: Options) -> bool:
    """Whether a lot may be drawn: only where ranks decide who begins."""
    return options.sheet.begins == "most of rank 1"


def event_type(options: Options) -> Any:
    """The type of a table's events in JSON."""
    return EventData if _draws(options) else EventData2011


def with_sorted_lists(event: Event) -> Event:
    lists = {key: tuple(sorted(v)) for key, v in msgspec.structs.asdict(event).items() if isinstance(v, tuple)}
    return msgspec.structs.replace(event, **lists)


def parse_position(value: object, seed: ArmySeed, options: Options, checks: Mapping[str, Check]) -> Position:
    """A position from decoded JSON. `game` and `options` in it are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    data = read_struct(value, "", PositionData2012 if _draws(options) else PositionData, checks)
    for seat, (player, team) in enumerate(zip(data.players, options.teams, strict=True)):
        own = seed.sides[seat % len(seed.sides)].id
        if player.side != own:
            raise MalformedError(f"players[{seat}].side", f"seat {seat} plays {own}, not {player.side}")
        if player.team != team:
            raise MalformedError(f"players[{seat}].team", f"seat {seat} is in team {team}, not {player.team}")
    players = tuple(
        Player(one.side, one.team, tuple(sorted(one.combat)), one.rally, tuple(sorted(one.scored)))
        for one in data.players
    )
    drawing = getattr(data, "drawing", None)
    position = Position(data.turn, data.quiet, players, data.rolling, tuple(sorted(drawing or ())))
    if drawing is not None:
        _check_drawing(position, seed.dice, options)
    _check(position, seed)
    return position


def check_turn(position: Position) -> None:
    """Refuse a turn of a seat that is out; in a finished game `turn` means nothing, so only others are handed in."""
    if position.turn is not None and not position.living(position.turn):
        raise MalformedError("turn", f"seat {position.turn} has no living die, so its turns are passed over")


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as docs/formats.md has it."""
    fields = msgspec.to_builtins(position)
    omitted = [key for key, empty in (("rolling", None), ("drawing", ())) if fields[key] == empty]
    return {"game": game_id, "options": dict(options)} | {k: plain(v) for k, v in fields.items() if k not in omitted}


def _check(position: Position, seed: ArmySeed) -> None:
    """Refuse positions that no game reaches (docs/formats.md, "Positions that cannot be")."""
    living = [position.living(seat) for seat in range(len(position.players))]
    for seat, dice in enumerate(living):
        if dice > seed.dice:
            raise MalformedError(f"players[{seat}]", f"{dice} living dice, and a player has {seed.dice}")
    scored = sum(len(player.scored) for player in position.players)
    total, most = sum(living) + scored, seed.dice * len(position.players)
    if total > most:
        raise MalformedError("players", f"{total} dice, living and scored together, and the set has {most}")
    if position.drawing:
        return
    if position.rolling is None:
        if not any(living):
            raise MalformedError("players", "nobody has a living die")
    elif position.turn is None:
        _check_setup(position, seed.dice)
        return
    elif position.rolling.seat != position.turn:
        raise MalformedError("rolling.seat", f"seat {position.rolling.seat} cannot roll in the turn of {position.turn}")
    elif position.players[position.turn].rally:
        raise MalformedError(f"players[{position.turn}].rally", "a rally takes every die of this zone, so it must be 0")
    for seat, player in enumerate(position.players):
        heroes = player.combat.count(pieces.HERO)
        if heroes > 1:
            path = f"players[{seat}].combat"
            raise MalformedError(path, f"{heroes} dice of rank 5, and one is the limit ({seed.prefix}-5.1)")


def _check_setup(position: Position, dice: int) -> None:
    """The same while the first rolls are made; several dice of rank 5 may still lie in Combat (docs/formats.md)."""
    assert position.rolling is not None
    rolling = position.rolling.seat
    _check_nothing_happened(position)
    for seat, player in enumerate(position.players):
        expected = 0 if seat > rolling else dice
        if position.living(seat) != expected or (seat == rolling and player.living):
            path = "rolling.dice" if seat == rolling else f"players[{seat}]"
            raise MalformedError(
                path,
                f"in the set-up, while seat {rolling} rolls, seat {seat} has {expected} dice"
                + (" in the air" if seat == rolling else ""),
            )


def _check_nothing_happened(position: Position) -> None:
    if position.quiet:
        raise MalformedError("quiet", "no turn has passed in the set-up, so it must be 0")
    for seat, player in enumerate(position.players):
        if player.scored:
            raise MalformedError(f"players[{seat}].scored", "nothing is destroyed in the set-up")


def _check_drawing(position: Position, dice: int, options: Options) -> None:
    """The same while the seat to begin is drawn by lot among those level in every rank (AVB-2.2)."""
    if options.start_total_tie != "random":
        raise MalformedError("drawing", "by the house rules of this game nobody is drawn by lot")
    if position.turn is not None or position.rolling is not None:
        raise MalformedError("drawing", "while a seat is drawn, none is to act and none to roll")
    drawing = position.drawing
    if len(set(drawing)) < 2 or len(set(drawing)) < len(drawing):
        raise MalformedError("drawing", "two seats or more are level, each listed once")
    _check_nothing_happened(position)
    for seat in range(len(position.players)):
        if position.living(seat) != dice:
            raise MalformedError(f"players[{seat}]", f"once everybody has rolled, seat {seat} has {dice} dice")
    if options.count_ones == "after_conversion" and leaders([p.combat for p in position.players]) != drawing:
        raise MalformedError("drawing", "these seats are not those level in every rank")
