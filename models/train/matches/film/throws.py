"""Computes flights of dice: paths simulated once, turned and shifted to end where a die has to lie.

Simulated dice do not meet each other: they are thrown one by one. A path is chosen that comes from the thrower's hand,
and its die is turned within itself, by one of the 24 turns of a cube, to show what it has to show.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.train.render.clips.physics import DicePhysics, random_turn

Array = NDArray[np.float64]
RATE = 60.0
"""Frames a second in which paths are kept."""
COUNT = 70
LONGEST = 2.2
"""Seconds after which a die that still moves is thrown again."""
FLAT = 0.999
"""Of the cosine between a die's upper face and the table."""


class Path(NamedTuple):
    """How one die flew and rolled, until it lay."""

    places: Array
    """(n, 3) units, the last at the world's origin but for its height."""
    turns: Array
    """(n, 3, 3)."""


class Flight(NamedTuple):
    """A die's path on the table of a film."""

    places: Array
    turns: Array

    def at(self, seconds: float) -> tuple[Array, Array]:
        """Place and turn so long after it left the hand; at rest once it has come to rest."""
        n = min(int(seconds * RATE), len(self.places) - 1)
        return self.places[n], self.turns[n]

    @property
    def seconds(self) -> float:
        return (len(self.places) - 1) / RATE


def _cube_turns() -> list[Array]:
    made = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            turn = np.zeros((3, 3))
            for row, (axis, sign) in enumerate(zip(order, signs, strict=True)):
                turn[row, axis] = sign
            if np.linalg.det(turn) > 0:
                made.append(turn)
    return made


CUBE_TURNS = _cube_turns()
"""The 24 turns that leave a cube as it is."""


@lru_cache(maxsize=1)
def library(seed: int = 1) -> tuple[Path, ...]:
    """Paths of dice that came to lie flat."""
    g = np.random.default_rng(seed)
    physics = DicePhysics(1, 0.3)
    found: list[Path] = []
    while len(found) < COUNT:
        speed = np.array([g.uniform(35, 130), 0.0, g.uniform(-30, 25)])
        start = np.array([0.0, 0.0, g.uniform(2.0, 4.0)])
        physics.put(0, start, random_turn(g), speed, g.normal(0, 22, 3))
        places, turns = [], []
        for _ in range(round(LONGEST * RATE)):
            place, turn = physics.poses()[0]
            places.append(place.copy())
            turns.append(turn.copy())
            if len(places) > 15 and not physics.moving():
                break
            physics.advance(1 / RATE)
        else:
            continue
        if np.abs(turns[-1][2]).max() > FLAT and places[-1][2] < 0.55:
            shifted = np.array(places)
            shifted[:, :2] -= shifted[-1, :2]
            found.append(Path(shifted, np.array(turns)))
    return tuple(found)


def flight_to(hand: Array, place: Array, turn: Array, size: float, seconds: float) -> Flight:
    """A path that ends at `place` with `turn`, no later than `seconds` after it began, and comes from about `hand` (two
    or three coordinates); `size`: side of the die."""
    way = np.asarray(hand, np.float64)[:2] - place[:2]
    far, angle = float(np.hypot(*way)), float(np.arctan2(way[1], way[0]))
    best: tuple[float, Path, float, Array] | None = None
    for path in library():
        start = path.places[0, :2]
        long, heading = float(np.hypot(*start)), float(np.arctan2(start[1], start[0]))
        for inner in CUBE_TURNS:
            ends = path.turns[-1] @ inner
            about = turn @ ends.T  # what is left is a turn about the vertical
            if about[2, 2] < 0.99:
                continue
            by = float(np.arctan2(about[1, 0], about[0, 0]))
            off = abs((heading + by - angle + np.pi) % (2 * np.pi) - np.pi)
            late = max(0.0, (len(path.places) - 1) / RATE - seconds)
            cost = off + 0.06 * abs(long - far) + 5 * late
            if best is None or cost < best[0]:
                best = (cost, path, by, inner)
    assert best is not None
    _, path, by, inner = best
    c, s = np.cos(by), np.sin(by)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    places = path.places @ about.T * [1, 1, size]
    places[:, :2] += place[:2]
    turns = about @ path.turns @ inner
    share = np.clip(np.linspace(-1.5, 1, len(turns)), 0, 1)[:, None]  # a simulated die does not end quite flat
    places[:, 2:] += share * (place[2] - places[-1, 2])
    turns[-1], places[-1] = turn, place
    first = max(0, len(places) - 1 - int(seconds * RATE))
    return Flight(places[first:], turns[first:])
