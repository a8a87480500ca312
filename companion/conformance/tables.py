"""Tables at which a game is tried: numbers of players and house rules drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import companion.games
import seeds
from companion.rules import Game, MalformedError

TRIES = 50
"""Draws of house rules of which one has to be possible."""


def tables_of(game_id: str, lot: Random) -> Iterator[Game]:
    """Yields tables without end: the usual one of each number of players first, then every other with house rules
    drawn by lot. Raises what the game raises."""
    seed = companion.games.load(game_id, least_players(game_id)).seed
    counts = range(seed.players[0], seed.players[1] + 1)
    yield from (companion.games.load(game_id, count) for count in counts)
    while True:
        yield companion.games.load(game_id, lot.choice(counts))
        yield _with_house_rules(game_id, lot.choice(counts), seed, lot)


def least_players(game_id: str) -> int:
    """The fewest that play a game. Raises SeedError."""
    return seeds.read_players(game_id)[0]


def _with_house_rules(game_id: str, players: int, seed: Any, lot: Random) -> Game:
    for _ in range(TRIES):
        options: dict[str, Any] = {}
        for option in seed.options:
            if lot.random() < 0.5:
                if option.choices:
                    options[option.id] = lot.choice(option.choices).value
                else:
                    options[option.id] = option.least + lot.randrange(min(4, option.most - option.least + 1))
        try:
            return companion.games.load(game_id, players, options)
        except MalformedError:
            continue  # house rules that this number of players cannot have
    return companion.games.load(game_id, players)
