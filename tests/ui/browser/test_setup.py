"""Setting a match up in a real browser: a reload, a name that is dragged, the kit as a file, a board of one's own. What
else is said and done there, tests/ui/screens asks without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen
from tests.support.paths import FILMS


@pytest.fixture
def start(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def play(tab: Screen, title: str) -> None:
    """Open the form of a game."""
    tab.press(f"Play {title}")
    tab.wait_for(f"A match of {title}")


def drag(tab: Screen, found: Any, to: Any) -> None:
    """Drag something with the mouse to the middle of something else."""
    (x, y), (left, top) = (_middle(tab.box_of(one)) for one in (found, to))
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(left, top, steps=5)
    tab.page.mouse.up()


def _middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_form_is_kept_over_a_reload_names_are_dragged_to_seats_and_the_print_kit_is_downloaded(
    start: Screen, tmp_path: Path
) -> None:
    play(start, "Doubles Wild")
    start.press("3 players")
    start.fill("Name of player 3", "Cleo")
    start.page.reload()
    start.listen()
    start.wait_for("A match of Doubles Wild")
    drag(start, start.button("Cleo is played by"), start.page.get_by_role("textbox", name="Name of player 1"))
    start.button("Cleo plays blue: choose another colour").wait_for()
    start.press("Print kit")
    start.button("For 3 players").wait_for()
    start.press("Paper Letter")
    for part in ("Rules", "Calibration sheet", "Pieces"):
        start.click(start.page.get_by_role("checkbox", name=part))
    with start.page.expect_download() as download:
        start.press("Download the PDF")
    assert download.value.suggested_filename == "doubles-wild-sheets-Letter.pdf"
    download.value.save_as(tmp_path / "kit.pdf")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF-")
    start.wait_for("doubles-wild-sheets-Letter.pdf: 1 page. Print at 100 %")
    start.press("Back")
    start.wait_for("A match of Doubles Wild")
    start.button("Cleo plays blue: choose another colour").wait_for()


def test_a_board_of_ones_own_is_told_by_its_corners_with_keys_and_taps(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        play(phone, "Doubles Wild")
        phone.fill("Or an address, a film or pictures", str(FILMS["space-checkers"]))
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
