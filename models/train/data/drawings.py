"""Makes up drawings for the faces of symbol dice, as different as what people print, carve and paint.

A drawing is a (SIDE, SIDE) uint8 mask, ink = 255. It is a function of its kind and its seed alone.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.common import SPOTS
from seeds.drawings import Drawing

Mask = NDArray[np.uint8]
SIDE = 96
"""Side of a drawing in pixels; it keeps clear of the rim by about a tenth."""
_FINE = 16
"""OpenCV draws points at sixteenths of a pixel (shift = 4)."""


def _points(xy: NDArray[np.float64]) -> NDArray[np.int32]:
    """(n, 2) in -1..1 to OpenCV's fine pixels."""
    return np.int32(np.round((np.asarray(xy) * 0.42 + 0.5) * SIDE * _FINE))


def _fill(mask: Mask, xy: NDArray[np.float64], ink: int = 255) -> None:
    cv2.fillPoly(mask, [_points(xy)], ink, cv2.LINE_AA, 4)


def _line(mask: Mask, xy: NDArray[np.float64], weight: int, closed: bool = False, ink: int = 255) -> None:
    cv2.polylines(mask, [_points(xy)], closed, ink, weight, cv2.LINE_AA, 4)


def _ring(n: int, radius: float = 1.0, turn: float = 0.0) -> NDArray[np.float64]:
    t = np.arange(n) * 2 * np.pi / n + turn
    return np.stack([np.sin(t), -np.cos(t)], 1) * radius


def _weight(g: Generator) -> int:
    return int(g.integers(4, 13))


def strokes(g: Generator) -> Mask:
    """A few bent lines."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    weight = _weight(g)
    for _ in range(int(g.integers(1, 5))):
        ends = g.uniform(-1, 1, (4, 2))
        t = np.linspace(0, 1, 24)[:, None]
        if g.random() < 0.4:
            _line(mask, ends[: int(g.integers(2, 5))], weight)
        else:
            bend = (
                (1 - t) ** 3 * ends[0] + 3 * (1 - t) ** 2 * t * ends[1] + 3 * (1 - t) * t**2 * ends[2] + t**3 * ends[3]
            )
            _line(mask, bend, weight)
    return mask


def polygon(g: Generator) -> Mask:
    """One random polygon about the middle, filled or in outline, sometimes with a hole."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    n = int(g.integers(3, 10))
    t = np.sort(g.uniform(0, 2 * np.pi, n))
    xy = np.stack([np.cos(t), np.sin(t)], 1) * g.uniform(0.35, 1.0, (n, 1))
    if g.random() < 0.6:
        _fill(mask, xy)
        if g.random() < 0.4:
            _fill(mask, xy * g.uniform(0.3, 0.6), 0)
    else:
        _line(mask, xy, _weight(g), closed=True)
    return mask


def blob(g: Generator) -> Mask:
    """A smooth silhouette, sometimes alike on both sides as animals are."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    t = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    radius = np.full(90, 0.65)
    for k in range(1, int(g.integers(3, 9))):
        radius += g.normal(0, 0.28 / k**0.6) * np.cos(k * t + (0 if g.random() < 0.5 else g.uniform(0, 6)))
    radius = np.clip(radius, 0.15, None)
    radius /= radius.max()
    squash = np.array([g.uniform(0.55, 1), 1.0])
    _fill(mask, np.stack([np.sin(t), -np.cos(t)], 1) * radius[:, None] * squash)
    for _ in range(int(g.choice([0, 0, 1, 2, 3]))):
        at, size = g.uniform(-0.4, 0.4, 2), g.uniform(0.08, 0.2)
        _fill(mask, at + _ring(16, size), 0)
    return mask


def sign(g: Generator) -> Mask:
    """A letter or digit, or two or three of them."""
    count = int(g.choice([1, 1, 1, 1, 2, 3, 4]))
    text = "".join(g.choice(list(string.digits + string.ascii_letters + "?!&%$#@+*"), count))
    font = int(g.choice([0, 2, 3, 4, 6, 7])) | (16 if g.random() < 0.1 else 0)
    weight = int(g.integers(4, 11)) if count == 1 else int(g.integers(2, 6))
    (w, h), _ = cv2.getTextSize(text, font, 1.0, 2)
    scale = 0.8 * SIDE / max(w, h)
    (w, h), _ = cv2.getTextSize(text, font, scale, weight)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.putText(mask, text, ((SIDE - w) // 2, (SIDE + h) // 2), font, scale, 255, weight, cv2.LINE_AA)
    return mask


def arrow(g: Generator) -> Mask:
    """An arrow, straight or bent, with one or more heads."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    weight = _weight(g)
    head = g.uniform(0.3, 0.6)
    tips = [0] if g.random() < 0.5 else sorted(set(g.integers(0, 4, int(g.integers(1, 5))).tolist()))
    solid = g.random() < 0.5
    for k in tips:
        c, s = np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)
        turn = np.array([[c, s], [-s, c]])
        _line(mask, np.array([[0, 0.95 if len(tips) == 1 else 0], [0, -0.9]]) @ turn, weight)
        wings = np.array([[-head, -0.9 + head], [0, -0.95], [head, -0.9 + head]]) @ turn
        if solid:
            _fill(mask, wings)
        else:
            _line(mask, wings, weight)
    if len(tips) == 1 and g.random() < 0.5:
        _line(mask, np.array([[0, 0.9], [float(g.choice([-0.8, 0.8])), 0.9]]), weight)
    return mask


def star(g: Generator) -> Mask:
    """A star, regular polygon, ring, wheel or cross."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    n = int(g.integers(3, 9))
    match int(g.integers(5)):
        case 0:
            xy = np.stack([_ring(n), _ring(n, g.uniform(0.3, 0.6), np.pi / n)], 1).reshape(-1, 2)
            _fill(mask, xy) if g.random() < 0.6 else _line(mask, xy, _weight(g), closed=True)
        case 1:
            _fill(mask, _ring(n)) if g.random() < 0.5 else _line(mask, _ring(n), _weight(g), closed=True)
        case 2:
            _fill(mask, _ring(40, g.uniform(0.5, 1)))
            _fill(mask, g.uniform(-0.25, 0.25, 2) * (g.random() < 0.6) + _ring(40, g.uniform(0.15, 0.6)), 0)
        case 3:
            weight = _weight(g)
            for end in _ring(n):
                _line(mask, np.array([[0, 0], end]), weight)
            if g.random() < 0.5:
                _line(mask, _ring(40, g.uniform(0.4, 1)), weight, closed=True)
        case _:
            a, b = g.uniform(0.15, 0.4), g.uniform(0.5, 1)
            _fill(mask, np.array([[-a, -1], [a, -1], [a, 1], [-a, 1]]))
            _fill(mask, np.add([[-b, -a], [b, -a], [b, a], [-b, a]], [0, g.uniform(-0.5, 0.3)]))
    return mask


def icon(g: Generator) -> Mask:
    """Something put together from boxes, discs and wedges, as little vehicles, saucers and men are."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    base = g.uniform(0.05, 0.5)
    wide, low = g.uniform(0.6, 1.0), min(base + g.uniform(0.2, 0.6), 0.98)
    slope = g.uniform(0, 0.35)
    _fill(mask, np.array([[-wide + slope, base], [wide - slope, base], [wide, low], [-wide, low]]))
    top = g.uniform(-0.9, -0.2)
    half = g.uniform(0.15, 0.6)
    at = g.uniform(-0.35, 0.35) if g.random() < 0.5 else 0.0
    if g.random() < 0.5:
        t = np.linspace(np.pi, 2 * np.pi, 20)
        _fill(mask, np.stack([at + half * np.cos(t), base + (base - top) * np.sin(t)], 1))
    else:
        narrow = half * g.uniform(0.3, 1.0)
        _fill(mask, np.array([[at - narrow, top], [at + narrow, top], [at + half, base], [at - half, base]]))
    for _ in range(int(g.integers(0, 3))):  # barrels, aerials, legs, rays
        start, end = np.array([g.uniform(-0.6, 0.6), g.uniform(top, low)]), g.uniform(-1, 1, 2)
        _line(mask, np.stack([start, end]), int(g.integers(4, 9)))
    for _ in range(int(g.integers(0, 4))):  # windows, wheels
        _fill(mask, g.uniform(-0.6, 0.6, 2) + _ring(14, g.uniform(0.08, 0.18)), int(g.choice([0, 0, 255])))
    return mask if g.random() < 0.5 else np.ascontiguousarray(mask[:, ::-1])


def repeated(g: Generator) -> Mask:
    """Several copies of one small sign: the count is what matters."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    count, size = int(g.integers(2, 7)), g.uniform(0.16, 0.3)
    n = int(g.integers(3, 7))
    shapes = (
        _ring(16),
        _ring(4, 1.2, np.pi / 4),
        _ring(3, 1.2),
        np.array([[-1, -0.35], [1, -0.35], [1, 0.35], [-1, 0.35]]),
        np.stack([_ring(n), _ring(n, 0.45, np.pi / n)], 1).reshape(-1, 2),
    )
    shape = shapes[int(g.integers(len(shapes)))]
    layout = int(g.integers(3))
    for k in range(count):
        if layout == 0:
            at = _ring(count, 0.65)[k]
        elif layout == 1:
            at = np.array([(k % 2 - 0.5) * 1.1 if count > 3 else 0.0, (k // 2 if count > 3 else k) * 0.7 - 0.7])
        else:
            at = np.array([-0.7, -0.7]) + 1.4 * k / max(count - 1, 1)
        _fill(mask, at + shape * size)
    return mask


def grid(g: Generator) -> Mask:
    """Square or round dots, lines and diagonals on a small grid, in no order."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    n = int(g.integers(3, 7))
    full, style = g.random((n, n)) < g.uniform(0.25, 0.6), int(g.integers(4))
    cell = 1.8 / n
    for row, column in np.argwhere(full):
        at = (np.array([column, row]) + 0.5) * cell - 0.9
        if style == 0:
            _fill(mask, at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * cell / 2)
        elif style == 1:
            _fill(mask, at + _ring(14, cell * 0.45))
        else:
            end = g.choice([-1.0, 0.0, 1.0], 2) if style == 2 else g.choice([-1.0, 1.0], 2)
            _line(mask, np.stack([at - end * cell / 2, at + end * cell / 2]), int(g.integers(5, 9)))
    return mask


def framed(g: Generator) -> Mask:
    """A smaller drawing within a ring, square or shield, or dark ground with the drawing left open."""
    inner = np.zeros((SIDE, SIDE), np.uint8)
    edge = int(SIDE * g.uniform(0.18, 0.26))
    name = str(g.choice(["strokes", "polygon", "blob", "sign", "arrow", "star", "icon", "repeated"]))
    small = cv2.resize(KINDS[name][0](g), (SIDE - 2 * edge, SIDE - 2 * edge), interpolation=cv2.INTER_AREA)
    inner[edge : SIDE - edge, edge : SIDE - edge] = small
    outer = np.zeros((SIDE, SIDE), np.uint8)
    rim = _ring(int(g.choice([4, 5, 6, 8, 40])), 1.0, float(g.choice([0, np.pi / 4])))
    if g.random() < 0.5:
        _line(outer, rim, int(g.integers(4, 9)), closed=True)
        return np.maximum(outer, inner)
    _fill(outer, rim)
    return np.minimum(outer, 255 - inner)


def patched(g: Generator) -> Mask:
    """Two halves of two drawings, each mirrored about the middle or not."""
    names = [name for name in KINDS if name not in ("blank", "pips", "framed", "patched")]
    one, other = (KINDS[str(g.choice(names))][0](g) for _ in range(2))
    mask = one.copy()
    half = SIDE // 2
    mask[half:] = other[half:]
    if g.random() < 0.4:
        mask[:, half:] = mask[:, :half][:, ::-1]
    return mask


def pips(g: Generator) -> Mask:
    """The pips of an ordinary die."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    s, size = g.uniform(0.5, 0.68), g.uniform(0.17, 0.28)
    for at in SPOTS[int(g.integers(1, 7))]:
        _fill(mask, s * np.array(at) + _ring(20, size))
    return mask


def blank(g: Generator) -> Mask:
    """Nothing at all: a face that is only a colour."""
    return np.zeros((SIDE, SIDE), np.uint8)


def sprite(g: Generator) -> Mask:
    """A figure of square dots, left and right alike, as in old arcade games."""
    n = int(g.choice([5, 6, 7, 8]))
    half = g.random((n, (n + 1) // 2)) < g.uniform(0.4, 0.65)
    full = np.concatenate([half, half[:, ::-1][:, n % 2 :]], 1)
    small = cv2.resize(np.uint8(full * 255), (int(SIDE * 0.84), int(SIDE * 0.84)), interpolation=cv2.INTER_NEAREST)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    edge = (SIDE - small.shape[0]) // 2
    mask[edge : edge + small.shape[0], edge : edge + small.shape[0]] = small
    return mask


def snowflake(g: Generator) -> Mask:
    """One bent twig, turned about the middle several times, sometimes mirrored too."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    n, weight = int(g.integers(2, 7)), int(g.integers(3, 9))
    twig = np.cumsum(np.concatenate([[[0, 0]], np.add(g.normal(0, 0.3, (int(g.integers(2, 5)), 2)), [0, -0.25])]), 0)
    twig /= max(np.abs(twig).max(), 0.3)
    mirrored = g.random() < 0.5
    for k in range(n):
        c, s = np.cos(2 * np.pi * k / n), np.sin(2 * np.pi * k / n)
        turn = np.array([[c, s], [-s, c]])
        _line(mask, twig @ turn, weight)
        if mirrored:
            _line(mask, (twig * [-1, 1]) @ turn, weight)
    return mask


def rune(g: Generator) -> Mask:
    """Straight strokes between the points of a small grid."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    rows, columns, weight = int(g.integers(3, 5)), int(g.integers(2, 4)), int(g.integers(5, 11))
    grid = [np.array([x, y]) for x in np.linspace(-0.75, 0.75, columns) for y in np.linspace(-0.9, 0.9, rows)]
    for _ in range(int(g.integers(3, 7))):
        a, b = g.choice(len(grid), 2, replace=False)
        _line(mask, np.stack([grid[a], grid[b]]), weight)
    return mask


KINDS: dict[str, tuple[Callable[[Generator], Mask], float]] = {
    "strokes": (strokes, 1.3),
    "polygon": (polygon, 1.0),
    "blob": (blob, 1.2),
    "sign": (sign, 2.0),
    "arrow": (arrow, 0.8),
    "star": (star, 1.2),
    "icon": (icon, 1.8),
    "repeated": (repeated, 1.0),
    "grid": (grid, 1.0),
    "framed": (framed, 1.0),
    "patched": (patched, 1.0),
    "pips": (pips, 0.4),
    "blank": (blank, 0.08),
}
"""What the embedder is fitted on, with how often."""
HELD_OUT: dict[str, Callable[[Generator], Mask]] = {"sprite": sprite, "snowflake": snowflake, "rune": rune}
"""Kinds that no fit sees: what the figures are measured on."""


def draw(g: Generator, kind: str | None = None) -> Mask:
    """One drawing, of `kind` where given; never an empty one, except a blank."""
    names = list(KINDS)
    shares = np.array([share for _, share in KINDS.values()])
    while True:
        name = kind or str(g.choice(names, p=shares / shares.sum()))
        mask = (HELD_OUT.get(name) or KINDS[name][0])(g)
        ink = float(np.mean(mask > 127))
        if name == "blank" or 0.02 < ink < 0.8:
            return mask


def variant(g: Generator, mask: Mask) -> Mask:
    """A drawing that is nearly `mask` and yet another: mirrored, or with a piece more, less or moved."""
    match int(g.integers(4)):
        case 0:
            return np.ascontiguousarray(mask[:, ::-1])
        case 1:
            other = mask.copy()
            _fill(other, g.uniform(-0.6, 0.6, 2) + _ring(int(g.choice([4, 16])), g.uniform(0.2, 0.38)), 0)
            return other
        case 2:
            other = mask.copy()
            if g.random() < 0.5:
                _fill(other, g.uniform(-0.75, 0.75, 2) + _ring(int(g.choice([3, 4, 16])), g.uniform(0.18, 0.35)))
            else:
                _line(other, g.uniform(-0.9, 0.9, (2, 2)), int(g.integers(6, 12)))
            return other
        case _:
            other = mask.copy()
            half = other[: SIDE // 2] if g.random() < 0.5 else other[:, : SIDE // 2]
            half[:] = half[::-1, ::-1]
            return other


def paint(drawing: Drawing, side: int = SIDE) -> Mask:
    """The mask of one of our own drawings (seeds.drawings)."""
    mask = np.zeros((side, side), np.uint8)
    for shape in drawing:
        points = (np.array(shape.points) * 0.46 + 0.5) * side
        cv2.fillPoly(mask, [np.int32(np.round(points * _FINE))], 255 if shape.ink else 0, cv2.LINE_AA, 4)
    return mask
