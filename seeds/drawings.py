"""Our own drawings for the faces of printed dice: the six units of each side of Army vs Aliens, and
the signs of the direction die of Space Checkers.

A drawing is a list of closed shapes, painted one over the other, in ink or (to leave something open) in the colour of
the ground. Points are in -1..1 of the drawing's square, x to the right, y down. They are all polygons, so that a
printer of stickers and a painter of pixels need nothing else; curves are drawn with sides too short to be seen.
"""

from __future__ import annotations

import math
from typing import NamedTuple

Point = tuple[float, float]


class Shape(NamedTuple):
    """One closed polygon."""

    points: tuple[Point, ...]
    ink: bool = True
    """False: the ground's colour."""


Drawing = tuple[Shape, ...]


def _poly(*points: Point, ink: bool = True) -> Shape:
    return Shape(points, ink)


def _mirrored(*points: Point, ink: bool = True) -> Shape:
    """The right half of an outline from top to bottom, with its mirror image."""
    return Shape((*points, *((-x, y) for x, y in reversed(points) if x)), ink)


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> tuple[Point, ...]:
    """Points of an ellipse about (x, y); degrees, 0 to the right, 90 down."""
    steps = max(4, round(abs(end - start) / 9))
    turns = (math.radians(start + (end - start) * n / steps) for n in range(steps + 1))
    return tuple((round(x + rx * math.cos(t), 4), round(y + ry * math.sin(t), 4)) for t in turns)


def _disc(x: float, y: float, r: float, ry: float | None = None, ink: bool = True) -> Shape:
    return Shape(_arc(x, y, r, r if ry is None else ry, 0, 360)[:-1], ink)


def _bar(x0: float, y0: float, x1: float, y1: float, width: float, ink: bool = True) -> Shape:
    """A straight stroke with square ends."""
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
    corners = ((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy))
    return Shape(tuple((round(x, 4), round(y, 4)) for x, y in corners), ink)


def _star(x: float, y: float, r: float, inner: float, tips: int, ink: bool = True) -> Shape:
    turns = [(math.pi * n / tips, r if n % 2 == 0 else inner) for n in range(2 * tips)]
    return Shape(tuple((round(x + d * math.sin(t), 4), round(y - d * math.cos(t), 4)) for t, d in turns), ink)


_PODS = ((0.0, -0.77), (0.73, -0.24), (0.45, 0.64), (-0.45, 0.64), (-0.73, -0.24))

TROOPER: Drawing = (
    _poly((-0.34, -0.52), *_arc(-0.02, -0.56, 0.32, 0.34, 180, 360), (0.42, -0.5), (0.42, -0.42), (-0.34, -0.42)),
    _disc(0.0, -0.36, 0.2),
    _poly((-0.4, -0.14), (0.36, -0.14), (0.28, 0.4), (-0.28, 0.4)),
    _poly((-0.28, 0.34), (-0.02, 0.34), (-0.12, 1.0), (-0.44, 1.0), (-0.44, 0.88), (-0.3, 0.88)),
    _poly((0.02, 0.34), (0.28, 0.34), (0.34, 0.88), (0.5, 0.88), (0.5, 1.0), (0.16, 1.0)),
    _bar(-0.72, 0.42, 0.8, -0.3, 0.24, ink=False),
    _bar(-0.78, 0.44, 0.84, -0.32, 0.12),
    _poly((-0.9, 0.34), (-0.6, 0.28), (-0.5, 0.42), (-0.8, 0.66)),
)
ARTILLERY: Drawing = (
    _bar(-0.36, 0.42, 0.88, -0.76, 0.3),
    _bar(0.7, -0.9, 0.94, -0.6, 0.13),
    _bar(-0.2, 0.36, -0.94, 0.84, 0.16),
    _disc(-0.02, 0.4, 0.56, ink=False),
    _disc(-0.02, 0.4, 0.5),
    _disc(-0.02, 0.4, 0.34, ink=False),
    _bar(-0.44, 0.4, 0.4, 0.4, 0.11),
    _bar(-0.02, -0.02, -0.02, 0.82, 0.11),
    _disc(-0.02, 0.4, 0.13),
)
TANK: Drawing = (
    _poly(
        (-0.98, 0.34), (-0.78, 0.12), (0.78, 0.12), (0.98, 0.34), (0.98, 0.5), (0.72, 0.78), (-0.72, 0.78), (-0.98, 0.5)
    ),
    *(_disc(x, 0.5, 0.13, ink=False) for x in (-0.6, -0.2, 0.2, 0.6)),
    _poly((-0.7, 0.06), (-0.44, -0.34), (0.2, -0.34), (0.4, 0.06)),
    _bar(0.2, -0.2, 0.98, -0.32, 0.14),
    _poly((-0.28, -0.34), (-0.28, -0.5), (0.02, -0.5), (0.02, -0.34)),
)
AIRPLANE: Drawing = (
    _mirrored((0.0, -1.0), (0.1, -0.9), (0.14, -0.6), (0.14, -0.24), (1.0, 0.22), (1.0, 0.42), (0.14, 0.22),
              (0.1, 0.62), (0.42, 0.84), (0.42, 0.98), (0.0, 0.88)),
)  # fmt: skip
GENERAL: Drawing = (
    _star(0.0, -0.36, 0.64, 0.25, 5),
    _mirrored((0.0, 0.2), (0.86, 0.5), (0.86, 0.72), (0.0, 0.42)),
    _mirrored((0.0, 0.54), (0.86, 0.84), (0.86, 1.0), (0.0, 0.76)),
)
NUKE: Drawing = (
    _disc(0.0, -0.5, 0.5, 0.44),
    _disc(-0.5, -0.36, 0.38, 0.32),
    _disc(0.5, -0.36, 0.38, 0.32),
    _mirrored((0.0, -0.3), (0.26, -0.2), (0.16, 0.2), (0.2, 0.56), (0.0, 0.56)),
    _disc(0.0, 0.06, 0.42, 0.1),
    _disc(0.0, 0.06, 0.2, 0.03, ink=False),
    _poly((-0.9, 0.9), *_arc(-0.6, 0.78, 0.24, 0.2, 180, 330), *_arc(0.0, 0.68, 0.34, 0.24, 200, 340),
          *_arc(0.6, 0.78, 0.24, 0.2, 210, 360), (0.9, 0.9)),
)  # fmt: skip

INVADER: Drawing = (
    _mirrored(
        (0.0, -1.0), (0.4, -0.92), (0.72, -0.62), (0.82, -0.22), (0.66, 0.26), (0.36, 0.72), (0.14, 0.94), (0.0, 0.96)
    ),
    _poly((-0.64, -0.28), (-0.3, -0.22), (-0.1, 0.12), (-0.18, 0.22), (-0.46, 0.1), ink=False),
    _poly((0.64, -0.28), (0.3, -0.22), (0.1, 0.12), (0.18, 0.22), (0.46, 0.1), ink=False),
    _bar(-0.16, 0.6, 0.16, 0.6, 0.08, ink=False),
)
DEATH_RAY: Drawing = (
    _poly((-0.98, -0.34), (-0.06, -0.34), (0.1, -0.2), (0.1, 0.06), (-0.06, 0.2), (-0.38, 0.2), (-0.5, 0.86),
          (-0.86, 0.86), (-0.72, 0.2), (-0.98, 0.06)),
    _bar(-0.84, -0.07, -0.1, -0.07, 0.1, ink=False),
    _bar(0.22, -0.5, 0.22, 0.36, 0.11),
    _bar(0.44, -0.36, 0.44, 0.22, 0.1),
    _bar(0.62, -0.22, 0.62, 0.08, 0.09),
    _disc(0.86, -0.07, 0.14),
)  # fmt: skip
LANDER: Drawing = (
    _poly((-0.4, -0.3), *_arc(0.0, -0.34, 0.4, 0.6, 180, 360), (0.4, -0.3)),
    _poly((-0.22, -0.44), *_arc(0.0, -0.46, 0.22, 0.24, 180, 360), (0.22, -0.44), ink=False),
    _poly((-0.58, -0.22), (0.58, -0.22), (0.46, 0.16), (-0.46, 0.16)),
    _bar(-0.4, 0.1, -0.84, 0.9, 0.13),
    _bar(0.4, 0.1, 0.84, 0.9, 0.13),
    _bar(-1.0, 0.92, -0.6, 0.92, 0.13),
    _bar(0.6, 0.92, 1.0, 0.92, 0.13),
    _poly((-0.18, 0.2), (0.18, 0.2), (0.3, 0.62), (0.0, 0.9), (-0.3, 0.62)),
)
SAUCER: Drawing = (
    _poly((-0.44, -0.1), *_arc(0.0, -0.12, 0.44, 0.5, 180, 360), (0.44, -0.1)),
    _disc(0.0, 0.1, 1.0, 0.3, ink=False),
    _disc(0.0, 0.14, 1.0, 0.28),
    *(_disc(x, 0.16, 0.1, 0.09, ink=False) for x in (-0.62, -0.21, 0.21, 0.62)),
)
OVERLORD: Drawing = (
    _poly((-0.62, -0.44), (-0.78, -1.0), (-0.34, -0.72), (0.0, -1.0), (0.34, -0.72), (0.78, -1.0), (0.62, -0.44)),
    _disc(0.0, -0.1, 0.6, 0.44),
    _disc(0.0, -0.14, 0.22, ink=False),
    _disc(0.0, -0.14, 0.1),
    _bar(-0.44, 0.12, -0.9, 0.5, 0.16),
    _bar(-0.86, 0.42, -0.74, 0.98, 0.16),
    _bar(0.44, 0.12, 0.9, 0.5, 0.16),
    _bar(0.86, 0.42, 0.74, 0.98, 0.16),
    _bar(-0.22, 0.2, -0.3, 0.96, 0.17),
    _bar(0.22, 0.2, 0.3, 0.96, 0.17),
)
MOTHERSHIP: Drawing = (
    *(_bar(0.0, 0.0, x, y, 0.16) for x, y in _PODS),
    *(_disc(x, y, 0.23) for x, y in _PODS),
    _disc(0.0, 0.02, 0.56),
    _disc(0.0, 0.02, 0.36, ink=False),
    _disc(0.0, 0.02, 0.2),
)

WILD: Drawing = tuple(
    shape
    for x, y in ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    for shape in (
        _bar(0.0, 0.0, 0.7 * x, 0.7 * y, 0.22),
        _poly((x, y), (0.56 * x - 0.36 * y, 0.56 * y + 0.36 * x), (0.56 * x + 0.36 * y, 0.56 * y - 0.36 * x)),
    )
)

SUN: Drawing = (
    _star(0.0, 0.0, 1.0, 0.6, 10),
    _disc(0.0, 0.0, 0.62, ink=False),
    _disc(0.0, 0.0, 0.46),
)
RINGED: Drawing = (
    Shape(tuple((round(x + 0.3 * y, 4), round(y - 0.34 * x, 4)) for x, y in _arc(0.0, 0.0, 1.0, 0.36, 0, 360)[:-1])),
    Shape(
        tuple((round(x + 0.3 * y, 4), round(y - 0.34 * x, 4)) for x, y in _arc(0.0, 0.0, 0.8, 0.2, 0, 360)[:-1]), False
    ),
    _disc(0.0, 0.0, 0.62, ink=False),
    _disc(0.0, 0.0, 0.54),
)
MOON: Drawing = (_poly(*_arc(0.16, 0.0, 0.96, 0.96, 50, 310), *reversed(_arc(0.52, 0.0, 0.78, 0.78, 70, 290))),)
ROCKET: Drawing = (
    _mirrored((0.0, -1.0), (0.2, -0.76), (0.34, -0.36), (0.34, 0.3), (0.76, 0.66), (0.76, 0.96), (0.3, 0.74),
              (0.14, 0.74), (0.0, 1.0)),
    _disc(0.0, -0.28, 0.17, ink=False),
)  # fmt: skip

DRAWINGS: dict[str, Drawing] = {
    "trooper": TROOPER,
    "artillery": ARTILLERY,
    "tank": TANK,
    "airplane": AIRPLANE,
    "general": GENERAL,
    "nuke": NUKE,
    "invader": INVADER,
    "death-ray": DEATH_RAY,
    "lander": LANDER,
    "saucer": SAUCER,
    "overlord": OVERLORD,
    "mothership": MOTHERSHIP,
    "wild": WILD,
    "sun": SUN,
    "ringed": RINGED,
    "moon": MOON,
    "rocket": ROCKET,
}
"""Every drawing by its id."""


class FaceSeed(NamedTuple):
    """One face of a built-in set."""

    name: str
    """What the face is called when it is read."""
    drawing: str
    """An id in DRAWINGS."""
    frame: str | None = None
    """The colour of a frame around it, by which people tell the face; the camera goes by the drawing alone."""


class SetSeed(NamedTuple):
    """Six faces, by rank where they have one."""

    title: str
    faces: tuple[FaceSeed, ...]


def _units(*drawings: str) -> tuple[FaceSeed, ...]:
    return tuple(FaceSeed(drawing.replace("-", " ").title(), drawing) for drawing in drawings)


SETS: dict[str, SetSeed] = {
    "army": SetSeed(
        "Army, our printable drawings", _units("trooper", "artillery", "tank", "airplane", "general", "nuke")
    ),
    "alien": SetSeed(
        "Aliens, our printable drawings", _units("invader", "death-ray", "lander", "saucer", "overlord", "mothership")
    ),
    "direction": SetSeed(
        "the direction die, our printable drawings",
        (
            FaceSeed("yellow", "sun", "yellow"),
            FaceSeed("green", "ringed", "green"),
            FaceSeed("blue", "moon", "blue"),
            FaceSeed("red", "rocket", "red"),
            *[FaceSeed("wild", "wild")] * 2,
        ),
    ),
}
"""The sets that can be read without enrolment."""
