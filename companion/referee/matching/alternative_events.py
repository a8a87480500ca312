"""Lists what an event of a match may have been instead, likeliest first: for players who say that it was told wrongly.

First come the other readings of what the eyes saw then, and after them whatever else was legal, the nearest first: the
same act with another die, face or cell. What would make later events impossible comes after what would not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf, log
from typing import Any

import msgspec

from companion.evidence import Evidence
from companion.match import Journal, SetUp, StandingEvent
from companion.referee.matching.explanations import SeatedGame
from companion.rules import CompanionError, Event
from companion.text import say

READ_AT_LEAST = log(0.001)
"""Logarithm of the probability, against the likeliest, from which something counts as another reading of the eyes."""
LOOKED_AT = 150
"""Events that are held against what was seen, nearest first. Raising it costs time where hundreds are legal."""
SPARE = 12
"""How many more than are wanted are tried out, to see what would still stand."""
ANOTHER_ACT, LEFT_OUT, A_STEP = 10.0, 1.0, 0.1
"""How far apart two events are by being of different kinds, by a die more, and by one pip or one number."""
PLACES = ("square", "from")
"""Fields of events that name a cell by row and column."""
NUMBERED = re.compile(r"(\D*)(\d+)")
"""A card of a kind, with its number."""


class Alternative(msgspec.Struct, frozen=True):
    """One event that may stand in the place of another."""

    event: Event
    read: bool
    """Whether the eyes saw something that may have been this."""
    fallen: int
    """How many later events would no longer be legal as they stand."""


class _Guess(msgspec.Struct, frozen=True):
    event: Event
    weight: float
    """Logarithm of the probability of what was seen, against the likeliest; -inf where nobody saw it."""
    apart: float
    """From what was told."""

    @property
    def read(self) -> bool:
        return self.weight >= READ_AT_LEAST

    @property
    def order(self) -> tuple[bool, float, float]:
        return (not self.read, -self.weight if self.read else self.apart, -self.weight)


def alternatives(seated: SeatedGame, journal: Journal, place: int, most: int) -> tuple[Alternative, ...]:
    """What the event at `place` of those that stand may have been instead, likeliest first, `most` at most; none for a
    table that was set up by hand. Raises CompanionError where no event stands there."""
    history = journal.history()
    if not 0 <= place < len(history):
        raise CompanionError(
            say("there is no event {number}: {standing} stand", number=place + 1, standing=len(history))
        )
    moment = history[place]
    if isinstance(moment.event, SetUp):
        return ()
    guesses = sorted(_guesses(seated, moment), key=lambda one: one.order)[: most + SPARE]
    tried = [(one, _fallen(journal, place, one.event)) for one in guesses]
    possible = [(one, fallen) for one, fallen in tried if fallen is not None]
    possible.sort(key=lambda pair: (not pair[0].read, bool(pair[1])))
    return tuple(Alternative(one.event, one.read, fallen) for one, fallen in possible[:most])


def _fallen(journal: Journal, place: int, event: Event) -> int | None:
    """How many later events would fall; None where the event cannot stand there."""
    try:
        return len(journal.foreseen(place, event).fallen)
    except CompanionError:
        return None


def _guesses(seated: SeatedGame, moment: StandingEvent) -> list[_Guess]:
    """Whatever may have happened instead."""
    game, standing = seated.game, moment.event
    plain = game.format_event(standing)
    legal = [event for event, _ in game.chances(moment.before)] or game.actions(moment.before)
    apart = {event: _apart(plain, game.format_event(event)) for event in legal if event != standing}
    seen = _readings(seated, moment) if moment.chance else _fits(seated, moment, sorted(apart, key=lambda e: apart[e]))
    return [_Guess(event, seen.get(event, -inf), far) for event, far in apart.items()]


def _readings(seated: SeatedGame, moment: StandingEvent) -> dict[Event, float]:
    """What the dice or cards that were seen may have been, with how likely that is against the likeliest."""
    evidence = moment.played.evidence
    if evidence is None:
        return {}
    found: dict[Event, float] = {}
    for one in seated.game.readings(moment.before, Evidence(evidence), seated.colours, frozenset()):
        if len(one.events) == 1 and not one.unseen:
            found[one.events[0]] = max(one.weight, found.get(one.events[0], -inf))
    return _against_the_best(found)


def _fits(seated: SeatedGame, moment: StandingEvent, events: Sequence[Event]) -> dict[Event, float]:
    """How well the table that was seen fits what each event would have left, against what fits best."""
    evidence = moment.played.evidence
    if evidence is None:
        return {}
    game, seen = seated.game, Evidence(evidence)
    tried = [moment.event, *(event for event in events[:LOOKED_AT] if not game.lifts(event))]
    return _against_the_best(
        {event: seen.score(seated.layout(game.apply(moment.before, event))).total for event in tried}
    )


def _against_the_best(weights: Mapping[Event, float]) -> dict[Event, float]:
    best = max(weights.values(), default=0.0)
    return {event: weight - best for event, weight in weights.items()}


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """How far apart two events are, as plain data."""
    far = 0.0 if one.get("do") == other.get("do") else ANOTHER_ACT
    for key in {*one, *other} - {"do"}:
        if key not in one or key not in other:
            far += LEFT_OUT
        elif key in PLACES:
            far += _cells_apart(one[key], other[key])
        else:
            far += _values_apart(one[key], other[key])
    return far


def _cells_apart(one: Any, other: Any) -> float:
    """In steps of a king; one of the two may be no cell."""
    if not isinstance(one, list | tuple) or not isinstance(other, list | tuple):
        return 0.0 if one == other else LEFT_OUT
    return float(max((abs(a - b) for a, b in zip(one, other, strict=False)), default=0))


def _values_apart(one: Any, other: Any) -> float:
    """How far apart two values of a field are: numbers, words, or lists of them in any order."""
    if one == other:
        return 0.0
    if isinstance(one, int) and isinstance(other, int):
        return LEFT_OUT + A_STEP * abs(one - other)
    if isinstance(one, str) and isinstance(other, str):
        (kind, number), (another, its) = _numbered(one), _numbered(other)
        return (LEFT_OUT if kind == another else 2 * LEFT_OUT) + A_STEP * abs(number - its)
    if not isinstance(one, list | tuple) or not isinstance(other, list | tuple):
        return LEFT_OUT
    mine, its_own = Counter(map(_hashable, one)), Counter(map(_hashable, other))
    left, right = sorted((mine - its_own).elements()), sorted((its_own - mine).elements())
    far = LEFT_OUT * abs(len(left) - len(right))
    return far + sum(_values_apart(a, b) for a, b in zip(left, right, strict=False))


def _numbered(word: str) -> tuple[str, int]:
    found = NUMBERED.fullmatch(word)
    return (found[1], int(found[2])) if found else (word, 0)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value
