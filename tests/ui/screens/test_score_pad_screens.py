"""Score sheets without a browser: begun, filled, corrected, undone, ended; two tabs at once."""

from __future__ import annotations

import re

import pytest

from tests.support.app.headless import Tab, tab
from tests.support.app.one_app import APP
from tests.support.waiting import until

PHONE = (390, 844)
pytestmark = pytest.mark.usefixtures("anew")


def begin(page: Tab, *names: str, **fields: str) -> None:
    page.press("Score sheet")
    page.wait_for("A new sheet")
    page.press(f"{len(names)} players on the sheet")
    for number, name in enumerate(names, 1):
        page.fill(f"Name of player {number}", name)
    for label, words in fields.items():
        page.fill(label.replace("_", " "), words)
    page.press("Begin the sheet")


def write(page: Tab, *scores: str) -> None:
    """One after the other, each into the cell that is asked for."""
    page.press("Write down")
    for score in scores[:-1]:
        page.fill("Points", score)
        page.press("Write, then the next")
        until(lambda: page.value_of("Points") == "", "the next field")
    page.fill("Points", scores[-1])
    page.press("Write and close")
    page.wait_until_gone("Points")


@pytest.mark.parametrize("size", [PHONE, (1280, 900)])
def test_a_sheet_from_the_first_page_to_its_end(size: tuple[int, int]) -> None:
    with tab(*size) as page:
        begin(page, "Anna", "Ben", Game="Hearts", Ends_at_this_sum="20")
        page.wait_for("Nothing is written down yet.")
        write(page, "7+5", "3", "4", "2")
        page.wait_for("Ahead: Anna, with 16.")
        page.press("Ben, 2: 2")
        page.fill("Points", "30")
        page.press("Write and close")
        page.wait_for("Ben won with 33.")
        page.press("Undo")
        page.wait_for("Ahead: Anna, with 16.")
        page.key("Y", ctrl=True)
        page.wait_for("Ben won with 33.")
        page.key("Z", ctrl=True)
        page.wait_for("Ahead: Anna, with 16.")
        page.press("Back")
        page.wait_for("Earlier sheets")
        assert page.has(re.compile(r"^Open Hearts of .*: Anna 16, Ben 5$"))
        assert page.value_of("Name of player 2") == "Ben", "the form knows who played last"


def test_what_is_wrong_is_said_beside_the_field() -> None:
    with tab(*PHONE) as page:
        begin(page, "Anna", "anna", Ends_at_this_sum="many")
        page.wait_for("Two players have the same name")
        page.wait_for("Write a whole number, or nothing")
        page.fill("Name of player 2", "Ben")
        page.fill("Ends at this sum", "")
        page.press("Begin the sheet")
        page.press("Write down Anna")
        page.fill("Points", "three")
        page.press("Write and close")
        page.wait_for("Write a whole number, such as 12 or -5, or a sum, such as 7+8")
        page.enter("Points")
        page.fill("Points", "3")
        page.enter("Points")
        page.wait_for("Ben, 1")


def test_two_tabs_write_on_one_sheet_and_a_sheet_that_is_thrown_away_says_so() -> None:
    with tab(*PHONE) as one, tab() as two:
        begin(one, "Anna", "Ben")
        one.wait_for("Nothing is written down yet.")
        two.press("Score sheet")
        two.press("Open Score sheet")
        for page in (one, two):
            page.press("Anna, 1: empty")
        one.fill("Points", "5")
        two.fill("Points", "9")
        one.press("Write and close")
        two.wait_for("Ahead: Anna, with 5.")
        two.press("Write and close")
        two.wait_for("Somebody else has just written there")
        assert APP.pads.all[0].totals == (5, 0)
        two.press("Cancel")
        one.press("Back")
        one.press("Throw Score sheet")
        one.press("Throw away", exact=True)
        two.wait_for("This sheet is not there any more.")
