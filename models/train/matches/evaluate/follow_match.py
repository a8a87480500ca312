"""Follows scripted matches without pixels: a tracker gets a simulated view of every rest, and its questions are
answered as the players would."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.referee.scripted_players import ScriptedPlayers, Verdict
from companion.referee.tracker import MatchTracker
from models.train.matches.evaluate.views import Eyesight, sights
from models.train.matches.script import Match, truth_of

ANSWERS = 4
"""Questions that may follow from each other's answers at one rest."""


class Followed(NamedTuple):
    """What the tracker made of a match."""

    verdict: Verdict
    tracker: MatchTracker
    notices: list[Notice]


def follow_match(match: Match, eyesight: Eyesight) -> Followed:
    """Follow a whole match, seen with such eyesight."""
    tracker = MatchTracker(SeatedGame(match.game, match.table.colours))
    players = ScriptedPlayers(match.game, truth_of(match))
    given: list[Notice] = []

    def hear(notices: list[Notice]) -> None:
        players.observe(notices)
        given.extend(notices)

    for sight in sights(match, eyesight):
        hear(players.act(tracker, sight.rest.start))
        hear(tracker.observe(sight.view, sight.rolled, hands=sight.hands))
        for _ in range(ANSWERS):
            hear(tracker.due_notices(sight.rest.end))
            hear(players.act(tracker, sight.rest.end))
        tracker.note_motion()
    hear(players.act(tracker, match.seconds))
    return Followed(players.verdict(tracker), tracker, given)
