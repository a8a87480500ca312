"""The players of a recorded match, where nothing that is offered is true: they type what has happened, or set the game
up as the table lies."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import companion
from companion.match.journal import Journal
from companion.referee.matching.explanations import Explanation, Question, SeatedGame
from companion.referee.scripted_players import PATIENCE, ScriptedPlayers, Touch
from companion.referee.tracker import MatchTracker
from tests.support.referee.sightings import view

GAME = companion.load("space-checkers", 2)


def players(illegal: list[dict[str, Any]]) -> ScriptedPlayers:
    """Of a match in which one roll lies from second 4 on."""
    start = GAME.start()
    roll = GAME.format_event(GAME.chances(start)[0][0])
    events = [{"event": roll, "from": 4.0}]
    return ScriptedPlayers(
        GAME, {"start": GAME.format_position(start), "events": events, "illegal": illegal, "seconds": 9.0}
    )


def set_up_at(time: float, illegal: list[dict[str, Any]] | None = None) -> Any:
    """The position that they set up before a view of this time, where the game is astray; None: none."""
    made: list[Any] = []
    tracker: Any = SimpleNamespace(
        view=SimpleNamespace(time=time), position="astray", set_up=lambda position: made.append(position) or []
    )
    assert players(illegal or [])._get_on(tracker, time) == []
    return made[0] if made else None


@pytest.mark.parametrize(("time", "count"), [(3.9, 0), (4.0, 1), (4.1, 1)])
def test_what_lies_in_the_view_itself_has_happened(time: float, count: int) -> None:
    start = GAME.start()
    true = [start, GAME.apply(start, GAME.chances(start)[0][0])]
    assert set_up_at(time) == true[count]


@pytest.mark.parametrize(("time", "waits"), [(4.9, False), (5.0, True), (6.0, True), (6.1, False)])
def test_they_wait_while_the_table_lies_against_the_rules(time: float, waits: bool) -> None:
    assert (set_up_at(time, [{"from": 5.0, "until": 6.0}]) is None) == waits


def following() -> MatchTracker:
    """Before a table on which nothing is understood."""
    tracker = MatchTracker(SeatedGame.usual(GAME), Journal(GAME))
    tracker.view = view(time=5.0)
    return tracker


def test_what_the_program_has_not_followed_for_long_is_typed_and_counted() -> None:
    told, judge = following(), players([])
    judge.observe(judge.act(told, 3.9))
    for time in (4.0, 14.0, 4.0 + PATIENCE):
        judge.observe(judge.act(told, time))
        assert not told.journal.entries
    judge.observe(judge.act(told, 4.1 + PATIENCE))
    assert [one.played.source for one in told.journal.history()] == ["typed"]
    verdict = judge.verdict(told)
    assert (verdict.typed, verdict.set_up, verdict.alone, verdict.wrong, verdict.finished) == (1, 0, 0, 0, True)
    assert "1 events typed, set up by hand 0 times, ended right" in verdict.line
    assert judge.touches == [Touch("typed", 4.1 + PATIENCE, 1)]


def test_a_question_without_a_true_answer_is_answered_by_typing_at_once() -> None:
    told, judge = following(), players([])
    true, other = (event for event, _ in GAME.chances(GAME.start())[:2])
    told.pending = Question((Explanation((other,)), Explanation(())))
    told._announced = ("question", None)
    assert told.offered
    judge.observe(judge.act(told, 3.9))
    assert not told.journal.entries, "nothing has happened yet, which is an answer"
    judge.observe(judge.act(told, 4.1))
    assert [one.event for one in told.journal.history()] == [true]
    assert judge.verdict(told).typed == 1
