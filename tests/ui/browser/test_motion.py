"""Where the system asks for little motion, nothing turns: a real browser that says so, and one that does not."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import PATIENCE, AppServer, Screen, screen

POSED = "space-checkers"
"""Its picture never comes, so that something is waited for as long as one likes."""
LOOKS = 8
LOADS = 4


def wish(tab: Screen, motion: str) -> None:
    """Have the system say how much motion its user wants."""
    tab.page.emulate_media(reduced_motion=motion)
    tab.page.reload()
    tab.listen()


def turns(tab: Screen) -> bool:
    """Whether what stands in the middle of the missing picture looks different from moment to moment."""
    box = tab.box_of(tab.page.get_by_role("img", name="Live picture of the table").first)
    middle = {"x": box["x"] + box["width"] / 2 - 30, "y": box["y"] + box["height"] / 2 - 30, "width": 60, "height": 60}
    first = tab.page.screenshot(clip=middle)
    for _ in range(LOOKS - 1):
        tab.page.wait_for_timeout(150)
        if tab.page.screenshot(clip=middle) != first:
            return True
    return False


def settles(tab: Screen, moving: bool) -> bool:
    """Whether it comes to that in the end: what the browser wants is known a moment after the page is there. Once a
    page stood still for a minute, for a reason that is not known: it is loaded again then."""
    for _ in range(LOADS):
        if any(turns(tab) == moving for _ in range(PATIENCE // LOADS // (LOOKS * 150))):
            return True
        tab.page.reload()
        tab.listen()
    return False


def test_nothing_turns_for_those_who_want_little_motion(browser: Any, app: AppServer) -> None:
    app.pose(POSED)
    with screen(browser, app.address, reduced_motion="no-preference") as tab:
        assert settles(tab, True)
        wish(tab, "reduce")
        assert settles(tab, False)
        tab.press("Leave", exact=True)  # a dialog comes and goes without motion
        tab.button("Leave the table").wait_for()
        tab.press("Cancel")
        tab.wait_until_gone("Leave the table")
        wish(tab, "no-preference")
        assert settles(tab, True)
