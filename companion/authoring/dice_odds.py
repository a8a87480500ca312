"""Every outcome of a roll of dice that are alike, with its exact probability."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random

MOST_OUTCOMES = 60_000
"""Outcomes of one roll that are listed at most: twenty dice with six faces have 53,130. More take seconds whenever the
referee looks for what may have happened; `hit_outcomes` are enough where dice are only counted."""


@lru_cache(maxsize=32)
def roll_outcomes(count: int, sides: int = 6) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """What `count` dice can show, sorted and not told apart, each with its probability; they add up to 1. Raises
    ValueError where there are too many."""
    outcomes = comb(count + sides - 1, count)
    if outcomes > MOST_OUTCOMES:
        raise ValueError(
            f"{count} dice with {sides} sides have {outcomes:,} outcomes, and {MOST_OUTCOMES:,} are listed at most: "
            "where only the number of dice that show something counts, write `chances` with `hit_outcomes`"
        )
    whole, ways = sides**count, factorial(count)
    return tuple(
        (faces, Fraction(ways // prod(map(factorial, Counter(faces).values())), whole))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    )


def hit_outcomes(count: int, hits: int, sides: int = 6) -> list[tuple[int, Fraction]]:
    """How many of `count` dice can show one of `hits` faces, each number with its probability; they add up to 1."""
    return [
        (number, Fraction(comb(count, number) * hits**number * (sides - hits) ** (count - number), sides**count))
        for number in range(count + 1)
    ]


def draw_dice(count: int, lot: Random, sides: int = 6) -> tuple[int, ...]:
    """What `count` dice show that are drawn by lot, sorted."""
    return tuple(sorted(lot.randint(1, sides) for _ in range(count)))
