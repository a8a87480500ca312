"""Where the system asks for little motion, nothing turns: a real browser that says so, and one that does not."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import PATIENCE, Posing, Screen

POSED = "space-checkers"
"""Its picture never comes, so that something is waited for as long as one likes."""
LOOKS = 8


class Wishing(Screen):
    """A tab of somebody whose system says how much motion they want."""

    def wishes(self, motion: str) -> None:
        self.page.emulate_media(reduced_motion=motion)
        self.page.reload()
        self.listen()


def turns(tab: Screen) -> bool:
    """Whether what stands in the middle of the missing picture looks different from moment to moment."""
    box = tab.box_of(tab.page.get_by_role("img", name="Live picture of the table").first)
    middle = {"x": box["x"] + box["width"] / 2 - 30, "y": box["y"] + box["height"] / 2 - 30, "width": 60, "height": 60}
    shots = set()
    for _ in range(LOOKS):
        shots.add(tab.page.screenshot(clip=middle))
        tab.page.wait_for_timeout(150)
    return len(shots) > 1


def settles(tab: Screen, moving: bool) -> bool:
    """Whether it comes to that in the end: what the browser wants is known a moment after the page is there."""
    return any(turns(tab) == moving for _ in range(PATIENCE // (LOOKS * 150)))


def test_nothing_turns_for_those_who_want_little_motion(browser: Any, posing: Posing) -> None:
    posing.show(POSED)
    tab = Wishing(browser, posing.address, reduced_motion="no-preference")
    try:
        assert settles(tab, True)
        tab.wishes("reduce")
        assert settles(tab, False)
        assert not turns(tab)
        tab.wishes("no-preference")
        assert settles(tab, True)
    finally:
        tab.close()


def test_a_dialog_comes_and_goes_without_motion(browser: Any, posing: Posing) -> None:
    posing.show(POSED)
    tab = Wishing(browser, posing.address, 390, 844)
    try:
        tab.wishes("reduce")
        tab.press("Leave", exact=True)
        tab.button("Leave the table").wait_for()
        tab.press("Cancel")
        tab.wait_until_gone("Leave the table")
    finally:
        tab.close()
