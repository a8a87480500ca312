"""What screen readers find on a drawn table: a name for each cell, die, pile and choice, where it is drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Posing, Screen, screen, serve


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
    browser: Any, posing: Posing, width: int, height: int
) -> None:
    posing.show("space-checkers", 40)
    with screen(browser, posing.address, width, height) as tab:
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


def test_a_pile_says_its_newest_card(browser: Any) -> None:
    code = "from ui.server.server import run; run(port=0, demo='dinosaurs-vs-army-men')"
    with serve(code) as server, screen(browser, server.address) as tab:
        tab.page.get_by_text(
            re.compile(r"Central pile: \d cards, (Dinosaur|Army Man|Battle|Smack).* on top")
        ).wait_for()


def test_a_choice_is_a_button_and_the_chosen_one_the_current(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as tab:
        tab.press("Print kit")
        tab.wait_for("Paper")
        chosen = "flt-semantics[role=button][aria-current=true]"
        tab.press("Space Checkers")
        tab.page.locator(chosen, has_text="Space Checkers").wait_for()
        assert tab.page.locator(chosen, has_text="Doubles Wild").count() == 0
        assert tab.page.get_by_role("checkbox", name="Space Checkers").count() == 0
