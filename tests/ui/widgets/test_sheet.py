"""Drawn sheets: where their cells are, what is marked on them, and the numbers beside them."""

from __future__ import annotations

from random import Random

import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.rules.self_play import greedy, played
from companion.table.layout import Layout
from companion.table.view import Cell
from seeds.sheets import Page, board_of, pages
from ui.widgets.basic.digits import number_marks
from ui.widgets.drawing.sheet import Drawing, Marks, drawing_of

BOARDS = ["doubles-wild", "space-checkers"]


def laid(name: str, events: int = 60) -> tuple[Page, Layout]:
    game = companion.load(name)
    *_, last = played(game, Random(4), greedy, longest=events)
    layout = SeatedGame.usual(game).layout(last.after)
    house = board_of(name, game.format_options())
    known = [page for page in pages(name) if {grid.id for grid in page.sheet.grids} >= set(layout.grids)]
    return next((page for page in known if page.sheet.id == house), known[0]), layout


def drawn(name: str, marks: Marks = Marks()) -> tuple[Drawing, Layout]:  # noqa: B008
    page, layout = laid(name)
    return drawing_of(page, layout, marks), layout


@pytest.mark.parametrize("name", BOARDS)
def test_the_middle_of_every_cell_is_found_again(name: str) -> None:
    drawing, layout = drawn(name)
    left, top, right, bottom = drawing.box
    assert drawing.ratio == pytest.approx((right - left) / (bottom - top))
    assert {grid.id for grid in drawing.grids} == {*layout.grids, *(row.grid for row in layout.rows)}
    for grid in drawing.grids:
        for row in range(grid.rows):
            for col in range(grid.cols):
                x, y = grid.middle(row, col)
                share = (x - left) / (right - left), (y - top) / (bottom - top)
                assert 0 < share[0] < 1 and 0 < share[1] < 1
                assert drawing.cell_at(*share) == Cell(grid.id, row, col)
    assert drawing.cell_at(0.001, 0.001) is None


@pytest.mark.parametrize("name", BOARDS)
def test_each_mark_changes_the_drawing(name: str) -> None:
    plain, _ = drawn(name)
    here, there = Cell("board", 0, 8), Cell("board", 0, 0)
    for marks in (
        Marks(lit=frozenset([here])),
        Marks(differ=frozenset([here])),
        Marks(closed=frozenset([here])),
        Marks(chosen=here),
        Marks(trails=((here, Cell("board", 1, 8)),)),
        Marks(lines=((here, Cell("board", 1, 8), Cell("board", 2, 8)),)),
    ):
        assert drawn(name, marks)[0].svg != plain.svg
    over = drawn(name, Marks(trails=((here, there),)))[0].svg
    assert over.count("stroke-dasharray") == plain.svg.count("stroke-dasharray") + 2, "out over one edge, in at another"


def test_numbers_are_drawn_digit_by_digit() -> None:
    assert number_marks(10, 0, 0, 5, "red").count("<path") == 2
    drawn = {number_marks(digit, 0, 0, 5, "red") for digit in range(10)}
    assert len(drawn) == 10
    board = drawing_of(*laid("doubles-wild"), Marks()).svg
    for label in range(3, 12):
        shapes = [number_marks(label, 0, 0, 4.5, "red").split("<path")[1].split('d="')[1].split('"')[0]]
        assert all(shape in board for shape in shapes)
