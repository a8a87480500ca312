"""The start screen in a real browser: where what it loads comes from, and that a phone holds all of it."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, screen


def test_nothing_is_fetched_from_elsewhere(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as start:
        start.button("Upload a photograph").wait_for()
        assert start.answered
        foreign = [url for url in start.answered if not url.startswith((app.address, "data:", "blob:"))]
        assert foreign == []
        assert start.faults == []


def test_phone_width_holds_everything(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        for name in ("Set up", "Upload a photograph"):
            box = phone.box_of(phone.button(name))
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            assert box["height"] >= 47
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
