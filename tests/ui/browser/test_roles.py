"""Second screens in a real browser: what a television and a player's phone show, by the cookie of their pairing. What
they may do besides, and what is refused them, tests/ui/screens asks without one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import Screen, screen
from tests.support.app.paired import Paired, paired_app


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paired]:
    with paired_app(tmp_path_factory.mktemp("network")) as running:
        yield running


def names_of_buttons(tab: Screen) -> set[str]:
    return {str(one.get_attribute("aria-label") or one.inner_text()) for one in tab.page.get_by_role("button").all()}


def test_a_television_shows_the_match_and_a_player_takes_back(app: Paired, browser: Any) -> None:
    tv_cookie, player_cookie = app.pair("viewer", "viewer"), app.pair("player", "player")
    with (
        screen(browser, app.address, 1280, 900, cookie=tv_cookie) as tv,
        screen(browser, app.address, 390, 844, cookie=player_cookie) as player,
    ):
        for one in (tv, player):
            one.wait_for("The host has not opened a table yet")
        assert names_of_buttons(tv) == set()
        app.tell("pose", "space-checkers", "roll", "4", "yellow")
        for one in (tv, player):
            one.wait_for("Yellow rolled 4, yellow")
        tv.page.get_by_role("img", name="Live picture of the table").wait_for()
        assert names_of_buttons(tv) == set()
        tv.page.keyboard.press("Control+Z")
        tv.page.keyboard.press("1")
        player.button("Undo").wait_for()
        assert not any("Leave" in name or "Remove" in name or "Add" in name for name in names_of_buttons(player))
        assert app.tell("journal")["undone"] == 0
        player.press("Undo")
        tv.wait_for("Taken back: Yellow rolled 4, yellow")
        app.tell("leave")
        tv.wait_for("The host has not opened a table yet")
        app.tell("remove", "viewer")
        tv.page.wait_for_url("**/pair")
