"""Runs the checks of one game, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import companion.games
from companion.conformance.findings import Check, Finding, Report, fault_of
from companion.conformance.layouts import check_layouts
from companion.conformance.manifest import check_manifest
from companion.conformance.move_tree import check_move_tree
from companion.conformance.random_games import Progress, check_random_games
from companion.conformance.rulings import check_rulings
from companion.conformance.tables import least_players
from companion.rules import CompanionError
from seeds import InstalledGame, installed_games

CHECKS = ("game.toml", "loading", "move tree", "random games", "rulings", "layouts")
"""What is checked, in this order."""
GAMES = 1000


def check_game(game_id: str, games: int = GAMES, seed: int = 0, progress: Progress = lambda _: None) -> Iterator[Check]:
    """Yields each check when it is done; none after one that makes the next ones pointless. `seed` draws the games."""
    game = installed_games()[game_id]
    manifest = check_manifest(game)
    yield manifest
    if not manifest.sound:
        return
    loading = _checked(game, "loading", lambda: _loaded(game_id))
    yield loading
    if not loading.sound:
        return
    yield _checked(game, "move tree", lambda: check_move_tree(game_id, Random(seed), progress))
    yield _checked(game, "random games", lambda: check_random_games(game_id, games, Random(seed), progress))
    yield _checked(game, "rulings", lambda: check_rulings(game_id, Random(seed), progress))
    yield _checked(game, "layouts", lambda: check_layouts(game_id, Random(seed), progress))


def report_of(game_id: str, checks: list[Check]) -> Report:
    """The report of the checks that were done."""
    try:
        title = companion.games.load(game_id, least_players(game_id)).title
    except Exception:
        title = game_id
    return Report(game_id, title, tuple(checks))


def _checked(game: InstalledGame, name: str, check: Callable[[], Check]) -> Check:
    """What a check finds; what the game's own code raises is its fault, with the place."""
    try:
        return check()
    except Exception as error:
        return Check(name, (fault_of(error, game.folder),))


def _loaded(game_id: str) -> Check:
    """The game for each number of players, and for a position of its own."""
    least = least_players(game_id)
    seed = companion.games.load(game_id, least).seed
    for players in range(least, seed.players[1] + 1):
        game = companion.games.load(game_id, players)
        start = game.start()
        again, position = companion.games.load_position(game.format_position(start))
        if position != start or again.players != players:
            return Check("loading", (Finding("fault", f"the first position for {players} comes back as another"),))
    for players in (0, seed.players[1] + 1):
        try:
            companion.games.load(game_id, players)
        except CompanionError:
            continue
        return Check("loading", (Finding("fault", f"a table of {players} is not refused"),))
    return Check("loading", (), f"{least} to {seed.players[1]} players")
