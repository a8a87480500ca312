"""The score sheet of a match: which event brought whom how much and for what, with sub-sums, and the score's course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from companion.match.journal import StandingEvent
from companion.match.steps import SetUp
from companion.rules import Gain, Rules
from companion.text import later, say

AT_THE_START = later("At the start")
BY_HAND = later("Set up by hand")
"""What a score is for that no event brought."""


class Line(NamedTuple):
    """One event that changed a score."""

    number: int
    """Of the event, 1 the oldest."""
    gains: tuple[Gain, ...]
    totals: tuple[int, ...]
    """Of each seat after it."""


class SubSum(NamedTuple):
    """What one seat had for one thing."""

    what: str
    times: int
    """How many events brought it."""
    points: int


class ScoreSheet(NamedTuple):
    """All of a match."""

    lines: tuple[Line, ...]
    sums: tuple[tuple[SubSum, ...], ...]
    """Of each seat, in the order in which they came; together they are its total."""
    course: tuple[tuple[int, ...], ...]
    """The scores before the first event and after each."""

    @property
    def totals(self) -> tuple[int, ...]:
        return self.course[-1]


def score_sheet(game: Rules, start: object, moments: Iterable[StandingEvent]) -> ScoreSheet:
    """The sheet, in the language in use, of a game that began at `start` and went through these events."""
    first = tuple(game.scores(start))
    course, lines = [first], []
    points: list[Counter[str]] = [Counter({say(AT_THE_START): score}) if score else Counter() for score in first]
    times: list[Counter[str]] = [Counter() for _ in first]
    for number, moment in enumerate(moments, 1):
        totals = tuple(game.scores(moment.after))
        gains = _gains(game, moment, course[-1], totals)
        course.append(totals)
        if gains:
            lines.append(Line(number, gains, totals))
        for gain in gains:
            points[gain.seat][gain.what] += gain.points
        for seat, what in dict.fromkeys((gain.seat, gain.what) for gain in gains):
            times[seat][what] += 1
    sums = tuple(
        tuple(SubSum(what, times[seat][what], count) for what, count in own.items()) for seat, own in enumerate(points)
    )
    return ScoreSheet(tuple(lines), sums, tuple(course))


def _gains(game: Rules, moment: StandingEvent, before: tuple[int, ...], after: tuple[int, ...]) -> tuple[Gain, ...]:
    if not isinstance(moment.event, SetUp):
        return tuple(game.gains(moment.before, moment.event, moment.after))
    differences = enumerate(now - was for was, now in zip(before, after, strict=True))
    return tuple(Gain(seat, say(BY_HAND), difference) for seat, difference in differences if difference)
