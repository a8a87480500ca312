"""Every outcome of a roll of dice that are alike, with its exact probability."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random

MOST_OUTCOMES = 400_000
"""Outcomes of one roll that are listed; thirty dice with six faces have 324,632."""


@lru_cache(maxsize=32)
def roll_outcomes(count: int, sides: int = 6) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """What `count` dice can show, sorted and not told apart, each with its probability; they add up to 1."""
    whole, ways = sides**count, factorial(count)
    return tuple(
        (faces, Fraction(ways // prod(map(factorial, Counter(faces).values())), whole))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    )


def draw_dice(count: int, lot: Random, sides: int = 6) -> tuple[int, ...]:
    """What `count` dice show that are drawn by lot, sorted."""
    return tuple(sorted(lot.randint(1, sides) for _ in range(count)))
