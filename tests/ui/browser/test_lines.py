"""A match without printed mats in a real browser, with the real eyes: pictures of one table, lines between the zones,
and rolls that are typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen
from tests.support.paths import DATA

PICTURES = DATA / "lines"
ARMY, ALIENS = "The Army rolled 1, 1, 1, 2, 3, 3, 4, 5, 6", "The Aliens rolled 1, 2, 3, 3, 3, 4, 4, 4, 5"


@pytest.fixture
def table(app: AppServer) -> AppServer:
    """A folder of pictures, its first one on the table."""
    app.run(f"from tests.support.app.one_app import APP; APP.host.open_now({str(PICTURES)!r})")
    return app


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


def test_a_roll_is_typed_die_by_die(browser: Any, table: AppServer) -> None:
    with screen(browser, table.address, 390, 844) as phone:
        phone.wait_for(ARMY)
        phone.wait_for("Aliens: roll 9 dice.")
        for key in "12233446":
            phone.page.keyboard.press(key)
        phone.page.get_by_role("group", name="typed: 1, 2, 2, 3, 3, 4, 4, 6; one die to go").wait_for()
        phone.keep("typed-phone")
        phone.page.keyboard.press("Backspace")
        phone.page.get_by_role("group", name="typed: 1, 2, 2, 3, 3, 4, 4; two dice to go").wait_for()
        phone.press("add a 5")
        phone.press("add a 6")
        phone.press("Count this roll")
        phone.wait_for("The Aliens rolled 1, 2, 2, 3, 3, 4, 4, 5, 6")
        phone.page.evaluate("scrollTo(0, 0)")
        for box in phone.page.get_by_role("button").all():
            place = box.bounding_box()
            if place is not None and place["width"]:
                assert place["x"] >= 0 and place["x"] + place["width"] <= 390.5
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_uploaded_photograph_begins_a_match(browser: Any, app: AppServer, tmp_path: Path) -> None:
    first, second = sorted(PICTURES.glob("*.jpg"))[:2]
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear all")
    with screen(browser, app.address) as tab:

        def upload(file: Path, button: str) -> None:
            with tab.page.expect_file_chooser() as chooser:
                tab.press(button)
            chooser.value.set_files(file)

        upload(letter, "Upload a photograph")
        tab.wait_for("letter.jpg:")
        tab.press("Dismiss")
        tab.wait_until_gone("letter.jpg:")
        upload(first, "Upload a photograph")
        tab.wait_for(ARMY)
        upload(second, "Upload the next photograph")
        tab.wait_for(ALIENS)
        tab.leave()
        tab.button("Upload a photograph").wait_for()
