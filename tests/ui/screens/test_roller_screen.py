"""The page on which dice are rolled by lot, without a browser."""

from __future__ import annotations

import pytest

from tests.support.app.headless import tab
from tests.support.app.one_app import APP
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("anew")


def test_dice_are_chosen_and_rolled_by_a_tap_and_by_a_key() -> None:
    with tab(390, 844) as phone:
        phone.press("Roll dice", exact=True)
        phone.wait_for("No roll yet")
        phone.wait_for("Drawn by lot")
        phone.press("One less: White dice")
        phone.press("One more: Direction dice (Space Checkers)")
        phone.press("Roll", exact=True)
        until(lambda: len(APP.roller.rolls) == 1, "the first roll")
        phone.wait_for("2 dice: ")
        phone.key("r")
        until(lambda: len(APP.roller.rolls) == 2, "the second roll")
        phone.press("Begin anew")
        phone.press("Remove all rolls")
        phone.wait_for("No roll yet")
        for _ in range(1):
            phone.press("One less: White dice")
        phone.press("One less: Direction dice (Space Checkers)")
        phone.wait_for("White dice: 0")
        assert "Roll" not in phone.names(), "nothing to roll"


def test_all_tabs_show_the_same_rolls() -> None:
    with tab(route="/roller") as one, tab(390, 844, route="/roller") as other:
        one.press("Roll (key R)")
        until(lambda: len(APP.roller.rolls) == 1, "a roll")
        other.wait_for("2 dice: ")
