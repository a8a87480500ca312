"""Reads all boards, strips and rows of cells on the sheets of a table: what each cell holds, and which cells are
hidden.

A grid is read again only where its own picture changed: each is laid flat, and compared, cell by cell, with how it
looked when it was read last. What dice hide is covered, and no reason to read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Cell, Colour, Piece
from vision.boards import cell_classifier
from vision.boards.crowded_strips import by_middle
from vision.boards.grids import Field, Part, parts_of
from vision.camera import Image
from vision.motion import Mask
from vision.plane import Plane, Points, corners_of_size

BLOCK = 8
"""Pixels of a grid laid flat along each side of the squares whose light is compared."""
LEAST_CHANGE, NOISES = 3.0, 6.0
"""Change of light, 0 to 255, of a block from which its cell is read again: so much, and so many times the grid's usual
change. Lower reads again for nothing; a piece that changes its cell by less cannot be seen either."""
HIDDEN = 0.12
"""Share of a cell's middle that a die or a hand must hide for the cell to count as covered."""
LOOKED_AT = 0.8
"""Share of a cell's sides within which something that hides it is looked for."""

PIECE_FROM = 0.95
"""Probability of a piece, of all colours together, from which one stands on a cell."""


class GridReader(Protocol):
    """Protocol of what reads one grid (cell_classifier.BoardReader)."""

    def read(
        self,
        image: Image,
        plane: Plane,
        grid: cell_classifier.Grid,
        *,
        flat: Image | None = None,
        others: Sequence[cell_classifier.Witnesses] = (),
    ) -> cell_classifier.BoardReading:
        """See BoardReader.read."""


class Boards(NamedTuple):
    """The pieces and hidden cells of all grids of a table."""

    pieces: tuple[Piece, ...]
    """By grid, row and column; without places."""
    covered: tuple[Cell, ...]
    read: int
    """How many grids were read; the others are as they were."""


class _Memory(NamedTuple):
    """A grid when it was read last."""

    light: NDArray[np.float32]
    """(rows, cols, blocks, 3): of every cell's blocks."""
    sites: tuple[cell_classifier.CellReading, ...]
    witnesses: cell_classifier.Witnesses | None


class TableBoards:
    """Reads grids, and caches their readings. Not thread-safe."""

    def __init__(self, reader: GridReader) -> None:
        self._reader = reader
        self._memory: dict[tuple[int, Part], _Memory] = {}

    def forget(self) -> None:
        """Read everything the next time."""
        self._memory.clear()

    def look(
        self, image: Image, on_table: Sequence[tuple[int, Field, Plane]], over: Sequence[Mask] = ()
    ) -> tuple[SheetSeen, ...]:
        """What the grids show, whatever lies on them. Where only what is `over` them changed, none is read again."""
        seen = []
        others: list[cell_classifier.Witnesses] = []
        for number, plane, fields in _by_sheet(on_table):
            parts = (
                self._part(image, number, part, part.field.plane(plane), over, others) for part in parts_of(fields)
            )
            seen.append(SheetSeen(fields, tuple(parts)))
        return tuple(seen)

    def _part(
        self,
        image: Image,
        number: int,
        part: Part,
        plane: Plane,
        over: Sequence[Mask],
        others: list[cell_classifier.Witnesses],
    ) -> PartSeen:
        """One grid; its pieces are added to the `others`, by which those after it are read."""
        grid, memory = part.field.grid, self._memory.get((number, part))
        flat = grid.rectify(image, plane)
        light = _light(grid, flat)
        if memory is not None:
            changed = _changed(memory.light, light)
            if changed.any() and over:
                changed &= ~hidden_cells(grid, plane, over, (image.shape[1], image.shape[0]))
            if not changed.any():
                others += [] if memory.witnesses is None else [memory.witnesses]
                return PartSeen(part, plane, memory.sites, False)
        reading = self._reader.read(image, plane, grid, flat=flat, others=others)
        self._memory[number, part] = _Memory(light, reading.sites, reading.witnesses)
        others += [] if reading.witnesses is None else [reading.witnesses]
        return PartSeen(part, plane, reading.sites, True)


class PartSeen(NamedTuple):
    """An ordinary grid in one picture."""

    part: Part
    plane: Plane
    """With the distance of the grid's sites as the unit."""
    sites: tuple[cell_classifier.CellReading, ...]
    fresh: bool
    """Whether it was read in this picture; else it looks as it did."""


class SheetSeen(NamedTuple):
    """The grids of one sheet."""

    fields: tuple[Field, ...]
    parts: tuple[PartSeen, ...]


def board_pieces(seen: Sequence[SheetSeen], over: Sequence[Mask], size: tuple[int, int]) -> Boards:
    """Combines the grids that were read in a picture of `size` (width, height) to pieces and covered cells; cells under
    the masks `over` are covered."""
    pieces: list[Piece] = []
    covered: list[Cell] = []
    fresh: set[tuple[int, str]] = set()
    for number, sheet in enumerate(seen):
        sites: dict[Cell, cell_classifier.CellReading] = {}
        for part, plane, found, read in sheet.parts:
            hidden = hidden_cells(part.field.grid, plane, over, size)
            shown = (site for site in found if not hidden[site.row, site.col])
            below = (cell_classifier.covered_site(int(row), int(col)) for row, col in np.argwhere(hidden))
            sites.update((part.cells[site.row][site.col], site) for site in (*shown, *below))
            fresh |= {(number, cell.grid) for row in part.cells for cell in row} if read else set()
        for field in sheet.fields:
            own = {cell: site for cell, site in sites.items() if cell.grid == field.name}
            for cell, site in by_middle(own, field.crowded).items():
                if site.covered:
                    covered.append(cell)
                else:
                    pieces.append(_piece(site, cell))
    in_order = sorted(pieces, key=lambda piece: (piece.grid, piece.row, piece.col))
    return Boards(tuple(in_order), tuple(sorted(covered)), len(fresh))


def without_pieces(seen: Sequence[SheetSeen], boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,): the middles of which boxes (n, 4), in pixels, lie on no cell that holds a piece for certain."""
    middles = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
    free = np.ones(len(boxes), np.bool_)
    for part, plane, sites, _ in (one for sheet in seen for one in sheet.parts):
        grid = part.field.grid
        standing = np.zeros((grid.rows, grid.cols), np.bool_)
        for site in sites:
            standing[site.row, site.col] = site.certain and site.colour is not None
        row, col, inside = _sites_at(grid, plane, middles)
        free &= ~(inside & standing[row, col])
    return free


def piece_colours(seen: Sequence[SheetSeen], boxes: NDArray[np.float32]) -> list[str | None]:
    """The likeliest colours of the pieces on the cells where the middles of boxes (n, 4), in pixels, lie; None where it
    is in doubt whether one stands there."""
    middles = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
    found: list[str | None] = [None] * len(boxes)
    for part, plane, sites, _ in (one for sheet in seen for one in sheet.parts):
        standing = {(site.row, site.col): site.colour for site in sites if _is_piece(site)}
        for n, (row, col, inside) in enumerate(zip(*_sites_at(part.field.grid, plane, middles), strict=True)):
            found[n] = found[n] or (standing.get((int(row), int(col))) if inside else None)
    return found


def _is_piece(site: cell_classifier.CellReading) -> bool:
    """Whether a piece stands there, of whatever colour."""
    shares = sum(share for colour, share in site.alternatives if colour is not None)
    return site.colour is not None and site.confidence + shares >= PIECE_FROM


def pieces_in(
    seen: Sequence[SheetSeen], boxes: NDArray[np.float32], colours: Sequence[str | None] | None = None
) -> NDArray[np.int64]:
    """(n,): how many pieces that stand for certain have their feet in each of boxes (n, 4), in pixels; `colours`: of
    the colour given for each box."""
    count = np.zeros(len(boxes), np.int64)
    for part, plane, sites, _ in (one for sheet in seen for one in sheet.parts):
        middle = 0.0 if part.field.grid.points else 0.5
        standing = [site for site in sites if site.certain and site.colour is not None]
        if standing:
            feet = plane.pixels(np.array([(site.col, site.row) for site in standing], np.float64) + middle)
            within = ((feet[None] >= boxes[:, None, :2]) & (feet[None] <= boxes[:, None, 2:])).all(2)
            if colours is not None:
                own = [site.colour == colour for colour in colours for site in standing]
                within &= np.array(own, np.bool_).reshape(within.shape)
            count += within.sum(1)
    return count


def off_grids(seen: Sequence[SheetSeen], boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,): the middles of which boxes (n, 4), in pixels, lie on no cell."""
    middles = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
    off = np.ones(len(boxes), np.bool_)
    for part, plane, _, _ in (one for sheet in seen for one in sheet.parts):
        off &= ~_sites_at(part.field.grid, plane, middles)[2]
    return off


def _sites_at(
    grid: cell_classifier.Grid, plane: Plane, pixels: Points
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """(n,) each: row and column of the site on which pixels (n, 2) lie, and whether they lie on any."""
    x, y = np.floor(plane.millimetres(pixels) + (0.5 if grid.points else 0.0)).T
    inside = (x >= 0) & (y >= 0) & (x < grid.cols) & (y < grid.rows)
    return np.where(inside, y, 0).astype(np.int64), np.where(inside, x, 0).astype(np.int64), inside


def _by_sheet(on_table: Sequence[tuple[int, Field, Plane]]) -> list[tuple[int, Plane, tuple[Field, ...]]]:
    """The fields of each sheet together."""
    planes = {number: plane for number, _, plane in on_table}
    return [
        (number, plane, tuple(field for other, field, _ in on_table if other == number))
        for number, plane in planes.items()
    ]


def dice_mask(outlines: Sequence[Points], image: Image) -> Mask | None:
    """Fills convex outlines (n, 2), in pixels of `image`, in a mask of half its size; None without outlines."""
    if not outlines:
        return None
    mask = np.zeros((image.shape[0] // 2, image.shape[1] // 2), np.uint8)
    for outline in outlines:
        hull = cv2.convexHull(((outline + 0.5) / 2 - 0.5).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask > 0


def hidden_cells(
    grid: cell_classifier.Grid, plane: Plane, over: Sequence[Mask], size: tuple[int, int]
) -> NDArray[np.bool_]:
    """(rows, cols): the sites of a grid, whose unit is that of `plane`, that something hides. `over`: where it lies, in
    pictures of any size of what is `size` (width, height) large."""
    hidden = np.zeros((grid.rows, grid.cols), np.bool_)
    corners = plane.pixels(corners_of_size(grid.size) + 0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))
    over = [mask for mask in over if _any_within(mask, corners, size)]
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


def _any_within(mask: Mask, corners: Points, size: tuple[int, int]) -> bool:
    """Whether anything of a mask lies in the upright box around a quadrilateral (4, 2), in pixels of what is `size`
    (width, height) large."""
    height, width = mask.shape
    small = corners * np.array([width / size[0], height / size[1]])
    left, top = np.maximum(np.floor(small.min(0)).astype(int) - 1, 0)
    right, bottom = np.maximum(np.ceil(small.max(0)).astype(int) + 2, 0)
    return bool(mask[top:bottom, left:right].any())


def _light(grid: cell_classifier.Grid, flat: Image) -> NDArray[np.float32]:
    """(rows, cols, blocks, 3): the light of the blocks of every site of a grid laid flat."""
    inner = np.ascontiguousarray(
        flat[cell_classifier.PIXELS : -cell_classifier.PIXELS, cell_classifier.PIXELS : -cell_classifier.PIXELS]
    )
    each = cell_classifier.PIXELS // BLOCK
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


def _piece(site: cell_classifier.CellReading, cell: Cell) -> Piece:
    """The `Piece` for a site that is not covered."""
    others: list[tuple[str | None, float]] = list(site.alternatives)
    if site.colour is None:  # perhaps nothing: that is what its confidence tells
        others.append((None, site.confidence))
    named = [(_colour(name), share) for name, share in others]
    return Piece(
        grid=cell.grid,
        row=cell.row,
        col=cell.col,
        colour=_colour(site.colour),
        confidence=site.confidence if site.colour is not None else round(1 - site.confidence, 4),
        certain=site.certain,
        form=site.form,
        alternatives=tuple(sorted(named, key=lambda answer: -answer[1])),
    )


def _colour(name: str | None) -> Colour | None:
    return cast("Colour | None", name)  # a reader that was told other names by the players is taken at its word
