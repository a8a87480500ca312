"""Names for whatever lies on a drawn sheet, where it is drawn: of each cell of a board, of each die on a mat.

A drawing is silent. Over it lie nodes that nobody sees, which screen readers find by touch or one after another, and
through which taps go to the drawing.
"""

from __future__ import annotations

import flet as ft

from companion.rules import Game
from companion.table import Cell, Heap, Layout, colour_name
from companion.text import say, say_as
from seeds import Area, Box, Grid, Page
from ui.widgets.basic import die_words
from ui.widgets.drawing.sheet import Drawing

FINE = 10
"""Parts of a millimetre in which places are told apart."""


def named(shown: ft.Control, drawing: Drawing, page: Page, game: Game, layout: Layout, words: str) -> ft.Control:
    """A drawn sheet with names over it; `words` says the whole of it."""
    layers = [_over(drawing, grid.box, _cells(grid, game, layout)) for grid in drawing.grids]
    layers += [_over(drawing, area.box, _dice(area, page, layout)) for area in page.sheet.areas]
    return ft.Semantics(label=words, container=True, content=ft.Stack([shown, *layers]))


def own_heaps(page: Page, layout: Layout) -> list[Heap]:
    """The dice that are drawn on this copy of a sheet: those of all players lie on the first."""
    heaps = [heap for heap in (layout.dice[0] if layout.dice else ()) if heap.area is not None and heap.count]
    return [heap for heap in heaps if heap.seat == page.copy or (heap.seat is None and page.copy == 0)]


def cell_words(game: Game, layout: Layout, cell: Cell, number: int) -> str:
    """What a cell is called and what lies on it; `number` counts the cells of its grid from 0 on."""
    row = next((row for row in layout.rows if row.grid == cell.grid), None)
    if row is not None:  # a row of prison cells, in which only the number of pieces counts
        return say(
            "{place}, cell {number}: {what}",
            place=game.place_name(row.grid),
            number=number + 1,
            what=say("taken") if number < row.count else say("empty"),
        )
    colour = layout.pieces.get(cell)
    if colour is None:
        what = say("nothing may lie here") if cell in game.closed() else say("empty")
    else:
        what = colour_name(colour, "of dice")
        what = say("{colour}, two on each other", colour=what) if cell in layout.stacks else what
    return say("{place}: {what}", place=game.place_name(cell), what=what)


def _cells(grid: Grid, game: Game, layout: Layout) -> ft.Control:
    def node(row: int, col: int) -> ft.Control:
        return _node(cell_words(game, layout, Cell(grid.id, row, col), row * grid.cols + col))

    rows: list[ft.Control] = [
        ft.Row([node(row, col) for col in range(grid.cols)], spacing=0, expand=True) for row in range(grid.rows)
    ]
    return ft.Column(rows, spacing=0)


def _dice(area: Area, page: Page, layout: Layout) -> ft.Control:
    """The name of an area, and in it each die with what it shows."""
    name = say_as("on a mat", area.id)
    words: list[str] = []
    for heap in (heap for heap in own_heaps(page, layout) if heap.area == area.id):
        faces = heap.faces if heap.faces is not None else ()
        words += [die_words(face if isinstance(face, int) else None, heap.colour) for face in faces]
        if heap.faces is None:
            words.append(say("{count} dice", count=heap.count))
    if not words:
        return _node(say("{place}: {what}", place=name, what=say("nothing")))
    return ft.Semantics(label=name, container=True, content=ft.Row([_node(one) for one in words], spacing=0))


def _node(words: str) -> ft.Control:
    return ft.Semantics(label=words, container=True, expand=True, content=ft.Container(expand=True))


def _over(drawing: Drawing, box: Box, content: ft.Control) -> ft.Control:
    """Something over a part of the sheet, given in millimetres, whatever size the drawing has on the screen."""
    left, top, right, bottom = drawing.box
    content.expand = _parts(box[2] - box[0])
    across = _between(box[0] - left, content, right - box[2])
    middle = ft.Row(across, spacing=0, expand=_parts(box[3] - box[1]), vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    down = ft.Column(_between(box[1] - top, middle, bottom - box[3]), spacing=0)
    return ft.TransparentPointer(content=down, left=0, top=0, right=0, bottom=0)


def _between(before: float, content: ft.Control, after: float) -> list[ft.Control]:
    return [ft.Container(expand=_parts(before)), content, ft.Container(expand=_parts(after))]


def _parts(length: float) -> int:
    return max(1, round(FINE * length))
