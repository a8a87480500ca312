"""Counts the positions that a game leads to, move by move: a figure that changes when the rules do."""

from __future__ import annotations

from random import Random
from typing import Any

import companion.games
from companion.conformance.findings import Check, Finding
from companion.conformance.random_games import Progress
from companion.conformance.tables import least_players
from companion.rules import Game

MOST = 3_000
"""Positions of one depth beyond which the tree is not followed."""
DEEPEST = 6


def check_move_tree(game_id: str, lot: Random, progress: Progress) -> Check:
    """Follows every action and every outcome of chance from the start, as deep as their number allows."""
    game = companion.games.load(game_id, least_players(game_id))
    level: dict[Any, None] = {game.start(): None}
    counts, findings = [1], list[Finding]()
    for depth in range(1, DEEPEST + 1):
        progress(f"move tree, depth {depth}")
        reached: dict[Any, None] = {}
        for position in level:
            for event in _events(game, position):
                reached[game.apply(position, event)] = None
            if len(reached) > MOST:
                break
        if len(reached) > MOST or not reached:
            break
        counts.append(len(reached))
        level = reached
    for position in lot.sample(list(level), min(20, len(level))):
        if game.parse_position(game.format_position(position)) != position:
            findings.append(Finding("fault", f"a position comes back as another: {game.format_position(position)}"))
    return Check("move tree", tuple(findings[:3]), f"positions by depth: {', '.join(f'{one:,}' for one in counts)}")


def _events(game: Game, position: Any) -> list[Any]:
    return game.actions(position) or [event for event, _ in game.chances(position)]
