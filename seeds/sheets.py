"""Geometry of the printed sheets, in millimetres: for the print kit and for the camera that looks for them.

A sheet is the printed area of one page, the same on A4 and on Letter, with its origin at the upper left, x to the right
and y down. At its corners lie four fiducials of OpenCV's dictionary DICT_4X4_50; their numbers tell which game's sheet
it is, which seat's, and which corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from seeds.installed import remembered
from seeds.seed import game_ids, table_of

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

FIDUCIAL = 20.0
"""Side of a fiducial's black square."""
QUIET = 4.0
"""White that stays around a fiducial; detectors need one of its six cells, which is less."""
INSET = 4.0
"""From the edges of the sheet to the black square of a fiducial."""
MARK, MARK_INSET = 1.5, 2.0
"""Radius of the black dot at the middle of each edge, and how far in from the edge its middle lies. Four fiducials fit
a plane wherever they lie; whether the sheet between them is flat, the dots tell."""
CROWDED = 1.6
"""How many times as high as wide, or as wide as high, the cells of a strip are whose pieces are larger than they."""
FIDUCIALS = 50
"""Numbers that the dictionary has."""
CORNERS = 4


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a sheet on which things lie freely: a zone."""

    id: str
    box: Box
    pile: bool = False
    """Whether cards are piled there; while none is, it is plain but for the third in the middle of its height."""

    def __post_init__(self) -> None:
        _need_a_box(self.id, self.box)


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Equal cells side by side: a board, a scoring strip, a row of prison cells."""

    id: str
    box: Box
    rows: int
    cols: int
    first: int | None = None
    """The number of the first row and of the first column, by which players call cells; None where they have none."""

    def __post_init__(self) -> None:
        _need_a_box(self.id, self.box)
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"the grid {self.id} needs rows and columns, not {self.rows} x {self.cols}")

    @property
    def crowded(self) -> tuple[bool, bool]:
        """Whether cells are so narrow, along x and along y, that a piece covers more than one: then that one counts
        over which its middle is, and every second one has room for a piece."""
        x0, y0, x1, y1 = self.cell(0, 0)
        return (y1 - y0) > CROWDED * (x1 - x0), (x1 - x0) > CROWDED * (y1 - y0)

    def cell(self, row: int, col: int) -> Box:
        left, top, right, bottom = self.box
        wide, high = (right - left) / self.cols, (bottom - top) / self.rows
        return left + col * wide, top + row * high, left + (col + 1) * wide, top + (row + 1) * high

    def middle(self, row: int, col: int) -> Point:
        left, top, right, bottom = self.cell(row, col)
        return (left + right) / 2, (top + bottom) / 2

    def at(self, point: Point) -> tuple[int, int] | None:
        """Row and column of the cell that holds `point`; None beside the grid."""
        left, top, right, bottom = self.box
        col, row = (point[0] - left) / (right - left) * self.cols, (point[1] - top) / (bottom - top) * self.rows
        return (int(row), int(col)) if 0 <= row < self.rows and 0 <= col < self.cols else None


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One drawing to print; `copies` of it, each with its own fiducials, where every seat gets one."""

    id: str
    title: str
    size: tuple[float, float]
    first_fiducial: int
    copies: int = 1
    areas: tuple[Area, ...] = ()
    grids: tuple[Grid, ...] = ()
    legend: tuple[Point, ...] = ()
    """Middles of printed pictures that dice have on their faces, too."""

    def __post_init__(self) -> None:
        width, height = self.size
        if min(width, height) < 4 * (FIDUCIAL + INSET):
            raise ValueError(f"the sheet {self.id} of {width} x {height} mm has no room for its fiducials")
        if not 0 <= self.first_fiducial <= FIDUCIALS - CORNERS * self.copies or self.copies < 1:
            raise ValueError(f"the fiducials of the sheet {self.id} are not among 0 to {FIDUCIALS - 1}")
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in self.legend):
            raise ValueError(f"the legend lies beyond the sheet {self.id}")
        parts: list[Area | Grid] = [*self.areas, *self.grids]
        for part in parts:
            left, top, right, bottom = part.box
            if left < 0 or top < 0 or right > width or bottom > height:
                raise ValueError(f"{part.id} lies beyond the sheet {self.id}")
            for x, y in self.marks:
                if left < x + MARK and right > x - MARK and top < y + MARK and bottom > y - MARK:
                    raise ValueError(f"{part.id} covers a mark at the edge of the sheet {self.id}")
            for corner in range(CORNERS):
                (x0, y0), _, (x1, y1), _ = self.fiducial(corner)
                if left < x1 + QUIET and right > x0 - QUIET and top < y1 + QUIET and bottom > y0 - QUIET:
                    raise ValueError(f"{part.id} reaches into a fiducial of the sheet {self.id}")

    def fiducial(self, corner: int) -> tuple[Point, Point, Point, Point]:
        """Corners of the black square at the sheet's `corner`; both count clockwise from the upper left."""
        width, height = self.size
        x = INSET if corner in (0, 3) else width - INSET - FIDUCIAL
        y = INSET if corner in (0, 1) else height - INSET - FIDUCIAL
        return (x, y), (x + FIDUCIAL, y), (x + FIDUCIAL, y + FIDUCIAL), (x, y + FIDUCIAL)

    @property
    def marks(self) -> tuple[Point, Point, Point, Point]:
        """Middles of the dots: upper, right, lower, left."""
        width, height = self.size
        near = MARK_INSET
        return (width / 2, near), (width - near, height / 2), (width / 2, height - near), (near, height / 2)

    def grid(self, name: str) -> Grid:
        """Raises KeyError."""
        for grid in self.grids:
            if grid.id == name:
                return grid
        raise KeyError(name)

    def area(self, name: str) -> Area:
        """Raises KeyError."""
        for area in self.areas:
            if area.id == name:
                return area
        raise KeyError(name)


class Page(NamedTuple):
    """One printed copy of a sheet."""

    sheet: Sheet
    copy: int
    """The seat whose sheet it is, where each has one; else 0."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its fiducials, clockwise from the upper left."""
        first = self.sheet.first_fiducial + CORNERS * self.copy
        return tuple(range(first, first + CORNERS))

    @property
    def title(self) -> str:
        return self.sheet.title if self.sheet.copies == 1 else f"{self.sheet.title} of seat {self.copy + 1}"


class _Printed(msgspec.Struct):
    """What a seed says of sheets; the rest of it is not looked at."""

    sheets: tuple[Sheet, ...] = ()


@remembered
def pages(game_id: str) -> tuple[Page, ...]:
    """Every page that the print kit of a game has a plane on. Raises SeedError."""
    printed = table_of(game_id, _Printed)
    return tuple(Page(sheet, copy) for sheet in printed.sheets for copy in range(sheet.copies))


def pile_of(game_id: str) -> Area | None:
    """Where cards are piled; None in a game that has no such place. Raises SeedError."""
    return next((area for page in pages(game_id) for area in page.sheet.areas if area.pile), None)


def board_of(game_id: str, options: Mapping[str, object]) -> str | None:
    """The id of the board that the house rules name, where the print kit has it; None where they name none."""
    house = options.get("geometry")
    return next((page.sheet.id for page in pages(game_id) if page.sheet.id == house), None)


@remembered
def _owners() -> dict[int, tuple[str, Page]]:
    return {number: (game, page) for game in reversed(game_ids()) for page in pages(game) for number in page.numbers}


def page_of(number: int) -> tuple[str, Page] | None:
    """The game and the page that a fiducial belongs to; of two editions that share a sheet, the first."""
    return _owners().get(number)


def _need_a_box(name: str, box: Box) -> None:
    left, top, right, bottom = box
    if not (left < right and top < bottom):
        raise ValueError(f"{name} needs left < right and top < bottom, not {list(box)}")
