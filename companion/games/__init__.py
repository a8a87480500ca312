"""The games by id, ours and those that others have installed (seeds/installed.py).

A game is a folder with a `game.toml` and a module `rules`, which has `build(game_id, players, options)`, the rules for
a table, and `for_position(game_id, fields)`, the rules that a position in decoded JSON was played by; or a class
`Rules` with both (companion/authoring). Nothing of it is read or imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib import import_module
from typing import Any, NamedTuple

import seeds
from companion.games.plugin_errors import (
    MOST_ACTIONS,
    broken,
    error_place,
    error_text,
    fault_of,
    forget_faults,
    guarded,
    switch_off,
)
from companion.games.time_limit import Overdue, limited
from companion.rules import CompanionError, Game, MalformedError, UnknownGame, any_object, parse_json, shown
from companion.text import current_language

__all__ = [
    "GAMES",
    "MOST_ACTIONS",
    "ListedGame",
    "error_place",
    "error_text",
    "fault_of",
    "forget_faults",
    "listed_games",
    "load",
    "load_position",
    "sound_games",
    "switch_off",
    "title_of",
]

GAMES: tuple[str, ...] = seeds.game_ids()
"""The ids of all games that were installed when the program began, sorted."""


class ListedGame(NamedTuple):
    """A game as a list of games has it."""

    id: str
    header: seeds.Header | None
    """What is said of it, in the language in use; None where that cannot be read."""
    fault: str
    """Why it cannot be played, in one line; empty: it can be, as far as is known."""

    @property
    def title(self) -> str:
        return self.id if self.header is None else self.header.title


def listed_games() -> tuple[ListedGame, ...]:
    """All games, those that can be played first, by what the heads of their files say; at the end those that are
    broken, and what was installed as a game and is none."""
    known = [_listed(game) for game in seeds.game_ids()]
    faulty = [ListedGame(one.id, None, f"{one.origin}: {one.fault}") for one in seeds.installation_faults()]
    return (*(one for one in known if not one.fault), *(one for one in known if one.fault), *faulty)


def sound_games() -> tuple[str, ...]:
    """The ids of the games that can be played, as far as is known."""
    return tuple(one.id for one in listed_games() if not one.fault)


def title_of(game_id: str) -> str:
    """What a game is called; its id where that cannot be read."""
    return _listed(game_id).title


def _listed(game_id: str) -> ListedGame:
    try:
        return ListedGame(game_id, seeds.header_of(game_id, current_language()), fault_of(game_id))
    except seeds.SeedError as fault:
        return ListedGame(game_id, None, str(fault))


def load(game_id: str, players: int = 2, options: Mapping[str, object] | None = None) -> Game:
    """The rules of a game for this number of players with these house rules.

    Raises UnknownGame, MalformedError (path `players` or `options.…`), and BrokenSeed, with the place, for a game
    whose files or code are broken.
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
    installed = seeds.installed_games()[game_id]
    try:
        rules = seeds.module_of(game_id, "rules")
        if rules is None:
            raise broken(installed, "there is no such file")
        with nullcontext() if installed.is_own else limited():
            module = import_module(rules)
            made = make(getattr(module, "Rules", module))
    except seeds.SeedError as fault:
        raise broken(installed, fault) from None
    except CompanionError:
        raise
    except (Exception, SystemExit, Overdue) as fault:
        raise broken(installed, fault) from fault
    return made if installed.is_own else guarded(installed, made)
