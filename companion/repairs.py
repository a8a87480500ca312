"""Which earlier reading must have been wrong for the table to agree again: a misread die locks no game."""

from __future__ import annotations

from typing import NamedTuple

from companion.evidence import Evidence
from companion.game import CompanionError, Event
from companion.journal import Journal
from companion.referee import Agreed, Explanation, Happened, Seated, explain

__all__ = ["Repair", "repairs"]

LOOKED_BACK = 8
"""Events that are read again; a misread die shows within a turn or two."""
MOST_READINGS = 24
"""Other readings of one roll or flip that are tried, likeliest first."""
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
    history = journal.history()
    found: list[Repair] = []
    for index in range(len(history) - 1, max(-1, len(history) - 1 - LOOKED_BACK), -1):
        moment = history[index]
        evidence = moment.played.evidence
        if not moment.chance or evidence is None:
            continue
        readings = seated.game.readings(moment.before, Evidence(evidence), seated.colours, frozenset())
        other = [one for one in readings if len(one.events) == 1 and one.events[0] != moment.event and not one.unseen]
        for reading in sorted(other, key=lambda one: -one.weight)[:MOST_READINGS]:
            then = _explained(seated, journal, seen, index, reading.events[0])
            if then is not None:
                found.append(Repair(index, reading.events[0], then, reading.weight))
    return sorted(found, key=lambda one: -one.weight)[:MOST]


def _explained(seated: Seated, journal: Journal, seen: Evidence, index: int, event: Event) -> tuple[Event, ...] | None:
    """What has happened since a correction that explains the view; None where it explains nothing."""
    try:
        correction = journal.foreseen(index, event)
    except CompanionError:
        return None
    if correction.fallen:
        return None
    answer = explain(seated, correction.after, seen)
    if isinstance(answer, Agreed):
        return ()
    if isinstance(answer, Happened) and not answer.explanation.taken_back:
        return answer.explanation.events
    return None


def as_choice(repair: Repair) -> Explanation:
    """A repair as one of the choices of a question."""
    return Explanation(repair.then, corrected=(repair.place, repair.event))
