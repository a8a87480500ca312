"""Rates people by Glicko-2, a game at a time: http://www.glicko.net/glicko/glicko2.pdf, in a module of its own.

The library glicko2 2.1.0 takes the rating for the deviation in step 5, and installs a package `tests` that hides that
of any checkout.

A rating period is a day of UTC by the clock of the database: an evening of a club. Finished matches between two people
with a name each count; those of more people, or with partners, do not: Glicko-2 has no such thing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

DAY = 86400.0
SCALE = 173.7178
TAU = 0.5
"""How much volatilities may change: 0.3 to 1.2, says the paper."""
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


class Strength(NamedTuple):
    """A rating with what is known of it."""

    rating: float
    deviation: float
    volatility: float


def rated(own: Strength, games: Sequence[tuple[Strength, float]]) -> Strength:
    """The rating after a period with these games, each against whom and with which points: steps 2 to 8."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    information = change = 0.0
    for other, points in games:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / SCALE)))
        information += g**2 * expected * (1 - expected)
        change += g * (points - expected)
    v = 1 / information
    volatility = _volatility(own.volatility, phi, v, v * change)
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
    return Strength(1500 + SCALE * (mu + phi**2 * change), SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm: step 5 of the paper."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, math.log(delta**2 - phi**2 - v) if delta**2 > phi**2 + v else a - TAU
    while delta**2 <= phi**2 + v and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


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
        """Everybody, the best first, as of the newest day on which anybody played."""
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
        against = [(_strength(on_that_day[other]), points) for other, points in games]
        after[key] = _Standing(*rated(_strength(own), against), own["games"] + len(games), day)
    return after


def _strength(one: dict[str, Any]) -> Strength:
    return Strength(one["rating"], one["deviation"], one["volatility"])
