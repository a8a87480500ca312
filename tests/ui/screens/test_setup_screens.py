"""Setting a match up without a browser: house rules are chosen with their clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.app.headless import Tab, tab


@pytest.fixture
def form() -> Iterator[Tab]:
    """The form of a game."""
    with tab() as opened:
        opened.press("Play Doubles Wild")
        opened.wait_for("A match of Doubles Wild")
        yield opened


def test_house_rules_are_chosen_with_their_clause(form: Tab) -> None:
    form.press("House rules. All as printed")
    form.press("DW-3.2 Roll and re-roll")
    form.wait_for("You roll two red and two blue dice")
    form.press("The first roll stands.")
    form.wait_for("House rules. 1 of 6 changed")
    form.press("4 players")
    form.wait_for("House rules. 1 of 8 changed")  # teams, and how many markers three take
    form.press("Player 4 plays yellow: choose another colour")
    form.press("Player 4 plays blue")
    form.wait_for("Player 1 plays yellow: choose another colour")
