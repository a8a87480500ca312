"""The end of a match in a real browser: the result, and the next one with swapped seats, by keys. What else can be done
then, tests/ui/screens asks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen

ENDING = """
from tests.support.app.each_frame import EachFrame
from tests.support.app.posed import open_ending
EachFrame.hold_at = 5.0  # the film of the next match stands still while its first roll is on its way
open_ending("doubles-wild", ("Anna", "Ben"))
"""
LAST = "Row 7, column 3: place a marker"


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_after_the_end_the_match_is_played_again(browser: Any, app: AppServer, width: int, height: int) -> None:
    app.run(ENDING)
    with screen(browser, app.address, width, height) as tab:
        tab.press("What may be done")
        tab.press(LAST)
        tab.page.get_by_role("heading", name="Ben wins").wait_for()
        box = tab.box_of(tab.button("Play again", exact=True))
        assert box["height"] >= 48 and 0 < box["y"] < height - box["height"]
        tab.keep(f"match-end-{width}")
        tab.button("Play again, seats swapped").focus()
        tab.page.keyboard.press("Enter")
        tab.wait_for("Ben: roll")  # now on the first seat; the table was found in between
