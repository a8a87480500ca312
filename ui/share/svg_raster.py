"""Rasterises the SVG drawings of this app with OpenCV: rectangles, circles, lines, paths, groups and short texts.

It knows what those drawings use and no more: colours as `#RRGGBB`, transforms by translate and scale, paths of the
commands M, L, H, V, C, S and Z in both cases.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ui.share.picture_text import Image, Style, bgr, width_of, write

FINER = 3
"""Pixels drawn for each pixel of the picture along a side, from which the mean is taken: edges are smooth so."""
SHIFT = 4
"""Bits of a pixel's parts with which OpenCV takes places."""
CORNER, CURVE = 8, 12
"""Straight pieces of a rounded corner, and of a curve."""
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
TOKEN = re.compile(rf"[a-zA-Z]|{NUMBER.pattern}")
PLAIN = {"fill": "#000000", "stroke": "none", "stroke-width": "1", "opacity": "1"}
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "opacity")

Points = NDArray[np.float64]
"""Corners of a line, (n, 2), in units of the drawing."""


class _Place(NamedTuple):
    """Where a unit of the drawing lies in the picture: `x * scale + left`, `y * scale + top`."""

    scale: float
    left: float
    top: float

    def inside(self, transform: str) -> _Place:
        scale, left, top = self
        for name, inner in re.findall(r"(\w+)\(([^)]*)\)", transform):
            numbers = [float(one) for one in NUMBER.findall(inner)]
            if name == "translate":
                left, top = left + scale * numbers[0], top + scale * (numbers[1] if len(numbers) > 1 else 0.0)
            elif name == "scale":
                scale *= numbers[0]
        return _Place(scale, left, top)

    def of(self, points: Points) -> NDArray[np.int32]:
        pixels = (points * self.scale + (self.left, self.top)) * 2**SHIFT
        return np.asarray(np.round(pixels), np.int32).reshape(-1, 1, 2)


def rasterised(svg: str, width: int, ground: str) -> Image:
    """The drawing as BGR pixels, (height, width, 3), on a ground of this colour."""
    root = ET.fromstring(svg)
    left, top, wide, high = (float(one) for one in root.attrib["viewBox"].split())
    scale = width / wide
    image: Image = np.full((max(1, round(high * scale)) * FINER, width * FINER, 3), bgr(ground), np.uint8)
    fine = scale * FINER
    _draw(image, root, _Place(fine, -left * fine, -top * fine), PLAIN)
    size = (image.shape[1] // FINER, image.shape[0] // FINER)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _draw(image: Image, element: ET.Element, place: _Place, paint: dict[str, str]) -> None:
    """Draws what is in an element, one after the other."""
    for child in element:
        own = {**paint, **{name: child.attrib[name] for name in INHERITED if name in child.attrib}}
        own["opacity"] = f"{float(paint['opacity']) * float(child.attrib.get('opacity', '1'))}"
        here = place.inside(child.attrib.get("transform", ""))
        tag = child.tag.rpartition("}")[2]
        if tag == "g":
            _draw(image, child, here, own)
        elif tag == "text":
            _text(image, child, here, own)
        else:
            for points, closed in _outlines(tag, child.attrib):
                _paint(image, here, points, closed, own | child.attrib)


def _outlines(tag: str, given: dict[str, str]) -> Iterator[tuple[Points, bool]]:
    """The lines of an element, and whether each is closed."""

    def number(name: str) -> float:
        return float(given.get(name, "0"))

    if tag == "rect":
        yield _rectangle(*map(number, ("x", "y", "width", "height", "rx"))), True
    elif tag == "circle":
        turns = np.linspace(0, 2 * math.pi, 48, endpoint=False)
        ring = np.stack([np.cos(turns), np.sin(turns)], 1)
        yield np.array([number("cx"), number("cy")]) + number("r") * ring, True
    elif tag == "line":
        yield np.array([[number("x1"), number("y1")], [number("x2"), number("y2")]]), False
    elif tag == "path":
        yield from _path(given["d"])
    else:
        raise ValueError(f"the drawing has a {tag}, which is not rasterised")


def _rectangle(x: float, y: float, wide: float, high: float, radius: float) -> Points:
    r = min(radius, wide / 2, high / 2)
    if r <= 0:
        return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])
    right, bottom, left, top = x + wide - r, y + high - r, x + r, y + r
    corners = [(right, top, -90), (right, bottom, 0), (left, bottom, 90), (left, top, 180)]
    turns = [(cx, cy, math.radians(begin + 90 * n / CORNER)) for cx, cy, begin in corners for n in range(CORNER + 1)]
    return np.array([[cx + r * math.cos(turn), cy + r * math.sin(turn)] for cx, cy, turn in turns])


def _path(text: str) -> Iterator[tuple[Points, bool]]:
    tokens = TOKEN.findall(text)
    points: list[tuple[float, float]] = []
    x = y = 0.0
    handle: tuple[float, float] | None = None
    """The second handle of the curve before."""
    command, at = "", 0

    def take(count: int) -> list[float]:
        nonlocal at
        numbers = [float(one) for one in tokens[at : at + count]]
        at += count
        return numbers

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        kind, base = command.upper(), (x, y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            yield np.array(points), True
            points = []
            continue
        if kind in "CS":
            numbers = take(6 if kind == "C" else 4)
            pairs = [(base[0] + a, base[1] + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "S":
                mirrored = (x, y) if handle is None else (2 * x - handle[0], 2 * y - handle[1])
                pairs = [mirrored, *pairs]
            points += _curve((x, y), *pairs)
            handle, (x, y) = pairs[1], pairs[2]
            continue
        handle = None
        if kind == "H":
            x = base[0] + take(1)[0]
        elif kind == "V":
            y = base[1] + take(1)[0]
        else:
            across, down = take(2)
            x, y = base[0] + across, base[1] + down
            if kind == "M":
                if points:
                    yield np.array(points), False
                points, command = [], "l" if command.islower() else "L"
        points.append((x, y))
    if points:
        yield np.array(points), False


def _curve(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> list[tuple[float, float]]:
    found = []
    for n in range(1, CURVE + 1):
        t = n / CURVE
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(share * point[axis] for share, point in zip(shares, (a, b, c, d), strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found


def _paint(image: Image, place: _Place, points: Points, closed: bool, paint: dict[str, str]) -> None:
    opacity = float(paint["opacity"])
    fill, stroke = paint["fill"], paint["stroke"]
    if fill != "none" and len(points) > 2:
        _blended(image, opacity * float(paint.get("fill-opacity", "1")), fill, [place.of(points)], None)
    if stroke != "none":
        thick = max(1, round(float(paint["stroke-width"]) * place.scale))
        dashes = [float(one) for one in paint.get("stroke-dasharray", "").split()]
        lines = _dashed(points, closed, dashes) if dashes else [np.vstack([points, points[:1]]) if closed else points]
        pixels = [place.of(line if len(line) > 1 else np.vstack([line, line])) for line in lines]
        _blended(image, opacity * float(paint.get("stroke-opacity", "1")), stroke, pixels, thick)


def _blended(
    image: Image, opacity: float, colour: str, lines: list[NDArray[np.int32]], thick: int | None
) -> None:
    """Draws lines, or what they enclose, so that what lies under them shows through."""
    ends = np.vstack([line.reshape(-1, 2) for line in lines]) / 2**SHIFT
    more = 2 + (thick or 0)
    x0, y0 = (max(0, int(low) - more) for low in ends.min(0))
    x1, y1 = (int(high) + more for high in ends.max(0))
    part = image[y0:y1, x0:x1]
    if not part.size:
        return
    over = part if opacity >= 1 else part.copy()
    moved = [line - np.array([x0, y0], np.int32) * 2**SHIFT for line in lines]
    if thick is None:
        cv2.fillPoly(over, moved, bgr(colour), cv2.LINE_AA, SHIFT)
    else:
        cv2.polylines(over, moved, False, bgr(colour), thick, cv2.LINE_AA, SHIFT)
    if over is not part:
        part[:] = cv2.addWeighted(over, opacity, part, 1 - opacity, 0)


def _dashed(points: Points, closed: bool, dashes: list[float]) -> list[Points]:
    corners = np.vstack([points, points[:1]]) if closed else points
    drawn, free = dashes[0], dashes[-1]
    found: list[Points] = []
    for a, b in pairwise(corners):
        length = float(np.hypot(*(b - a)))
        for begin in np.arange(0, length, drawn + free):
            end = min(begin + drawn, length)
            found.append(np.array([a + (b - a) * begin / length, a + (b - a) * end / length]))
    return found or [corners]


def _text(image: Image, element: ET.Element, place: _Place, paint: dict[str, str]) -> None:
    given, text = element.attrib, element.text or ""
    bold = int(given.get("font-weight", "400"))
    style = Style(max(1, round(float(given["font-size"]) * place.scale)), paint["fill"], bold)
    x, y = float(given["x"]) * place.scale + place.left, float(given["y"]) * place.scale + place.top
    write(image, text, x - (width_of(text, style) / 2 if given.get("text-anchor") == "middle" else 0), y, style)
