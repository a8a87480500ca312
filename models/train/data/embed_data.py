"""Draws views of symbol dice quickly: three faces of a rounded cube, warped, shaded and photographed.

A true render takes half a second a scene; such a view takes two milliseconds, so that a fit sees each drawing only
once. Image frame: the crop is the square -1..1, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.data.augment import Image, disturb, mirror_lamps
from models.train.data.drawing_sets import differences, turned_copies
from models.train.data.drawings import KINDS, SIDE, Mask, draw, variant
from models.train.render.common import Assets, made_up_material
from vision.dice.pip_classifier import CROP, MARGIN

CANVAS = CROP * 3 // 2
"""Side of the square that a view is drawn on before it is made smaller."""
SIDES = np.array([[[1, 0, 0], [0, 1, 0]], [[0, 1, 0], [-1, 0, 0]], [[-1, 0, 0], [0, -1, 0]], [[0, -1, 0], [1, 0, 0]]])
"""Normal and rightward direction of the four upright faces, seen from outside."""


@dataclass
class Style:
    """How one die is made: colours are blue green red, 0..1."""

    body: NDArray[np.float32]
    marble: NDArray[np.float32]
    ink: NDArray[np.float32]
    paper: NDArray[np.float32] | None
    """Colour of a sticker on every face, or None."""
    rounding: float
    """In sides of the die, as all lengths here."""
    scale: float
    """Side of the drawing's mask on the face."""
    gloss: float


class View(NamedTuple):
    crop: Image
    """(CROP, CROP, 3)."""
    frame: NDArray[np.float32]
    """(6,): middle of the upper face, then half its sides along the drawing's x and y, each as x, y of the crop."""


def _colour(g: Generator) -> NDArray[np.float32]:
    if g.random() < 0.3:
        return np.float32(g.choice([g.uniform(0.75, 1), g.uniform(0.02, 0.2)]) * g.uniform(0.9, 1.0, 3))
    hsv = np.float32([[[g.uniform(0, 360), g.uniform(0.3, 1), g.uniform(0.15, 1)]]])
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def random_style(g: Generator) -> Style:
    body = _colour(g)
    paper = None
    ground = body
    if g.random() < 0.3:
        paper = np.float32(g.uniform(0.75, 1.0) * g.uniform(0.93, 1.0, 3)) if g.random() < 0.7 else _colour(g)
        ground = paper
    while True:
        ink = _colour(g)
        if float(np.abs(ink - ground).max()) > 0.22 and abs(float((ink - ground).mean())) > 0.08:
            break
    return Style(
        body=body,
        marble=np.float32(np.clip(body * g.uniform(0.5, 1.6), 0, 1)) if g.random() < 0.2 else body,
        ink=ink,
        paper=paper,
        rounding=g.uniform(0.02, 0.17),
        scale=g.uniform(0.72, 1.05) if paper is None else g.uniform(0.68, 0.85),
        gloss=g.uniform(0, 0.6) if g.random() < 0.3 else 0.0,
    )


def backgrounds(folder: Path | None, count: int, seed: int) -> list[Image]:
    """Pictures of tables to cut grounds from, (256, 256, 3): from the assets folder where given, else made up."""
    g = np.random.default_rng(seed)
    assets = Assets.load(folder)
    paths = [*assets.materials, *assets.swatches, *assets.backgrounds]
    pictures: list[Image] = []
    for n in g.permutation(len(paths))[:count]:
        image = cv2.imread(str(paths[int(n)]), cv2.IMREAD_REDUCED_COLOR_2)
        if image is not None and min(image.shape[:2]) >= 32:
            pictures.append(np.asarray(cv2.resize(image, (256, 256), interpolation=cv2.INTER_AREA), np.uint8))
    while len(pictures) < max(count // 8, 4):
        made = cv2.cvtColor(made_up_material(g, 256) ** np.float32(1 / 2.2), cv2.COLOR_RGB2BGR)
        pictures.append(np.uint8(np.clip(made, 0, 1) * 255))
    return pictures


def _ground(g: Generator, tables: list[Image]) -> NDArray[np.float32]:
    """(CANVAS, CANVAS, 3) of 0..1: a piece of a table."""
    if g.random() < 0.12:
        return np.full((CANVAS, CANVAS, 3), _colour(g), np.float32)
    picture = tables[int(g.integers(len(tables)))]
    side = int(g.integers(24, 250))
    x, y = (int(v) for v in g.integers(0, 256 - side, 2))
    piece = np.rot90(picture[y : y + side, x : x + side], int(g.integers(4)))
    return np.float32(cv2.resize(piece, (CANVAS, CANVAS), interpolation=cv2.INTER_LINEAR)) / 255


class _Pose(NamedTuple):
    """How a unit cube standing on a table is seen."""

    turn: NDArray[np.float64]
    """3x3, die to camera: x right, y up, z toward the camera."""
    roll: NDArray[np.float64]
    """2x2 in the picture."""
    distance: float

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 3) points of the die to (n, 2) of the picture, in sides of the die."""
        p = points @ self.turn.T
        seen = p[:, :2] * [1, -1] * (self.distance / (self.distance - p[:, 2:]))
        return np.asarray(seen @ self.roll.T)

    def faces_camera(self, normal: NDArray[np.float64]) -> float:
        """Cosine between a face's normal and the way to the camera."""
        n = self.turn @ normal
        way = np.array([0, 0, self.distance]) - 0.5 * n
        return float(n @ way / np.linalg.norm(way))


def _random_pose(g: Generator) -> _Pose:
    tilt = np.radians(abs(g.normal(0, 14)) if g.random() < 0.35 else g.uniform(0, 64))
    yaw = g.uniform(0, 2 * np.pi)
    c, s = np.cos(tilt), np.sin(tilt)
    tilted = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    turned = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    # Seen from above any side of the picture may be up (and dice far from the middle are seen aslant all the same);
    # from the side the camera is held upright.
    above = tilt < np.radians(18) or (tilt < np.radians(32) and g.random() < 0.5)
    roll = g.uniform(-np.pi, np.pi) if above else g.normal(0, np.radians(12))
    turn2 = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    return _Pose(tilted @ turned, turn2, float(np.exp(g.uniform(np.log(5), np.log(40)))))


def _on_canvas(points: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.float32((np.asarray(points) + 1) * (CANVAS / 2) - 0.5)


class _Framing(NamedTuple):
    """Which square of the picture of a die is its crop."""

    pose: _Pose
    middle: NDArray[np.float64]
    half: float
    """Middle (2,) and half the side of the square, in sides of the die."""

    def crop(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 3) points of the die to (n, 2) of the crop."""
        return np.asarray((self.pose.project(points) - self.middle) / self.half)

    def canvas(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """(n, 3) points of the die to (n, 2) pixels of the canvas."""
        return _on_canvas(self.crop(points))


class _Layers(NamedTuple):
    """What a die's picture is mixed from, (CANVAS, CANVAS) each, 0..1."""

    shade: NDArray[np.float32]
    ink: NDArray[np.float32]
    paper: NDArray[np.float32]


_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2
_UP = np.array([0.0, 0.0, 1.0])
_FACES = [(_UP, np.array([1.0, 0, 0]), np.array([0, -1.0, 0])), *((n, right, -_UP) for n, right in SIDES.astype(float))]
"""Normal, and the drawing's x and y, of the upper face and the four upright ones."""


def _square(face: int, marks: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) points of a drawing to (n, 3) points of the die; the face is the square -0.5..0.5."""
    normal, x, y = _FACES[face]
    return np.asarray(normal / 2 + marks[:, :1] * x + marks[:, 1:] * y)


def _fill(layer: NDArray[Any], corners: NDArray[np.float32], value: float) -> None:
    cv2.fillConvexPoly(layer, np.int32(np.round(corners * 16)), value, cv2.LINE_AA, 4)


def make_view(g: Generator, drawings: list[Mask], style: Style, tables: list[Image]) -> View:
    """A die of `style` with `drawings[0]` up and others of them on its sides, as the crop around its box shows it."""
    pose = _random_pose(g)
    inner = 0.5 - style.rounding
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    core = pose.project(signs * inner)
    low, high = core.min(0) - style.rounding, core.max(0) + style.rounding
    half = (high - low).max() / 2 * MARGIN * np.exp(g.normal(0.02, 0.11))
    seen = _Framing(pose, (low + high) / 2 + g.normal(0, 0.045, 2) * (high - low).max(), half)
    rounding = style.rounding * CANVAS / 2 / half  # in pixels of the canvas
    hull = cv2.convexHull(seen.canvas(signs * inner))[:, 0]
    outline = np.zeros((CANVAS, CANVAS), np.uint8)
    _fill(outline, hull, 255)
    cv2.polylines(outline, [np.int32(np.round(hull * 16))], True, 255, max(1, round(2 * rounding)), cv2.LINE_AA, 4)

    layers = _painted_faces(g, seen, drawings, style)
    top = seen.crop(_square(0, _CORNERS))
    frame = np.zeros(6, np.float32)
    frame[:2] = top.mean(0)
    frame[2:4] = (top[1] + top[2] - top[0] - top[3]) / 4
    frame[4:] = (top[2] + top[3] - top[0] - top[1]) / 4
    die = _coloured(g, layers, style, max(0.6, rounding * 0.5), frame[:2])
    ground = _shadowed_ground(g, tables, hull)
    cover = np.float32(outline)[..., None] / 255
    whole = np.clip(ground * (1 - cover) + die * cover, 0, 1)
    small = cv2.resize(np.uint8(whole * 255 + 0.5), (CROP, CROP), interpolation=cv2.INTER_AREA)
    return View(np.asarray(small, np.uint8), frame)


def _painted_faces(g: Generator, seen: _Framing, drawings: list[Mask], style: Style) -> _Layers:
    """The drawings, the first on the upper face, and how one lamp lights the faces that the camera sees."""
    lamp = np.array([g.normal(), g.normal(), g.uniform(0.6, 2.5)])
    lamp /= np.linalg.norm(lamp)
    ambient = g.uniform(0.25, 0.7)
    shade = np.full((CANVAS, CANVAS), ambient + 0.35 * (1 - ambient), np.float32)
    ink, paper = np.zeros((CANVAS, CANVAS), np.float32), np.zeros((CANVAS, CANVAS), np.float32)
    for n, face in enumerate([0, *(1 + g.permutation(4))]):
        normal = _FACES[face][0]
        if seen.pose.faces_camera(normal) < 0.02:
            continue
        light = ambient + (1 - ambient) * max(float(normal @ lamp), 0.0) * g.uniform(0.95, 1.05)
        _fill(shade, seen.canvas(_square(face, _CORNERS)), float(light))
        shift, scale = g.normal(0, 0.012, 2), style.scale * np.exp(g.normal(0, 0.03))
        twist = np.radians(g.normal(0, 2.5)) + (0 if face == 0 else int(g.integers(4)) * np.pi / 2)
        turn = np.array([[np.cos(twist), np.sin(twist)], [-np.sin(twist), np.cos(twist)]])
        target = seen.canvas(_square(face, _CORNERS * scale @ turn + shift))
        source = np.float32([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(source, target)
        mask = drawings[n % len(drawings)]
        warped = cv2.warpPerspective(mask, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)
        ink = np.maximum(ink, np.float32(warped) / 255)
        if style.paper is not None:
            sheet = min(0.97, style.scale * 1.12)
            _fill(paper, seen.canvas(_square(face, _CORNERS * sheet @ turn + shift)), 1.0)
    return _Layers(shade, ink, paper)


def _coloured(
    g: Generator, layers: _Layers, style: Style, soft: float, middle: NDArray[np.float32]
) -> NDArray[np.float32]:
    """(CANVAS, CANVAS, 3): the colours of a die, its edges softened by `soft` pixels; a gloss lies about `middle`."""
    shade = cv2.GaussianBlur(layers.shade, (0, 0), soft)
    body = np.broadcast_to(style.body, (CANVAS, CANVAS, 3))
    if style.marble is not style.body:
        veins = cv2.resize(g.random((7, 7), dtype=np.float32), (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
        veins = np.clip((veins - 0.35) * 3, 0, 1)[..., None]
        body = body * (1 - veins) + style.marble * veins
    if style.paper is not None:
        body = body * (1 - layers.paper[..., None]) + style.paper * layers.paper[..., None]
    die = (body + (style.ink - body) * layers.ink[..., None]) * shade[..., None]
    if style.gloss:
        v, u = np.mgrid[-1 : 1 : CANVAS * 1j, -1 : 1 : CANVAS * 1j].astype(np.float32)
        at, wide = middle + g.uniform(-0.6, 0.6, 2), g.uniform(0.1, 0.4)
        die = die + (style.gloss * np.exp(-((u - at[0]) ** 2 + (v - at[1]) ** 2) / wide**2))[..., None]
    return die


def _shadowed_ground(g: Generator, tables: list[Image], hull: NDArray[np.float32]) -> NDArray[np.float32]:
    """(CANVAS, CANVAS, 3): a piece of a table with the shadow of the die `hull`, and sometimes the edge of another."""
    ground = _ground(g, tables)
    cast = np.zeros((32, 32), np.float32)
    thrown = (hull + g.normal(0, 0.12, 2) * CANVAS) / 4
    _fill(cast, thrown, float(g.uniform(0.2, 0.7)))
    cast = cv2.resize(cv2.GaussianBlur(cast, (0, 0), g.uniform(0.8, 4)), (CANVAS, CANVAS))
    ground = ground * (1 - cast[..., None])
    if g.random() < 0.2:
        side, depth = int(g.integers(4)), int(g.uniform(0.03, 0.14) * CANVAS)
        area = [np.s_[:depth], np.s_[-depth:], np.s_[:, :depth], np.s_[:, -depth:]][side]
        ground[area] = _colour(g)
    return ground


class Views(NamedTuple):
    """Two views of each of n drawings, both seen with the drawing's own x and y."""

    crops: NDArray[np.uint8]
    """(2, n, CROP, CROP, 3)."""
    frames: NDArray[np.float32]
    """(2, n, 6)."""
    copies: NDArray[np.float32]
    """(n, turns, pixels): see drawings.turned_copies."""


LIKE = 0.3
"""Share of the drawings of a lot that are made from another one of it."""
OF_A_KIND = 0.5
"""Share of the lots whose drawings are all of one kind: what parts a letter from a tank does not part two tanks."""
GLARE = 0.08
"""Share of views on which the face mirrors lamps."""
APART = 0.16
"""Drawings that part less than this may be called the same."""


def made_views(g: Generator, count: int, tables: list[Image]) -> Views:
    """Views of `count` new drawings, not yet disturbed."""
    drawings: list[Mask] = []
    kinds = [kind for kind in KINDS if kind not in ("blank", "pips")]
    kind = str(g.choice(kinds)) if g.random() < OF_A_KIND else None
    for n in range(count):
        drawings.append(variant(g, drawings[int(g.integers(n))]) if n and g.random() < LIKE else draw(g, kind))
    crops = np.zeros((2, count, CROP, CROP, 3), np.uint8)
    frames = np.zeros((2, count, 6), np.float32)
    for n, mask in enumerate(drawings):
        sides = [drawings[int(g.integers(count))] for _ in range(4)]
        style = random_style(g)
        for k in range(2):
            if k and g.random() < 0.5:
                style = random_style(g)
            crops[k, n], frames[k, n] = make_view(g, [mask, *sides], style, tables)
    return Views(crops, frames, np.stack([turned_copies(mask) for mask in drawings]))


class Batch(NamedTuple):
    crops: NDArray[np.uint8]
    """(2, n, CROP, CROP, 3), disturbed."""
    frames: NDArray[np.float32]
    """(2, n, 6)."""
    same: NDArray[np.bool_]
    """(n, n): which drawings are too alike to be told apart."""


def as_batch(g: Generator, parts: list[Views]) -> Batch:
    """Several lots of views as one batch, each as another camera might have taken it."""
    crops = np.concatenate([part.crops for part in parts], 1)
    for view in crops.reshape(-1, *crops.shape[2:]):
        view[:] = disturb(g, mirror_lamps(g, view) if g.random() < GLARE else view)
    same = differences(np.concatenate([part.copies for part in parts])) < APART
    return Batch(crops, np.concatenate([part.frames for part in parts], 1), same | same.T)
