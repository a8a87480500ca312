"""The history in a real browser: a match by moments, with keys and on the bar, the way back, and files. What else is
said and done there, tests/ui/screens asks without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.record.transcripts import Transcript
from tests.support.app.browser import AppServer, Screen, screen

SHELVED = """
import os
from pathlib import Path
from tests.support.app.archives import shelf
from tests.support.app.one_app import APP
answer = shelf(Path(os.environ["COMPANION_RECORD"]))
APP.archive.refresh()
"""


@pytest.fixture
def ids(app: AppServer) -> dict[str, str]:
    """Those of the matches in the record, by game."""
    return dict(app.run(SHELVED))


@pytest.fixture
def listed(browser: Any, app: AppServer, ids: dict[str, str]) -> Iterator[Screen]:
    """A tab on the list of matches."""
    with screen(browser, app.address) as tab:
        tab.press("History", exact=True)
        tab.wait_for("6 matches")
        yield tab


def look_at_doubles_wild(listed: Screen) -> None:
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("1 match")
    listed.press("Look at it")


def test_a_match_is_looked_at_moment_by_moment(listed: Screen) -> None:
    look_at_doubles_wild(listed)
    listed.wait_for("The beginning")
    listed.wait_for("Event 0 of 195")
    listed.press("One event on")  # and at once the next, before this one is drawn
    for key, event in (("ArrowRight", 2), ("End", 195), ("ArrowLeft", 194), ("Home", 0)):
        listed.page.keyboard.press(key)
        listed.wait_for(f"Event {event} of 195")
    listed.press("Play", exact=True)
    listed.wait_for("Event 1 of 195")
    listed.press("Pause")
    last = listed.button("To the end").bounding_box()
    end = listed.text("of 195").bounding_box()
    y = last["y"] + last["height"] / 2
    left, right = last["x"] + last["width"] + 10, end["x"] - 30
    listed.page.mouse.click((left + right) / 2, y)  # the bar
    listed.wait_for("Event 9")
    listed.page.mouse.move((left + right) / 2, y)
    listed.page.mouse.down()
    listed.page.mouse.move(right + 25, y, steps=3)
    listed.page.mouse.up()
    listed.wait_for("Event 195 of 195")


def test_the_browser_s_own_way_back_stays_in_the_app(listed: Screen, app: AppServer) -> None:
    listed.press("Look at it")
    listed.wait_for("What happened")
    listed.page.wait_for_url(f"{app.address}/recorded/*")
    listed.page.go_back()
    listed.wait_for("6 matches")
    listed.page.go_forward()
    listed.wait_for("What happened")
    listed.page.reload()
    listed.listen()
    listed.wait_for("What happened")
    listed.page.go_back()
    listed.wait_for("6 matches")
    listed.page.go_back()
    listed.wait_for("Your last match is not over")


def test_a_match_is_saved_as_a_file_and_printed(listed: Screen, app: AppServer, ids: dict[str, str]) -> None:
    listed.press("Share Doubles Wild")
    with listed.page.expect_download() as saved:
        listed.press("Text of the game")
    assert saved.value.suggested_filename == f"doubles-wild-{ids['doubles-wild']}.txt"
    assert len(Transcript.read(Path(saved.value.path()).read_text(encoding="utf-8")).events) == 195
    for way, ending, begin in (
        ("The match to replay anywhere", "html", b"<!doctype html>"),
        ("A picture of the result", "png", b"\x89PNG"),
    ):
        with listed.page.expect_download() as saved:
            listed.press(way)
        assert saved.value.suggested_filename == f"doubles-wild-{ids['doubles-wild']}.{ending}"
        assert Path(saved.value.path()).read_bytes().startswith(begin)
    with listed.context.expect_page() as opened:
        listed.press("A page to print")
    page = opened.value
    page.get_by_text("What scored when").wait_for()
    assert page.title().startswith("Doubles Wild") and page.locator("tr").count() > 195
    assert all(url.startswith((app.address, "data:", "blob:")) for url in listed.answered)
    page.close()
    listed.press("Done")
    listed.press("Statistics", exact=True)
    with listed.page.expect_download() as saved:
        listed.press("Save all of it as CSV")
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("game,what,who,face,count")
    assert listed.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_match_is_looked_at_on_a_phone(browser: Any, app: AppServer, ids: dict[str, str]) -> None:
    with screen(browser, f"{app.address}/recorded/{ids['doubles-wild']}", 390, 844) as phone:
        phone.press("To the end")
        phone.wait_for("Anna wins with 12 points to 8")
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
        phone.press("Back", exact=True)
        phone.wait_for("Your last match is not over")
