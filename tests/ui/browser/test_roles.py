"""Second screens in a real browser: what a television and a player's phone show, and what the server refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import Screen, context, screen, serve
from tests.support.app.paired import Paired, paired_app
from tests.support.waiting import until

GAME = "space-checkers"
ROLL = "Yellow rolled 4, WILD"
SHOW_ALL = "import ui.core; ui.core.allowed = lambda right: True"
"""As if every screen had forgotten who looks at it."""
ENDING = "from tests.support.app.posed import open_ending; open_ending('doubles-wild', ('Anna', 'Ben'))"
"""A match of which one move is missing."""


class DeviceScreen(Screen):
    """A tab of a paired device."""

    def __init__(self, browser: Any, app: Paired, role: str, width: int = 1280, height: int = 800) -> None:
        self.context = context(browser, width, height)
        name, token = app.pair(role, role).split("=", 1)
        self.context.add_cookies(
            [{"name": name, "value": token, "url": app.address, "secure": True, "httpOnly": True, "sameSite": "Strict"}]
        )
        self.page = self.context.new_page()
        self.page.goto(app.address)
        self.listen()


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Paired]:
    first = getattr(request, "param", "")
    with paired_app(tmp_path_factory.mktemp("network"), first) as running:
        yield running


def names_of_buttons(tab: Screen) -> set[str]:
    return {str(one.get_attribute("aria-label") or one.inner_text()) for one in tab.page.get_by_role("button").all()}


def test_a_television_shows_the_match_and_nothing_to_press(app: Paired, browser: Any) -> None:
    tv = DeviceScreen(browser, app, "viewer")
    tv.wait_for("The host has not opened a table yet")
    assert names_of_buttons(tv) == set()
    app.tell("open", GAME)
    tv.wait_for(ROLL)
    tv.page.get_by_role("img", name="Live picture of the table").wait_for()
    assert names_of_buttons(tv) == set()
    tv.page.keyboard.press("Control+Z")
    tv.page.keyboard.press("1")
    app.tell("leave")
    tv.wait_for("The host has not opened a table yet")
    app.tell("remove", "viewer")
    tv.page.wait_for_url("**/pair")
    tv.close()


def test_a_player_answers_and_takes_back_but_does_not_leave(app: Paired, browser: Any) -> None:
    player = DeviceScreen(browser, app, "player", 390, 844)
    app.tell("open", GAME)
    until(lambda: ROLL in app.tell("journal")["lines"], "the roll")
    player.button("Undo").wait_for()
    assert not any("Leave" in name or "Remove" in name or "Add" in name for name in names_of_buttons(player))
    player.press("Undo")
    until(lambda: app.tell("journal")["undone"], "the take-back")
    player.close()


@pytest.mark.parametrize("app", [ENDING], indirect=True)
def test_everybody_sees_how_a_match_ended_and_nobody_else_what_comes_next(app: Paired, browser: Any) -> None:
    tv = DeviceScreen(browser, app, "viewer")
    player = DeviceScreen(browser, app, "player", 390, 844)
    player.press("What may be done")
    player.press("Row 7, column 3: place a marker")
    for one in (tv, player):
        one.page.get_by_role("heading", name="Ben wins").wait_for()
        one.keep(f"match-end-{'tv' if one is tv else 'player'}")
        assert not any(word in name for word in ("again", "Leave", "Look at") for name in names_of_buttons(one))
    assert names_of_buttons(tv) == set()
    player.wait_for("What comes next begins at the host's screen.")
    player.press("Deutsch sprechen")
    player.page.get_by_role("heading", name="Ben gewinnt").wait_for()
    tv.page.get_by_role("heading", name="Ben wins").wait_for()  # a device chooses for itself alone
    tv.close()
    player.close()


@pytest.mark.parametrize("app", [SHOW_ALL], indirect=True)
def test_what_is_not_allowed_is_refused_even_where_a_button_is_shown(app: Paired, browser: Any) -> None:
    app.tell("open", GAME)
    until(lambda: ROLL in app.tell("journal")["lines"], "the roll")
    before = app.tell("journal")["lines"]
    viewer = DeviceScreen(browser, app, "viewer")
    viewer.press("Undo")
    until(lambda: any("NotAllowed" in line for line in list(app.server.lines)), "the refusal")
    player = DeviceScreen(browser, app, "player")
    player.leave()
    until(lambda: sum("right to host" in line for line in list(app.server.lines)), "the refusal")
    told = app.tell("journal")
    assert told["lines"][: len(before)] == before and told["sources"] == ["seen"]
    viewer.close()
    player.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_devices_are_added_at_a_recorded_match_too(tmp_path: Path, browser: Any, width: int) -> None:
    begin = f"run(port=0, demo=True, pair=0, folder=Path({str(tmp_path)!r}))"
    code = f"from pathlib import Path; from ui.server.server import run; {begin}"
    with serve(code) as server, screen(browser, server.address, width, 844) as tab:
        tab.wait_for("Recorded match")
        tab.press("Devices", exact=True)
        tab.button("Add a device").wait_for()
        tab.press("Devices", exact=True)
        tab.button("Add a device").wait_for(state="detached")
