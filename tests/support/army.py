"""Army vs Aliens for tests: positions from short strings, and back."""

from __future__ import annotations

from collections.abc import Mapping

import companion
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import (
    Attack,
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
ARMY, ALIENS = 0, 1

__all__ = [
    "ALIENS",
    "ARMY",
    "GAME",
    "Attack",
    "General",
    "Mothership",
    "Nuke",
    "Overlord",
    "Position",
    "Rally",
    "Rolled",
    "at",
    "attack",
    "game",
    "ranks",
    "told",
]


def game(**options: object) -> ArmyVsAliens:
    """The 2011 game for two with these house rules."""
    loaded = companion.load(GAME, 2, options)
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
