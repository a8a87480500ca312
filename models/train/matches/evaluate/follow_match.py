"""Follows scripted matches without pixels: a tracker gets a simulated view of every rest, and its questions are
answered as the players would."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.referee.scripted_players import ScriptedPlayers, Touch, Verdict
from companion.referee.tracker import MatchTracker
from models.train.matches.evaluate.views import sights
from models.train.matches.script import Match, truth_of
from models.train.matches.stage import PERFECT, Eyesight

ANSWERS = 4
"""Questions that may follow from each other's answers at one rest."""
MOST_ASKED = 1
"""Questions of a short match, those left out that ask for what players say anyway."""


class Followed(NamedTuple):
    """What the tracker made of a match."""

    verdict: Verdict
    tracker: MatchTracker
    notices: list[Notice]
    touches: list[Touch]


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
    return Followed(players.verdict(tracker), tracker, given, players.touches)


class Findings(NamedTuple):
    """What the referee made of one short match."""

    match: Match
    questions: tuple[Notice, ...]
    """Those that were answered by players, not by what hands did next."""
    faults: tuple[str, ...]
    """Why it will not do."""


def judge(match: Match) -> Findings:
    """Follow a short match with perfect eyesight."""
    verdict, tracker, notices, _ = follow_match(match, PERFECT)
    history = [moment.event for moment in tracker.journal.history()]
    questions = tuple(one for one in notices if one.what == "question" and len(one.choices) > 1)
    faults = []
    if history != [one.step.event for one in match.events]:
        faults.append("followed otherwise")
    if verdict.wrong or verdict.false_alarms or verdict.set_up:
        faults.append("wrong, a false alarm, or set up by hand")
    if verdict.right < verdict.illegal:
        faults.append("no clause is told")
    if not questions:
        faults.append("nothing is asked")
    if verdict.questions > MOST_ASKED:
        faults.append("too much is asked")
    if not any(one.what == "taken back" for one in notices):
        faults.append("nothing is taken back")
    outcome = match.game.outcome(match.positions[-1])
    if outcome is None or len(outcome.ranking[0]) != 1:
        faults.append("nobody wins")
    return Findings(match, questions, tuple(faults))
