"""A match without printed mats in a real browser, with the real eyes: pictures of one table, lines between the zones,
rolls that are typed or drawn by lot."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen, serve
from tests.support.paths import DATA

PICTURES = DATA / "lines"
ARMY, ALIENS = "The Army rolled 1, 1, 1, 2, 3, 3, 4, 5, 6", "The Aliens rolled 1, 2, 3, 3, 3, 4, 4, 4, 5"


@pytest.fixture
def table(browser: Any) -> Iterator[AppServer]:
    """A folder of pictures, its first one on the table."""
    with serve(f"from ui.server.server import run; run(port=0, source={str(PICTURES)!r})") as server:
        yield server


def test_pictures_are_turned_lines_moved_and_a_move_is_said(browser: Any, table: AppServer) -> None:
    with screen(browser, table.address, 1280, 800) as tab:
        tab.wait_for(ARMY)
        tab.press("Zones")
        tab.wait_for("The line between Rally and Combat: 25%")
        tab.press("Move the line between Rally and Combat right")
        tab.wait_for("The line between Rally and Combat: 27%")
        picture = tab.box_of(tab.page.get_by_role("img", name="Live picture"))
        x, y = picture["x"] + 0.75 * picture["width"], picture["y"] + 0.9 * picture["height"]
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x - 0.02 * picture["width"], y, steps=5)
        tab.page.mouse.move(x - 0.04 * picture["width"], y, steps=5)
        tab.page.mouse.up()
        tab.wait_for("The line between Combat and Scoring: 71%")
        tab.press("Done")
        tab.wait_until_gone("The line between Rally and Combat")
        tab.press("Next picture (4 left)")
        tab.wait_for(ALIENS)
        tab.keep("lines-desktop")
        tab.press("What may be done")
        tab.press("General: three Troopers (1) become Artillery (2)")
        tab.wait_for("Aliens: your move.")
        tab.page.keyboard.press("Control+z")
        tab.wait_for("Army: your move.")
        tab.leave()
        tab.button("Upload a photograph").wait_for()


def test_a_roll_is_typed_die_by_die_and_another_drawn_by_lot(browser: Any, table: AppServer) -> None:
    with screen(browser, table.address, 390, 844) as phone:
        phone.wait_for(ARMY)
        phone.wait_for("Aliens: roll 9 dice.")
        for key in "12233446":
            phone.page.keyboard.press(key)
        phone.wait_for("typed: 1, 2, 2, 3, 3, 4, 4, 6; one die to go")
        phone.keep("typed-phone")
        phone.page.keyboard.press("Backspace")
        phone.wait_for("typed: 1, 2, 2, 3, 3, 4, 4; two dice to go")
        phone.press("add a 5")
        phone.press("add a 6")
        phone.press("Count this roll")
        phone.wait_for("The Aliens rolled 1, 2, 2, 3, 3, 4, 4, 5, 6")
        phone.press("Undo", exact=True)
        phone.wait_for("Aliens: roll 9 dice.")
        phone.press("Draw by lot")
        phone.wait_for("Army: your move.")
        phone.page.evaluate("scrollTo(0, 0)")
        for box in phone.page.get_by_role("button").all():
            place = box.bounding_box()
            if place is not None and place["width"]:
                assert place["x"] >= 0 and place["x"] + place["width"] <= 390.5
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_uploaded_photograph_begins_a_match(browser: Any, app: AppServer) -> None:
    first, second = sorted(PICTURES.glob("*.jpg"))[:2]
    with screen(browser, app.address) as tab:
        with tab.page.expect_file_chooser() as chooser:
            tab.press("Upload a photograph")
        chooser.value.set_files(first)
        tab.wait_for(ARMY)
        with tab.page.expect_file_chooser() as chooser:
            tab.press("Upload the next photograph")
        chooser.value.set_files(second)
        tab.wait_for(ALIENS)
        tab.leave()
        tab.button("Upload a photograph").wait_for()


def test_lines_are_drawn_before_the_match_begins(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        phone.press("Set up")
        phone.page.get_by_role("button", name="Lines on the picture part them", checked=None).wait_for()
        phone.fill("Or an address, a film or pictures", str(PICTURES))
        phone.press("Play", exact=True)
        phone.wait_for("Drag the lines so that each zone lies between its own.")
        phone.press("Move the line between Rally and Combat right")
        phone.wait_for("The line between Rally and Combat: 27%")
        phone.keep("check-lines-phone")
        phone.press("Look for the printed sheets")
        phone.wait_for("not found")
        phone.press("We have no printed mats: lines on the picture")
        phone.wait_for("The line between Rally and Combat: 27%")
        phone.press("Begin the match")
        phone.wait_for(ARMY)
        phone.leave()
        phone.button("Upload a photograph").wait_for()


def test_the_demo_opens_on_a_recorded_match_and_stops_on_a_signal(browser: Any) -> None:
    with serve("from ui.server.server import run; run(port=0, demo=True)") as server:
        with screen(browser, server.address, 390, 844) as phone:
            phone.wait_for("Recorded match")
            phone.page.get_by_role("switch", name="Answers by itself", checked=True).wait_for()
            phone.press("Pause")
            phone.wait_for("Paused")
            phone.press("Go on")
            phone.wait_until_gone("Paused")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) == 0
        assert not any("Traceback" in line for line in server.lines)
