"""An event is put right with keys, in a real browser. What else is said and done there, tests/ui/screens asks."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, screen


def test_keys_choose_and_a_number_does_nothing_else_meanwhile(browser: Any, app: AppServer) -> None:
    app.run("from tests.support.app.posed import pose_amendable; pose_amendable()")
    with screen(browser, app.address) as tab:
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
