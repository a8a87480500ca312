"""Whose arm it is: the players' places around a table, and how likely an arm that comes into view is each one's."""

from __future__ import annotations

from collections.abc import Sequence
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
BEHIND = 200.0
"""Millimetres beyond the picture's edge at which an arm's player is taken to sit."""


class Claim(NamedTuple):
    """A seat with the probability that the arm is its player's."""

    seat: int
    probability: float


class Seats(NamedTuple):
    """Places around a table."""

    angles: tuple[float, ...]
    """Degrees in the plane, seen from its middle: 0 to the right (x), 90 down (y); seat 0 first."""
    middle: tuple[float, float]
    """Millimetres."""

    def owners(self, entry: tuple[float, float], tip: tuple[float, float]) -> tuple[Claim, ...]:
        """Whose arm it may be that comes in at `entry` and reaches to `tip` (millimetres); the likeliest first, those
        below one in a hundred left out."""
        along = (tip[0] - entry[0], tip[1] - entry[1])
        length = max(float(np.hypot(*along)), 1e-9)
        x = entry[0] - along[0] / length * BEHIND - self.middle[0]
        y = entry[1] - along[1] / length * BEHIND - self.middle[1]
        off = (np.degrees(np.arctan2(y, x)) - np.array(self.angles) + 180) % 360 - 180
        likely = np.exp(-0.5 * (off / SPREAD) ** 2) + ELSEWHERE
        likely /= likely.sum()
        order = np.argsort(-likely, kind="stable")
        return tuple(Claim(int(n), round(float(likely[n]), 3)) for n in order if likely[n] >= 0.01)


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
