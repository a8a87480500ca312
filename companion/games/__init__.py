"""The games by id, ours and those that others have installed (seeds/installed.py).

A game is a folder with a `game.toml` and a module `rules`, which has `build(game_id, players, options)`, the rules for
a table, and `for_position(game_id, fields)`, the rules that a position in decoded JSON was played by; or a class
`Rules` with both (companion/authoring).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import seeds
from companion.rules import BrokenSeed, Game, MalformedError, UnknownGame, any_object, parse_json, shown

__all__ = ["GAMES", "load", "load_position"]

GAMES: tuple[str, ...] = seeds.game_ids()
"""The ids of all games that were installed when the program began, sorted."""


def load(game_id: str, players: int = 2, options: Mapping[str, object] | None = None) -> Game:
    """The rules of a game for this number of players with these house rules.

    Raises UnknownGame, MalformedError (path `players` or `options.…`), and BrokenSeed for a damaged installation.
    """

    def build(module: Any) -> Game:
        if type(players) is not int:
            raise MalformedError("players", f"{shown(players)} is no number of players")
        game: Game = module.build(game_id, players, options)
        return game

    return _build(game_id, build)


def load_position(raw: object) -> tuple[Game, Any]:
    """The game and the position that JSON bytes, text or decoded JSON describe. Raises as `load` does."""
    fields = any_object(parse_json(raw) if isinstance(raw, bytes | str) else raw, "")
    for key in ("game", "options"):
        if key not in fields:
            raise MalformedError("", f"the key {shown(key)} is missing")
    any_object(fields["options"], "options")
    game = _build(fields["game"], lambda module: module.for_position(fields["game"], fields))
    return game, game.parse_position(fields)


def _build(game_id: object, make: Callable[[Any], Game]) -> Game:
    """What `make` makes with the module of a game: its `build(id, players, options)` or `for_position(id, fields)`."""
    if not isinstance(game_id, str) or game_id not in seeds.game_ids():
        raise UnknownGame("game", f"{shown(game_id)} is no game here ({', '.join(seeds.game_ids())})")
    try:
        rules = seeds.module_of(game_id, "rules")
        if rules is None:
            raise BrokenSeed(f"{game_id}: there is no rules.py in its folder")
        module = import_module(rules)
        return make(getattr(module, "Rules", module))
    except seeds.SeedError as fault:
        raise BrokenSeed(str(fault)) from None
