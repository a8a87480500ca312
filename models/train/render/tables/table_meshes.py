"""Meshes of what lies on tables, for a renderer that has no signed distances: turned bodies, dice, cards, boxes.

Shapes differ from those of scene.frag on purpose: pawns are bells with a collar, discs have a rim, sleeves have folds.
Everything is in the object's own frame, outward faces counter-clockwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.train.render.common import SPOTS
from models.train.render.dice_scene.things import PRINT, Thing

Points = NDArray[np.float64]
AROUND = 28
"""Steps around a turned body."""
FACE_STEPS = 18
"""Steps along each side of a die's face; a pip is about four wide."""
ATLAS = 96
"""Pixels of one face in the picture of a die's six."""


class Mesh(NamedTuple):
    points: Points
    """(n, 3)."""
    faces: NDArray[np.int64]
    """(m, 3)."""
    uv: Points
    """(n, 2), v up."""

    @property
    def normals(self) -> Points:
        """(n, 3): of the vertices, weighted by area."""
        a, b, c = (self.points[self.faces[:, k]] for k in range(3))
        flat = np.cross(b - a, c - a)
        total = np.zeros_like(self.points)
        for k in range(3):
            np.add.at(total, self.faces[:, k], flat)
        return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12))


def _quads(rows: int, cols: int) -> NDArray[np.int64]:
    """Triangles between the points of a lattice, row after row."""
    a = (np.arange(rows - 1)[:, None] * cols + np.arange(cols - 1)[None]).ravel()
    return np.concatenate([np.stack([a, a + 1, a + cols], 1), np.stack([a + 1, a + cols + 1, a + cols], 1)])


def turned(profile: Points, folds: float = 0.0) -> Mesh:
    """A body about the z axis; `profile` (n, 2): radius and height from the lower pole to the upper one.

    `folds`: how far, over the radius, its surface goes in and out like cloth."""
    angles = np.linspace(0, 2 * np.pi, AROUND + 1)
    wave = 1 + folds * (np.sin(5 * angles)[None] * np.sin(profile[:, 1] * 1.3)[:, None] + 0.6 * np.sin(
        profile[:, 1] * 3.1 + 1)[:, None])  # fmt: skip
    radius = profile[:, :1] * wave
    points = np.stack(
        [radius * np.cos(angles), radius * np.sin(angles), np.repeat(profile[:, 1:], AROUND + 1, 1)], -1
    ).reshape(-1, 3)
    uv = np.stack([np.tile(angles / 2 / np.pi, len(profile)), np.repeat(profile[:, 1], AROUND + 1)], 1)
    return Mesh(points, _quads(len(profile), AROUND + 1), uv)


def _arc(x: float, y: float, r: float, start: float, end: float, steps: int = 6) -> list[tuple[float, float]]:
    angles = np.radians(np.linspace(start, end, steps))
    return [(x + r * float(np.cos(a)), y + r * float(np.sin(a))) for a in angles]


def disc(radius: float, half: float, rim: bool = True) -> Mesh:
    """A marker: rounded at its edge, hollowed a little inside its rim."""
    edge = min(0.35 * half, 0.2 * radius)
    profile = [
        (0.0, -half),
        *_arc(radius - edge, -half + edge, edge, -90, 0),
        *_arc(radius - edge, half - edge, edge, 0, 90),
    ]
    profile += [(0.78 * radius, half), (0.72 * radius, half - 0.22 * half)] if rim else []
    profile.append((0.0, half - (0.22 * half if rim else 0.0)))
    return turned(np.array(profile))


def capsule(radius: float, half: float) -> Mesh:
    """A finger: round ends, a little thinner towards -z."""
    reach = max(half - radius, 0.0)
    thin = 0.85 * radius
    return turned(np.array([*_arc(0, -reach, thin, -90, 0), *_arc(0, reach, radius, 0, 90)]))


def sleeve(radius: float, half: float) -> Mesh:
    """A tube of cloth, wider at its open ends."""
    heights = np.linspace(-half, half, 26)
    wide = radius * (1 + 0.08 * (heights / half) ** 2)
    inner = [(0.0, -half + 0.6), (0.8 * radius, -half + 0.5)]
    profile = np.array([*inner, *zip(wide, heights, strict=True), (0.8 * radius, half - 0.5), (0.0, half - 0.6)])
    return turned(profile, 0.045)


def pawn(radius: float, half: float) -> Mesh:
    """A bell with a collar and a ball on top, as tall and as wide at the foot as any."""
    ball = 0.52 * radius
    neck = 2 * half - 1.75 * ball
    profile = [(0.0, 0.0), *_arc(0.92 * radius, 0.08 * radius, 0.08 * radius, -90, 60, 4)]
    profile += [
        (radius * (0.88 - 0.55 * t**0.6), 0.2 * radius + (neck - 0.35 * radius) * t) for t in np.linspace(0, 1, 10)
    ]
    profile += [(0.55 * radius, neck - 0.12 * radius), (0.55 * radius, neck), (0.3 * radius, neck + 0.05 * radius)]
    start = float(np.degrees(np.arcsin((neck + 0.06 * radius - (2 * half - ball)) / ball)))
    profile += _arc(0.0, 2 * half - ball, ball, max(start, -80), 90, 9)
    return turned(np.array(profile) - [0, half])


def card(width: float, high: float, thick: float, corner: float) -> tuple[Mesh, Mesh]:
    """The printed upper side of a card, or of a pile of them, and its edges; sizes are whole ones."""
    x, y = width / 2 - corner, high / 2 - corner
    outline = [*_arc(x, y, corner, 0, 90, 5), *_arc(-x, y, corner, 90, 180, 5), *_arc(-x, -y, corner, 180, 270, 5),
               *_arc(x, -y, corner, 270, 360, 5)]  # fmt: skip
    ring = np.array(outline)
    n = len(ring)
    top = np.concatenate([[[0.0, 0.0]], ring])
    faces = np.array([(0, 1 + k, 1 + (k + 1) % n) for k in range(n)])
    uv = top / (width, high) + 0.5
    upper = Mesh(np.column_stack([top, np.full(len(top), thick / 2)]), faces, uv)
    closed = np.concatenate([ring, ring[:1]])
    low = np.column_stack([closed, np.full(n + 1, -thick / 2)])
    edge = np.concatenate([low, low * [1, 1, -1]])
    return upper, Mesh(edge, _quads(2, n + 1), np.zeros((len(edge), 2)))


def box(half: Points, rounding: float, steps: int = 8) -> Mesh:
    """A rounded box; its six faces have a sixth of the texture each, side by side in two rows of three."""
    grid = np.linspace(-1, 1, steps + 1)
    grid = np.sign(grid) * np.abs(grid) ** 0.6 if steps < FACE_STEPS else grid  # close together at the edges
    parts, faces, uvs, start = [], [], [], 0
    inner = np.maximum(half - rounding, 1e-6)
    for side in range(6):
        axis, sign = side // 2, 1 - 2 * (side % 2)
        a, b = (k for k in range(3) if k != axis)
        v, u = np.meshgrid(grid, grid, indexing="ij")
        p = np.zeros((u.size, 3))
        p[:, axis], p[:, a], p[:, b] = sign * half[axis], u.ravel() * half[a], v.ravel() * half[b]
        core = np.clip(p, -inner, inner)
        way = p - core
        p = core + rounding * way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
        found = _quads(steps + 1, steps + 1)
        outward = np.cross(np.eye(3)[a], np.eye(3)[b])[axis] * sign > 0
        faces.append((found if outward else found[:, ::-1]) + start)
        col, row = side % 3, side // 3
        uvs.append(np.stack([(col + (u.ravel() + 1) / 2) / 3, 1 - (row + (1 - v.ravel()) / 2) / 2], 1))
        parts.append(p)
        start += len(p)
    return Mesh(np.concatenate(parts), np.concatenate(faces), np.concatenate(uvs))


def _spots(thing: Thing, face: int) -> Points:
    """(n, 2): the pips of a face on its plane, as scene.frag has them."""
    value, step = face & 7, thing.pips[1]
    spots = np.array(SPOTS.get(value, []), np.float64).reshape(-1, 2) * step
    if value == 6:
        spots = spots * (thing.layout[0], thing.layout[1])
    # The shader turns the point that it looks up, so the pips turn the other way.
    return np.stack([spots[:, 1], -spots[:, 0]], 1) if face & 8 else spots


MIRRORED = (1, 2, 5)
"""The faces of a box (-x, +y, -z) whose texture runs to the left, as seen from outside."""


def die(thing: Thing, stickers: dict[int, NDArray[np.float32]]) -> tuple[Mesh, NDArray[np.float32]]:
    """A die with its pips carved, and the linear picture (rows from the top, red green blue) of its six faces.

    `stickers`: (ATLAS, ATLAS, 3) linear, by the number of a face."""
    half = np.asarray(thing.half, np.float64)
    mesh = box(half, max(thing.rounding, 0.04), FACE_STEPS)
    points = mesh.points.copy()
    far = np.linalg.norm(points, axis=1, keepdims=True)
    points *= np.minimum(1.0, min(thing.ball, 9.0) / far)
    picture = np.ones((2 * ATLAS, 3 * ATLAS, 3), np.float32) * np.float32(thing.body[0])
    each = (FACE_STEPS + 1) ** 2
    v, u = np.mgrid[0:ATLAS, 0:ATLAS]
    for side, face in enumerate(thing.faces):
        axis = side // 2
        a, b = (k for k in range(3) if k != axis)
        col, row = side % 3, side // 3
        tile = picture[row * ATLAS : (row + 1) * ATLAS, col * ATLAS : (col + 1) * ATLAS]
        if face >= PRINT and face in stickers:
            tile[:] = stickers[face][:, ::-1] if side in MIRRORED else stickers[face]
            continue
        x = ((u + 0.5) / ATLAS * 2 - 1) * half[a]
        y = (1 - (v + 0.5) / ATLAS * 2) * half[b]
        radius = thing.pips[0] * (thing.one_scale if face & 7 == 1 else 1.0)
        own = points[side * each : (side + 1) * each]
        for spot in _spots(thing, face):
            ink = np.clip((radius - np.hypot(x - spot[0], y - spot[1])) / (2 * half[a] / ATLAS) + 0.5, 0, 1)[..., None]
            colour = thing.one_colour if face & 7 == 1 else thing.pip_colour
            tile[:] = tile * (1 - ink) + np.float32(colour) * ink
            deep = np.clip(1 - np.hypot(own[:, a] - spot[0], own[:, b] - spot[1]) / radius, 0, 1)
            own[:, axis] *= 1 - 0.35 * radius * np.sqrt(deep) / half[axis]
    return Mesh(points, mesh.faces, mesh.uv), picture
