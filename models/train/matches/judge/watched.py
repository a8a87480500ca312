"""Scripted matches watched without pixels: an umpire hears of every rest, and answers come as the players would give
them."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.matching.explanations import Seated
from companion.referee.notices import Notice
from companion.referee.scripted_players import Judge, Verdict
from companion.referee.tracker import Umpire
from models.train.matches.film.truth import truth_of
from models.train.matches.judge.views import Eyesight, sights
from models.train.matches.script.script import Match

__all__ = ["Watched", "watched"]

ANSWERS = 4
"""Questions that may follow from each other's answers at one rest."""


class Watched(NamedTuple):
    """What came of a match."""

    verdict: Verdict
    umpire: Umpire
    told: list[Notice]


def watched(match: Match, eyesight: Eyesight) -> Watched:
    """A whole match, seen with such eyes."""
    umpire = Umpire(Seated(match.game, match.table.colours))
    judge = Judge(match.game, truth_of(match))
    told: list[Notice] = []

    def heard(notices: list[Notice]) -> None:
        judge.hears(notices)
        told.extend(notices)

    for sight in sights(match, eyesight):
        heard(judge.speaks(umpire, sight.rest.start))
        heard(umpire.saw(sight.view, sight.rolled, hands=sight.hands))
        for _ in range(ANSWERS):
            heard(umpire.waited(sight.rest.end))
            heard(judge.speaks(umpire, sight.rest.end))
        umpire.stirred()
    heard(judge.speaks(umpire, match.seconds))
    return Watched(judge.verdict(umpire), umpire, told)
