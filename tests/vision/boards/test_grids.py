"""Where the grids of a table lie, and the ordinary grids as which crowded ones are read."""

import itertools

import numpy as np
import pytest

from companion.table.view import Cell
from seeds.sheets import pages
from tests.support.vision.sheets import seen_from
from vision.boards.cell_classifier import Grid
from vision.boards.grids import Field, Part, parts_of
from vision.plane.plane import Plane

BOARD = pages("doubles-wild")[0]
STRIPS = tuple(Field.of(grid) for grid in BOARD.sheet.grids if grid.id != "board")
ALONG_X, ALONG_Y = (True, False), (False, True)


def cells_of(parts: tuple[Part, ...]) -> list[Cell]:
    return sorted(cell for part in parts for row in part.cells for cell in row)


def test_strips_of_the_kit_are_crowded_and_boards_are_not() -> None:
    crowded = {
        grid.id: grid.crowded
        for game in ("doubles-wild", "space-checkers")
        for page in pages(game)
        for grid in page.sheet.grids
    }
    assert {name for name, way in crowded.items() if way == ALONG_X} == {f"score-{seat}" for seat in range(4)}
    assert all(not any(way) for name, way in crowded.items() if not name.startswith("score"))


@pytest.mark.parametrize(
    ("rows", "cols", "crowded"),
    [(1, 14, ALONG_X), (1, 5, ALONG_X), (2, 3, ALONG_X), (1, 1, ALONG_X), (9, 2, ALONG_Y), (6, 1, ALONG_Y)],
)
def test_every_cell_is_in_the_middle_of_one_site(rows: int, cols: int, crowded: tuple[bool, bool]) -> None:
    field = Field("strip", Grid(rows, cols), (10.0, 20.0, 10.0 + 9 * cols, 20.0 + 9 * rows), crowded)
    parts = parts_of((field,))
    assert cells_of(parts) == sorted(field.cells)
    for part in parts:
        left, top, right, bottom = part.field.box
        wide, high = (right - left) / part.field.grid.cols, (bottom - top) / part.field.grid.rows
        assert (wide, high) == pytest.approx((18, 9) if crowded == ALONG_X else (9, 18))
        for row, col in itertools.product(range(part.field.grid.rows), range(part.field.grid.cols)):
            cell = part.cells[row][col]
            assert part.field.middle(row, col) == pytest.approx(field.middle(cell.row, cell.col))


def test_an_ordinary_grid_is_read_as_it_is() -> None:
    field = Field.of(BOARD.sheet.grid("board"))
    (part,) = parts_of((field,))
    assert part.field == field and part.cells[5][3] == Cell("board", 5, 3)
    prisons = tuple(Field.of(grid) for grid in pages("space-checkers")[0].sheet.grids)
    assert [part.field for part in parts_of(prisons)] == list(prisons)


def test_strips_side_by_side_are_read_together_and_those_far_off_are_not() -> None:
    parts = parts_of(STRIPS)
    assert [part.field.grid for part in parts] == [Grid(2, 7)] * 4
    assert [{cell.grid for row in part.cells for cell in row} for part in parts] == [
        {"score-0", "score-1"}, {"score-0", "score-1"}, {"score-2", "score-3"}, {"score-2", "score-3"},
    ]  # fmt: skip
    assert cells_of(parts) == sorted(cell for strip in STRIPS for cell in strip.cells)
    assert [part.field.grid for part in parts_of(STRIPS[:1])] == [Grid(1, 7)] * 2
    shorter = Field("short", Grid(1, 13), (28.5, 39.5, 152.0, 56.0), ALONG_X)
    assert [part.field.grid.rows for part in parts_of((STRIPS[1], shorter))] == [1, 1, 1, 1]


def test_sites_lie_over_the_middles_of_their_cells_in_any_picture() -> None:
    plane = Plane(seen_from(BOARD, 30, 12), BOARD.sheet.size)
    for part in parts_of(tuple(map(Field.of, BOARD.sheet.grids))):
        own = part.field.plane(plane)
        for row, col in itertools.product(range(part.field.grid.rows), range(part.field.grid.cols)):
            cell = part.cells[row][col]
            middle = BOARD.sheet.grid(cell.grid).middle(cell.row, cell.col)
            assert np.allclose(own.pixels(np.array([[col + 0.5, row + 0.5]])), plane.pixels(np.array([middle])))
