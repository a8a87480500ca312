"""Draws dice and hands on a table in a few milliseconds a frame: polygons, soft shadows, plain shading (OpenCV only).

Far plainer than the shader in `renderer`, but quick enough for hours of moving pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Canvas = NDArray[np.float32]
"""(height, width, 3), blue green red, 0..1."""

TILE = 56
"""Pixels along a drawn face."""
FACES = (2, 5, 3, 4, 1, 6)
"""Pips on the sides +x -x +y -y +z -z."""
_SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "abcghi"}
_CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_RING = np.stack([np.cos(np.arange(20) * np.pi / 10), np.sin(np.arange(20) * np.pi / 10)], 1)
_SQUARE = np.ones((3, 3), np.uint8)
_FINE = 4
"""Bits of the fractions of a pixel that OpenCV draws with."""


@dataclass
class View:
    """A camera: `project` takes world points to pixels."""

    size: tuple[int, int]
    eye: Vector
    axes: Vector
    focal: float
    """In picture heights."""

    def project(self, points: Vector) -> Vector:
        """(n, 3) world points to (n, 2) pixels."""
        width, height = self.size
        p = (np.atleast_2d(points) - self.eye) @ self.axes
        scale = self.focal * height / np.maximum(-p[:, 2], 0.1)
        return np.stack([p[:, 0] * scale + width / 2, height / 2 - p[:, 1] * scale], 1)

    def scale(self, point: Vector) -> float:
        """Pixels a unit of length at a point."""
        return float(self.focal * self.size[1] / max(-float(((point - self.eye) @ self.axes)[2]), 0.1))


def random_view(g: Generator, size: tuple[int, int], wide: float) -> View:
    """A camera that sees `wide` units of the table across its middle, 52 to 88 degrees above it."""
    elevation, focal = np.radians(g.uniform(52, 88)), float(g.uniform(1.1, 1.8))
    distance = focal * wide * size[1] / size[0]
    eye = distance * np.array([0.0, -np.cos(elevation), np.sin(elevation)])
    back = eye / distance
    right = np.cross([0.0, np.sin(elevation), np.cos(elevation)], back)
    up = np.cross(back, right)
    c, s = np.cos(lean := float(g.normal(0, 0.05))), np.sin(lean)
    return View(size, eye, np.stack([c * right + s * up, c * up - s * right, back], 1), focal)


def ground_homography(one: View, other: View) -> NDArray[np.float64]:
    """(3, 3): from pixels of the table in one view to those in another."""
    square = np.array([[-4.0, 3, 0], [4, 3, 0], [4, -3, 0], [-4, -3, 0]])
    return np.asarray(cv2.getPerspectiveTransform(np.float32(one.project(square)), np.float32(other.project(square))))


def face_tile(pips: int, body: Vector, ink: Vector, radius: float, spacing: float) -> Canvas:
    """(TILE, TILE, 3): one side of a die."""
    fine = 4 * TILE
    tile = np.ones((fine, fine, 3), np.float32) * np.float32(body)
    y, x = np.mgrid[-1 : 1 : fine * 1j, -1 : 1 : fine * 1j].astype(np.float32)
    tile *= (1.0 - 0.25 * np.clip(np.maximum(np.abs(x), np.abs(y)) - 0.82, 0, 1) / 0.18)[..., None]
    for name in _SPOTS[pips]:
        row, column = divmod("abcdefghi".index(name), 3)
        at = (round(fine * (0.5 + (column - 1) * spacing)), round(fine * (0.5 + (row - 1) * spacing)))
        big = 1.25 if pips == 1 else 1.0
        cv2.circle(tile, at, round(fine * radius * big), tuple(float(v) for v in ink), -1, cv2.LINE_AA)
    return cv2.resize(tile, (TILE, TILE), interpolation=cv2.INTER_AREA)


@dataclass
class DieLook:
    """How the dice of one set look."""

    body: Vector
    ink: Vector
    colour: str
    tiles: dict[int, Canvas] = field(default_factory=dict)

    def tile(self, pips: int) -> Canvas:
        return self.tiles[pips]


LOOKS: dict[str, tuple[tuple[float, float, float], float]] = {
    "white": ((0.88, 0.92, 0.93), 0.06),
    "red": ((0.13, 0.12, 0.75), 0.95),
    "blue": ((0.7, 0.28, 0.1), 0.95),
    "green": ((0.2, 0.5, 0.1), 0.95),
    "black": ((0.1, 0.09, 0.09), 0.93),
    "yellow": ((0.15, 0.78, 0.92), 0.05),
}


def random_look(g: Generator) -> DieLook:
    colour = str(g.choice(list(LOOKS)))
    base, pip = LOOKS[colour]
    body = np.clip(np.array(base) * g.uniform(0.88, 1.06), 0, 1)
    look = DieLook(body, np.full(3, pip), colour)
    radius, spacing = g.uniform(0.085, 0.11), g.uniform(0.23, 0.27)
    look.tiles = {pips: face_tile(pips, body, look.ink, radius, spacing) for pips in range(1, 7)}
    return look


@dataclass
class Lamp:
    """A lamp far away: shadows fall along `falls` (x and y per unit of height)."""

    falls: tuple[float, float]
    strength: float
    tint: Vector
    soft: float
    """Pixels of blur of a shadow."""


@dataclass
class Limb:
    """A capsule: a finger, a palm or a sleeve."""

    start: Vector
    end: Vector
    radii: tuple[float, float]
    colour: Vector


@dataclass
class Sight:
    """What one frame shows."""

    dice: list[tuple[int, Vector, Vector]]
    """Number, place and turn of each die that is not out of the world."""
    limbs: list[Limb]
    lamps: tuple[float, ...]
    """How far each lamp is turned on, 0..1."""


class Painter:
    """One table, one camera, one set of lamps."""

    def __init__(self, g: Generator, view: View, looks: list[DieLook], table: Canvas, lamps: list[Lamp]) -> None:
        """`table`: (side, side, 3) seen from above, 30 units across, 0..1; `looks`: one for each die."""
        self.view, self.looks, self.lamps = view, looks, lamps
        self.ambient = float(g.uniform(0.4, 0.6))
        width, height = view.size
        self._texture, self._first = table, view
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        self._falloffs: list[NDArray[np.float32]] = []
        """How strong each lamp is, in the first view."""
        for _ in lamps:
            far = (x - g.uniform(-1, 1)) ** 2 + (y - g.uniform(-1, 1)) ** 2
            self._falloffs.append(1 - np.float32(g.uniform(0, 0.25)) * np.clip(far, 0, 2))
        self.look_from(view)
        # As the camera's own exposure sets it, before anything is switched.
        lit = self.table * np.float32(self.ambient) + sum(self.parts)
        exposure = np.float32(g.uniform(0.3, 0.6) / max(float(lit.mean()), 0.05))
        self.exposure = float(min(exposure, 2.5))

    def look_from(self, view: View) -> None:
        """Moves the camera; lamps and table stay as they are."""
        self.view = view
        self.table = self._seen(view)
        falloffs = self._falloffs
        if view is not self._first:
            moved = ground_homography(self._first, view)
            falloffs = [
                np.asarray(cv2.warpPerspective(one, moved, view.size, borderMode=cv2.BORDER_REPLICATE), np.float32)
                for one in falloffs
            ]
        self.parts: list[Canvas] = [
            np.float32(self.table * falloff[..., None] * np.float32(lamp.strength * lamp.tint))
            for lamp, falloff in zip(self.lamps, falloffs, strict=True)
        ]
        """What each lamp adds to the table where no shadow falls."""
        self._under: tuple[float, ...] | None = None
        self._table = self.table

    def _seen(self, view: View) -> Canvas:
        """The table's material in a view, unlit."""
        side, reach = self._texture.shape[0], 15.0
        square = np.array([[-reach, reach, 0], [reach, reach, 0], [reach, -reach, 0], [-reach, -reach, 0]])
        corners = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
        warp = cv2.getPerspectiveTransform(corners, np.float32(view.project(square)))
        drawn = cv2.warpPerspective(self._texture, warp, view.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(drawn, np.float32)

    def paint(self, sight: Sight) -> NDArray[np.uint8]:
        """The picture, (height, width, 3) uint8 blue green red, without noise."""
        canvas = self._lit(sight.lamps).copy()
        for lamp, part, on in zip(self.lamps, self.parts, sight.lamps, strict=True):
            if on > 0:
                self._darken(canvas, part, on, self._shadow(sight, lamp))
        for number, place, turn in sorted(sight.dice, key=lambda die: float(die[1] @ self.view.axes[:, 2])):
            self._die(canvas, self.looks[number], place, turn, sight.lamps)
        self._limbs(canvas, sight)
        return np.asarray(cv2.convertScaleAbs(canvas, alpha=255 * self.exposure), np.uint8)

    def _lit(self, lamps: tuple[float, ...]) -> Canvas:
        """The table without shadows under lamps so far turned on."""
        if self._under != lamps:
            self._under = lamps
            self._table = self.table * np.float32(self.ambient)
            for part, on in zip(self.parts, lamps, strict=True):
                self._table = self._table + part * np.float32(on)
        return self._table

    def _darken(self, canvas: Canvas, part: Canvas, on: float, shadow: NDArray[np.uint8]) -> None:
        """Take a lamp's light away where its shadow, of half the size, lies."""
        x, y, w, h = cv2.boundingRect(shadow)
        if w == 0:
            return
        here = np.s_[2 * y : 2 * (y + h), 2 * x : 2 * (x + w)]
        full = cv2.resize(shadow[y : y + h, x : x + w], (2 * w, 2 * h), interpolation=cv2.INTER_LINEAR)
        share = cv2.cvtColor(full.astype(np.float32) * np.float32(0.9 * on / 255), cv2.COLOR_GRAY2BGR)
        canvas[here] -= part[here] * share

    def _shadow(self, sight: Sight, lamp: Lamp) -> NDArray[np.uint8]:
        """How far each point lies in shadow, 0..255, at half the picture's size."""
        width, height = self.view.size
        sharp, far = (np.zeros((height // 2, width // 2), np.uint8) for _ in range(2))
        falls = np.array([*lamp.falls, 0.0])
        for _, place, turn in sight.dice:
            corners = _CORNERS @ turn.T + place
            corners = corners + corners[:, 2:3] * falls
            corners[:, 2] = 0
            self._fill(sharp, self.view.project(corners) / 2, 255)
        for limb in sight.limbs:
            ends = []
            for point, radius in ((limb.start, limb.radii[0]), (limb.end, limb.radii[1])):
                foot = point + point[2] * falls
                ends.append((np.array([foot[0], foot[1], 0.0]), radius))
            self._capsule(far, ends, 255, 0.5)
        out = cv2.GaussianBlur(sharp, (0, 0), lamp.soft / 2)
        if sight.limbs:
            out = cv2.max(out, cv2.GaussianBlur(far, (0, 0), 1.5 * lamp.soft))
        return np.asarray(out, np.uint8)

    def _fill(self, mask: NDArray[np.uint8], points: Vector, value: int) -> None:
        hull = cv2.convexHull(np.float32(np.clip(points, -4000, 4000)))
        cv2.fillConvexPoly(mask, np.int32(np.round(hull * 2**_FINE)), value, cv2.LINE_AA, _FINE)

    def _capsule(
        self, mask: NDArray[np.uint8], ends: list[tuple[Vector, float]], value: int, zoom: float = 1.0
    ) -> None:
        points = [self.view.project(at)[0] + _RING * radius * self.view.scale(at) for at, radius in ends]
        self._fill(mask, np.concatenate(points) * zoom, value)

    def _shade(self, normal: Vector, lamps: tuple[float, ...]) -> Vector:
        shade = np.full(3, self.ambient)
        for lamp, on in zip(self.lamps, lamps, strict=True):
            to_lamp = np.array([-lamp.falls[0], -lamp.falls[1], 1.0])
            shade = shade + max(0.0, float(normal @ to_lamp) / np.linalg.norm(to_lamp)) * lamp.strength * on * lamp.tint
        return shade

    def _die(self, canvas: Canvas, look: DieLook, place: Vector, turn: Vector, lamps: tuple[float, ...]) -> None:
        width, height = self.view.size
        outline = self.view.project(_CORNERS @ turn.T + place)
        x0, y0 = np.floor(outline.min(0)).astype(int) - 2
        x1, y1 = np.ceil(outline.max(0)).astype(int) + 3
        if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= height or x1 - x0 > 400:
            return
        fine = 2
        patch = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine, 3), np.float32)
        cover = np.zeros(patch.shape[:2], np.float32)
        corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.5
        for side, pips in enumerate(FACES):
            axis, sign = side // 2, 1 - 2 * (side % 2)
            normal = turn[:, axis] * sign
            middle = place + normal * 0.5
            if (self.view.eye - middle) @ normal <= 0:
                continue
            square = np.zeros((4, 3))
            square[:, axis] = 0.5 * sign
            square[:, (axis + 1) % 3], square[:, (axis + 2) % 3] = corner[:, 0], corner[:, 1]
            quad = (self.view.project(square @ turn.T + place) - (x0, y0)) * fine
            warp = cv2.getPerspectiveTransform(
                np.float32([[0, 0], [TILE, 0], [TILE, TILE], [0, TILE]]), np.float32(quad)
            )
            size = (patch.shape[1], patch.shape[0])
            drawn = cv2.warpPerspective(
                look.tile(pips), warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            mask = np.zeros(patch.shape[:2], np.uint8)
            self._fill(mask, quad, 255)
            hit = mask > 127
            patch[hit] = (drawn * np.float32(self._shade(normal, lamps)))[hit]
            cover[hit] = 1
        small = cv2.resize(cover, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)[..., None]
        colour = cv2.resize(patch, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        a, b, c, d = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        inside = np.s_[b - y0 : d - y0, a - x0 : c - x0]
        canvas[b:d, a:c] = canvas[b:d, a:c] * (1 - small[inside]) + colour[inside]

    def _limbs(self, canvas: Canvas, sight: Sight) -> None:
        """Limbs are drawn in the order given, rounded by how deep a pixel lies within their outline."""
        if not sight.limbs:
            return
        shade = np.float32(self._shade(np.array([0, 0, 1.0]), sight.lamps))
        height, width = canvas.shape[:2]
        groups: list[tuple[Vector, list[Limb]]] = []
        for limb in sight.limbs:
            if not groups or groups[-1][0] is not limb.colour:
                groups.append((limb.colour, []))
            groups[-1][1].append(limb)
        for colour, limbs in groups:
            mask = np.zeros((height, width), np.uint8)
            for limb in limbs:
                self._capsule(mask, [(limb.start, limb.radii[0]), (limb.end, limb.radii[1])], 255)
            if not mask.any():
                continue
            x, y, w, h = cv2.boundingRect(mask)
            part = mask[y : y + h, x : x + w]
            depth = cv2.distanceTransform(np.uint8(part > 127), cv2.DIST_L2, 3)
            round_ = 0.62 + 0.38 * np.clip(depth / max(6.0, 0.4 * self.view.scale(limbs[0].start)), 0, 1) ** 0.5
            rims = np.zeros_like(part)
            for limb in limbs:  # creases between the fingers
                edge = np.zeros_like(mask)
                self._capsule(edge, [(limb.start, limb.radii[0]), (limb.end, limb.radii[1])], 255)
                rims = cv2.max(rims, cv2.morphologyEx(edge[y : y + h, x : x + w], cv2.MORPH_GRADIENT, _SQUARE))
            round_ = round_ * (1 - 0.1 * cv2.blur(rims, (3, 3)).astype(np.float32) / 255)
            alpha = part.astype(np.float32)[..., None] / 255
            drawn = np.float32(colour) * shade * round_[..., None]
            canvas[y : y + h, x : x + w] = canvas[y : y + h, x : x + w] * (1 - alpha) + drawn * alpha
