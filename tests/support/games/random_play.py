"""Random play, measured: `python -m tests.support.games.random_play [GAME]` prints events a second, what
actions() takes, and whether memory grows.

Play is that of `companion.rules.self_play`: each action is drawn uniformly from `actions()`, chance comes at its exact
odds, every event goes through `apply()` with its full ruling, and finished games are begun anew. Rolls and flips count
as events.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import perf_counter
from typing import NamedTuple

import companion
from companion import Game
from companion.rules.self_play import Step, at_random, played

__all__ = ["Measured", "at_random", "endless", "measure", "peaks", "played", "tables"]

RUNS, SECONDS = 3, 1.0
"""The best of so many runs of so long is reported: whatever else the machine does only makes a run slower."""

WARM, EVENTS, TIMES = 200_000, 10_000, 4
"""Memory is looked at once so many events have filled what a game keeps for later use (which has bounds): over so many
events, and over so many times as many."""


class Measured(NamedTuple):
    game: str
    events_a_second: float
    actions_p95_ms: float
    """The 95th percentile over positions in which players decide."""
    peak_mb: float
    """The most memory that EVENTS events took beyond what the game held when warm."""
    later_peak_mb: float
    """The same for TIMES as many: hardly more, where memory is constant over a long game."""


def endless(game: Game, lot: Random) -> Iterator[Step]:
    """Random play, a game after the other."""
    while True:
        yield from played(game, lot)


def tables(game_id: str) -> Iterator[Game]:
    """The game at every number of players, and with each option at each of its choices at the smallest such table."""
    least, most = companion.load(game_id).seed.players
    sizes = range(least, most + 1)
    yield from (companion.load(game_id, players) for players in sizes)
    for option in companion.load(game_id).seed.options:
        for choice in option.choices:
            for players in sizes:
                try:
                    game = companion.load(game_id, players, {option.id: choice.value})
                except companion.MalformedError:
                    continue  # a choice that so few players do not have
                if game.options:
                    yield game
                    break


def measure(
    game_id: str, runs: int = RUNS, seconds: float = SECONDS, warm: int = WARM, events: int = EVENTS
) -> Measured:
    """The speed of random play of one game on this core, and the memory it takes."""
    game = companion.load(game_id)
    first, later = peaks(game, warm, events)
    best = max(_events_a_second(game, Random(run), seconds) for run in range(runs))
    return Measured(game_id, best, _actions_p95(game) * 1000, first / 1e6, later / 1e6)


def _events_a_second(game: Game, lot: Random, seconds: float) -> float:
    steps = endless(game, lot)
    events, begun = 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        events += sum(1 for _ in islice(steps, 500))
    return events / spent


def _actions_p95(game: Game, positions: int = 5000) -> float:
    times: list[float] = []
    for step in endless(game, Random(0)):
        if game.awaited(step.before).need in ("action", "smack"):
            begun = perf_counter()
            game.actions(step.before)
            times.append(perf_counter() - begun)
            if len(times) == positions:
                break
    return sorted(times)[positions * 95 // 100]


def peaks(game: Game, warm: int = WARM, events: int = EVENTS, times: int = TIMES) -> tuple[int, int]:
    """The most bytes that random play of a warm game holds at once over `events` events, and over `times` as many."""
    steps = endless(game, Random(0))
    sum(1 for _ in islice(steps, warm))
    tracemalloc.start()
    try:
        sum(1 for _ in islice(steps, events))
        first = tracemalloc.get_traced_memory()[1]
        sum(1 for _ in islice(steps, (times - 1) * events))
        return first, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def main(games: list[str]) -> None:
    for game_id in games or companion.GAMES:
        told = measure(game_id)
        print(
            f"{told.game}: {told.events_a_second:,.0f} events/s (best of {RUNS} runs of {SECONDS:g} s), "
            f"actions() {told.actions_p95_ms:.3f} ms at the 95th percentile, "
            f"memory grows by at most {told.peak_mb:.2f} MB over {EVENTS:,} events and {told.later_peak_mb:.2f} MB "
            f"over {TIMES} times as many"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
