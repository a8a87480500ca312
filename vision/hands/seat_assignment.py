"""Estimates where players sit, and the probability that an arm is each player's, from the arm's direction.

Seats are learnt from arms whose owner is known, because only one player may act. Angles are degrees on the table plane
around its middle: 0 along x, 90 along y (down).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import numpy as np

from vision.plane import Plane

FEWEST, MOST = 2, 8
"""Players."""
SPREAD = 13.0
"""Degrees by which an arm may lead back to beside its player's place, as a normal deviation. Wider tells more arms in
doubt."""
ELSEWHERE = 0.003
"""Likelihood, against that of an arm that leads back to the very place, of arms that lead anywhere."""
ANYWHERE = SPREAD * float(np.sqrt(2 * np.pi)) / 360
"""The same of any arm for a player of whom nobody knows yet where they sit."""
BEHIND = 200.0
"""Millimetres beyond the picture's edge at which an arm's player is taken to sit."""
SAME_PLAYER = 25.0
"""Degrees within which two arms may be of one player."""
REMEMBERED = 9
"""How many of a player's newest arms count."""
ONCE = 0.06
"""ELSEWHERE of a place that a single arm told."""


class SeatProbability(NamedTuple):
    """A seat with the probability that the arm is its player's."""

    seat: int
    probability: float


class Seats(NamedTuple):
    """The angles of all seats around a table."""

    angles: tuple[float | None, ...]
    """Degrees in the plane, seen from its middle: 0 to the right (x), 90 down (y); seat 0 first. None: unknown."""
    middle: tuple[float, float]
    """Millimetres."""
    unsure: frozenset[int] = frozenset()
    """Seats estimated from a single arm."""

    def leads_to(self, entry: tuple[float, float], tip: tuple[float, float]) -> float:
        """Degrees in the plane at which the player sits whose arm comes in at `entry` and reaches to `tip`
        (millimetres)."""
        along = (tip[0] - entry[0], tip[1] - entry[1])
        length = max(float(np.hypot(*along)), 1e-9)
        x = entry[0] - along[0] / length * BEHIND - self.middle[0]
        y = entry[1] - along[1] / length * BEHIND - self.middle[1]
        return float(np.degrees(np.arctan2(y, x)))

    def owners(self, entry: tuple[float, float], tip: tuple[float, float]) -> tuple[SeatProbability, ...]:
        """The probability of each seat for an arm from `entry` to `tip` (millimetres), likeliest first; those below
        0.01 are left out."""
        at = self.leads_to(entry, tip)
        likely = np.array([self._likely(seat, at) for seat in range(len(self.angles))])
        likely /= likely.sum()
        order = np.argsort(-likely, kind="stable")
        return tuple(SeatProbability(int(n), round(float(likely[n]), 3)) for n in order if likely[n] >= 0.01)

    def _likely(self, seat: int, at: float) -> float:
        angle = self.angles[seat]
        if angle is None:
            return ANYWHERE
        off = _off(at - angle) / SPREAD
        return exp(-0.5 * off * off) + (ONCE if seat in self.unsure else ELSEWHERE)


class SeatEstimator:
    """Learns the angles of the seats from arms whose owner is known."""

    def __init__(self, count: int, middle: tuple[float, float]) -> None:
        self._middle = middle
        self._arms = tuple(deque[float](maxlen=REMEMBERED) for _ in range(count))

    def acted(self, seat: int, entry: tuple[float, float], tip: tuple[float, float]) -> None:
        """Adds an arm from `entry` to `tip` (millimetres) that is the player's of `seat`."""
        self._arms[seat].append(self.seats.leads_to(entry, tip))

    @property
    def seats(self) -> Seats:
        """The current estimate: the mean of the largest group of a player's arms within SAME_PLAYER."""
        places = tuple(map(_most_alike, self._arms))
        unsure = frozenset(seat for seat, (_, alike) in enumerate(places) if alike == 1)
        return Seats(tuple(angle for angle, _ in places), self._middle, unsure)


def _off(angle: float) -> float:
    """Degrees between two directions, -180..180, by their difference."""
    return (angle + 180) % 360 - 180


def _most_alike(angles: Sequence[float]) -> tuple[float | None, int]:
    """The middle of the largest group, and how many are in it; None where there are none."""
    groups = [[_off(other - angle) for other in angles if abs(_off(other - angle)) <= SAME_PLAYER] for angle in angles]
    if not groups:
        return None, 0
    best = max(range(len(groups)), key=lambda n: len(groups[n]))
    return (angles[best] + float(np.mean(groups[best]))) % 360, len(groups[best])


def seats_around(count: int, plane: Plane, middle: tuple[float, float], angles: Sequence[float] | None = None) -> Seats:
    """`count` places around `middle` (millimetres): evenly, clockwise from the bottom of the picture, unless their
    `angles` (degrees in the plane) are given. Raises ValueError."""
    if not FEWEST <= count <= MOST:
        raise ValueError(f"{FEWEST} to {MOST} players sit at this table, not {count}")
    if angles is not None:
        if len(angles) != count or not np.isfinite(angles).all():
            raise ValueError(f"{count} players need {count} angles in degrees, not {list(angles)}")
        return Seats(tuple(float(angle) for angle in angles), middle)
    at = plane.pixels(np.array([middle], np.float64))[0]
    below = plane.millimetres(np.array([[at[0], at[1] + 1]]))[0] - middle
    turn = 1.0 if np.linalg.det(plane.to_pixels[:2, :2]) > 0 else -1.0  # clockwise in the picture, mirrored or not
    first = float(np.degrees(np.arctan2(below[1], below[0])))
    return Seats(tuple((first + turn * 360 * seat / count) % 360 for seat in range(count)), middle)
