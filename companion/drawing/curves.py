"""Outlines of drawings made of curves: limbs that run through a few knots, soft blobs, ellipses.

All are closed polygons with sides too short to be seen, in whatever unit the points are given in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Knot = tuple[float, float, float]
"""A place that a limb runs through, and the limb's radius there."""

BETWEEN = 6
"""Sides from one knot to the next."""
CAP = 8
"""Sides of a limb's round end."""


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    """From `b` to `c` on the Catmull-Rom curve through all four."""
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def limb(*knots: Knot) -> tuple[Point, ...]:
    """The outline of something round that runs smoothly through the knots, with round ends."""
    path = [knots[0], *knots, knots[-1]]
    spine: list[Knot] = []
    for a, b, c, d in zip(path, path[1:], path[2:], path[3:], strict=False):
        for n in range(BETWEEN):
            x, y, r = (_between(a[i], b[i], c[i], d[i], n / BETWEEN) for i in range(3))
            spine.append((x, y, max(r, 0.0)))
    spine.append(knots[-1])
    turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(spine)]
    ways = [turns[0], *(_mean_turn(a, b) for a, b in pairwise(turns)), turns[-1]]
    sides: tuple[list[Point], list[Point]] = ([], [])
    for (x, y, r), way in zip(spine, ways, strict=True):
        for side, sign in zip(sides, (1, -1), strict=True):
            side.append((x - sign * r * math.sin(way), y + sign * r * math.cos(way)))
    end = _cap(spine[-1], ways[-1] + math.pi / 2)
    start = _cap(spine[0], ways[0] - math.pi / 2)
    return _rounded([*sides[0], *end, *reversed(sides[1]), *start])


def _mean_turn(a: float, b: float) -> float:
    return math.atan2(math.sin(a) + math.sin(b), math.cos(a) + math.cos(b))


def _cap(knot: Knot, start: float) -> list[Point]:
    x, y, r = knot
    turns = (start - math.pi * n / CAP for n in range(1, CAP))
    return [(x + r * math.cos(t), y + r * math.sin(t)) for t in turns]


def blob(*points: Point) -> tuple[Point, ...]:
    """The smooth closed line through the points; one that stands twice in a row is a corner."""
    n = len(points)
    around: list[Point] = []
    for i in range(n):
        a, b, c, d = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        if b == c:
            around.append(b)
            continue
        for k in range(BETWEEN):
            t = k / BETWEEN
            around.append((_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t)))
    return _rounded(around)


def ellipse(x: float, y: float, rx: float, ry: float, start: float = 0, end: float = 360) -> tuple[Point, ...]:
    """Points of an ellipse about (x, y); degrees, 0 to the right, 90 down."""
    steps = max(6, round(abs(end - start) / 12))
    turns = (math.radians(start + (end - start) * n / steps) for n in range(steps + 1))
    return _rounded([(x + rx * math.cos(t), y + ry * math.sin(t)) for t in turns])


def star(x: float, y: float, far: float, near: float, tips: int, turn: float = 0.0) -> tuple[Point, ...]:
    """A star whose first tip points up, turned clockwise by `turn` degrees."""
    ways = [(math.radians(turn) + math.pi * n / tips, far if n % 2 == 0 else near) for n in range(2 * tips)]
    return _rounded([(x + r * math.sin(t), y - r * math.cos(t)) for t, r in ways])


def placed(
    points: Sequence[Point], x: float, y: float, half: float, mirror: bool = False, turn: float = 0.0
) -> list[Point]:
    """Points of a drawing's square (-1..1) about (x, y), reaching `half`; turned clockwise by `turn` degrees."""
    sin, cos = math.sin(math.radians(turn)) * half, math.cos(math.radians(turn)) * half
    across = ((-u if mirror else u, v) for u, v in points)
    return [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in across]


def thinned(points: Sequence[Point], tolerance: float) -> tuple[Point, ...]:
    """The closed outline without points that lie this near to the line between those that stay (Douglas and Peucker):
    a printed page holds hundreds of such outlines."""
    far = max(range(len(points)), key=lambda n: math.dist(points[0], points[n]))
    return (*_thinned(points[: far + 1], tolerance)[:-1], *_thinned([*points[far:], points[0]], tolerance)[:-1])


def _thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    if len(points) < 3:
        return list(points)
    if length:
        off = [abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length for x, y in points[1:-1]]
    else:
        off = [math.dist(points[0], point) for point in points[1:-1]]
    worst = max(range(len(off)), key=off.__getitem__)
    if off[worst] <= tolerance:
        return [points[0], points[-1]]
    return [*_thinned(points[: worst + 2], tolerance)[:-1], *_thinned(points[worst + 1 :], tolerance)]


def _rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 4), round(y, 4)) for x, y in points)
