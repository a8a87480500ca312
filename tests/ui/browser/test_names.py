"""What screen readers find on a drawn table: a name for each cell, die, pile and choice, where it is drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen


def spoken(tab: Screen) -> list[str]:
    """Every name and text that is alone in its node, in the order in which it is read."""
    script = (
        "[...document.querySelectorAll('flt-semantics')].map(e => e.ariaLabel || "
        "(e.querySelector('flt-semantics') ? '' : e.innerText)).filter(Boolean)"
    )
    return [str(words) for words in tab.page.evaluate(script)]


def place_of(tab: Screen, words: str) -> tuple[float, float]:
    """The middle of the node with just these words, in pixels."""
    script = (
        "words => { const e = [...document.querySelectorAll('flt-semantics')].find(e => (e.ariaLabel || e.innerText) "
        "== words); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }"
    )
    x, y = tab.page.evaluate(script, words)
    return float(x), float(y)


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_each_square_says_what_lies_there_and_where_it_is(
    browser: Any, app: AppServer, width: int, height: int
) -> None:
    app.pose("space-checkers", 40)
    with screen(browser, app.address, width, height) as tab:
        tab.button("What may be done").scroll_into_view_if_needed()
        tab.press("What may be done")
        tab.wait_for("How good are they?")
        names = spoken(tab)
        squares = [one for one in names if re.match(r"\d+,\d+: ", one)]
        assert len(squares) == 144 == len(set(squares))
        assert {"0,5: yellow", "5,3: blue", "0,0: empty", "4,4: nothing may lie here"} <= set(squares)
        assert "the prison cells of blue, cell 3: taken" in names
        assert "the prison cells of blue, cell 4: empty" in names
        assert "direction die showing blue" in names
        x, y = place_of(tab, "0,0: empty")
        right, under = place_of(tab, "0,11: empty"), place_of(tab, "11,0: empty")
        assert right[0] - x == pytest.approx(under[1] - y, rel=0.03) and right[1] == pytest.approx(y, abs=1)
        # What is heard lies where it is drawn, and does not keep taps from the drawing.
        place = tab.page.get_by_text("7,3: blue", exact=True)
        place.scroll_into_view_if_needed()
        tab.page.mouse.click(*place_of(tab, "7,3: blue"))
        tab.wait_for("Those for 7,3")
