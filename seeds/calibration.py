"""The calibration sheet: one page, the same for every game, by which users check a print's scale, the colours that
their camera sees, and the size of their dice. In millimetres, as seeds/sheets.py has it.

Its fiducials are of DICT_4X4_100, after those of the cards (seeds/cards.py): no game's sheet is taken for it.
"""

from __future__ import annotations

from typing import NamedTuple

from seeds.sheets import FIDUCIAL, INSET, Box, Point

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""

SIZE = (190.0, 260.0)
"""Width and height of the printed area."""
FIRST_FIDUCIAL = 77
"""Of four, clockwise from the upper left."""
FIELD: Box = (45.0, 50.0, 145.0, 200.0)
"""The ruled rectangle, 100 x 150."""
PATCH = 20.0
"""Side of a patch of colour."""
DIE = 16.0
"""Side of the outline that a die is laid into."""
ROUNDED = 2.0
"""Radius of an outline's corners."""
GREYS = (32, 64, 96, 128, 160, 192, 224)
"""The grey ramp, from dark to light."""
COLOURS: dict[str, Colour] = {
    "white": (255, 255, 255),
    "black": (18, 18, 20),
    "red": (204, 28, 36),
    "green": (0, 134, 62),
    "blue": (0, 78, 178),
    "yellow": (250, 204, 0),
    "orange": (240, 122, 0),
    "brown": (116, 70, 34),
    "purple": (112, 48, 142),
    "pink": (240, 130, 172),
    "grey": (128, 128, 128),
}
"""The colours that the camera tells, in the tone in which we print them, on pieces as well."""

_COLUMNS, _ROWS = 5, 7
_EDGE = (FIELD[3] - FIELD[1] - _ROWS * PATCH) / 2
"""Above and below the patches."""


class Patch(NamedTuple):
    """A square of one colour."""

    name: str
    """Of COLOURS, or "grey 64" on the ramp."""
    colour: Colour
    box: Box


def _squares(odd: bool) -> list[Box]:
    """Those of the field's checkerboard that are of one kind, row after row; the first one is not odd."""
    left, top = FIELD[0], FIELD[1] + _EDGE
    return [
        (left + col * PATCH, top + row * PATCH, left + (col + 1) * PATCH, top + (row + 1) * PATCH)
        for row in range(_ROWS)
        for col in range(_COLUMNS)
        if (row + col) % 2 == odd
    ]


def patches() -> tuple[Patch, ...]:
    """The named colours, then the ramp, on every other square."""
    named = [*COLOURS.items(), *((f"grey {value}", (value, value, value)) for value in GREYS)]
    return tuple(Patch(name, colour, box) for (name, colour), box in zip(named, _squares(False), strict=True))


def outlines() -> tuple[Box, ...]:
    """Where dice can be laid: on the squares between."""
    gap = (PATCH - DIE) / 2
    return tuple((x0 + gap, y0 + gap, x1 - gap, y1 - gap) for x0, y0, x1, y1 in _squares(True))


def corners_of(corner: int) -> tuple[Point, Point, Point, Point]:
    """Corners of the fiducial's black square at the page's `corner`; both count clockwise from the upper left."""
    x = INSET if corner in (0, 3) else SIZE[0] - INSET - FIDUCIAL
    y = INSET if corner in (0, 1) else SIZE[1] - INSET - FIDUCIAL
    return (x, y), (x + FIDUCIAL, y), (x + FIDUCIAL, y + FIDUCIAL), (x, y + FIDUCIAL)
