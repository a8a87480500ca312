"""Scripted matches watched without pixels: a referee hears of every rest, and answers come as the players would give
them."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.referee.scripted_players import ScriptedPlayers, Verdict
from companion.referee.tracker import MatchTracker
from models.train.matches.film.truth import truth_of
from models.train.matches.judge.views import Eyesight, sights
from models.train.matches.script.script import Match

__all__ = ["Watched", "watched"]

ANSWERS = 4
"""Questions that may follow from each other's answers at one rest."""


class Watched(NamedTuple):
    """What came of a match."""

    verdict: Verdict
    tracker: MatchTracker
    told: list[Notice]


def watched(match: Match, eyesight: Eyesight) -> Watched:
    """A whole match, seen with such eyes."""
    tracker = MatchTracker(SeatedGame(match.game, match.table.colours))
    judge = ScriptedPlayers(match.game, truth_of(match))
    told: list[Notice] = []

    def heard(notices: list[Notice]) -> None:
        judge.hears(notices)
        told.extend(notices)

    for sight in sights(match, eyesight):
        heard(judge.speaks(tracker, sight.rest.start))
        heard(tracker.saw(sight.view, sight.rolled, hands=sight.hands))
        for _ in range(ANSWERS):
            heard(tracker.waited(sight.rest.end))
            heard(judge.speaks(tracker, sight.rest.end))
        tracker.stirred()
    heard(judge.speaks(tracker, match.seconds))
    return Watched(judge.verdict(tracker), tracker, told)
