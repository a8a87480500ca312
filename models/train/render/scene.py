"""A random tabletop scene: dice of every make, things that are no dice, a table, lamps and a camera.

World frame: right-handed, z up, table at z = 0, one unit = one ordinary die (about 16 mm). All randomness comes from
the generator that is passed in, so a scene is a function of its seed.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Vector = NDArray[np.float32]
DIE, DISC, BLOCK, BALL, D8, POLYHEDRON = range(6)
MAX_OBJECTS = 24
GLYPHS = 64
"""Printed signs on the glyph sheet: 0-9 are digits, 10-35 letters, the rest symbols."""


@dataclass
class Thing:
    """One object. `faces` are for +x -x +y -y +z -z: a number of pips plus 8 for a quarter turn, or 16 + glyph."""

    kind: int
    place: Vector
    turn: Vector
    """3x3, object to world."""
    half: Vector
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
    faces: list[int]
    value: int | None = None
    """Pips on the upper face; None for what is no pipped die."""
    colour: str | None = None

    @property
    def bound(self) -> float:
        """Radius of a ball around the object."""
        if self.kind in (D8, POLYHEDRON):
            return float(self.half[0]) * 1.45
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
    "purple": ((0.73, 0.88), (0.5, 1.0), (0.3, 0.8)),
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


def _axis_turn(axis: int, angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    m = np.eye(3, dtype=np.float32)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    m[a, a], m[a, b], m[b, a], m[b, b] = c, -s, s, c
    return m


UP_TURNS = [
    _axis_turn(1, -np.pi / 2),
    _axis_turn(1, np.pi / 2),
    _axis_turn(0, np.pi / 2),
    _axis_turn(0, -np.pi / 2),
    np.eye(3, dtype=np.float32),
    _axis_turn(0, np.pi),
]
"""Turns that bring the object's +x, -x, +y, -y, +z, -z side up."""


@dataclass
class DieStyle:
    """What the dice of one set share."""

    rounding: float
    ball: float
    body: tuple[Vector, Vector]
    colour: str
    surface: tuple[float, float, float, float]
    pips: tuple[float, float, float, float]
    pip_colour: Vector
    one_colour: Vector
    one_scale: float
    layout: tuple[float, float, float]
    size: float
    left_handed: bool
    quarter: tuple[int, int, int]
    printed: int | None
    """None: pips. Else the first glyph of a printed set (digits, letters or symbols)."""
    printed_one: int | None = None
    """A logo in place of the one."""


def random_style(g: Generator, colour: str | None = None, plain: bool = False) -> DieStyle:
    """One make of dice. `plain` leaves out printed faces and pips that are hard to see."""
    name, body = body_colour(g, colour)
    pattern = 0.0 if g.random() < 0.72 else float(g.integers(1, 4))
    other = np.clip(body * g.uniform(0.3, 1.8), 0, 1) if g.random() < 0.6 else body_colour(g)[1]
    light = float(body @ np.float32([0.2126, 0.7152, 0.0722]))
    r = g.random()
    ink = (
        np.float32([0.9, 0.9, 0.88]) * g.uniform(0.75, 1)
        if light < 0.28
        else np.float32([0.015, 0.015, 0.02]) * g.uniform(0.5, 3)
    )
    if 0.12 < light < 0.5 and g.random() < 0.4:
        ink = np.float32([0.9, 0.9, 0.88]) if ink[0] < 0.4 else np.float32([0.015, 0.015, 0.02])
    if not plain and r < 0.3:
        ink = body_colour(g)[1]
        if float(np.abs(ink - body).max()) < 0.12:  # hue alone may part them, but something must
            ink = np.clip(ink * 3 + 0.04 if light < 0.2 else ink * 0.25, 0, 1)
    elif not plain and r < 0.38:  # little contrast, as on worn or pearly dice
        ink = np.clip(body * (g.uniform(0.25, 0.5) if light > 0.15 else g.uniform(2.5, 5)), 0, 1) + np.float32(0.02)
    style = float(g.choice([0, 2, 3, 4], p=[0.82, 0.07, 0.04, 0.07]))
    spacing = g.uniform(0.2, 0.285)
    radius = min(g.uniform(0.08, 0.15), 0.5 * spacing)
    gap = max(g.uniform(0.6, 1.05), 1.15 * radius / spacing)
    return DieStyle(
        rounding=g.uniform(0.02, 0.2),
        ball=2.0 if g.random() < 0.55 else g.uniform(0.66, 0.8),
        body=(np.float32(body), np.float32(other)),
        colour=name,
        surface=(
            pattern,
            g.choice([0.05, 0.4, 0.8, 1.0]) * g.uniform(0.6, 1),
            g.uniform(0.5, 0.9) if g.random() < 0.04 else 0.0,
            g.uniform(0.3, 0.9) if g.random() < 0.18 else 0.0,
        ),
        pips=(radius, spacing, 0.0 if g.random() < 0.35 else g.uniform(0.4, 1.0), style),
        pip_colour=np.float32(ink),
        one_colour=np.float32(body_colour(g, "red")[1]) if g.random() < 0.15 or style == 4 else np.float32(ink),
        one_scale=g.uniform(1.3, 2.0) if g.random() < 0.15 else 1.0,
        layout=(gap, g.uniform(0.95, 1.15), g.uniform(1.7, 2.8) if g.random() < 0.08 else 0.0),
        size=1.0,
        left_handed=bool(g.random() < 0.4),
        quarter=tuple(int(v) for v in g.integers(0, 2, 3)),  # type: ignore[arg-type]
        printed=None if plain or g.random() > 0.08 else int(g.choice([1, 10, 20, 36, 44, 52])),
        printed_one=int(g.integers(36, GLYPHS)) if not plain and g.random() < 0.03 else None,
    )


def make_die(
    g: Generator, style: DieStyle, x: float, y: float, value: int | None = None, yaw: float | None = None
) -> Thing:
    """A die of `style` lying at (x, y) with `value` (or a random one) up."""
    layout = [2, 5, 3, 4, 1, 6] if not style.left_handed else [5, 2, 3, 4, 1, 6]
    turned = {2: style.quarter[0], 3: style.quarter[1], 6: style.quarter[2]}
    faces = [v + 8 * turned.get(v, int(g.integers(0, 2))) for v in layout]
    if style.printed is not None:
        faces = [16 + (style.printed + v - 1) % GLYPHS for v in layout]
    elif style.printed_one is not None:
        faces[layout.index(1)] = 16 + style.printed_one
    value = int(g.integers(1, 7)) if value is None else value
    turn = _axis_turn(2, g.uniform(0, 2 * np.pi) if yaw is None else yaw) @ UP_TURNS[layout.index(value)]
    half = np.float32([0.5, 0.5, 0.5]) * style.size
    scale = style.size
    return Thing(
        kind=DIE,
        place=np.float32([x, y, half[2]]),
        turn=turn,
        half=half,
        rounding=style.rounding * scale,
        ball=style.ball * scale,
        body=style.body,
        surface=style.surface,
        pips=(style.pips[0] * scale, style.pips[1] * scale, style.pips[2], style.pips[3]),
        pip_colour=style.pip_colour,
        one_colour=style.one_colour,
        one_scale=style.one_scale,
        layout=style.layout,
        faces=faces,
        value=None if style.printed is not None or (style.printed_one is not None and value == 1) else value,
        colour=style.colour,
    )


def make_other(g: Generator, x: float, y: float) -> Thing:
    """Something that is no pipped die: a disc, block, ball or polyhedral die, blank or printed."""
    kind = int(g.choice([DISC, BLOCK, BALL, D8, POLYHEDRON], p=[0.42, 0.24, 0.12, 0.08, 0.14]))
    _, body = body_colour(g)
    _, ink = body_colour(g)
    if kind == DISC:
        half = np.float32([1, 1, 0]) * g.uniform(0.3, 0.95) + np.float32([0, 0, g.uniform(0.05, 0.35)])
        rounding = float(min(half[2], 0.3) * g.uniform(0.2, 0.95))
    elif kind == BLOCK:
        half = np.float32([g.uniform(0.25, 1.4), g.uniform(0.2, 0.8), g.uniform(0.1, 0.6)])
        rounding = float(half.min() * g.uniform(0.02, 0.5))
    else:
        half = np.float32([g.uniform(0.3, 0.75), g.choice([0.2, 0.8]), 0.5])
        rounding = 0.0
    height = {DISC: half[2], BLOCK: half[2], BALL: half[0], D8: half[0] * 0.8, POLYHEDRON: half[0]}[kind]
    printed = g.random() < 0.7
    faces = [16 + int(g.integers(0, GLYPHS)) if printed else 0 for _ in range(6)]
    turn = _axis_turn(2, g.uniform(0, 2 * np.pi))
    if kind == D8:
        turn = turn @ _axis_turn(0, 0.9553) @ _axis_turn(2, np.pi / 4)
    elif kind == POLYHEDRON:
        turn = turn @ _axis_turn(0, g.uniform(0, 6)) @ _axis_turn(1, g.uniform(0, 6))
    return Thing(
        kind=kind,
        place=np.float32([x, y, height]),
        turn=np.float32(turn),
        half=np.float32(half),
        rounding=rounding,
        ball=9.0,
        body=(np.float32(body), np.float32(body_colour(g)[1])),
        surface=(
            float(g.choice([0, 0, 0, 1, 2, 3])),
            g.uniform(0.05, 1),
            g.uniform(0.4, 1) if g.random() < 0.2 else 0.0,
            0.0,
        ),
        pips=(0.1, 0.25, 0, 0),
        pip_colour=np.float32(ink),
        one_colour=np.float32(ink),
        one_scale=1.0,
        layout=(1.0, 1.0, 0.0),
        faces=faces,
    )


def look_at(eye: Vector, target: Vector, roll: float) -> Vector:
    """Camera axes (columns right, up, back) of a camera at `eye` that looks at `target`."""
    back = (eye - target) / np.linalg.norm(eye - target)
    aim = np.float32([0, 0, 1]) if abs(back[2]) < 0.999 else np.float32([0, 1, 0])
    right = np.cross(aim, back)
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    c, s = np.cos(roll), np.sin(roll)
    return np.float32(np.stack([c * right + s * up, c * up - s * right, back], axis=1))


def random_lights(g: Generator, span: float) -> list[tuple[Vector, Vector, float]]:
    lights = []
    for n in range(int(g.choice([1, 2, 3], p=[0.55, 0.3, 0.15]))):
        warm = g.uniform(-1, 1)
        tint = np.float32([1 + 0.28 * warm, 1.0, 1 - 0.4 * warm]) if g.random() < 0.9 else _hsv(g.random(), 0.5, 1.0)
        place = np.float32([g.uniform(-1, 1) * span, g.uniform(-1, 1) * span, g.uniform(0.45, 1.6) * span])
        lights.append(
            (place, np.float32(tint * g.uniform(0.15, 1.1) * (1.0 if n == 0 else 0.5)), float(g.uniform(0.15, 2.5)))
        )
    return lights


def random_scene(g: Generator, environments: int, backdrop: bool, size: tuple[int, int]) -> Scene:
    """A scene for training. `backdrop`: the table is a photograph fixed to the screen instead of a material."""
    width, height = size
    focal = float(g.uniform(0.75, 2.2))
    elevation = np.radians(90 - abs(g.normal(0, 14)) if g.random() < 0.4 else g.uniform(24, 85))
    pixels = float(np.exp(g.uniform(np.log(16), np.log(150))))  # size of a die in the picture
    if g.random() < 0.08:
        pixels = float(g.uniform(150, 300))
    distance = focal * height / pixels
    count = int(
        min(
            g.choice([1, 2, 3, 5, 8, 12, 18], p=[0.13, 0.15, 0.2, 0.2, 0.17, 0.1, 0.05]),
            max(1, (height / pixels) ** 2 / 3),
        )
    )
    others = int(
        min(g.choice([0, 1, 3, 6], p=[0.35, 0.25, 0.25, 0.15]), MAX_OBJECTS - count, max(0, (height / pixels) ** 2 / 3))
    )
    reach_y = 0.5 * distance / focal * 0.95 / max(np.sin(elevation), 0.5)
    reach_x = 0.5 * distance / focal * width / height * 0.95
    if g.random() < 0.3:  # huddled dice, as they lie after a roll from a cup
        spread = max(1.2, 0.8 * np.sqrt(count + others))
        reach_x, reach_y = min(reach_x, spread), min(reach_y, spread)
    sets = [random_style(g) for _ in range(int(g.choice([1, 2, 4])))]
    if g.random() < 0.25:
        sets = [random_style(g) for _ in range(count)]
    for style in sets[1:]:
        style.size = float(g.uniform(0.8, 1.25)) if g.random() < 0.4 else 1.0
    things: list[Thing] = []
    aligned = g.uniform(0, np.pi) if g.random() < 0.12 else None
    for n in range(count + others):
        for _ in range(30):
            x, y = g.uniform(-reach_x, reach_x), g.uniform(-reach_y, reach_y)
            thing = (
                make_die(
                    g,
                    sets[int(g.integers(len(sets)))],
                    x,
                    y,
                    yaw=None if aligned is None else aligned + g.normal(0, 0.1),
                )
                if n < count
                else make_other(g, x, y)
            )
            gap = 0.98 if thing.kind == DIE else 1.0
            if all(np.hypot(x - t.place[0], y - t.place[1]) > gap * 0.75 * (thing.bound + t.bound) for t in things):
                things.append(thing)
                break
    target = np.float32([g.normal(0, 0.12) * reach_x, g.normal(0, 0.12) * reach_y, 0.4])
    azimuth = -np.pi / 2
    eye = target + np.float32(
        distance
        * np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    )
    roll = float(g.uniform(-np.pi, np.pi) if elevation > np.radians(75) else g.normal(0, 0.12))
    span = float(distance * g.uniform(0.8, 2))
    lights = random_lights(g, max(6.0, min(span, 30)))
    return Scene(
        things=things,
        eye=np.float32(eye),
        axes=look_at(np.float32(eye), target, roll),
        focal=focal,
        size=size,
        lights=lights,
        environment=int(g.integers(environments)),
        environment_gain=float(np.exp(g.uniform(-0.9, 0.7))),
        environment_turn=float(g.random()),
        table_scale=-1.0
        if backdrop
        else float(np.exp(g.uniform(np.log(0.02), np.log(0.15)))) * min(1.0, 24 / distance),
        table_gloss=float(g.choice([0.0, 0.1, 0.5, 1.0]) * g.uniform(0.3, 1)),
    )
