"""Reads an awaited roll of dice that are alike off the table, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import log
from typing import Any

from companion.evidence import Evidence
from companion.rules import Reading
from companion.table import Heap

LOG_UNSEEN_ROLL = log(0.02)
"""Logarithm of the probability that eyes miss a roll."""
LOG_UNSAID = log(0.05)
"""Logarithm of the probability that players roll on, and have not said what they did before, where they have to."""
MOST_READINGS = 6
"""Readings that are followed, likeliest first."""
MOST_SHOWN = 60
"""Ways to read all dice from which they are made."""
TOLD = "roll"
ANY_DIE = Heap(0, (1,))


def rolls_on_table(
    count: int, lying: Sequence[int], seen: Evidence, spent: frozenset[str], make: Callable[[tuple[int, ...]], Any]
) -> Iterator[Reading]:
    """Yields the rolls of `count` dice that the table can show, likeliest first; `lying`: what the dice show that lie
    there since before and mean something; `make`: the event of what dice show, the same one of several maybe.

    Dice that came to lie anew are the roll; where nothing is known of that, all but those that lay there. Where none
    has come, and so many lie there beside the others, it may have been missed.
    """
    if TOLD in spent:
        return
    told, fresh = spent | {TOLD}, seen.dice.fresh
    shares: dict[Any, float] = {}
    for faces, share in seen.dice.faces(ANY_DIE, fresh=True)[:MOST_SHOWN]:
        rolled = _without(faces, () if fresh is not None else lying)
        if share and rolled is not None and len(rolled) == count:
            event = make(rolled)
            shares[event] = shares.get(event, 0.0) + share
    most = max([1.0, *shares.values()])
    for event, share in sorted(shares.items(), key=lambda one: -one[1])[:MOST_READINGS]:
        yield Reading((event,), told, log(share / most))
    if shares or fresh is None:
        return
    rolled = _without(seen.dice.faces(ANY_DIE)[0][0], lying)
    if rolled is not None and len(rolled) == count:
        yield Reading((make(rolled),), told, LOG_UNSEEN_ROLL, unseen=True)


def _without(faces: Sequence[int | str], lying: Sequence[int]) -> tuple[int, ...] | None:
    """The pips shown, sorted, without those of dice that lie there; None where one of these is not among them."""
    left = Counter(face for face in faces if isinstance(face, int))
    left.subtract(lying)
    return None if any(number < 0 for number in left.values()) else tuple(sorted(left.elements()))
