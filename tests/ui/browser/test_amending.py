"""Two taps put an event right, in a real browser, on a desk and on a phone, and the same with keys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import Posing, screen

CODE = """
from tests.support.app.posed import pose
from tests.support.referee.sightings import die, view
faces = [1, 1, 2, 3, 3, 4, 5, 6, 6]
dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.8, alternatives=((5, 0.2),))
told = ("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6", "attack 3 on 1:2")
pose("army-vs-aliens-2011", None, told, {1: view(*dice)})
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_two_taps_put_an_event_right(browser: Any, posing: Posing, width: int, height: int) -> None:
    posing.pose(CODE)
    with screen(browser, posing.address, width, height) as tab:
        tab.press("Correct event 1")
        tab.wait_for("It was told as: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        first = tab.button("1. The Army rolled 1, 1, 2, 3, 4, 5, 5, 6, 6")
        assert "The eyes could not tell it from this." in str(first.get_attribute("aria-label") or first.inner_text())
        first.click()
        tab.button("Correct event 1: The Army rolled 1, 1, 2, 3, 4, 5, 5, 6, 6").wait_for()
        tab.press("Correct event 3")
        tab.press("Did not happen: undo")
        tab.button("Correct event 3").wait_for(state="detached")
        tab.press("Correct event 2")
        tab.press("Something else")
        tab.fill("What it was", "roll 1 1 1 1 4 4 5 6 6")
        tab.page.keyboard.press("Enter")
        tab.button("Correct event 2: The Aliens rolled 1, 1, 1, 1, 4, 4, 5, 6, 6").wait_for()


def test_keys_choose_and_a_number_does_nothing_else_meanwhile(browser: Any, posing: Posing) -> None:
    posing.pose(CODE)
    with screen(browser, posing.address) as tab:
        tab.button("Correct event 2").focus()
        tab.page.keyboard.press("Enter")
        tab.wait_for("It was told as: The Aliens")
        label = tab.button("2. The Aliens rolled").get_attribute("aria-label")
        label = str(label or tab.button("2. The Aliens rolled").inner_text())
        tab.page.keyboard.press("2")
        rolled = label.removeprefix("2. ").split(" 1 later")[0]
        tab.button(f"Correct event 2: {rolled}").wait_for()
        tab.press("Correct event 2")
        tab.wait_for("It was told as")
        tab.page.keyboard.press("Escape")
        tab.wait_until_gone("It was told as")
