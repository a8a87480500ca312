"""Army vs Aliens for tests: positions from short strings, and back."""

from __future__ import annotations

from collections.abc import Mapping

import companion
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import (
    Attack,
    Drawn,
    General,
    Mothership,
    Nuke,
    Overlord,
    Player,
    Position,
    Rally,
    Rolled,
    Rolling,
)

GAME = "army-vs-aliens-2011"
GAME_2012 = "army-vs-aliens-2012"
ARMY, ALIENS = 0, 1

__all__ = [
    "ALIENS",
    "ARMY",
    "GAME",
    "GAME_2012",
    "Attack",
    "Drawn",
    "General",
    "Mothership",
    "Nuke",
    "Overlord",
    "Position",
    "Rally",
    "Rolled",
    "at",
    "attack",
    "ava",
    "avb",
    "game",
    "ranks",
    "table",
    "told",
]


def game(**options: object) -> ArmyVsAliens:
    """The 2011 game for two with these house rules."""
    return ava(2, **options)


def ava(players: int, **options: object) -> ArmyVsAliens:
    """The 2011 game."""
    return _loaded(GAME, players, options)


def avb(players: int, **options: object) -> ArmyVsAliens:
    """The 2012 game."""
    return _loaded(GAME_2012, players, options)


def _loaded(game_id: str, players: int, options: Mapping[str, object]) -> ArmyVsAliens:
    loaded = companion.load(game_id, players, options)
    assert isinstance(loaded, ArmyVsAliens)
    return loaded


def ranks(digits: str) -> tuple[int, ...]:
    """The ranks that a string such as "1126" lists."""
    return tuple(sorted(map(int, digits)))


def at(
    army: str = "",
    aliens: str = "",
    *,
    rally: tuple[int, int] = (0, 0),
    scored: tuple[str, str] = ("", ""),
    turn: int | None = ARMY,
    quiet: int = 0,
    rolling: tuple[int, int] | None = None,
) -> Position:
    """The position with these dice in Combat; `rally`, `scored` for Army and Aliens."""
    return Position(
        turn,
        quiet,
        (
            Player("army", 0, ranks(army), rally[0], ranks(scored[0])),
            Player("aliens", 1, ranks(aliens), rally[1], ranks(scored[1])),
        ),
        None if rolling is None else Rolling(*rolling),
    )


def table(
    rules: ArmyVsAliens,
    combat: str,
    *,
    rally: tuple[int, ...] = (),
    scored: str = "",
    turn: int | None = 0,
    quiet: int = 0,
    rolling: tuple[int, int] | None = None,
    drawing: tuple[int, ...] = (),
) -> Position:
    """The position with these dice in Combat, seats parted by strokes ("112/45/-/6"); `scored` likewise."""
    start = rules.start().players
    zones, scores = (
        ([ranks(part.strip("-")) for part in text.split("/")] if text else []) for text in (combat, scored)
    )
    players = [
        Player(
            player.side,
            player.team,
            zones[seat] if seat < len(zones) else (),
            rally[seat] if seat < len(rally) else 0,
            scores[seat] if seat < len(scores) else (),
        )
        for seat, player in enumerate(start)
    ]
    return Position(turn, quiet, tuple(players), None if rolling is None else Rolling(*rolling), drawing)


def attack(using: str, target: int, seat: int = ALIENS) -> Attack:
    """An attack with dice such as "333" on one die of a seat."""
    return Attack(ranks(using), ((seat, target),))


def told(position: Position) -> str:
    """A position as one readable line."""
    parts = []
    for player in position.players:
        combat, scored = ("".join(map(str, zone)) or "-" for zone in (player.combat, player.scored))
        parts.append(f"{player.side} {combat} rally {player.rally} scored {scored}")
    if position.rolling is not None:
        parts.append(f"{position.players[position.rolling.seat].side} rolls {position.rolling.dice}")
    elif position.turn is not None:
        parts.append(f"{position.players[position.turn].side} to act")
    return " | ".join([*parts, f"quiet {position.quiet}"])


def options_of(game: ArmyVsAliens) -> Mapping[str, object]:
    """Its house rules as JSON has them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in game.options.items()}
