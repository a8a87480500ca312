"""Draws one printed sheet in millimetres, and around it what every page of the kit carries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from seeds.drawings import Drawing
from seeds.sheets import FIDUCIAL, MARK, Box, Page

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

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        self.pdf.set_fill_color(*fill)
        self.pdf.polygon([(self.left + x, self.top + y) for x, y in points], style="F")

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

    def furniture(self, page: Page, cells: Cells) -> None:
        """Fiducials and the dots at the edges: what the camera needs, in black on white whatever is saved."""
        for corner, number in enumerate(page.numbers):
            left, top = page.sheet.fiducial(corner)[0]
            rows = cells(number)
            step = FIDUCIAL / len(rows)
            self.box((left, top, left + FIDUCIAL, top + FIDUCIAL), (0, 0, 0))
            for row, line in enumerate(rows):
                for col, black in enumerate(line):
                    if not black:  # a hair larger, so that no dark seam shows between two white cells
                        x, y = left + col * step, top + row * step
                        self.box((x - 0.02, y - 0.02, x + step + 0.02, y + step + 0.02), WHITE)
        for x, y in page.sheet.marks:
            self.disc(x, y, MARK, (0, 0, 0))

    def margin(self, title: str, number: int, count: int, version: str) -> None:
        """What the paper's edge carries: the check bar, how to print, and what page of what this is."""
        _, down = self.paper
        below = (down + self.top + self.size[1]) / 2 - self.top
        x0 = (self.size[0] - CHECK) / 2
        self.line(x0, below, x0 + CHECK, below, INK, 0.25)
        for n in range(11):
            high = 1.6 if n % 5 == 0 else 0.9
            self.line(x0 + 10 * n, below - high, x0 + 10 * n, below + high, INK, 0.25)
        self.text(x0 - 14, below, "print at 100 %", 6, PALE)
        self.text(x0 + CHECK + 12, below, "100 mm", 6, PALE)
        above = -self.top / 2
        self.text(self.size[0] / 2, above, f"{title}  -  page {number} of {count}  -  {version}", 6, PALE)
