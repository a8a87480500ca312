"""Which earlier reading must have been wrong for the table to agree again: a misread die locks no game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.evidence import Evidence
from companion.game import CompanionError, Event
from companion.journal import Journal
from companion.referee import Agreed, Explanation, Happened, Seated, explain

__all__ = ["Repair", "repairs"]

LOOKED_BACK = 8
"""Events that are read again; a misread die shows within a turn or two."""
MOST_READINGS = 24
"""Other readings of one roll or flip that are tried, likeliest first."""
BETTER = 1.0
"""How much better the table must fit a position for the correction that leads to it to be looked at closely."""
CLOSELY = 4
"""Corrections that are looked at closely, since that takes as long as a view."""
MOST = 3
"""Repairs that are offered."""


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


def repairs(seated: Seated, journal: Journal, seen: Evidence) -> list[Repair]:
    """The corrections of one roll or flip that was seen after which the newest view is explained, likeliest first."""
    base = seen.score(seated.layout(journal.position)).total + BETTER
    tried: list[tuple[float, Repair, Any]] = []
    for repair in _readings(seated, journal):
        try:
            correction = journal.foreseen(repair.place, repair.event)
        except CompanionError:
            continue
        fits = seen.score(seated.layout(correction.after)).total
        if not correction.fallen and fits > base:
            tried.append((fits + repair.weight, repair, correction.after))
    tried.sort(key=lambda one: -one[0])
    found = [(repair, _explained(seated, seen, after)) for _, repair, after in tried[:CLOSELY]]
    fitting = [repair._replace(then=then) for repair, then in found if then is not None]
    return sorted(fitting, key=lambda one: -one.weight)[:MOST]


def _readings(seated: Seated, journal: Journal) -> Iterator[Repair]:
    """What the newest rolls and flips that were seen may have been instead."""
    history = journal.history()
    for place in range(len(history) - 1, max(-1, len(history) - 1 - LOOKED_BACK), -1):
        moment = history[place]
        evidence = moment.played.evidence
        if not moment.chance or evidence is None:
            continue
        readings = seated.game.readings(moment.before, Evidence(evidence), seated.colours, frozenset())
        other = [one for one in readings if len(one.events) == 1 and one.events[0] != moment.event and not one.unseen]
        for reading in sorted(other, key=lambda one: -one.weight)[:MOST_READINGS]:
            yield Repair(place, reading.events[0], (), reading.weight)


def _explained(seated: Seated, seen: Evidence, position: Any) -> tuple[Event, ...] | None:
    """What has happened since a position that explains the view; None where nothing does."""
    answer = explain(seated, position, seen)
    if isinstance(answer, Agreed):
        return ()
    if isinstance(answer, Happened) and not answer.explanation.taken_back:
        return answer.explanation.events
    return None


def as_choice(repair: Repair) -> Explanation:
    """A repair as one of the choices of a question."""
    return Explanation(repair.then, corrected=(repair.place, repair.event))
