"""Setting a match up in a real browser: wrong entries, a reload, the kit, the last set-up, and a board of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen
from ui.match.open_match import DEMOS


@pytest.fixture
def start(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def play(tab: Screen, title: str) -> None:
    """Open the form of a game."""
    tab.press(f"Play {title}")
    tab.wait_for(f"A match of {title}")


def test_a_wrong_entry_gives_one_line_at_its_field(start: Screen) -> None:
    play(start, "Doubles Wild")
    start.fill("Name of player 1", "Anna")
    start.fill("Name of player 2", "Anna")
    start.fill("Or an address, a film or pictures", "/no/such/table.mp4")
    start.press("Play", exact=True)
    start.wait_for("two players are called Anna: write them so that they can be told apart")
    start.wait_for("/no/such/table.mp4: no such file on this computer")
    start.fill("Name of player 2", "Ben")
    start.fill("Or an address, a film or pictures", " ")
    start.press("Play", exact=True)
    start.wait_until_gone("two players are called Anna")
    start.wait_for("choose a camera, or write the address of one or the path of a film")
    start.press("Back")
    start.button("Upload a photograph").wait_for()


def test_a_reload_keeps_what_was_filled_in(start: Screen) -> None:
    play(start, "Doubles Wild")
    start.press("3 players")
    start.fill("Name of player 3", "Cleo")
    start.page.reload()
    start.listen()
    start.wait_for("A match of Doubles Wild")
    start.press("Print kit")
    start.button("For 3 players").wait_for()
    start.press("Back")
    start.button("Cleo plays green: choose another colour").wait_for()


def test_the_print_kit_of_the_game_is_downloaded_and_the_form_is_as_it_was(start: Screen, tmp_path: Path) -> None:
    play(start, "Doubles Wild")
    start.press("3 players")
    start.fill("Name of player 3", "Cleo")
    start.press("Print kit")
    start.button("For 3 players").wait_for()
    start.press("Paper Letter")
    for part in ("Rules", "Calibration sheet", "Pieces"):
        start.page.get_by_role("checkbox", name=part).click()
    with start.page.expect_download() as download:
        start.press("Download the PDF")
    assert download.value.suggested_filename == "doubles-wild-sheets-Letter.pdf"
    download.value.save_as(tmp_path / "kit.pdf")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF-")
    start.wait_for("doubles-wild-sheets-Letter.pdf: 1 page. Print at 100 %")
    start.press("Back")
    start.wait_for("A match of Doubles Wild")
    start.button("Cleo plays green: choose another colour").wait_for()


def test_the_last_set_up_is_filled_in_and_played_again_with_one_tap(
    start: Screen, browser: Any, app: AppServer, own_settings: Path
) -> None:
    play(start, "Space Checkers")
    start.fill("Name of player 1", "Anna")
    start.press("Player 1 plays yellow: choose another colour")
    start.press("Player 1 plays green")
    start.fill("Or an address, a film or pictures", str(DEMOS["space-checkers"]))
    start.press("Play", exact=True)
    start.button("Leave", exact=True).wait_for()
    start.leave()
    start.wait_for("Anna, space-checkers.mp4")
    kept = json.loads((own_settings / "set-ups.json").read_text())["games"]["space-checkers"]
    assert kept["setup"]["colours"] == ["green", "blue"] and kept["setup"]["names"] == ["Anna", ""]
    with screen(browser, app.address, 390, 844) as phone:
        play(phone, "Space Checkers")
        phone.button("Anna plays green: choose another colour").wait_for()
        phone.press("Back")
        phone.press("Play again as last time")
        phone.button("Leave", exact=True).wait_for()
        phone.wait_for("Anna: ")
        start.wait_for("Anna: ")  # every screen looks at the same table
        phone.leave()
        phone.button("Play again as last time").wait_for()


def test_what_is_missing_of_the_table_is_told_and_the_match_can_begin_anyway(start: Screen) -> None:
    play(start, "Doubles Wild")
    start.fill("Or an address, a film or pictures", str(DEMOS["space-checkers"]))
    start.press("Play", exact=True)
    start.wait_for("This is another sheet (Board G12")
    start.wait_for("Fine: light: bright enough")
    start.press("Cancel")
    play(start, "Doubles Wild")
    start.press("Play", exact=True)  # as it was filled in the last time
    start.wait_for("This is another sheet")
    start.press("Begin anyway")
    start.button("Leave", exact=True).wait_for()
    start.leave()
    start.button("Play again as last time").wait_for()


def test_a_board_of_ones_own_is_told_by_its_corners_with_keys_and_taps(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        play(phone, "Doubles Wild")
        phone.fill("Or an address, a film or pictures", str(DEMOS["space-checkers"]))
        phone.press("Play", exact=True)
        phone.press("Our board has no black squares at its corners")
        phone.wait_for("Put the four corners of the board in place")
        picture = phone.page.get_by_role("img", name="Live picture of the table; the corners")
        box = phone.box_of(picture)
        for x, y in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7)):
            phone.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
        phone.wait_for("Lower left: 20.0% right, 85.0% down")
        phone.press("Move the lower left corner up")
        phone.page.keyboard.press("ArrowRight")
        phone.wait_for("Lower left: 20.5% right, 84.1% down")
        phone.wait_for("Does the outline follow the edge of the squares? Then begin.")
        phone.press("Begin the match")
        phone.button("Leave", exact=True).wait_for()
        phone.leave()
        phone.button("Play again as last time").wait_for()
