"""Tests the fairness of dice: intervals of shares, Pearson's chi-squared test, and its power by the number of rolls.

Pearson's statistic over the counts of k faces follows, where the die is fair and rolls are many, the chi-squared
distribution with k - 1 degrees of freedom, whose tail has a closed form for whole degrees. Of few rolls every outcome
is counted instead, so that the probability is exact. The power of the test comes from the noncentral distribution, a
mixture of central ones with Poisson weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.05
"""How often a fair die may look unfair; lowering it takes more rolls to tell a loaded one."""
POWER = 0.8
"""How often a loaded die has to be told."""
FEW = 5
"""Expected rolls of a face below which every outcome is counted; raising it costs time, with its fourth power."""


class Fairness(NamedTuple):
    """What counts say about a die."""

    statistic: float
    """Pearson's: 0 where the counts are exactly as expected."""
    freedom: int
    """Degrees of freedom: faces less one."""
    p: float
    """Probability, 0..1, that a fair die gives a statistic at least as large."""
    exact: bool
    """Whether `p` was counted, and not taken from the distribution of many rolls."""


def wilson(count: float, of: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval for a share of which `count` of `of` were seen, draws as parts of one; it holds the true one
    but for `level`."""
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(1 - level / 2)
    share = count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def survival(statistic: float, freedom: int) -> float:
    """The probability that a chi-squared variable of whole degrees of freedom is at least `statistic`."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if freedom % 2 == 0:
        return min(1.0, sum(_poisson(half, i) for i in range(freedom // 2)))
    odd = sum(_poisson(half, i + 0.5) for i in range((freedom - 1) // 2))
    return min(1.0, math.erfc(math.sqrt(half)) + odd)


def survival_shifted(statistic: float, freedom: int, shift: float) -> float:
    """The same for the noncentral distribution with noncentrality `shift`: what a loaded die adds on average."""
    half = shift / 2
    most = int(half + 12 * math.sqrt(half + 1)) + 20  # what lies beyond adds less than rounding does
    return min(1.0, sum(_poisson(half, j) * survival(statistic, freedom + 2 * j) for j in range(most)))


def fairness(counts: Sequence[int], odds: Sequence[Fraction]) -> Fairness:
    """Tests counts of faces against their odds, which are above 0 and sum to 1."""
    rolls, freedom = sum(counts), len(counts) - 1
    if rolls == 0:
        return Fairness(0.0, freedom, 1.0, True)
    statistic = sum(Fraction(count * count) / odd for count, odd in zip(counts, odds, strict=True)) / rolls - rolls
    if rolls * min(odds) < FEW:
        return Fairness(float(statistic), freedom, _counted(counts, odds), True)
    return Fairness(float(statistic), freedom, survival(float(statistic), freedom), False)


def loaded(odds: Sequence[Fraction], face: int, share: Fraction) -> list[Fraction]:
    """The odds of a die that shows the face at this index with probability `share`, and the others as before."""
    rest = (1 - share) / (1 - odds[face])
    return [share if index == face else odd * rest for index, odd in enumerate(odds)]


def rolls_needed(
    odds: Sequence[Fraction], really: Sequence[Fraction], level: float = LEVEL, power: float = POWER
) -> int | None:
    """How many rolls it takes until a die with the odds `really` fails the test as often as `power`; None: it never
    does, for it is fair."""
    effect = float(sum((true - odd) ** 2 / odd for true, odd in zip(really, odds, strict=True)))
    if effect == 0:
        return None
    freedom = len(odds) - 1
    critical = _solved(lambda x: level - survival(x, freedom))
    shift = _solved(lambda x: survival_shifted(critical, freedom, x) - power)
    return math.ceil(shift / effect)


def _poisson(mean: float, of: float) -> float:
    """mean ** of * e ** -mean / gamma(of + 1): for whole `of` the Poisson probability."""
    if mean == 0:
        return 1.0 if of == 0 else 0.0
    return math.exp(of * math.log(mean) - mean - math.lgamma(of + 1))


def _counted(counts: Sequence[int], odds: Sequence[Fraction]) -> float:
    """The probability of all outcomes of so many rolls that lie at least as far from the odds as `counts`.

    Face by face, outcomes are put together that used up as many rolls and add up to the same distance.
    """
    rolls = sum(counts)
    whole = math.lcm(*(odd.denominator for odd in odds))
    shares = [int(odd * whole) for odd in odds]
    common = math.lcm(*shares)
    weights = [common // share for share in shares]
    far = sum(weight * count * count for weight, count in zip(weights, counts, strict=True))
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for index, (share, weight) in enumerate(zip(shares, weights, strict=True)):
        grown: dict[tuple[int, int], int] = {}
        for (used, distance), number in ways.items():
            left = rolls - used
            for count in range(left + 1) if index < len(shares) - 1 else (left,):
                key = used + count, distance + weight * count * count
                grown[key] = grown.get(key, 0) + number * math.comb(left, count) * share**count
        ways = grown
    return float(Fraction(sum(number for (_, distance), number in ways.items() if distance >= far), whole**rolls))


def _solved(rising: Callable[[float], float]) -> float:
    """Solves `rising(x) = 0` for x > 0 by bisection (60 halvings)."""
    low, high = 0.0, 1.0
    while rising(high) < 0:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
