"""A match of each game without a camera, on the screen alone: from the start screen, and from a restart to the winner
and the record. What lies between, which is like the rest, is played into the record."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

import companion
from companion.record import Record
from companion.rules.self_play import greedy, played
from tests.support.app.headless import tab
from tests.support.app.one_app import APP
from tests.support.app.unseen import SECRET, Players, begin_unseen, session
from tests.support.waiting import until

LAST = 8
"""Events before the end of a game from which it is played on the screen again."""
SOURCES = {
    "army-vs-aliens-2011": {"typed", "lot"},
    "army-vs-aliens-2012": {"typed", "lot"},
    "dinosaurs-vs-army-men": {"typed", "lot"},
    "doubles-wild": {"typed", "lot"},
    "space-checkers": {"typed", "lot"},
}


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    monkeypatch.setattr("ui.match.open_match.new_secret", lambda: SECRET)
    monkeypatch.setattr("ui.match.session.LOT", Random(5))


def go_on_in_the_record(path: Path, match_id: str) -> object:
    """Play a match on until it is nearly over; the position that it has come to."""
    with Record(path, clock=time.time) as record:
        match = record.resume(match_id)
        game, luck = match.journal.game, Random(3)
        steps = list(played(game, luck, greedy, start=match.journal.position))
        for step in steps[:-LAST]:
            chance = game.awaited(step.before).need in ("roll", "flip")
            match.journal.play(step.event, "lot" if chance else "typed", time=time.time())
        assert match.leave()
        return match.journal.position


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("game", companion.GAMES)
def test_a_whole_match_without_a_camera(game: str, own_record: Path) -> None:
    title = str(companion.load(game).title)
    with tab(390, 844) as phone:
        begin_unseen(phone, title)
        players = Players(phone, 8)
        players.play(800, lambda: len(session().scene.lines) >= 12)
        match_id = session().match_id
        phone.leave()
        before = go_on_in_the_record(own_record, str(match_id))
        phone.press("Go on")
        phone.press("Go on", exact=True)
        until(lambda: APP.host.table is not None, "the match again")
        assert session().scene.position == before and session().scene.seeing == "unseen"
        over = players.play(800)
        phone.wait_for(str(over))
        assert players.touched > 0 or game == "dinosaurs-vs-army-men"
        phone.press("Play again", exact=True)
        until(lambda: not session().scene.lines and session().scene.seeing == "unseen", "one more match")
        phone.wait_for("History. nothing yet")
        phone.leave()
        phone.wait_for("Play again as last time")
    with Record(own_record, clock=time.time) as record:
        again, kept = record.summaries()[0][0], record.summary(str(match_id))
        assert (again.state, kept.state) == ("left", "over") and again.id != kept.id
        journal = record.journal(kept.id)
    assert {one.played.source for one in journal.history()} == SOURCES[game]
    assert all(one.played.time is not None and one.played.time > 1e9 for one in journal.history())
