"""A table as its sheets have it, drawn: boards with their pieces, strips and prison cells, mats with dice in zones.

One drawing serves every game: it knows only the printed sheet and how the table lies (companion.layout).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from companion.layout import Heap, Layout
from companion.table import Cell, Colour
from seeds.sheets import Area, Box, Grid, Page
from ui.widgets.die import die_marks, piece_marks

__all__ = ["drawing_of"]

MARGIN = 6.0
"""Millimetres around what is drawn of a sheet."""
SIDES, APART = (26.0, 21.0, 17.0, 13.0, 9.0), 3.0
"""Millimetres: the side of a drawn die, the largest with which all have room, and what lies between two."""
PAPER, INK, LIGHT, DARK, LIT = "#F4EEDF", "#6B5F50", "#E9DFC9", "#DCCFB4", "#2F8F5B"


def drawing_of(page: Page, layout: Layout, lit: Iterable[Cell] = (), differ: Iterable[Cell] = ()) -> tuple[str, float]:
    """The SVG text of a sheet with what lies there, and how many times as wide as high it is. `lit`: cells on which
    something may be done; `differ`: those that lie otherwise than they should."""
    told = frozenset((*layout.grids, *(row.grid for row in layout.rows)))
    heaps = tuple(heap for heap in (layout.dice[0] if layout.dice else ()) if heap.area is not None)
    rows = tuple((row.grid, row.count, row.colours) for row in layout.rows)
    marks = frozenset(lit), frozenset(differ)
    return _drawn(page, told, tuple(sorted(layout.pieces.items())), layout.stacks, rows, heaps, *marks)


@lru_cache(maxsize=64)
def _drawn(
    page: Page,
    told: frozenset[str],
    pieces: tuple[tuple[Cell, Colour], ...],
    stacks: frozenset[Cell],
    rows: tuple[tuple[str, int, tuple[Colour, ...]], ...],
    heaps: tuple[Heap, ...],
    lit: frozenset[Cell],
    differ: frozenset[Cell],
) -> tuple[str, float]:
    sheet = page.sheet
    grids = [grid for grid in sheet.grids if grid.id in told]
    boxes = [*(grid.box for grid in grids), *(area.box for area in sheet.areas)]
    left, top = min(box[0] for box in boxes) - MARGIN, min(box[1] for box in boxes) - MARGIN
    right, bottom = max(box[2] for box in boxes) + MARGIN, max(box[3] for box in boxes) + MARGIN
    wide, high = right - left, bottom - top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}">',
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="6" fill="{PAPER}"/>',
    ]
    there = dict(pieces)
    held = {name: (count, colours) for name, count, colours in rows}
    for grid in grids:
        parts += _grid(grid, there, stacks, held.get(grid.id), lit, differ)
    for area in sheet.areas:
        own = [heap for heap in heaps if heap.area == area.id and heap.seat in (None, page.copy)]
        shared = [heap for heap in own if heap.seat is not None or page.copy == 0]
        parts += _area(area, shared)
    parts.append("</svg>")
    return "".join(parts), wide / high


def _grid(
    grid: Grid,
    there: Mapping[Cell, Colour],
    stacks: frozenset[Cell],
    held: tuple[int, tuple[Colour, ...]] | None,
    lit: frozenset[Cell],
    differ: frozenset[Cell],
) -> list[str]:
    parts = []
    for row in range(grid.rows):
        for col in range(grid.cols):
            cell, box = Cell(grid.id, row, col), grid.cell(row, col)
            shade = LIGHT if (row + col) % 2 == 0 else DARK
            parts.append(_rect(box, f'fill="{shade}" stroke="{INK}" stroke-width="0.25"'))
            if cell in lit:
                parts.append(_rect(_within(box, 0.8), f'fill="none" stroke="{LIT}" stroke-width="1.6" rx="2"'))
            colour = there.get(cell)
            if held is not None:  # a row in which only the number counts
                count, colours = held
                number = row * grid.cols + col
                colour = (colours[0] if len(colours) == 1 else "grey") if number < count else None
            if colour is not None:
                parts += _piece(box, colour, cell in stacks)
            if cell in differ:
                parts.append(
                    _rect(_within(box, 0.6), 'fill="none" stroke="#B3261E" stroke-width="2" stroke-dasharray="3 2"')
                )
    return parts


def _piece(box: Box, colour: Colour, stack: bool) -> list[str]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    radius = 0.4 * min(max(box[2] - box[0], 8.0), box[3] - box[1])
    lower = [piece_marks(colour, x + 0.25 * radius, y + 0.25 * radius, radius)] if stack else []
    return [*lower, piece_marks(colour, x, y, radius)]


def _area(area: Area, heaps: Sequence[Heap]) -> list[str]:
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
    return parts


def _across(length: float, side: float) -> int:
    """How many dice find room along a length."""
    return int(length / (side + APART))


def _within(box: Box, by: float) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _rect(box: Box, paint: str) -> str:
    x0, y0, x1, y1 = box
    return f'<rect x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}" {paint}/>'
