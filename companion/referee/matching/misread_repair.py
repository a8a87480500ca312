"""Finds earlier readings that must have been wrong for table and game to agree again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from companion.evidence import UNLIKELY, Evidence
from companion.match import Journal, Played, Reader, SetUp
from companion.referee.matching import explanations as answers
from companion.referee.matching.explanations import Answer, Explanation, Hypothesis, SeatedGame
from companion.referee.matching.ranking import explain
from companion.rules import CompanionError, Event

LOOKED_BACK = 8
"""Events that are read again; a misread die shows within a turn or two."""
MOST_READINGS = 24
"""Other readings of one roll or flip that are tried, likeliest first."""
LEAST_GAIN = 1.0
"""How much better the table must fit a position for the correction that leads to it to be looked at closely."""
CLOSELY = 4
"""Corrections that are looked at closely, since that takes as long as a view."""
MOST_REPAIRS = 3
"""Repairs that are offered."""
TAKE_BACK = 2
"""Events that putting the table back takes back, at most; a roll that was seen is never taken back so."""
HANDED = 4
"""Newest events of which one may have been another player's."""


class Repair(NamedTuple):
    """One correction after which table and game agree."""

    place: int
    """Of the event among those that stand."""
    event: Event
    """What it was instead."""
    then: tuple[Event, ...]
    """What has happened since, besides."""
    weight: float
    """Logarithm of the probability of the reading."""


class Suspicion(NamedTuple):
    """A reading that may have been wrong, followed from view to view as long as table and game disagree."""

    place: int
    """Of the event among those that stand."""
    event: Event
    """What it was instead."""
    weight: float
    """Logarithm of the probability of that."""
    fits: float
    """How well the newest view fits the position that it leads to."""
    after: Any
    """That position."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What may have happened since, besides."""


def repairs(
    seated: SeatedGame, journal: Journal, seen: Evidence, suspicions: Sequence[Suspicion] = ()
) -> tuple[list[Repair], list[Suspicion]]:
    """Returns corrections of one seen roll or flip after which the newest view is explained, likeliest first, and the
    suspicions to follow in the next view. `suspicions`: those of the views before that nothing explained."""
    found, left = [], []
    for one in _suspected(seated, journal, seen, suspicions):
        answer = explain(seated, one.after, seen, hypotheses=one.hypotheses)
        then = _explained(answer)
        if then is not None:
            found.append(Repair(one.place, one.event, then, one.weight))
        known = answer.hypotheses if isinstance(answer, answers.Desync | answers.InProgress) else ()
        left.append(one._replace(hypotheses=known or one.hypotheses))
    return sorted(found, key=lambda one: -one.weight)[:MOST_REPAIRS], left


def _suspected(
    seated: SeatedGame, journal: Journal, seen: Evidence, before: Sequence[Suspicion]
) -> Iterator[Suspicion]:
    """Those of before, and the readings with which the view fits best; no more than can be looked at closely."""
    yield from before
    newest = len(journal.history()) - 1
    base, step = _score(seated, seen, journal.position), _score_on(seated, seen, journal.position)
    known = {(one.place, one.event) for one in before}
    tried = []
    for place, event, weight in _readings(seated, journal):
        if (place, event) in known:
            continue
        try:
            correction = journal.foreseen(place, event)
        except CompanionError:
            continue
        if correction.fallen:
            continue
        fits = _score(seated, seen, correction.after)
        if fits > base + LEAST_GAIN:
            tried.append(Suspicion(place, event, weight, fits, correction.after))
        elif place == newest:  # what a roll allows tells of it, though it is read alike again
            fits = _score_on(seated, seen, correction.after)
            if fits > max(base, step) + LEAST_GAIN:
                tried.append(Suspicion(place, event, weight, fits, correction.after))
    yield from sorted(tried, key=lambda one: -one.fits - one.weight)[: max(CLOSELY - len(before), 0)]


def _score(seated: SeatedGame, seen: Evidence, position: Any) -> float:
    return seen.score(seated.layout(position)).total


def _score_on(seated: SeatedGame, seen: Evidence, position: Any) -> float:
    """How well the view fits what one action more leads to, at best."""
    game = seated.game
    actions = (action for action in game.actions(position) if not game.lifts(action))
    return max((_score(seated, seen, game.apply(position, action)) for action in actions), default=-inf)


def _readings(seated: SeatedGame, journal: Journal) -> Iterator[tuple[int, Event, float]]:
    """What the newest rolls and flips that were seen may have been instead, with the logarithm of the probability."""
    history = journal.history()
    for place in range(len(history) - 1, max(-1, len(history) - 1 - LOOKED_BACK), -1):
        moment = history[place]
        evidence = moment.played.evidence
        if isinstance(moment.event, SetUp):
            return  # nothing before it bears on the table
        if not moment.chance or evidence is None:
            continue
        readings = seated.game.readings(moment.before, Evidence(evidence), seated.colours, frozenset())
        other = [one for one in readings if len(one.events) == 1 and one.events[0] != moment.event and not one.unseen]
        for reading in sorted(other, key=lambda one: -one.weight)[:MOST_READINGS]:
            yield place, reading.events[0], reading.weight


def by_hands(
    seated: SeatedGame, journal: Journal, seen: Evidence, answer: Answer, lags: bool
) -> tuple[Explanation, ...]:
    """Returns other explanations, where the hands that were seen are others' than those it takes: of the newest
    events one was another player's. `lags`: whether what follows from them had not been done."""
    if isinstance(answer, answers.Explained):
        strange = answer.handled < UNLIKELY
    else:
        done = isinstance(answer, answers.Unchanged) and not answer.tasks and lags
        strange = done and _by_others(seated, journal, seen)
    if not strange:
        return ()
    game, history = seated.game, journal.history()
    found = []
    for place, moment in list(enumerate(history))[-HANDED:]:
        if moment.chance or isinstance(moment.event, SetUp):
            continue
        hands = game.hands(moment.before, moment.event, moment.after, True)
        for action in game.actions(moment.before):
            others = game.hands(moment.before, action, game.apply(moment.before, action), True)
            if others == hands:
                continue
            try:
                correction = journal.foreseen(place, action)
            except CompanionError:
                continue
            if correction.fallen:
                continue
            answer_after = explain(seated, correction.after, seen)
            by_them = answer_after.handled if isinstance(answer_after, answers.Explained) else seen.hands.doubt(others)
            then = _explained(answer_after)
            if then is not None and by_them > UNLIKELY:
                found.append(Explanation(then, corrected=(place, action)))
    return tuple(found)


def _by_others(seated: SeatedGame, journal: Journal, seen: Evidence) -> bool:
    """Whether what followed from the newest event was done by others' hands."""
    history = journal.history()
    if not history or isinstance(history[-1].event, SetUp):
        return False
    newest = history[-1]
    return seen.hands.doubt(seated.game.hands(newest.before, newest.event, newest.after, True)) < UNLIKELY


def _explained(answer: Answer) -> tuple[Event, ...] | None:
    """What has happened since; None where nothing explains the view."""
    if isinstance(answer, answers.Unchanged):
        return ()
    if isinstance(answer, answers.Explained) and not answer.explanation.taken_back:
        return answer.explanation.events
    return None


def as_choice(repair: Repair) -> Explanation:
    """Returns a repair as one of the choices of a question."""
    return Explanation(repair.then, corrected=(repair.place, repair.event))


def acts_put_back(journal: Journal) -> list[tuple[Any, Event]]:
    """Returns the newest events that putting the table back takes back, newest first, each with the position before
    it."""
    found = []
    for moment in reversed(journal.history()[-TAKE_BACK:]):
        if moment.chance or isinstance(moment.event, SetUp):
            break
        found.append((moment.before, moment.event))
    return found


def reader(seated: SeatedGame) -> Reader:
    """Returns a function that reads the evidence of an event again, given another position before it."""

    def read(position: Any, played: Played) -> Event | None:
        if played.evidence is None:
            return None
        answer = explain(seated, position, Evidence(played.evidence))
        events = answer.explanation.events if isinstance(answer, answers.Explained) else ()
        return events[0] if len(events) == 1 else None

    return read
