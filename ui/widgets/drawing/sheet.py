"""A table as its sheets have it, drawn: boards with their pieces, strips and prison cells, mats with dice in zones.

One drawing serves every game: it knows only the printed sheet and how the table lies (companion.table.layout).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.table import Cell, Colour, DieAt, Heap, Layout
from seeds import Area, Box, Grid, Page, Point
from ui.widgets.basic import die_marks, number_marks, piece_marks

MARGIN = 6.0
"""Millimetres around what is drawn of a sheet."""
SIDES, APART = (26.0, 21.0, 17.0, 13.0, 9.0), 3.0
"""Millimetres: the side of a drawn die, the largest with which all have room, and what lies between two."""
NUMBER = 4.5
"""Millimetres: how high the numbers of cells are drawn."""
EDGE = 0.25
"""Millimetres: how wide the lines between cells are."""
PAPER, INK, LIGHT, DARK, LIT = "#F4EEDF", "#6B5F50", "#E9DFC9", "#DCCFB4", "#2F8F5B"
CLOSED, SCORING_LINE, CELL_NUMBER = "#9DB8CC", "#2B2724", "#A89B86"
AMISS = 'fill="none" stroke="#B3261E" stroke-width="2" stroke-dasharray="3 2"'
DASHED = ' stroke-dasharray="2 2"'


class Marks(NamedTuple):
    """What is drawn onto the cells besides what lies there."""

    lit: frozenset[Cell] = frozenset()
    """On which something may be done."""
    differ: frozenset[Cell] = frozenset()
    """Which lie otherwise than they should."""
    amiss: frozenset[tuple[str, int]] = frozenset()
    """The areas, each with its sheet's copy, in which dice lie otherwise than they should."""
    closed: frozenset[Cell] = frozenset()
    """On which nothing may lie."""
    chosen: Cell | None = None
    """That a player has tapped."""
    trails: tuple[tuple[Cell, ...], ...] = ()
    """Ways of a piece, cell by cell."""
    lines: tuple[tuple[Cell, ...], ...] = ()
    """Cells that count together."""
    lit_dice: frozenset[DieAt] = frozenset()
    """Dice with which something may be done."""
    chosen_dice: frozenset[tuple[DieAt, int]] = frozenset()
    """Dice that a player has tapped, each with its place in its area."""


class Drawing(NamedTuple):
    """A drawn sheet."""

    parts: tuple[str, ...]
    """The SVG text, element by element, from the opening of the picture to its end."""
    ratio: float
    """How many times as wide as high it is."""
    box: Box
    """The part of the sheet that is drawn, in millimetres."""
    grids: tuple[Grid, ...]
    dice: tuple[tuple[Box, DieAt, int], ...] = ()
    """Where each die is drawn whose face counts, with its place in its area."""

    @property
    def svg(self) -> str:
        """The whole SVG text."""
        return "".join(self.parts)

    def die_at(self, x: float, y: float) -> tuple[DieAt, int] | None:
        """The die at a place of the drawing, given as shares of its width and height, or one that a finger just
        misses."""
        left, top, right, bottom = self.box
        across, down = left + x * (right - left), top + y * (bottom - top)
        for (x0, y0, x1, y1), die, number in self.dice:
            if x0 - APART / 2 <= across <= x1 + APART / 2 and y0 - APART / 2 <= down <= y1 + APART / 2:
                return die, number
        return None

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell at a place of the drawing, given as shares of its width and height."""
        left, top, right, bottom = self.box
        point = left + x * (right - left), top + y * (bottom - top)
        found = ((grid.id, grid.at(point)) for grid in self.grids)
        return next((Cell(name, *place) for name, place in found if place is not None), None)


def drawing_of(page: Page, layout: Layout, marks: Marks) -> Drawing:
    """A sheet with what lies there."""
    shown_grids = frozenset((*layout.grids, *(row.grid for row in layout.rows)))
    heaps = tuple(heap for heap in (layout.dice[0] if layout.dice else ()) if heap.area is not None)
    rows = tuple((row.grid, row.count, row.colours) for row in layout.rows)
    return _drawn(page, shown_grids, tuple(sorted(layout.pieces.items())), layout.stacks, rows, heaps, marks)


@lru_cache(maxsize=64)
def _drawn(
    page: Page,
    shown_grids: frozenset[str],
    pieces: tuple[tuple[Cell, Colour], ...],
    stacks: frozenset[Cell],
    rows: tuple[tuple[str, int, tuple[Colour, ...]], ...],
    heaps: tuple[Heap, ...],
    marks: Marks,
) -> Drawing:
    sheet = page.sheet
    grids = tuple(grid for grid in sheet.grids if grid.id in shown_grids)
    corners = {grid.id: _corner(grid, grids) for grid in grids if grid.first is not None and grid.rows > 1}
    boxes = [*(grid.box for grid in grids), *(area.box for area in sheet.areas)]
    box = _around([*boxes, *((x, y, x, y) for x, y in corners.values())])
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}">',
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="6" fill="{PAPER}"/>',
    ]
    there = dict(pieces)
    rows_held = {name: (count, colours) for name, count, colours in rows}
    for grid in grids:
        parts += _grid(grid, there, stacks, rows_held.get(grid.id), marks, _numbers(grid, corners.get(grid.id, (0, 0))))
    places: list[tuple[Box, DieAt, int]] = []
    for area in sheet.areas:
        own = [heap for heap in heaps if heap.area == area.id and heap.seat in (None, page.copy)]
        shared = [heap for heap in own if heap.seat is not None or page.copy == 0]
        parts += _area(area, shared, page.copy, marks, places)
        if (area.id, page.copy) in marks.amiss:
            parts.append(_rect(_within(area.box, 1.2), AMISS))
    parts.append("</svg>")
    return Drawing(tuple(parts), wide / high, box, grids, tuple(places))


def _around(boxes: Sequence[Box]) -> Box:
    left, top, right, bottom = (list(edges) for edges in zip(*boxes, strict=True))
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _corner(grid: Grid, others: Sequence[Grid]) -> Point:
    """Left of and above a board, where its numbers stand: beyond whatever lies close beside it."""
    left, top, right, bottom = grid.box
    x, y = left, top
    for other in others:
        x0, y0, x1, y1 = other.box
        if y0 < bottom and y1 > top and left - 2 * NUMBER < x1 <= left:
            x = min(x, x0)
        if x0 < right and x1 > left and top - 2 * NUMBER < y1 <= top:
            y = min(y, y0)
    return x - NUMBER, y - NUMBER


def _numbers(grid: Grid, corner: Point) -> list[str]:
    """Of a board beside its rows and above its columns, of a strip on its cells."""
    if grid.first is None:
        return []
    across = [grid.middle(0, col) for col in range(grid.cols)]
    if grid.rows == 1:
        return [number_marks(grid.first + n, x, y, NUMBER, CELL_NUMBER) for n, (x, y) in enumerate(across)]
    down = [(corner[0], grid.middle(row, 0)[1]) for row in range(grid.rows)]
    above = [(x, corner[1]) for x, _ in across]
    return [number_marks(grid.first + n, *at, NUMBER, INK) for both in (down, above) for n, at in enumerate(both)]


def _grid(
    grid: Grid,
    there: Mapping[Cell, Colour],
    stacks: frozenset[Cell],
    rows_held: tuple[int, tuple[Colour, ...]] | None,
    marks: Marks,
    numbers: Sequence[str],
) -> list[str]:
    ground, over = [_rect(grid.box, f'fill="{LIGHT}"')], []
    for row in range(grid.rows):
        for col in range(grid.cols):
            cell, box = Cell(grid.id, row, col), grid.cell(row, col)
            if cell in marks.closed or (row + col) % 2:
                ground.append(_rect(box, f'fill="{CLOSED if cell in marks.closed else DARK}"'))
            if cell in marks.lit:
                over.append(_rect(_within(box, 0.8), f'fill="none" stroke="{LIT}" stroke-width="1.6" rx="2"'))
            if cell == marks.chosen:
                over.append(_rect(_within(box, 0.8), f'fill="{LIT}" fill-opacity="0.35" stroke="{LIT}"'))
            colour = there.get(cell)
            if rows_held is not None:  # a row in which only the number counts
                count, colours = rows_held
                number = row * grid.cols + col
                colour = (colours[0] if len(colours) == 1 else "grey") if number < count else None
            if colour is not None:
                over += _piece(box, colour, cell in stacks)
            if cell in marks.differ:
                over.append(_rect(_within(box, 0.6), AMISS))
    lines = [_line(grid, line) for line in marks.lines if line[0].grid == grid.id]
    trails = [part for trail in marks.trails if trail[0].grid == grid.id for part in _trail(grid, trail)]
    return [*ground, *_edges(grid), *numbers, *over, *lines, *trails]


def _edges(grid: Grid) -> list[str]:
    """The lines between cells and around them: drawn through, since a browser without a graphics card draws each cell's
    own outline anew with every picture of the table."""
    left, top, right, bottom = grid.box
    wide, high = (right - left) / grid.cols, (bottom - top) / grid.rows
    rows, cols = ([start + n * size for n in range(count + 1)]
                  for start, size, count in ((top, high, grid.rows), (left, wide, grid.cols)))  # fmt: skip
    lines = [(left, y, right, y) for y in rows] + [(x, top, x, bottom) for x in cols]
    return [_rect(_within(line, -EDGE / 2), f'fill="{INK}"') for line in lines]


def _line(grid: Grid, line: Sequence[Cell]) -> str:
    """Cells that count together, struck through from the first to the last."""
    (x0, y0), (x1, y1) = (grid.middle(cell.row, cell.col) for cell in (line[0], line[-1]))
    return (
        f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke="{SCORING_LINE}" stroke-width="1.8" '
        'stroke-opacity="0.6" stroke-linecap="round"/>'
    )


def _trail(grid: Grid, trail: Sequence[Cell]) -> list[str]:
    """A way with an arrow's head at its end. Where it leaves over an edge it is drawn out to there, and in again from
    the opposite one, dashed."""
    middles = [grid.middle(cell.row, cell.col) for cell in trail]
    wide, high = (grid.box[2] - grid.box[0]) / grid.cols, (grid.box[3] - grid.box[1]) / grid.rows
    parts = []
    for (one, a), (other, b) in pairwise(zip(trail, middles, strict=True)):
        down, right = other.row - one.row, other.col - one.col
        if max(abs(down), abs(right)) <= 1:
            parts.append(_stroke(a, b, ""))
            continue
        out = ((right < 0) - (right > 0)) * wide * 0.6, ((down < 0) - (down > 0)) * high * 0.6
        parts.append(_stroke(a, (a[0] + out[0], a[1] + out[1]), DASHED))
        parts.append(_stroke((b[0] - out[0], b[1] - out[1]), b, DASHED))
    x, y = middles[-1]
    parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.17 * min(wide, high):g}" fill="{LIT}"/>')
    return parts


def _stroke(a: tuple[float, float], b: tuple[float, float], more: str) -> str:
    return (
        f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="{LIT}" stroke-width="1.3" '
        f'stroke-opacity="0.8" stroke-linecap="round"{more}/>'
    )


def _piece(box: Box, colour: Colour, stack: bool) -> list[str]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    radius = 0.4 * min(max(box[2] - box[0], 8.0), box[3] - box[1])
    lower = [piece_marks(colour, x + 0.25 * radius, y + 0.25 * radius, radius)] if stack else []
    return [*lower, piece_marks(colour, x, y, radius)]


def _area(
    area: Area, heaps: Sequence[Heap], copy: int, marks: Marks, places: list[tuple[Box, DieAt, int]]
) -> list[str]:
    """An area with its dice, whose `places` are added to those of the sheet."""
    parts = [_rect(area.box, f'fill="{LIGHT}" stroke="{INK}" stroke-width="0.8" rx="4"')]
    left, top, right, bottom = area.box
    dice: list[tuple[int | None, Colour | None]] = []
    for heap in heaps:
        faces = heap.faces if heap.faces is not None else (None,) * heap.count
        dice += [(face if isinstance(face, int) else None, heap.colour) for face in faces]
    wide, high = right - left - 2 * APART, bottom - top - 2 * APART
    side = next((one for one in SIDES if len(dice) <= _across(wide, one) * _across(high, one)), SIDES[-1])
    for number, (face, colour) in enumerate(dice):
        down, along = divmod(number, max(1, _across(wide, side)))
        x, y = left + 2 * APART + along * (side + APART), top + 2 * APART + down * (side + APART)
        parts.append(die_marks(face, colour, x, y, side))
        if face is None:
            continue
        die, box = DieAt(area.id, copy, face), (x, y, x + side, y + side)
        places.append((box, die, number))
        if (die, number) in marks.chosen_dice:
            parts.append(_rect(_within(box, -1.2), f'fill="none" stroke="{LIT}" stroke-width="2.6" rx="5"'))
            parts.append(_rect(box, f'fill="{LIT}" fill-opacity="0.3" rx="4"'))
        elif die in marks.lit_dice:
            parts.append(_rect(_within(box, -1), f'fill="none" stroke="{LIT}" stroke-width="1.6" rx="5"'))
    return parts


def _across(length: float, side: float) -> int:
    """How many dice find room along a length."""
    return int(length / (side + APART))


def _within(box: Box, by: float) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _rect(box: Box, paint: str) -> str:
    x0, y0, x1, y1 = box
    return f'<rect x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}" {paint}/>'
