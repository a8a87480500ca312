"""A whole match of each game on the app's screens without a browser: from the start screen to the record, with a
misread corrected, an act against the rules caught, and a player whose tab is closed and opened again.

What each looks like, and that it goes with a mouse and keys, tests/ui/browser/test_flow.py sees.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import companion
from tests.support.app.each_frame import EachFrame
from tests.support.app.flow import CLAUSES, Flow, first_rest, set_up, was_kept
from tests.support.app.headless import Device, tab
from tests.support.app.posed import tell
from tests.support.paths import FILMS
from tests.support.referee.rehearsed import Rehearsed
from tests.support.waiting import until


@pytest.fixture(autouse=True)
def rehearsed(replayed: None, anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.match.open_match.MatchPipeline", Rehearsed)


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("game", companion.GAMES)
def test_a_match_with_a_misread_and_a_cheat(game: str, own_record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tab() as host, tab(390, 844, visitor=Device("player")) as player, tab(visitor=Device("viewer")) as viewer:
        flow = Flow(player, tell)
        player.wait_for("The host has not opened a table yet")
        monkeypatch.setattr(EachFrame, "hold_at", first_rest(FILMS[game]))
        set_up(host, str(companion.load(game).title))
        host.fill("Or an address, a film or pictures", str(FILMS[game]))
        host.press("Play", exact=True)
        until(lambda: tell("where"), "the match")
        flow.follow()
        assert tell("take-over") == 1
        for one in (player, viewer):
            one.wait_for(flow.newest())
        flow.play("3")
        line = flow.with_a_misread()
        flow.with_a_cheat(CLAUSES[game], host, player)
        flow.play("2")
        with tab(390, 844, visitor=Device("player")) as again:
            again.wait_for(flow.newest())
        over = flow.play()["over"]
        for one in (host, player, viewer):
            one.wait_for(over)
        true = tell("events")
        host.leave()
        player.wait_for("The host has not opened a table yet")
        host.press("History", exact=True)
        host.press("Look at it")
        host.wait_for(f"Event 0 of {len(true)}")
        host.press("To the end")
        host.wait_for(over)
        host.wait_for("Together: Anna")
    was_kept(own_record, true, line)
