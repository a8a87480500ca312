"""Outcomes of rolls, against what can be counted by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from companion.authoring.dice_odds import draw_dice, hit_outcomes, roll_outcomes


def counted(count: int, sides: int) -> dict[tuple[int, ...], Fraction]:
    """Every way in which dice that are told apart can fall, one by one."""
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=count))
    return {faces: Fraction(number, sides**count) for faces, number in ways.items()}


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (5, 6), (3, 4), (2, 10)])
def test_outcomes_are_those_of_dice_told_apart(count: int, sides: int) -> None:
    assert dict(roll_outcomes(count, sides)) == counted(count, sides)


@pytest.mark.parametrize(("count", "outcomes"), [(1, 6), (5, 252), (10, 3003), (20, 53_130)])
def test_outcomes_add_up_to_exactly_one(count: int, outcomes: int) -> None:
    found = roll_outcomes(count)
    assert len(found) == len(dict(found)) == outcomes
    assert sum(odds for _, odds in found) == 1


def test_a_pair_and_five_alike_are_as_likely_as_everybody_knows() -> None:
    assert dict(roll_outcomes(2))[1, 2] == Fraction(1, 18) and dict(roll_outcomes(2))[3, 3] == Fraction(1, 36)
    assert sum(odds for faces, odds in roll_outcomes(5) if len(set(faces)) == 1) == Fraction(1, 1296)


def test_more_outcomes_than_can_be_listed_are_refused_with_what_to_do_instead() -> None:
    with pytest.raises(ValueError, match=r"^30 dice with 6 sides have 324,632 outcomes, .*`hit_outcomes`$"):
        roll_outcomes(30)


@pytest.mark.parametrize(("count", "hits", "sides"), [(0, 1, 6), (1, 2, 6), (5, 1, 6), (4, 2, 6), (3, 3, 4), (2, 6, 6)])
def test_hits_are_counted_as_dice_told_apart_have_them(count: int, hits: int, sides: int) -> None:
    expected = dict.fromkeys(range(count + 1), Fraction())
    for faces, odds in counted(count, sides).items():
        expected[sum(face <= hits for face in faces)] += odds
    assert dict(hit_outcomes(count, hits, sides)) == expected


def test_thirty_dice_have_thirty_one_numbers_of_hits() -> None:
    found = hit_outcomes(30, 2)
    assert [number for number, _ in found] == list(range(31)) and sum(odds for _, odds in found) == 1
    assert found[0][1] == Fraction(2, 3) ** 30


def test_dice_drawn_by_lot_are_sorted_and_come_again_with_the_same_lot() -> None:
    drawn = [draw_dice(6, Random(seed), 4) for seed in range(200)]
    assert all(list(faces) == sorted(faces) and len(faces) == 6 for faces in drawn)
    assert {face for faces in drawn for face in faces} == {1, 2, 3, 4}
    assert draw_dice(6, Random(7), 4) == drawn[7]
