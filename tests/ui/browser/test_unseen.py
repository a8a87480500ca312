"""A match without a camera in a real browser, at a phone's size: how it is set up, and that pieces are tapped and
dragged on the drawn board."""

from __future__ import annotations

from typing import Any

from companion.table.view import Cell
from tests.support.app.browser import AppServer, Screen, screen
from tests.support.waiting import until

SAY = "from tests.support.app.unseen import session; session().enter_text({!r})"
COUNT = "from tests.support.app.unseen import session; answer = len(session().scene.lines)"
PLACE = """
from companion.table.view import Cell
from tests.support.app.unseen import place_of
answer = place_of(Cell("board", {}, {}))
"""


def at(app: AppServer, tab: Screen, cell: Cell) -> tuple[float, float]:
    """Where a cell of the drawn board is on the page."""
    x, y, *_ = app.run(PLACE.format(cell.row, cell.col))
    box = tab.box_of(tab.page.locator("[aria-label^='The board.']").last)
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def test_pawns_are_tapped_and_dragged_on_a_phone(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as tab:
        tab.press("Play Space Checkers")
        without = tab.page.get_by_role("checkbox", name="Play without a camera")
        without.wait_for()
        if not without.is_checked():  # where there is a camera
            tab.click(without)
        tab.press("Play", exact=True)
        tab.wait_for("Yellow: roll the dice.")
        tab.page.keyboard.press("2")
        tab.press("add a blue")
        tab.keep("unseen-phone-roll")
        tab.press("Count this roll")
        tab.wait_for("Tap what is lit")
        tab.page.mouse.click(*at(app, tab, Cell("board", 11, 4)))
        tab.wait_for("SC-3.1")
        tab.keep("unseen-phone-refused")
        tab.page.mouse.click(*at(app, tab, Cell("board", 1, 6)))
        tab.page.mouse.click(*at(app, tab, Cell("board", 3, 6)))
        tab.wait_for("Blue: roll the dice.")
        assert app.run(COUNT) == 2
        app.run(SAY.format("roll 2 yellow"))
        tab.wait_for("Tap what is lit")
        x, y = at(app, tab, Cell("board", 10, 5))
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        for share in (0.4, 0.8, 1.0):
            end = at(app, tab, Cell("board", 8, 5))
            tab.page.mouse.move(x + share * (end[0] - x), y + share * (end[1] - y), steps=5)
        tab.page.mouse.up()
        until(lambda: app.run(COUNT) == 4, "the pawn that was dragged")
        tab.wait_for("10,5 to 8,5")
        tab.leave()
