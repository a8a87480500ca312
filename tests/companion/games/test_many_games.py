"""Random games of each game: every number of players, house rules drawn anew, and no exception.

A run plays a thousand of each, others every day; COMPANION_TESTS=nightly plays ten thousand."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any

import pytest

import companion
from companion import GAMES, Game, MalformedError
from companion.rules.self_play import played
from tests.support.thoroughness import NIGHTLY

CHUNKS, TABLES, EACH = 40 if NIGHTLY else 4, 50, 5
"""Parts of a run, tables in each, and games at each table."""
TODAY = datetime.now(UTC).date().isoformat()
LONGEST = 20_000
"""No game comes near it; a game that never ends would be cut off here and fail."""


def tables(game_id: str, lot: Random, count: int) -> list[Game]:
    """Games with random numbers of players; every other one with random house rules."""
    least, most = companion.load(game_id).seed.players
    found: list[Game] = []
    while len(found) < count:
        players = lot.randint(least, most)
        options: dict[str, Any] = {}
        for option in companion.load(game_id).seed.options if len(found) % 2 else ():
            if lot.random() < 0.5:
                if option.choices:
                    options[option.id] = lot.choice(option.choices).value
                elif option.least is not None:
                    options[option.id] = option.least + lot.randrange(4)
        try:
            found.append(companion.load(game_id, players, options))
        except MalformedError:
            continue  # house rules that this number of players cannot have
    return found


def check(game: Game, lot: Random) -> str:
    """Play one game to its end; the clause that ended it."""
    position = game.start()
    for step in islice(played(game, lot), LONGEST):
        position = step.after
    outcome = game.outcome(position)
    assert outcome is not None, f"{game.id} with {game.options} goes on after {LONGEST} events"
    assert sorted(seat for group in outcome.ranking for seat in group) == list(range(game.players))
    assert game.awaited(position).need == "nothing" and not game.actions(position) and not game.chances(position)
    assert game.parse_position(game.format_position(position)) == position
    return outcome.clause


@pytest.mark.parametrize("game_id", GAMES)
def test_random_games_end_and_rank_everybody_once(game_id: str) -> None:
    lot = Random(1)
    assert Counter(check(game, lot) for game in tables(game_id, lot, 30)).total() == 30


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game_id", GAMES)
def test_many_random_games(game_id: str, chunk: int) -> None:
    seed = f"{TODAY} {chunk}"
    print(f"drawn with {seed!r}")  # by which a failure is found again another day
    lot = Random(seed)
    for game in tables(game_id, lot, TABLES):
        for _ in range(EACH):
            check(game, lot)
