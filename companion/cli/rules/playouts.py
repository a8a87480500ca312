"""Has the games from which hints are computed played by workers, a few of them a job."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, zip_longest
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.cli.common import BatchOptions, Jobs, refusals, run_batch

if TYPE_CHECKING:
    from companion.batch import Job
    from companion.rules import Game
    from companion.statistics import Played, Playout

TOGETHER = 0.1
"""Seconds that a job is to take: long against handing it out, and short, since some are under way whenever an action is
dropped."""
FIRST, MOST = 2, 2000
"""Games of a job before it is known how long they take, and the most."""


class Playouts:
    """Games that go on from the actions in one position."""

    def __init__(self, game: Game, position: Any, seconds_left: Callable[[], float], options: BatchOptions) -> None:
        self.code = 0
        """The exit code of the command, by what could not be played."""
        self._game, self._seconds_left, self._options = game, seconds_left, options
        self._given = json.dumps(game.format_position(position))
        self._under_way: dict[str, list[Playout]] = {}
        self._games, self._seconds = 0, 0.0
        """What workers have played, and how long that took them."""

    def play(self, wanted: Iterator[Playout], enter: Callable[[Playout, Played | None], None]) -> None:
        """Have all games played, and enter each in its turn: Play of companion.statistics. Raises Refusal."""

        def done(job: Job, answer: tuple[float, list[Played]]) -> None:
            seconds, played = answer
            self._games, self._seconds = self._games + len(played), self._seconds + seconds
            for one, came_to in zip_longest(self._under_way.pop(job.name), played):
                enter(one, came_to)

        self.code = run_batch(self._options, Jobs(self._jobs(wanted), None, "game", 0), play_games, done)

    def _jobs(self, wanted: Iterator[Playout]) -> Iterator[Job]:
        from companion.batch import Job

        first = 1
        while games := list(islice(wanted, self._size())):
            name = f"games {first} to {first + len(games) - 1}"
            self._under_way[name] = games
            first += len(games)
            sent = [(self._game.format_event(one.event), one.seat, one.seed) for one in games]
            yield Job(name, (self._given, self._seconds_left(), sent))

    def _size(self) -> int:
        if not self._games:
            return FIRST
        return max(1, min(round(TOGETHER * self._games / max(self._seconds, 1e-9)), MOST))


def play_games(given: str, seconds: float, games: Sequence[tuple[Any, int, int]]) -> tuple[float, list[Played]]:
    """The job of a few games, each by its action, seat and seed, in the position that is given as JSON: how long they
    took, and what those came to that were finished in time."""
    from companion.statistics import Playout, play_out

    begun = monotonic()  # how much is left is sent, for clocks of other computers differ
    finished: list[Played] = []
    with refusals("hints"):
        game, position = _position(given)
        first = monotonic()
        for event, seat, seed in games:
            action = game.parse_event(event)
            playout = Playout(action, game.apply(position, action), seat, seed)
            played = play_out(game, playout, lambda: seconds - (monotonic() - begun))
            if played is None:
                break
            finished.append(played)
    return monotonic() - first, finished


@lru_cache(maxsize=1)
def _position(given: str) -> tuple[Game, Any]:
    import companion

    return companion.load_position(given)
