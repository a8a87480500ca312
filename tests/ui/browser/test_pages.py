"""The guided pages in a real browser: the doctor, camera and light, learning one's own dice, and the print kit. What is
said and done there, tests/ui/screens asks without one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])


@SIZES
def test_each_page_is_drawn_and_used(browser: Any, app: AppServer, width: int, height: int) -> None:
    with screen(browser, app.address, width, height) as tab:
        for page, label, words, button, answer in (
            ("Is this computer fit?", "Or an address", "/no/such/table.mp4", "Check", "table.mp4: no such file"),
            ("Check camera and light", "Or an address", "kitchen", "Look", "kitchen: no such file on this computer"),
            ("Learn own dice", "Name of the set", "pips", "Begin", "pips: a built-in set has this name"),
        ):
            tab.press(page)
            tab.fill(label, words)
            tab.press(button, exact=True)
            tab.wait_for(answer)
            assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
            tab.press("Back", exact=True)
            tab.button("Upload a photograph").wait_for()
        tab.press("Print kit")
        tab.wait_for("Paper")
        chosen = "flt-semantics[role=button][aria-current=true]"
        tab.press("Space Checkers")
        tab.page.locator(chosen, has_text="Space Checkers").wait_for()
        assert tab.page.locator(chosen, has_text="Doubles Wild").count() == 0
        assert tab.page.get_by_role("checkbox", name="Space Checkers").count() == 0
