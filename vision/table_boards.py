"""The boards, strips and rows of cells on the sheets of a table: what stands on each cell, and which cells are hidden.

A grid is read again only where its own picture changed: each is laid flat, and compared, cell by cell, with how it
looked when it was read last. What dice hide is covered, and no reason to read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Cell, Colour, Piece
from seeds import sheets
from vision import cells
from vision.camera import Image
from vision.hands import Mask
from vision.plane import Plane, Points

BLOCK = 8
"""Pixels of a grid laid flat along each side of the squares whose light is compared."""
LEAST_CHANGE, NOISES = 3.0, 6.0
"""Change of light, 0 to 255, of a block from which its cell is read again: so much, and so many times the grid's usual
change. Lower reads again for nothing; a piece that changes its cell by less cannot be seen either."""
HIDDEN = 0.12
"""Share of a cell's middle that a die or a hand must hide for the cell to count as covered."""
LOOKED_AT = 0.8
"""Share of a cell's sides within which something that hides it is looked for."""


class Reader(Protocol):
    """What reads one grid (cells.BoardReader)."""

    def read(
        self, image: Image, plane: Plane, grid: cells.Grid, *, flat: Image | None = None
    ) -> cells.BoardReading: ...


@dataclass(frozen=True)
class Field:
    """One grid of the table."""

    name: str
    grid: cells.Grid
    box: sheets.Box
    """On its plane, in that plane's units."""

    @classmethod
    def of(cls, grid: sheets.Grid) -> Field:
        """A grid of a sheet."""
        return cls(grid.id, cells.Grid(grid.rows, grid.cols), grid.box)

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


class Boards(NamedTuple):
    """What all grids of a table show."""

    pieces: tuple[Piece, ...]
    """By grid, row and column; without places."""
    covered: tuple[Cell, ...]
    read: int
    """How many grids were read; the others are as they were."""


class _Memory(NamedTuple):
    """A grid when it was read last."""

    light: NDArray[np.float32]
    """(rows, cols, blocks, 3): of every cell's blocks."""
    sites: tuple[cells.Site, ...]


class TableBoards:
    """Reads grids, and remembers them. Not for several threads at once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._memory: dict[tuple[int, str], _Memory] = {}

    def forget(self) -> None:
        """Read everything the next time."""
        self._memory.clear()

    def read(
        self,
        image: Image,
        on_table: Sequence[tuple[int, Field, Plane]],
        hiding: Sequence[Points] = (),
        hand: Mask | None = None,
    ) -> Boards:
        """The grids of a picture: each with the number of its sheet and that sheet's plane. `hiding`: outlines, convex
        and in pixels, of dice; `hand`: where a hand lies, in the same picture made small."""
        pieces: list[Piece] = []
        covered: list[Cell] = []
        count = 0
        over = [mask for mask in (dice_mask(hiding, image), hand) if mask is not None]
        for number, field, sheet in on_table:
            plane = field.plane(sheet)
            hidden = hidden_cells(field.grid, plane, over, (image.shape[1], image.shape[0]))
            memory = self._memory.get((number, field.name))
            flat = field.grid.laid_flat(image, plane)
            light = _light(field.grid, flat)
            if memory is None or (_changed(memory.light, light) & ~hidden).any():
                memory = _Memory(light, tuple(self._reader.read(image, plane, field.grid, flat=flat).sites))
                self._memory[number, field.name] = memory
                count += 1
            for site in memory.sites:
                if not hidden[site.row, site.col]:
                    if site.covered:
                        covered.append(Cell(field.name, site.row, site.col))
                    else:
                        pieces.append(_piece(site, field.name))
            covered += [Cell(field.name, int(row), int(col)) for row, col in np.argwhere(hidden)]
        in_order = sorted(pieces, key=lambda piece: (piece.grid, piece.row, piece.col))
        return Boards(tuple(in_order), tuple(sorted(covered)), count)


def dice_mask(outlines: Sequence[Points], image: Image) -> Mask | None:
    """What convex outlines, in pixels of `image`, surround, in a picture of half its size; None without any."""
    if not outlines:
        return None
    mask = np.zeros((image.shape[0] // 2, image.shape[1] // 2), np.uint8)
    for outline in outlines:
        hull = cv2.convexHull(((outline + 0.5) / 2 - 0.5).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask > 0


def hidden_cells(grid: cells.Grid, plane: Plane, over: Sequence[Mask], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(rows, cols): the sites of a grid, whose unit is that of `plane`, that something hides. `over`: where it lies, in
    pictures of any size of what is `size` (width, height) large."""
    hidden = np.zeros((grid.rows, grid.cols), np.bool_)
    if not over:
        return hidden
    shift = 0.0 if grid.points else 0.5
    offsets = np.linspace(-LOOKED_AT / 2, LOOKED_AT / 2, 5)
    y, x = (values.ravel() for values in np.meshgrid(offsets, offsets, indexing="ij"))
    rows, cols = (values.ravel() for values in np.mgrid[: grid.rows, : grid.cols])
    points = np.stack([(cols[:, None] + shift + x), (rows[:, None] + shift + y)], 2).reshape(-1, 2)
    pixels = plane.pixels(points) + 0.5
    for mask in over:
        height, width = mask.shape
        small = np.floor(pixels * np.array([width / size[0], height / size[1]])).astype(np.int64)
        inside = (small >= 0).all(1) & (small < np.array([width, height])).all(1)
        hit = np.zeros(len(small), np.bool_)
        hit[inside] = mask[small[inside, 1], small[inside, 0]]
        hidden |= (hit.reshape(grid.rows, grid.cols, -1).mean(2)) > HIDDEN
    return hidden


def _light(grid: cells.Grid, flat: Image) -> NDArray[np.float32]:
    """(rows, cols, blocks, 3): the light of the blocks of every site of a grid laid flat."""
    inner = np.ascontiguousarray(flat[cells.PIXELS : -cells.PIXELS, cells.PIXELS : -cells.PIXELS])
    each = cells.PIXELS // BLOCK
    size = (grid.cols * each, grid.rows * each)
    blocks = cv2.resize(inner.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    apart = blocks.reshape(grid.rows, each, grid.cols, each, 3).swapaxes(1, 2)
    return np.asarray(apart.reshape(grid.rows, grid.cols, each * each, 3), np.float32)


def _changed(was: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(rows, cols): the sites that look otherwise, under a lamp that may shine more or less bright."""
    gain = np.median((now.reshape(-1, 3) + 1) / (was.reshape(-1, 3) + 1), axis=0)
    differs = np.abs(now - was * gain).max((2, 3))
    usual = float(np.median(differs))
    return np.asarray(differs > max(LEAST_CHANGE, min(NOISES * usual, 4 * LEAST_CHANGE)))


def _piece(site: cells.Site, grid: str) -> Piece:
    """What is said of a site that is not covered."""
    others: list[tuple[str | None, float]] = list(site.alternatives)
    if site.colour is None:  # perhaps nothing: that is what its confidence tells
        others.append((None, site.confidence))
    named = [(_colour(name), share) for name, share in others]
    return Piece(
        grid=grid,
        row=site.row,
        col=site.col,
        colour=_colour(site.colour),
        confidence=site.confidence if site.colour is not None else round(1 - site.confidence, 4),
        certain=site.certain,
        form=site.form,
        alternatives=tuple(sorted(named, key=lambda answer: -answer[1])),
    )


def _colour(name: str | None) -> Colour | None:
    return cast("Colour | None", name)  # a reader that was told other names by the players is taken at its word
