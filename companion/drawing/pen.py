"""Draws one printed sheet in millimetres, and around it what every page of the kit carries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.drawing.curves import Point, placed
from companion.drawing.figures import Figure, Tone
from seeds import MARK, Box, Drawing

if TYPE_CHECKING:
    from fpdf import FPDF

Colour = tuple[int, int, int]
Paper = Literal["A4", "Letter"]
Cells = Callable[[int], Sequence[Sequence[bool]]]
"""The black cells of a fiducial, row after row, its black rim included."""

PAPERS: dict[Paper, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
INK: Colour = (38, 40, 48)
PALE: Colour = (150, 154, 165)
WHITE: Colour = (255, 255, 255)
CHECK = 100.0
"""Length of the bar by which a print's scale is checked."""
NARROW = 9.0
"""A margin above and below the printed area that is less leaves the bar no room where printers print: it goes to the
sides then."""
POINT = 25.4 / 72
"""Millimetres of a printer's point."""
LEADING = 1.32
"""From one line of text to the next, in sizes of the type."""
Tones = Mapping[Tone, Colour]


class Ink(NamedTuple):
    """One colour of a game, from its full tone to the palest ground."""

    full: Colour

    def tint(self, share: float) -> Colour:
        """The colour thinned with white; 1 is the full tone."""
        red, green, blue = (round(255 - (255 - value) * share) for value in self.full)
        return red, green, blue


INKS = {
    "blue": Ink((34, 74, 140)),
    "green": Ink((38, 112, 62)),
    "red": Ink((176, 44, 44)),
    "yellow": Ink((212, 158, 20)),
    "brown": Ink((120, 82, 46)),
}


@cache
def _measuring() -> FPDF:
    """Return a document in which nothing is written but lines are broken."""
    from fpdf import FPDF  # not loaded before something is printed

    pdf = FPDF(unit="mm")
    pdf.add_page()
    pdf.c_margin = 0
    return pdf


@lru_cache(maxsize=4096)
def _broken(text: str, width: float, size: float, bold: bool) -> tuple[str, ...]:
    """Break text in Helvetica of `size` points into lines of at most `width` millimetres.

    Cached: a page is measured in one size of type after another before it is drawn, and widths of glyphs never change.
    """
    pdf = _measuring()
    pdf.set_font("Helvetica", "B" if bold else "", size)
    lines = pdf.multi_cell(width, size * POINT * LEADING, text, align="L", dry_run=True, output="LINES")
    assert isinstance(lines, list)
    return tuple(lines)


class Pen:
    """Draws on one page; the origin is the upper left of the printed area."""

    def __init__(self, pdf: FPDF, paper: Paper, size: tuple[float, float], light: bool) -> None:
        """A new page of `pdf`; `light` leaves out grounds to save ink."""
        self.pdf, self.light = pdf, light
        short, long = PAPERS[paper]
        wide = size[0] > size[1]
        pdf.add_page(orientation="landscape" if wide else "portrait", format=(short, long))
        across, down = (long, short) if wide else (short, long)
        self.size = size
        self.left, self.top = (across - size[0]) / 2, (down - size[1]) / 2
        self.paper = (across, down)

    def _line(self, colour: Colour | None, width: float) -> None:
        if colour is not None:
            self.pdf.set_draw_color(*colour)
            self.pdf.set_line_width(width)

    def _style(self, fill: Colour | None, line: Colour | None) -> str:
        if fill is not None:
            self.pdf.set_fill_color(*fill)
        return ("D" if line is not None else "") + ("F" if fill is not None else "")

    def ground(self, colour: Colour) -> Colour | None:
        """A colour for a large area: none where ink is saved."""
        return None if self.light else colour

    def box(
        self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 0.3, round_: float = 0.0
    ) -> None:
        if style := self._style(fill, line):
            self._line(line, width)
            left, top, right, bottom = box
            at = (self.left + left, self.top + top, right - left, bottom - top)
            self.pdf.rect(*at, style=style, round_corners=round_ > 0, corner_radius=round_)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0.3,
    ) -> None:
        if style := self._style(fill, line):
            self._line(line, width)
            self.pdf.circle(self.left + x, self.top + y, radius, style=style)

    def polygon(
        self,
        points: Sequence[Point],
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0.3,
    ) -> None:
        if style := self._style(fill, line):
            self._line(line, width)
            self.pdf.polygon([(self.left + x, self.top + y) for x, y in points], style=style)

    def line(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 0.3) -> None:
        self._line(colour, width)
        self.pdf.line(self.left + x0, self.top + y0, self.left + x1, self.top + y1)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: Colour = INK,
        bold: bool = False,
        turn: float = 0.0,
        spaced: float = 0.0,
    ) -> None:
        """Text of `size` points whose middle is (x, y), turned clockwise by `turn` degrees."""
        self.pdf.set_font("Helvetica", "B" if bold else "", size)
        self.pdf.set_text_color(*colour)
        self.pdf.set_char_spacing(spaced)
        wide = self.pdf.get_string_width(text) - spaced / 72 * 25.4
        x, y = self.left + x, self.top + y
        with self.pdf.rotation(-turn, x, y):
            self.pdf.text(x - wide / 2, y + size * 0.35 / 72 * 25.4, text)
        self.pdf.set_char_spacing(0)

    def drawing(self, drawing: Drawing, x: float, y: float, half: float, ink: Colour, ground: Colour = WHITE) -> None:
        """One of seeds.drawings about (x, y), reaching `half` to each side."""
        for shape in drawing:
            self.polygon([(x + half * u, y + half * v) for u, v in shape.points], ink if shape.ink else ground)

    def figure(
        self, figure: Figure, x: float, y: float, half: float, tones: Tones, mirror: bool = False, turn: float = 0.0
    ) -> None:
        """A figure of several tones about (x, y), reaching `half` to each side, with a dark rim round its parts."""
        rim = 0.016 * half
        with self.pdf.local_context(stroke_join_style="round"):
            for tone, shapes, rimmed in figure:
                outlines = [
                    [(self.left + u, self.top + v) for u, v in placed(shape, x, y, half, mirror, turn)]
                    for shape in shapes
                ]
                if rimmed:
                    self._line(tones["line"], 2 * rim)
                    for outline in outlines:
                        self.pdf.polygon(outline, style="D")
                self.pdf.set_fill_color(*tones[tone])
                for outline in outlines:
                    self.pdf.polygon(outline, style="F")

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """What is drawn meanwhile ends at the box."""
        left, top, right, bottom = box
        with self.pdf.rect_clip(self.left + left, self.top + top, right - left, bottom - top):
            yield

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        colour: Colour = INK,
        bold: bool = False,
        dry: bool = False,
    ) -> float:
        """Text of `size` points in lines of `width`, its upper left at (x, y); how high it is. `dry`: only that."""
        leading = size * POINT * LEADING
        lines = _broken(text, width, size, bold)
        if not dry:
            self.pdf.set_font("Helvetica", "B" if bold else "", size)
            self.pdf.set_text_color(*colour)
            for n, line in enumerate(lines):
                self.pdf.text(self.left + x, self.top + y + n * leading + 0.95 * size * POINT, line)
        return len(lines) * leading

    def marker(self, rows: Sequence[Sequence[bool]], corners: Sequence[Point]) -> None:
        """A fiducial whose corners, clockwise from its own upper left, lie so; black on what is there."""
        (x0, y0), (x1, y1), _, (x3, y3) = corners
        count = len(rows)
        across, down = ((x1 - x0) / count, (y1 - y0) / count), ((x3 - x0) / count, (y3 - y0) / count)
        self.polygon(corners, (0, 0, 0))
        hair = (
            0.02 * count / math.dist(corners[0], corners[1])
        )  # a hair larger, so that no dark seam shows between two white cells
        for row, line in enumerate(rows):
            col = 0
            for black, run in groupby(line):
                long = len(list(run))
                if not black:
                    ends = ((col - hair, row - hair), (col + long + hair, row - hair),
                            (col + long + hair, row + 1 + hair), (col - hair, row + 1 + hair))  # fmt: skip
                    place = [(x0 + u * across[0] + v * down[0], y0 + u * across[1] + v * down[1]) for u, v in ends]
                    self.polygon(place, WHITE)
                col += long

    def furniture(self, fiducials: Mapping[int, Sequence[Point]], dots: Sequence[Point], cells: Cells) -> None:
        """Fiducials, by number, and dots at the edges: what the camera needs, in black on white whatever is saved."""
        for number, corners in fiducials.items():
            self.marker(cells(number), corners)
        for x, y in dots:
            self.disc(x, y, MARK, (0, 0, 0))

    def margin(self, title: str, number: int, count: int, version: str) -> None:
        """What the paper's edge carries: the check bar, how to print, and what page of what this is."""
        wide, high = self.size
        sideways = self.top < NARROW
        bar = (-self.left / 2, high / 2) if sideways else (wide / 2, high + self.top / 2)
        head = (wide + self.left / 2, high / 2) if sideways else (wide / 2, -self.top / 2)
        turn = 90.0 if sideways else 0.0
        x, y = bar
        with self.pdf.rotation(-turn, self.left + x, self.top + y):
            start = x - CHECK / 2
            self.line(start, y, start + CHECK, y, INK, 0.25)
            for n in range(11):
                tick = 1.6 if n % 5 == 0 else 0.9
                self.line(start + 10 * n, y - tick, start + 10 * n, y + tick, INK, 0.25)
            self.text(start - 14, y, "print at 100 %", 6, PALE)
            self.text(start + CHECK + 12, y, "100 mm", 6, PALE)
        self.text(*head, f"{title}  -  page {number} of {count}  -  {version}", 6, PALE, turn=turn)
