"""Reads an awaited roll of dice that are alike off the table, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, log
from typing import Any

from companion.evidence import Evidence
from companion.rules import Reading
from companion.table import Heap

LOG_UNSEEN_ROLL = log(0.02)
"""Logarithm of the probability that eyes miss a roll."""
MOST_READINGS = 6
"""Readings that are followed, likeliest first."""
MOST_CHOICES = 60
"""Ways to choose the dice of an unseen roll among those that lie there that are followed."""
TOLD = "roll"


def rolls_on_table(
    count: int, lying: int, seen: Evidence, spent: frozenset[str], make: Callable[[tuple[int, ...]], Any]
) -> Iterator[Reading]:
    """Yields the rolls of `count` dice that the table can show, likeliest first; `lying`: dice that lie there since
    before and mean something.

    Dice that came to lie anew are the roll. Where none has, and as many lie there as the roll and the others together,
    it may have been missed.
    """
    if TOLD in spent:
        return
    told = spent | {TOLD}
    any_die = Heap(0, (1,))
    anew = [(faces, log(share)) for faces, share in seen.dice.faces(any_die, fresh=True)[: 2 * MOST_READINGS] if share]
    rolled = [(_numbers(faces), weight) for faces, weight in anew if len(faces) == count][:MOST_READINGS]
    for faces, weight in rolled:
        yield Reading((make(faces),), told, weight)
    if rolled or seen.dice.fresh is None:
        return
    faces = _numbers(seen.dice.faces(any_die)[0][0])
    if len(faces) == count + lying and comb(len(faces), count) <= MOST_CHOICES:
        for chosen in sorted(set(combinations(faces, count))):
            yield Reading((make(chosen),), told, LOG_UNSEEN_ROLL, unseen=True)


def _numbers(faces: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(sorted(face for face in faces if isinstance(face, int)))
