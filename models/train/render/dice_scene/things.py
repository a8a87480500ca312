"""Parts of a rendered scene: things with a place and faces, a camera, lamps; and how a die is laid down.

World frame: right-handed, z up, table at z = 0, one unit = one ordinary die (about 16 mm). All randomness comes from
the generator that is passed in, so a scene is a function of its seed.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Vector = NDArray[np.float32]
DIE, DISC, BLOCK, BALL, D8, POLYHEDRON, D4, D10 = range(8)
MANY_SIDED = (D8, POLYHEDRON, D4, D10)
MAX_OBJECTS = 32
GLYPHS = 64
"""Printed signs on the glyph sheet: 0-9 are digits, 10-35 letters, the rest symbols."""
PRINT = 16 + GLYPHS
"""Number a face is given to show the first coloured picture of the print sheet (see prints.py)."""


@dataclass(kw_only=True)
class Appearance:
    """How a solid looks: its edges, its body and what is on its faces."""

    rounding: float
    ball: float
    """Radius of the ball that cuts the corners off."""
    body: tuple[Vector, Vector]
    surface: tuple[float, float, float, float]
    """Pattern, gloss, metal, translucency."""
    pips: tuple[float, float, float, float]
    """Radius, half spacing, depth (0: painted), style (0 round, 2 ring, 3 square, 4 round with coloured four)."""
    pip_colour: Vector
    one_colour: Vector
    one_scale: float
    layout: tuple[float, float, float]
    """Half gap and half length of a six's rows, over the half spacing; radius of a ring around the one, in pips."""
    finish: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Doming and unevenness of the faces (both in radians), metal of the pips, clearness of the body."""
    pip_gloss: float = 0.3
    """Gloss inside carved pips, over the body's."""
    panel: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """What is laid into every face around the pips: shape (0 nothing, 1 disc, 2 square with its corners off; below zero
    only the rim of one), half width, gloss over the body's."""
    panel_colour: Vector = field(default_factory=lambda: np.zeros(3, np.float32))


@dataclass(kw_only=True)
class Thing(Appearance):
    """One object; lengths are units of the world."""

    kind: int
    place: Vector
    turn: Vector
    """3x3, object to world."""
    half: Vector
    faces: list[int]
    """For +x -x +y -y +z -z: a number of pips, plus 8 for a quarter turn; 16 + glyph; or PRINT + picture."""
    value: int | None = None
    """Pips on the upper face; None for what is no pipped die."""
    colour: str | None = None
    flat: bool = False
    """Pictured or printed dice, a domino, a die of other than six sides: labelled, but no die to be read."""
    stacked: bool = False
    """On or under another die."""

    @property
    def bound(self) -> float:
        """Radius of a ball around the object."""
        if self.kind in MANY_SIDED:
            return float(self.half[0]) * {D8: 1.45, POLYHEDRON: 1.3, D4: 3.05, D10: 1.65}[self.kind]
        if self.kind == BALL:
            return float(self.half[0])
        return float(min(np.linalg.norm(self.half), self.ball) if self.kind == DIE else np.linalg.norm(self.half))


@dataclass
class Scene:
    things: list[Thing]
    eye: Vector
    axes: Vector
    """3x3, columns right, up, back."""
    focal: float
    """In picture heights."""
    size: tuple[int, int]
    """Width and height in pixels."""
    lights: list[tuple[Vector, Vector, float]]
    """Place, colour (linear), radius."""
    environment: int
    environment_gain: float
    environment_turn: float
    table_scale: float
    """Table pictures a unit of length; below zero: the table is a photograph fixed to the screen."""
    table_gloss: float
    lamp_shapes: list[tuple[float, float, float, float]] = field(default_factory=list)
    """How a polished face mirrors each of `lights`: shape (0 not, 1 disc, 2 ring, 3 window, 4 tube), proportion, turn,
    strength. Lamps without an entry are not mirrored sharply."""
    notes: dict[str, float] = field(default_factory=dict)


def _hsv(h: float, s: float, v: float) -> Vector:
    return np.float32(colorsys.hsv_to_rgb(h % 1, s, v)) ** np.float32(2.2)


BODIES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "white": ((0.08, 0.17), (0.0, 0.28), (0.82, 1.0)),
    "black": ((0.0, 1.0), (0.0, 0.5), (0.05, 0.2)),
    "grey": ((0.0, 1.0), (0.0, 0.1), (0.35, 0.65)),
    "red": ((-0.03, 0.02), (0.75, 1.0), (0.45, 0.95)),
    "orange": ((0.04, 0.085), (0.8, 1.0), (0.8, 1.0)),
    "yellow": ((0.11, 0.16), (0.7, 1.0), (0.8, 1.0)),
    "green": ((0.28, 0.47), (0.55, 1.0), (0.25, 0.8)),
    "blue": ((0.54, 0.68), (0.6, 1.0), (0.3, 0.95)),
    "purple": ((0.73, 0.85), (0.5, 1.0), (0.3, 0.8)),
    "pink": ((0.89, 0.98), (0.3, 0.62), (0.85, 1.0)),
    "brown": ((0.03, 0.09), (0.5, 0.8), (0.25, 0.5)),
}
"""Ranges of hue, saturation and value (display, not linear) for each name of a body's colour."""
OFTEN = {"white": 5.0, "red": 3.0, "blue": 2.5, "green": 2.5, "black": 2.5, "yellow": 1.5}


def body_colour(g: Generator, name: str | None = None) -> tuple[str, Vector]:
    names = list(BODIES)
    if name is None:
        weights = np.array([OFTEN.get(n, 1.0) for n in names])
        name = str(g.choice(names, p=weights / weights.sum()))
    h, s, v = BODIES[name]
    return name, _hsv(g.uniform(*h), g.uniform(*s), g.uniform(*v))


def axis_turn(axis: int, angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    m = np.eye(3, dtype=np.float32)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    m[a, a], m[a, b], m[b, a], m[b, b] = c, -s, s, c
    return m


UP_TURNS = [
    axis_turn(1, -np.pi / 2),
    axis_turn(1, np.pi / 2),
    axis_turn(0, np.pi / 2),
    axis_turn(0, -np.pi / 2),
    np.eye(3, dtype=np.float32),
    axis_turn(0, np.pi),
]
"""Turns that bring the object's +x, -x, +y, -y, +z, -z side up."""


OFTEN_UP = [0.21, 0.195, 0.15, 0.1475, 0.15, 0.1475]
"""How often each face lies up: those that show least, and are overlooked most, a little oftener."""


@dataclass(kw_only=True)
class DieStyle(Appearance):
    """What the dice of one set share; lengths are sides of the die."""

    colour: str
    size: float
    left_handed: bool
    quarter: tuple[int, int, int]
    printed: int | None
    """None: pips. Else the first glyph of a printed set (digits, letters or symbols)."""
    printed_one: int | None = None
    """A logo in place of the one."""
    blank: bool = False
    """Neither pips nor print."""


def make_die(
    g: Generator, style: DieStyle, x: float, y: float, value: int | None = None, yaw: float | None = None
) -> Thing:
    """A die of `style` lying at (x, y) with `value` (or a random one) up."""
    layout = [2, 5, 3, 4, 1, 6] if not style.left_handed else [5, 2, 3, 4, 1, 6]
    turned = {2: style.quarter[0], 3: style.quarter[1], 6: style.quarter[2]}
    faces = [v + 8 * turned.get(v, int(g.integers(0, 2))) for v in layout]
    if style.printed is not None:
        faces = [16 + (style.printed + v - 1) % GLYPHS for v in layout]
    elif style.blank:
        faces = [0] * 6
    elif style.printed_one is not None:
        faces[layout.index(1)] = 16 + style.printed_one
    value = int(g.choice(6, p=OFTEN_UP)) + 1 if value is None else value
    turn = axis_turn(2, g.uniform(0, 2 * np.pi) if yaw is None else yaw) @ UP_TURNS[layout.index(value)]
    half = np.float32([0.5, 0.5, 0.5]) * style.size
    scale = style.size
    look = {one.name: getattr(style, one.name) for one in fields(Appearance)} | {
        "rounding": style.rounding * scale,
        "ball": style.ball * scale,
        "pips": (style.pips[0] * scale, style.pips[1] * scale, *style.pips[2:]),
        "panel": (style.panel[0], style.panel[1] * scale, style.panel[2]),
    }
    no_pips = style.printed is not None or style.blank or (style.printed_one is not None and value == 1)
    place = np.float32([x, y, half[2]])
    shown = None if no_pips else value
    return Thing(**look, kind=DIE, place=place, turn=turn, half=half, faces=faces, value=shown, colour=style.colour)


def look_at(eye: Vector, target: Vector, roll: float) -> Vector:
    """Camera axes (columns right, up, back) of a camera at `eye` that looks at `target`."""
    back = (eye - target) / np.linalg.norm(eye - target)
    aim = np.float32([0, 0, 1]) if abs(back[2]) < 0.999 else np.float32([0, 1, 0])
    right = np.cross(aim, back)
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    c, s = np.cos(roll), np.sin(roll)
    return np.float32(np.stack([c * right + s * up, c * up - s * right, back], axis=1))
