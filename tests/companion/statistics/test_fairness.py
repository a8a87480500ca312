"""Intervals, fairness and power against values that are printed in tables, and against counting by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from companion.statistics.fairness import fairness, loaded, rolls_needed, survival, survival_shifted, wilson

SIX = [Fraction(1, 6)] * 6
SUNS = [*[Fraction(1, 6)] * 4, Fraction(1, 3)]


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (11.070, 5, 0.05),
        (15.086, 5, 0.01), (1.145, 5, 0.95), (18.307, 10, 0.05), (43.773, 30, 0.05), (0, 5, 1), (-1, 4, 1),
    ],
)  # fmt: skip
def test_the_tail_of_chi_squared_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert survival(statistic, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize(
    ("freedom", "critical", "shift"), [(1, 3.841459, 7.849), (2, 5.991465, 9.635), (5, 11.070498, 12.828)]
)
def test_the_power_is_that_of_the_tables(freedom: int, critical: float, shift: float) -> None:
    """The shifts at which a test at 5 % tells four of five, as textbooks list them."""
    assert survival_shifted(critical, freedom, shift) == pytest.approx(0.8, abs=2e-4)
    assert survival_shifted(critical, freedom, 0) == pytest.approx(0.05, abs=1e-6)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (10, 100, 0.0552, 0.1744),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval_is_that_of_the_books(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


def test_pearsons_statistic_by_hand() -> None:
    """60 rolls, 10 of each expected: (25 + 4 + 1 + 0 + 4 + 16) / 10."""
    told = fairness([15, 8, 9, 10, 12, 6], SIX)
    assert told.statistic == pytest.approx(5.0) and told.freedom == 5 and not told.exact
    assert told.p == pytest.approx(0.4159, abs=1e-4)


@pytest.mark.parametrize("odds", [SIX, SUNS], ids=["pips", "suns"])
def test_few_rolls_are_counted_outcome_by_outcome(odds: list[Fraction]) -> None:
    """Four rolls have at most 1,296 outcomes: each is weighed here by itself."""

    def distance(counts: list[int]) -> Fraction:
        return sum((Fraction(count * count) / odd for count, odd in zip(counts, odds, strict=True)), Fraction())

    for seen in ([0, 1, 3, 0, 0, 0], [2, 2, 0, 0, 0, 0], [0, 0, 0, 0, 4, 0]):
        counts = seen[: len(odds)]
        far = Fraction()
        for outcome in product(range(len(odds)), repeat=4):
            weight = Fraction(1)
            for face in outcome:
                weight *= odds[face]
            if distance([outcome.count(face) for face in range(len(odds))]) >= distance(counts):
                far += weight
        told = fairness(counts, odds)
        assert told.exact and told.p == pytest.approx(float(far), rel=1e-12)


def test_six_equal_dice_are_as_unlikely_as_they_are() -> None:
    assert fairness([6, 0, 0, 0, 0, 0], SIX).p == pytest.approx(6 / 6**6)
    assert fairness([1] * 6, SIX).p == 1
    assert fairness([0] * 6, SIX) == (0.0, 5, 1.0, True)


def test_one_fair_die_in_twenty_looks_unfair_and_a_loaded_one_does_as_often_as_was_said() -> None:
    lot = Random(1)

    def fails(weights: list[float], rolls: int) -> float:
        runs = 1000
        failed = 0
        for _ in range(runs):
            thrown = lot.choices(range(6), weights, k=rolls)
            failed += fairness([thrown.count(face) for face in range(6)], SIX).p < 0.05
        return failed / runs

    really = loaded(SIX, 5, Fraction(1, 4))
    needed = rolls_needed(SIX, really)
    assert needed == 257
    assert fails([1.0] * 6, needed) == pytest.approx(0.05, abs=0.025)
    assert fails([float(odd) for odd in really], needed) == pytest.approx(0.8, abs=0.05)


def test_a_fair_die_is_never_told_from_a_fair_one() -> None:
    assert rolls_needed(SIX, SIX) is None
    assert loaded(SUNS, 4, Fraction(1, 3)) == SUNS and sum(loaded(SUNS, 0, Fraction(1, 5))) == 1
