"""The moves of a match: those that touch a cell, on paper and with a finger."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.table.view import Cell
from seeds.sheets import pages
from tests.support.app.browser import AppServer, screen
from tests.support.app.posed import posed
from ui.widgets.basic.basics import row_button
from ui.widgets.drawing.sheet import Marks, drawing_of
from ui.widgets.match.answers import answer_button
from ui.widgets.match.moves import touching


def test_a_cell_has_the_moves_that_change_it() -> None:
    scene = posed("space-checkers", 30).scene
    pawn = scene.moves[0].trail[0]
    own = touching(scene.moves, pawn)
    assert own and all(pawn in move.cells for move in own)
    assert {move.trail[0] for move in own} == {pawn} or len(own) < len(scene.moves)
    assert touching(scene.moves, None) == scene.moves == touching(scene.moves, Cell("board", 5, 5))


def test_attacks_know_the_dice_they_hit() -> None:
    scene = posed("army-vs-aliens-2011", 3).scene
    attacks = [move for move in scene.moves if move.hits]
    assert attacks and all(seat != scene.awaited.seat for move in attacks for seat, _ in move.hits)


def test_a_pawn_that_is_tapped_shows_its_moves(browser: Any, app: AppServer) -> None:
    scene = posed("space-checkers", 30).scene
    pawn = next(move.trail[0] for move in scene.moves if len(touching(scene.moves, move.trail[0])) < len(scene.moves))
    page = next(one for one in pages("space-checkers") if one.sheet.id == "G12")
    drawing = drawing_of(page, scene.layout, Marks())
    grid = next(one for one in drawing.grids if one.id == "board")
    left, top, right, bottom = drawing.box
    x, y = grid.middle(pawn.row, pawn.col)
    app.pose("space-checkers", 30)
    with screen(browser, app.address) as tab:
        tab.press("What may be done")
        box = tab.box_of(tab.page.locator("[aria-label^='The board.']").last)
        tab.page.mouse.click(
            box["x"] + (x - left) / (right - left) * box["width"], box["y"] + (y - top) / (bottom - top) * box["height"]
        )
        tab.wait_for(f"Those for {pawn.row},{pawn.col}")


def test_what_is_tapped_has_its_own_identity() -> None:
    """Another answer in the same place is another button, so that a tap which comes too late is not taken for it."""

    def key(words: str) -> object:
        return answer_button("1. ", words, (), True, lambda: None).key

    assert key("Anna rolled 5") == key("Anna rolled 5") != key("Anna rolled 6")
    assert (
        row_button("Correct event 1", ft.Text(""), lambda: None).key != row_button("2", ft.Text(""), lambda: None).key
    )
