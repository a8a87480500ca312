"""Random play, measured: `python -m tests.support.random_play [GAME]` prints events a second and the cost of actions().

Play is real: each action is drawn uniformly from `actions()`, each die of a roll by itself, every event goes through
`apply()` with its full ruling, and finished games are begun anew. Rolls count as events.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import companion
from companion import Event, Game

RUNS, SECONDS = 3, 1.0
"""The best of so many runs of so long is reported: whatever else the machine does only makes a run slower."""


class Measured(NamedTuple):
    game: str
    events_a_second: float
    actions_p95_ms: float
    """The 95th percentile over positions in which an action is awaited."""


def drawn(game: Game, position: Any, chance: random.Random) -> Event | None:
    """A random event that the position allows; None when the game is over."""
    actions = game.actions(position)
    if actions:
        action: Event = chance.choice(actions)
        return action
    awaited = game.awaited(position)
    if awaited.need == "nothing":
        return None
    roll: Event = game.rolled(chance.choices(range(1, 7), k=awaited.dice or 0))
    return roll


def played(game: Game, chance: random.Random) -> Iterator[tuple[Any, Event, Any]]:
    """One random game as (position before, event, position after)."""
    position = game.start()
    while (event := drawn(game, position, chance)) is not None:
        before, position = position, game.apply(position, event)
        yield before, event, position


def measure(game_id: str, runs: int = RUNS, seconds: float = SECONDS) -> Measured:
    """The speed of random play of one game on this core."""
    game = companion.load(game_id)
    best = max(_events_a_second(game, random.Random(run), seconds) for run in range(runs))
    return Measured(game_id, best, _actions_p95(game) * 1000)


def _events_a_second(game: Game, chance: random.Random, seconds: float) -> float:
    events, begun = 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        events += sum(1 for _ in played(game, chance))
    return events / spent


def _actions_p95(game: Game, positions: int = 5000) -> float:
    chance = random.Random(0)
    times: list[float] = []
    while len(times) < positions:
        for position, _, _ in played(game, chance):
            if game.awaited(position).need == "action":
                begun = perf_counter()
                game.actions(position)
                times.append(perf_counter() - begun)
    return sorted(times)[len(times) * 95 // 100]


def main(games: list[str]) -> None:
    for game_id in games or companion.GAMES:
        measured = measure(game_id)
        print(
            f"{measured.game}: {measured.events_a_second:,.0f} events/s (best of {RUNS} runs of {SECONDS:g} s), "
            f"actions() {measured.actions_p95_ms:.3f} ms at the 95th percentile"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
