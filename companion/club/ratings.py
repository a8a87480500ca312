"""Rates people by Glicko-2, a game at a time: http://www.glicko.net/glicko/glicko2.pdf, by the library glicko2.

A rating period is a day of UTC by the clock of the database: an evening of a club. Finished matches between two people
with a name each count; those of more people, or with partners, do not: Glicko-2 has no such thing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

from companion.record import CLUB
from companion.rules import CompanionError
from companion.text import say

DAY = 86400.0
SCALE = 173.7178
HIGHEST_RD = 350.0
"""That of somebody of whom nothing is known."""


class Duel(NamedTuple):
    """A finished match between two people."""

    when: float
    first: str
    second: str
    points: float
    """Of the first: 1, 0.5, 0."""


class Rating(NamedTuple):
    """One person in one game."""

    person: str
    rating: float
    deviation: float
    volatility: float
    games: int


@cache
def player_class() -> Any:
    """The library's player. Raises CompanionError with what to install where it is missing.

    Release 2.1.0 takes the rating instead of the deviation in the function whose zero is the new volatility (step 5 of
    the paper), which is right for a rating of 1500 alone; so that one is written here.
    """
    try:
        from glicko2 import Player  # of the extra `club`
    except ModuleNotFoundError:
        raise CompanionError(say("ratings need glicko2: {install}", install=CLUB)) from None

    class Rated(Player):  # type: ignore[misc]
        def _f(self, x: float, delta: float, v: float, a: float) -> float:
            spread = (self.rd / SCALE) ** 2 + v
            ex = math.exp(x)
            return float(ex * (delta**2 - spread - ex) / (2 * (spread + ex) ** 2) - (x - a) / self._tau**2)

    return Rated


class Ratings:
    """The ratings of one game."""

    def __init__(self) -> None:
        self._days: dict[int, list[Duel]] = defaultdict(list)
        self._closed: dict[str, _Standing] = {}
        """How everybody stood after the last day that is closed."""
        self._through = -1
        """That day."""

    def add(self, duel: Duel) -> None:
        """Adds a match, in whatever order they come."""
        day = int(duel.when // DAY)
        self._days[day].append(duel)
        if day <= self._through:  # of a day that was thought to be over: everything after it is rated anew
            self._closed, self._through = {}, -1

    def table(self) -> list[Rating]:
        """Everybody, the best first, as of the newest day on which anybody played. Raises CompanionError."""
        days = sorted(self._days)
        if not days:
            return []
        for day in days[:-1]:
            if day > self._through:
                self._closed = _after(self._closed, day, self._days[day])
                self._through = day
        now = _after(self._closed, days[-1], self._days[days[-1]])
        rated = [one.on(days[-1]) | {"person": key} for key, one in now.items()]
        return sorted((Rating(**one) for one in rated), key=lambda one: (-one.rating, one.person))


class _Standing(NamedTuple):
    """One person after a day."""

    rating: float
    deviation: float
    volatility: float
    games: int
    day: int

    def on(self, day: int) -> dict[str, Any]:
        """The same after days without a match, on which less and less is known."""
        days = max(0, day - self.day)  # step 6 of the paper, for all of them at once
        deviation = min(math.sqrt(self.deviation**2 + days * (SCALE * self.volatility) ** 2), HIGHEST_RD)
        return {"rating": self.rating, "deviation": deviation, "volatility": self.volatility, "games": self.games}


def _after(before: dict[str, _Standing], day: int, duels: list[Duel]) -> dict[str, _Standing]:
    """How everybody stands after one more day."""
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for duel in duels:
        met[duel.first].append((duel.second, duel.points))
        met[duel.second].append((duel.first, 1 - duel.points))
    new = _Standing(1500.0, HIGHEST_RD, 0.06, 0, day - 1)
    on_that_day = {key: before.get(key, new).on(day - 1) for key in met}
    after = dict(before)
    for key, games in met.items():
        own = on_that_day[key]
        player = player_class()(own["rating"], own["deviation"], own["volatility"])
        player.update_player(
            [on_that_day[other]["rating"] for other, _ in games],
            [on_that_day[other]["deviation"] for other, _ in games],
            [points for _, points in games],
        )
        after[key] = _Standing(player.rating, player.rd, player.vol, own["games"] + len(games), day)
    return after
