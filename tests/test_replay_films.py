"""Films are followed again from what the referee was told of them, to the same score."""

from __future__ import annotations

from typing import Any

from companion.match import Journal
from companion.referee import MatchTracker, ScriptedPlayers
from companion.referee.matching import SeatedGame
from models.train.matches.evaluate.views import sights
from models.train.matches.script import truth_of, write_match
from models.train.matches.stage import POOR
from scripts.replay_films import Call, RecordedTracker, replay


def test_what_the_referee_is_told_is_recorded_and_gives_the_same_score_again() -> None:
    match = write_match("doubles-wild", 3)
    truth: dict[str, Any] = truth_of(match)
    tracker = RecordedTracker(MatchTracker(SeatedGame.usual(match.game), Journal(match.game)))
    players = ScriptedPlayers(match.game, truth)
    for sight in sights(match, POOR):
        for end in (sight.rest.start, sight.rest.end):
            tracker.calls.append(Call("act", (end,), {}))
            players.observe(players.act(tracker.tracker, end))
            if end == sight.rest.start:
                players.observe(tracker.observe(sight.view, sight.rolled, hands=sight.hands))
            players.observe(tracker.due_notices(end))
        tracker.note_motion()
    first = players.verdict(tracker.tracker)
    assert {call.name for call in tracker.calls} == {"act", "observe", "due_notices", "note_motion"}
    again, lines = replay(tracker.calls, truth, (0.0, 30.0))
    assert again == first and first.alone > 15
    assert any("sees" in line for line in lines) and any("event: " in line for line in lines)
    assert replay(tracker.calls, truth)[1] == []
