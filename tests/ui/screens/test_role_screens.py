"""Second screens without a browser: what a television and a player's phone show, and what is refused them."""

from __future__ import annotations

import logging
from pathlib import Path

import flet as ft
import pytest

from tests.support.app.headless import Device, tab
from tests.support.app.one_app import APP
from tests.support.app.posed import open_ending, pose, posed
from tests.support.waiting import until
from ui.core import part
from ui.history import played_match
from ui.match import LiveMatch
from ui.server import root
from ui.share import shared

ROLL = "Yellow rolled 4, yellow"
pytestmark = pytest.mark.usefixtures("anew")


def open_match() -> None:
    pose("space-checkers", None, ["roll 4 yellow"])


def lines() -> list[str]:
    """The events of the match."""
    assert APP.host.table is not None
    return [one.text for one in APP.host.table.session.scene.lines]  # type: ignore[union-attr]


def test_all_devices_are_removed_by_one_tap_and_a_yes(tmp_path: Path) -> None:
    pairing = APP.pairing
    pairing.start(tmp_path / "devices.json", "https://192.0.2.7:8443")
    try:
        for name in ("Ben", "Ida"):
            _, asks = pairing.ask_to_join(pairing.invite().token, name, "player")
            pairing.let_in(asks.id, "player", asks.number)
        pairing.withdraw()
        with tab(390, 844) as host:
            host.wait_for("Ida")
            host.press("Remove all devices")
            host.wait_for("Remove all devices?")
            host.press("Remove them")
            host.wait_for("Phones as cameras, players' phones and a television can join")
        assert pairing.devices == ()
    finally:
        pairing.stop()


def test_the_host_lets_in_who_shows_the_digits_that_it_types(tmp_path: Path) -> None:
    pairing = APP.pairing
    pairing.start(tmp_path / "devices.json", "https://192.0.2.7:8443")
    try:
        _, asks = pairing.ask_to_join(pairing.invite().token, "Ben", "player")
        with tab(390, 844) as host:
            host.wait_for("“Ben” asks to join. Type the four digits that its screen shows.")
            host.press("Let in as player")
            host.wait_for("The screen of “Ben” shows another number.")
            assert pairing.devices == ()
            host.fill("Its four digits", asks.number)
            host.press("Let in as player")
            host.wait_for("Away since")
        assert [one.name for one in pairing.devices] == ["Ben"]
    finally:
        pairing.stop()


def test_a_device_that_was_put_out_is_told_so(tmp_path: Path) -> None:
    pairing = APP.pairing
    with tab(visitor=Device("viewer", "loud")) as tv:
        tv.wait_for("The host has not opened a table yet")
        pairing.put_out("loud")
        tv.wait_for("This device asked for too much at once.")


def test_a_match_is_not_drawn_anew_on_a_device_when_others_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[LiveMatch] = []

    @part
    def viewer(table: LiveMatch) -> ft.Control:
        drawn.append(table)
        return ft.Text("the match")

    monkeypatch.setattr(root, "MatchViewer", viewer)
    open_match()
    with tab(visitor=Device("viewer")) as tv:
        tv.wait_for("the match")
        before = len(drawn)
        for _ in range(3):
            with APP.pairing.change():
                pass
            for _ in range(20):
                tv.words()  # turns of its loop
        assert len(drawn) == before
        pose("doubles-wild", 1)
        tv.wait_for("the match")
        until(lambda: drawn[-1] is not drawn[before - 1], "the other match")


@pytest.mark.slow
def test_a_television_shows_the_match_and_nothing_to_press() -> None:
    device = Device("viewer")
    with tab(visitor=device) as tv:
        tv.wait_for("The host has not opened a table yet")
        assert tv.names() == []
        open_match()
        tv.wait_for(ROLL)
        tv.wait_for("Live picture of the table")
        assert tv.names() == []
        tv.key("Z", ctrl=True)
        tv.key("1")
        assert [one.startswith(ROLL) for one in lines()] == [True]
        APP.host.leave()
        tv.wait_for("The host has not opened a table yet")


@pytest.mark.slow
def test_a_player_answers_and_takes_back_but_does_not_leave() -> None:
    open_match()
    with tab(390, 844, visitor=Device("player")) as player:
        player.wait_for(ROLL)
        assert not any("Leave" in name or "Remove" in name or "Add" in name for name in player.names())
        player.press("Undo")
        player.wait_for(f"Taken back: {ROLL}")
    assert lines() == []


def test_the_host_sees_who_is_there_and_who_is_away(tmp_path: Path) -> None:
    pairing = APP.pairing
    pairing.start(tmp_path / "devices.json", "https://192.0.2.7:8443")
    try:
        _, asks = pairing.ask_to_join(pairing.invite().token, "Ben", "player")
        ben = pairing.let_in(asks.id, "player", asks.number)
        assert ben is not None
        with tab(390, 844) as host:
            host.wait_for("Away since")
            pairing.connected(ben)
            host.wait_for("Here since")
            pairing.connected(ben)  # a second tab, of which the first is closed
            pairing.disconnected(ben)
            host.wait_for("Here since")
            pairing.disconnected(ben)
            host.wait_for("Away since")
            assert not any("Here since" in words for words in host.words())
    finally:
        pairing.stop()


@pytest.mark.slow
def test_everybody_sees_how_a_match_ended_and_nobody_else_what_comes_next() -> None:
    open_ending("doubles-wild", ("Anna", "Ben"))
    with tab(visitor=Device("viewer")) as tv, tab(390, 844, visitor=Device("player")) as player:
        player.press("What may be done")
        player.press("Row 7, column 3: place a marker")
        for one in (tv, player):
            one.wait_for("Ben wins")
            assert not any(word in name for word in ("again", "Leave", "Look at") for name in one.names())
        assert tv.names() == []
        player.wait_for("What comes next begins at the host's screen.")
        player.press("Deutsch sprechen")
        player.wait_for("Ben gewinnt")
        tv.wait_for("Ben wins")  # a device chooses for itself alone


@pytest.mark.slow
def test_what_is_not_allowed_is_refused_even_where_a_button_is_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As if every screen had forgotten who looks at it."""
    monkeypatch.setattr("ui.core.hooks.may", lambda right, who: True)
    open_match()
    with tab(visitor=Device("viewer")) as viewer, tab(visitor=Device("player")) as player:
        viewer.press("Undo")
        player.leave()
    refused = [str(one.exc_info[1]) for one in caplog.records if one.levelno >= logging.ERROR and one.exc_info]
    assert [one.split(",")[0] for one in refused] == ["this needs the right to play", "this needs the right to host"]
    assert [one.startswith(ROLL) for one in lines()] == [True]


@pytest.mark.slow
def test_the_host_shares_a_match_at_its_end_and_a_player_does_not() -> None:
    """It ends by the last move of a recorded match; what is shared then is whole, and so is what is not recorded."""
    open_ending("doubles-wild", ("Anna", "Ben"))
    with tab() as host, tab(390, 844, visitor=Device("player")) as phone:
        host.press("What may be done")
        host.press("Row 7, column 3: place a marker")
        phone.wait_for("Ben wins")
        host.press("Share", exact=True)
        host.wait_for("The match to replay anywhere")
        host.wait_for("Text of the game")
        assert "Share" not in phone.names()
    table = APP.host.table
    assert isinstance(table, LiveMatch)
    shown = played_match(table.session)
    assert shown.summary.id and shown.summary.state == "over" and shown.summary.names == ("Anna", "Ben")
    assert b"Ben wins" in shared("html", *shown)
    unknown = played_match(posed("space-checkers", 30))
    assert not unknown.summary.id and shared("png", *unknown).startswith(b"\x89PNG")
