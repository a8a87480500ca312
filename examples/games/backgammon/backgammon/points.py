"""Checkers on points: what single numbers allow, and that as many of a roll as can be played have to be.

A player's checkers are 26 counts: those borne off, those on the points 1 to 24 as that player counts them, and those on
the bar. The other player's point 25 - p is the same as p.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

OFF, BAR, HOME, CHECKERS = 0, 25, 6, 15
START = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(26))

Side = tuple[int, ...]
Step = tuple[int, int]
"""From a point, or the bar, to a point, or off the board."""


def steps(own: Side, foe: Side, number: int) -> Iterator[Step]:
    """The single moves by a number that nothing on the board forbids."""
    for start in (start for start in ((BAR,) if own[BAR] else range(24, 0, -1)) if own[start]):
        end = start - number
        if end > OFF:
            if foe[25 - end] < 2:
                yield start, end
        elif not any(own[(HOME if end == OFF else start) + 1 :]):
            yield start, OFF


def played(own: Side, foe: Side, left: Side, number: int, step: Step) -> tuple[Side, Side, Side]:
    """Both players' checkers after a single move, with a blot that it hits on the bar, and the numbers left."""
    (start, end), mine, theirs, place = step, list(own), list(foe), left.index(number)
    mine[start] -= 1
    mine[end] += 1
    if end != OFF and theirs[25 - end]:
        theirs[25 - end] -= 1
        theirs[BAR] += 1
    return tuple(mine), tuple(theirs), left[:place] + left[place + 1 :]


def number_for(left: Side, start: int, end: int) -> int | None:
    """The number that a move plays; of several that bear off, the smallest, for the larger does as well later."""
    fitting = [number for number in left if number == start - end or (end == OFF and number > start)]
    return min(fitting, default=None)


@lru_cache(maxsize=1 << 16)
def most(own: Side, foe: Side, left: Side) -> int:
    """How many of the numbers can be played one after another."""
    ways = ((number, step) for number in set(left) for step in steps(own, foe, number))
    return max((1 + most(*played(own, foe, left, *way)) for way in ways), default=0)


@lru_cache(maxsize=1 << 14)
def playable(own: Side, foe: Side, left: Side) -> tuple[Step, ...]:
    """The moves that let as many of the numbers be played as there can be; where it is one of two, the larger's."""
    best, found = most(own, foe, left), set[Step]()
    for number in sorted(set(left), reverse=True):
        ways = steps(own, foe, number)
        found |= {step for step in ways if 1 + most(*played(own, foe, left, number, step)) == best}
        if best == 1 and found:
            break
    return tuple(sorted(found, reverse=True))
