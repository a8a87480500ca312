"""Letters twice as large, as set in the browser: buttons grow with them, headings keep their line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, chromium, screen
from ui.core.theme import TAP

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])


@pytest.fixture(scope="module")
def large() -> Iterator[Any]:
    with chromium("--blink-settings=defaultFontSize=32") as opened:
        yield opened


def heights(tab: Screen, *names: str, least: float = TAP) -> list[float]:
    """How high buttons are, scrolled until they are as high as `least` where they can be."""
    size = tab.page.viewport_size
    tab.page.mouse.move(size["width"] / 2, size["height"] / 2)

    def height(name: str) -> float:
        button = tab.button(name, exact=True)
        button.scroll_into_view_if_needed()
        box = tab.box_of(button)
        for _ in range(50):  # what is half off the screen is told as half as high, and counts as seen
            if box["height"] >= least:
                break
            below = box["y"] + box["height"] / 2 > size["height"] / 2
            tab.page.mouse.wheel(0, TAP if below else -TAP)
            box = tab.box_of(button)
        return box["height"]

    return [height(name) for name in names]


@SIZES
def test_a_match_can_be_set_up_with_large_letters(large: Any, app: AppServer, width: int, height: int) -> None:
    with screen(large, app.address, width, height) as tab:
        tab.press("Play Doubles Wild")
        tab.wait_for("Who plays")
        title = tab.box_of(tab.page.get_by_role("heading", name="What looks on"))
        assert title["width"] > 3 * title["height"], "one line, and not a letter a line"
        grown = 2 * 20 + 28 - 1
        for name in ("Play", "Print kit", "Look again"):
            assert heights(tab, name, least=grown)[0] >= grown, f"{name} has grown with its letters"
            box = tab.box_of(tab.button(name, exact=True))
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
        play = tab.box_of(tab.button("Play", exact=True))
        assert play["y"] + play["height"] <= height
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (390, 668)])  # a button half off the last one
def test_buttons_are_as_large_as_a_finger_with_usual_letters(
    browser: Any, app: AppServer, width: int, height: int
) -> None:
    with screen(browser, app.address, width, height) as tab:
        assert min(heights(tab, "Play Doubles Wild", "Watch Doubles Wild", "Print kit", "Is this computer fit?")) >= TAP
        tab.press("Play Doubles Wild")
        tab.wait_for("Who plays")
        tab.press("Go on")  # what the game needs has been read
        tab.wait_until_gone("Go on")
        assert min(heights(tab, "Play", "Print kit", "Look again", "Back", "3 players")) >= TAP
