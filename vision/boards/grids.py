"""The grids of a table on their planes, and the ordinary grids as which crowded ones are read.

On a scoring strip a piece is wider than a cell, and counts where its middle is. Such a grid is read twice, as two
ordinary ones that lie half a piece apart: the sites of the first stand about every second cell, those of the second
about the others. Each piece then lies whole in one site of one of them, and is cut in half by the border between two
sites of the other. Strips side by side are read together, as the rows of one grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.table import Cell
from seeds import Box
from seeds import Grid as PrintedGrid
from vision.boards.cell_classifier import Grid
from vision.plane import Plane

SIDE_BY_SIDE = 1.25
"""How many cells' heights, at most, the middles of two strips are apart that are read together."""


@dataclass(frozen=True)
class Field:
    """One grid of the table."""

    name: str
    grid: Grid
    box: Box
    """On its plane, in that plane's units."""
    crowded: tuple[bool, bool] = (False, False)
    """Whether cells are narrower than pieces, along x and along y."""

    @classmethod
    def of(cls, grid: PrintedGrid) -> Field:
        """A grid of a sheet."""
        return cls(grid.id, Grid(grid.rows, grid.cols), grid.box, grid.crowded)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(self.name, row, col) for row in range(self.grid.rows) for col in range(self.grid.cols))

    def plane(self, plane: Plane) -> Plane:
        """The same plane, from the grid's own corner on, with the distance of its sites as the unit."""
        left, top, right, bottom = self.box
        width, height = self.grid.size
        stretch = np.array([[(right - left) / width, 0, left], [0, (bottom - top) / height, top], [0, 0, 1]])
        return Plane(plane.to_pixels @ stretch, (width, height), plane.error)

    def middle(self, row: int, col: int) -> tuple[float, float]:
        """Of a cell, on the sheet's plane."""
        left, top, right, bottom = self.box
        width, height = self.grid.size
        half = 0.0 if self.grid.points else 0.5
        return left + (col + half) * (right - left) / width, top + (row + half) * (bottom - top) / height


@dataclass(frozen=True)
class Part:
    """An ordinary grid that is read, and what its sites are called."""

    field: Field
    cells: tuple[tuple[Cell, ...], ...]
    """By its rows and columns."""


@lru_cache(maxsize=64)
def parts_of(fields: tuple[Field, ...]) -> tuple[Part, ...]:
    """The ordinary grids as which the grids of one sheet are read."""
    parts: list[Part] = []
    strips: list[Field] = []
    for field in fields:
        rows, cols = range(field.grid.rows), range(field.grid.cols)
        if field.crowded[0]:
            strips.append(field)
        elif field.crowded[1]:
            parts += [_turned(part) for part in parts_of((_turned_field(field),))]
        else:
            cells = tuple(tuple(Cell(field.name, row, col) for col in cols) for row in rows)
            parts.append(Part(field, cells))
    strips.sort(key=lambda strip: strip.box[1])
    while strips:
        together = [strips.pop(0)]
        while strips and _goes_on(together, strips[0]):
            together.append(strips.pop(0))
        parts += _halves(together)
    return tuple(parts)


def _goes_on(above: Sequence[Field], below: Field) -> bool:
    """Whether strips of one row each lie close enough below each other, and evenly, to be rows of one grid."""
    last = above[-1]
    same_form = (last.grid, last.box[0], last.box[2]) == (below.grid, below.box[0], below.box[2])
    high, step = last.box[3] - last.box[1], below.box[1] - last.box[1]
    even = len(above) < 2 or abs(step - (last.box[1] - above[-2].box[1])) < 0.1 * high
    return same_form and last.grid.rows == 1 and even and high <= step <= SIDE_BY_SIDE * high


def _halves(strips: Sequence[Field]) -> list[Part]:
    """The two ordinary grids as which strips are read, each with every second column of theirs."""
    first, last = strips[0], strips[-1]
    rows = [(strip.name, row) for strip in strips for row in range(strip.grid.rows)]
    left, right = first.box[0], first.box[2]
    wide = (right - left) / first.grid.cols
    high = (first.box[3] - first.box[1]) / first.grid.rows
    # Of strips with air between them, a row reaches over half of it on each side.
    step = high if len(strips) == 1 else (last.box[1] - first.box[1]) / (len(strips) - 1)
    top = first.box[1] - (step - high) / 2
    made = []
    for phase in (0, 1):
        cols = range(phase, first.grid.cols, 2)
        if cols:
            start = left + (phase - 0.5) * wide
            box = (start, top, start + 2 * len(cols) * wide, top + len(rows) * step)
            cells = tuple(tuple(Cell(name, row, col) for col in cols) for name, row in rows)
            made.append(Part(Field(first.name, Grid(len(rows), len(cols)), box), cells))
    return made


def _turned_field(field: Field) -> Field:
    left, top, right, bottom = field.box
    grid = Grid(field.grid.cols, field.grid.rows, field.grid.points)
    return Field(field.name, grid, (top, left, bottom, right), field.crowded[::-1])


def _turned(part: Part) -> Part:
    """The part of a field turned about its diagonal, turned back."""
    cells = tuple(tuple(Cell(one.grid, one.col, one.row) for one in column) for column in zip(*part.cells, strict=True))
    return Part(_turned_field(part.field), cells)
