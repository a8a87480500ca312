"""Army vs Aliens in JSON, strictly: what comes in is a position or event of this game, or refused with its path."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.army_vs_aliens.pieces import (
    HERO,
    ArmySeed,
    Attack,
    Drawn,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Rolled,
    Rolling,
    Target,
)
from companion.games.army_vs_aliens.transitions import leaders
from companion.games.army_vs_aliens.variants import Options
from companion.rules import MalformedError, a_list, a_text, a_whole, an_event, an_object, plain, wholes

_KEYS: dict[str, tuple[str, ...]] = {
    "rolled": ("faces",),
    "drawn": ("seat",),
    "attack": ("with", "hit"),
    "nuke": (),
    "general": ("rank",),
    "overlord": ("hit",),
    "mothership": ("hit",),
    "rally": ("roll",),
}
"""The keys of each kind of event besides `do`."""


def _known(options: Options) -> dict[str, tuple[str, ...]]:
    """The kinds of events that a sheet has: only where ranks decide who begins may a lot be drawn."""
    return {do: keys for do, keys in _KEYS.items() if do != "drawn" or options.sheet.begins == "most of rank 1"}


def parse_event(value: object, path: str, options: Options) -> Event:
    """An event from decoded JSON, its lists sorted. Raises MalformedError."""
    players = options.players
    do, fields = an_event(value, path, _known(options))
    if do == "rolled":
        return Rolled(wholes(fields["faces"], f"{path}.faces", 1, 6, "face"))
    if do == "drawn":
        return Drawn(a_whole(fields["seat"], f"{path}.seat", 0, players - 1, "seat at this table"))
    if do == "attack":
        using = wholes(fields["with"], f"{path}.with", 1, 6, "rank")
        return Attack(using, _targets(fields["hit"], f"{path}.hit", players))
    if do == "nuke":
        return Nuke()
    if do == "general":
        return General(a_whole(fields["rank"], f"{path}.rank", 1, 6, "rank"))
    if do == "overlord":
        return Overlord(_targets(fields["hit"], f"{path}.hit", players))
    if do == "mothership":
        return Mothership(_targets(fields["hit"], f"{path}.hit", players))
    return Rally(wholes(fields["roll"], f"{path}.roll", 1, 6, "rank"))


def format_event(event: Event) -> dict[str, object]:
    """The event as plain data, as FORMATS.md has it."""
    told = plain(event)
    assert isinstance(told, dict)
    return told


def _targets(value: object, path: str, players: int) -> tuple[Target, ...]:
    targets = []
    for i, item in enumerate(a_list(value, path)):
        pair = a_list(item, f"{path}[{i}]")
        if len(pair) != 2:
            raise MalformedError(f"{path}[{i}]", f"a target is [seat, rank], not {len(pair)} values")
        seat = a_whole(pair[0], f"{path}[{i}][0]", 0, players - 1, "seat at this table")
        targets.append((seat, a_whole(pair[1], f"{path}[{i}][1]", 1, 6, "rank")))
    return tuple(sorted(targets))


def parse_position(value: object, seed: ArmySeed, options: Options) -> Position:
    """A position from decoded JSON. `game` and `options` in it are the caller's to judge.

    Raises MalformedError, also for positions that cannot be.
    """
    teams = options.teams
    optional = ("turn", "rolling") if options.sheet.begins == "seat 0" else ("turn", "rolling", "drawing")
    fields = an_object(value, "", ("game", "options", "quiet", "players"), optional)
    quiet = a_whole(fields["quiet"], "quiet", 0)
    listed = a_list(fields["players"], "players")
    if len(listed) != len(teams):
        raise MalformedError("players", f"{len(listed)} players, and this game is for {len(teams)}")
    players = tuple(_player(item, f"players[{seat}]", seat, seed, teams) for seat, item in enumerate(listed))
    turn, rolling, drawing = fields.get("turn"), fields.get("rolling"), fields.get("drawing")
    position = Position(
        turn=None if turn is None else a_whole(turn, "turn", 0, len(teams) - 1, "seat at this table"),
        quiet=quiet,
        players=players,
        rolling=None if rolling is None else _rolling(rolling, len(teams), seed.dice),
        drawing=() if drawing is None else wholes(drawing, "drawing", 0, len(teams) - 1, "seat at this table"),
    )
    if drawing is not None:
        _check_drawing(position, seed.dice, options)
    _check(position, seed)
    return position


def check_turn(position: Position) -> None:
    """Refuse a turn of a seat that is out; in a finished game `turn` means nothing, so only others are handed in."""
    if position.turn is not None and not position.living(position.turn):
        raise MalformedError("turn", f"seat {position.turn} has no living die, so its turns are passed over")


def format_position(position: Position, game_id: str, options: Mapping[str, object]) -> dict[str, object]:
    """The position as plain data, as FORMATS.md has it."""
    plain: dict[str, object] = {
        "game": game_id,
        "options": dict(options),
        "turn": position.turn,
        "quiet": position.quiet,
        "players": [
            {
                "side": player.side,
                "team": player.team,
                "combat": list(player.combat),
                "rally": player.rally,
                "scored": list(player.scored),
            }
            for player in position.players
        ],
    }
    if position.rolling is not None:
        plain["rolling"] = {"seat": position.rolling.seat, "dice": position.rolling.dice}
    if position.drawing:
        plain["drawing"] = list(position.drawing)
    return plain


def _player(value: object, path: str, seat: int, seed: ArmySeed, teams: tuple[int, ...]) -> Player:
    fields = an_object(value, path, ("side", "team", "combat", "rally", "scored"))
    team, seats = teams[seat], len(teams)
    own = seed.sides[seat % len(seed.sides)].id
    side = a_text(fields["side"], f"{path}.side", [side.id for side in seed.sides], "side")
    if side != own:
        raise MalformedError(f"{path}.side", f"seat {seat} plays {own}, not {side}")
    if a_whole(fields["team"], f"{path}.team", 0) != team:
        raise MalformedError(f"{path}.team", f"seat {seat} is in team {team}, not {fields['team']}")
    most = seed.dice * seats
    for zone in ("combat", "scored"):  # before each die is looked at: a list of megabytes is refused at once
        if len(listed := a_list(fields[zone], f"{path}.{zone}")) > most:
            raise MalformedError(f"{path}.{zone}", f"{len(listed)} dice, and the set has {most}")
    return Player(
        side=side,
        team=team,
        combat=wholes(fields["combat"], f"{path}.combat", 1, 6, "rank"),
        rally=a_whole(fields["rally"], f"{path}.rally", 0),
        scored=wholes(fields["scored"], f"{path}.scored", 1, 6, "rank"),
    )


def _rolling(value: object, players: int, dice: int) -> Rolling:
    fields = an_object(value, "rolling", ("seat", "dice"))
    return Rolling(
        seat=a_whole(fields["seat"], "rolling.seat", 0, players - 1, "seat at this table"),
        dice=a_whole(fields["dice"], "rolling.dice", 1, dice),
    )


def _check(position: Position, seed: ArmySeed) -> None:
    """Refuse positions that no game reaches (FORMATS.md, "Positions that cannot be")."""
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
        heroes = player.combat.count(HERO)
        if heroes > 1:
            path = f"players[{seat}].combat"
            raise MalformedError(path, f"{heroes} dice of rank 5, and one is the limit ({seed.prefix}-5.1)")


def _check_setup(position: Position, dice: int) -> None:
    """The same while the first rolls are made; several dice of rank 5 may still lie in Combat (FORMATS.md)."""
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
