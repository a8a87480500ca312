"""The end of a match in a real browser: the result, a look at it, and the next one with swapped seats, by keys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import Posing, screen
from ui.match.open_match import DEMOS

CODE = """
from tests.support.app.posed import open_ending
open_ending("doubles-wild", ("Anna", "Ben"))
"""
LAST = "Row 7, column 3: place a marker"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_after_the_end_the_match_is_looked_at_and_played_again(
    browser: Any, posing: Posing, width: int, height: int
) -> None:
    posing.pose(CODE)
    with screen(browser, posing.address, width, height) as tab:
        tab.press("What may be done")
        tab.button(LAST).wait_for()
        assert tab.button("Play again").count() == 0
        tab.press(LAST)
        tab.page.get_by_role("heading", name="Ben wins").wait_for()
        box = tab.box_of(tab.button("Play again", exact=True))
        assert box["height"] >= 48 and 0 < box["y"] < height - box["height"]
        tab.keep(f"match-end-{width}")
        tab.press("Look at the match")
        tab.wait_for("Score sheet")
        tab.press("Back")
        tab.button("Undo").click()
        tab.button("Play again").wait_for(state="detached")
        tab.press("What may be done")
        tab.press(LAST)
        tab.button("Play again, seats swapped").focus()
        tab.page.keyboard.press("Enter")
        tab.wait_for("Ben: roll")  # now on the first seat; the table was found in between
        tab.leave()
        tab.wait_for("Ben, Anna, " + DEMOS["doubles-wild"].name)
