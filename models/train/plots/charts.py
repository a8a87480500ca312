"""Line charts for the model card: a few strokes of OpenCV, drawn at twice their size and shrunk."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = 1200, 680
LEFT, RIGHT, TOP, BOTTOM = 144, 306, 76, 104
"""Margins in pixels; the names of the lines stand in the right one."""
TEXT, TITLE = 26, 30
"""Heights of letters in pixels: readable at half size."""
TWICE = 2

INK, GREY, GRID, PAPER = (34, 34, 34), (110, 110, 110), (226, 226, 226), (255, 255, 255)
"""Blue green red, as all colours here."""
COLOURS = ((178, 114, 0), (0, 94, 213), (115, 158, 0), (167, 121, 204), (0, 159, 230), (233, 180, 86), (60, 60, 160))
"""Told apart by people who see colours differently as well (after Okabe and Ito)."""


@dataclass(frozen=True)
class Axis:
    """One axis; `place` bends the scale."""

    title: str
    ticks: Sequence[float]
    low: float
    high: float
    place: Callable[[float], float] = float

    def at(self, value: float) -> float:
        """0 ... 1 from the low to the high end; what lies beyond is put on the end."""
        low, high = self.place(self.low), self.place(self.high)
        return (self.place(min(max(value, self.low), self.high)) - low) / (high - low)


@dataclass(frozen=True)
class Line:
    name: str
    points: Sequence[tuple[float, float]]
    colour: Colour
    width: float = 3.0
    dots: Sequence[tuple[float, float]] = ()
    """Points of the line that are marked."""
    bars: Sequence[tuple[float, float, float]] = ()
    """x, lowest and highest y of upright intervals."""


def log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def percent(share: float) -> str:
    return f"{100 * share:g} %"


def chart(title: str, x: Axis, y: Axis, lines: Sequence[Line], diagonal: bool = False) -> Image:
    """(HEIGHT, WIDTH, 3): `lines` over a grid, each named in the right margin; the last ones lie on top."""
    sheet = _Sheet(x, y)
    sheet.frame(title)
    if diagonal:
        ends = max(x.low, y.low), min(x.high, y.high)
        sheet.stroke([(end, end) for end in ends], GREY, 2, dashed=True)
    for line in lines:
        sheet.draw(line)
    for n, line in enumerate(reversed(lines)):
        sheet.name(n, line)
    return sheet.shrunk()


def _font() -> Any:
    if not hasattr(cv2, "FontFace"):
        raise SystemExit(f"OpenCV {cv2.__version__} has no readable letters; `make evaluate` needs OpenCV 5")
    return cast(Any, cv2).FontFace("sans")


def write(image: Image, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400) -> None:
    """Text whose line begins at `at`, in letters `size` pixels high; weight 400 is regular, 700 bold."""
    cast(Any, cv2).putText(image, text, at, colour, _font(), size, weight)


def text_width(text: str, size: int, weight: int = 400) -> int:
    return int(cast(Any, cv2).getTextSize((0, 0), text, (0, 0), _font(), size, weight)[2])


def save(image: Image, file: Path) -> None:
    """As a small PNG: sixteen steps of each colour are enough for soft edges."""
    coarse = np.minimum((image.astype(np.uint16) + 8) // 16 * 16, 255).astype(np.uint8)
    how = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cv2.imencode(".png", coarse, how)[1].tobytes())


class _Sheet:
    def __init__(self, x: Axis, y: Axis) -> None:
        self.x, self.y = x, y
        self.image: Image = np.full((HEIGHT * TWICE, WIDTH * TWICE, 3), PAPER, np.uint8)

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """Pixels of the finished chart."""
        across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + across * self.x.at(point[0]), TOP + down * (1 - self.y.at(point[1]))

    def frame(self, title: str) -> None:
        for tick in self.x.ticks:
            self.stroke([(tick, self.y.low), (tick, self.y.high)], GRID, 1.5)
            self.write(percent(tick), self.place((tick, self.y.low)), (0.5, 1.5), TEXT, GREY)
        for tick in self.y.ticks:
            self.stroke([(self.x.low, tick), (self.x.high, tick)], GRID, 1.5)
            self.write(percent(tick), self.place((self.x.low, tick)), (1.0, 0.4), TEXT, GREY, (-12, 0))
        corners = [(self.x.low, self.y.high), (self.x.low, self.y.low), (self.x.high, self.y.low)]
        self.stroke(corners, INK, 2)
        self.write(title, (LEFT, TOP - 18), (0.0, -0.2), TITLE, INK, weight=700)
        self.write(self.x.title, (LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 20), (0.5, 0.0), TEXT, INK)
        self.upright(self.y.title)

    def draw(self, line: Line) -> None:
        for x, low, high in line.bars:
            self.stroke([(x, low), (x, high)], line.colour, 2)
        self.stroke(line.points, line.colour, line.width)
        for dot in line.dots:
            self.dot(self.place(dot), line.colour, line.width + 5)

    def stroke(self, points: Sequence[tuple[float, float]], colour: Colour, width: float, dashed: bool = False) -> None:
        path = np.array([self.place(p) for p in points], float) * TWICE
        if dashed:
            steps = np.linspace(0, 1, 61)
            for a, b in zip(steps[::2], steps[1::2], strict=False):
                ends = path[0] + np.array([[a], [b]]) * (path[-1] - path[0])
                self._lines(ends, colour, width)
        elif len(path):
            self._lines(path, colour, width)

    def _lines(self, path: NDArray[np.float64], colour: Colour, width: float) -> None:
        sixteenths = np.round(path * 16).astype(np.int32)
        cv2.polylines(self.image, [sixteenths], False, colour, round(width * TWICE), cv2.LINE_AA, shift=4)

    def dot(self, at: tuple[float, float], colour: Colour, radius: float) -> None:
        centre = (round(at[0] * TWICE * 16), round(at[1] * TWICE * 16))
        cv2.circle(self.image, centre, round(radius * TWICE * 16) + 64, PAPER, -1, cv2.LINE_AA, shift=4)
        cv2.circle(self.image, centre, round(radius * TWICE * 16), colour, -1, cv2.LINE_AA, shift=4)

    def name(self, n: int, line: Line) -> None:
        """The n-th entry of the list of names."""
        y = TOP + 16 + n * (TEXT + 18)
        x = WIDTH - RIGHT + 28
        ends = np.array([(x, y), (x + 36, y)], float) * TWICE
        self._lines(ends, line.colour, max(line.width, 4))
        if line.dots:
            self.dot((x + 18, y), line.colour, line.width + 4)
        self.write(line.name, (x + 50, y), (0.0, 0.38), TEXT, INK)

    def write(
        self,
        text: str,
        at: tuple[float, float],
        anchor: tuple[float, float],
        size: int,
        colour: Colour,
        shift: tuple[float, float] = (0, 0),
        weight: int = 400,
    ) -> None:
        """`anchor`: the part of the text's width left of `at`, and of its height that is below it."""
        x = (at[0] + shift[0]) * TWICE - anchor[0] * text_width(text, size * TWICE, weight)
        y = (at[1] + shift[1] + anchor[1] * size) * TWICE
        write(self.image, text, (round(x), round(y)), size * TWICE, colour, weight)

    def upright(self, text: str) -> None:
        """The title of the y axis, read from below."""
        size = TEXT * TWICE
        strip = np.full((size * 2, text_width(text, size) + size, 3), PAPER, np.uint8)
        write(strip, text, (size // 2, size * 3 // 2), size, INK)
        strip = np.rot90(strip)
        middle = (TOP + (HEIGHT - TOP - BOTTOM) // 2) * TWICE
        top = max(0, middle - strip.shape[0] // 2)
        place = self.image[top : top + strip.shape[0], 2 : 2 + strip.shape[1]]
        np.minimum(place, strip[: place.shape[0]], out=place)

    def shrunk(self) -> Image:
        return np.asarray(cv2.resize(self.image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
