"""What the history says, word by word."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import companion
from companion.match.journal import Journal
from companion.match.steps import SetUp
from companion.record import Record, Summary
from companion.rules import Outcome
from tests.support.app.archives import play_into
from tests.support.record.recording import STARTED, clock
from ui.history.archive import Archive
from ui.history.match_replay import Replay
from ui.history.texts import (
    clock_time,
    confidence_text,
    course_text,
    date_text,
    deletion_text,
    players_text,
    resume_sentence,
    source_text,
    status_text,
    title_of,
)


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def summary(**fields: object) -> Summary:
    usual: dict[str, object] = {
        "id": "a1", "game": "doubles-wild", "players": 2, "options": {}, "names": ("Anna", "Ben"), "colours": (),
        "started": STARTED, "state": "playing", "outcome": None, "series": None, "entries": 12,
    }  # fmt: skip
    return Summary(**(usual | fields))  # type: ignore[arg-type]


def test_a_match_is_named_by_its_game_its_players_and_its_day() -> None:
    assert title_of("doubles-wild") == "Doubles Wild" and title_of("chess") == "chess"
    assert players_text(summary()) == "Anna and Ben" and players_text(summary(names=())) == "2 players"
    assert players_text(summary(names=("", "Ben"))) == "player 1 and Ben"
    assert players_text(summary(names=("", ""))) == "2 players"
    assert date_text(STARTED) == "21 September 2026, 14:13"
    assert resume_sentence(summary()) == "Anna and Ben, begun 21 September 2026, 14:13, 12 entries so far"


def test_a_name_never_breaks_a_line() -> None:
    assert "\n" not in players_text(summary(names=("An\nna", "Ben\u2028")))


def test_how_a_match_stands() -> None:
    assert status_text(summary()) == "Not over yet"
    assert status_text(summary(state="left")) == "Left before its end"
    seats = {"how": "Only player 2 has cards left and wins.", "ranking": [[1], [0]]}
    assert status_text(summary(state="over", outcome=seats)) == seats["how"], "an older version kept no more"
    told = Outcome("Only Ben has cards left and wins.", ((1,), (0,)), "DVA-7.1")
    assert status_text(summary(state="over", outcome=seats), told) == told.how


def test_deletion_says_what_is_lost_and_the_second_time_that_nothing_brings_it_back() -> None:
    assert "its 12 entries, its score sheet and any pictures" in deletion_text(summary(), False)
    assert "nothing can bring it back" in deletion_text(summary(), True)


def test_a_time_is_one_of_the_day_or_of_the_film() -> None:
    assert clock_time(None) == ""
    assert clock_time(75.4) == "1:15 into the film"
    assert clock_time(STARTED) == "14:13:20"


def test_an_event_tells_its_source_through_corrections() -> None:
    journal = Journal(companion.load("space-checkers"))
    journal.play(journal.game.parsed("roll 3 wild"), "seen", confidence=0.934)
    (moment,) = journal.history()
    assert (source_text(moment), confidence_text(moment)) == ("seen by the camera", "93% sure")
    journal.correct(0, journal.game.parsed("roll 4 wild"))
    (moment,) = journal.history()
    assert source_text(moment) == "corrected by a player, first seen by the camera" and confidence_text(moment) == ""
    journal.play(SetUp(journal.start), "chosen")
    assert source_text(journal.history()[-1]) == "set up by the players"


def test_nobody_is_so_and_so_sure_of_what_was_drawn_by_lot() -> None:
    journal = Journal(companion.load("space-checkers"))
    journal.play(journal.game.parsed("roll 3 wild"), "lot", confidence=1.0)
    (moment,) = journal.history()
    assert (source_text(moment), confidence_text(moment)) == ("drawn by lot", "")


def test_the_course_of_the_score_says_who_leads_since_when() -> None:
    names = ("Anna", "Ben")
    assert course_text(names, [(0, 0), (1, 0), (1, 2), (1, 2)]) == (
        "The score over 3 events: Anna 1 and Ben 2. Ben leads since event 2."
    )
    assert course_text(names, [(0, 0)]) == "The score over 0 events: Anna 0 and Ben 0. It is level."
    assert course_text(names, [(3, 1), (3, 2)]).endswith("Anna leads from the start.")


def test_a_replay_tells_every_moment(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        match_id = play_into(record, "army-vs-aliens-2011")
    replay = Replay(Archive(lambda: Record(tmp_path / "one.sqlite", clock=clock)).load(match_id))
    assert replay.text(0) == "The beginning" and replay.origin(0) == "" and replay.outcome(0) is None
    assert replay.full_name(0) == "Anna, Army" and replay.outcome(replay.length) is not None
    assert replay.changed(0) == frozenset()
    for at in range(replay.length + 1):
        assert replay.layout(at) == replay.seated.layout(replay.position(at))
        assert replay.text(at) and replay.sheet.course[at] == tuple(replay.game.scores(replay.position(at)))


def test_a_replay_marks_the_cells_that_an_event_changed(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        match_id = play_into(record, "space-checkers", events=4, seed=9)
    replay = Replay(Archive(lambda: Record(tmp_path / "one.sqlite", clock=clock)).load(match_id))
    assert replay.text(4).startswith("11,8 to 4,8"), replay.text(4)
    assert [len(replay.changed(at)) for at in range(5)] == [0, 0, 2, 0, 3], "a roll; a move; a roll; a capture"
