"""Pairs as published tables have them, and a Swiss in which nobody meets twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club import Met, Pair, berger_rounds, knock_out_next, knock_out_start, swiss_round

BERGER = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, "
    "4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, 3-10 4-2 5-1 6-9 7-8, "
    "10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, 5-10 6-4 7-3 8-2 9-1",
}
"""FIDE Handbook C.05, annex 1: the Berger tables."""


@pytest.mark.parametrize("people", BERGER)
def test_a_round_robin_is_that_of_the_berger_tables(people: int) -> None:
    made = ", ".join(" ".join(f"{one + 1}-{(two or 0) + 1}" for one, two in pairs) for pairs in berger_rounds(people))
    assert made == BERGER[people]


@pytest.mark.parametrize("people", range(2, 24))
def test_in_a_round_robin_everybody_meets_everybody_once(people: int) -> None:
    rounds = berger_rounds(people)
    met = [frozenset((one, two)) for pairs in rounds for one, two in pairs if two is not None]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(people), 2)))
    for pairs in rounds:
        assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(people))


def test_a_knock_out_spreads_the_seeds_and_gives_the_first_byes() -> None:
    assert knock_out_start(8) == [Pair(0, 7), Pair(3, 4), Pair(1, 6), Pair(2, 5)]
    assert knock_out_start(5) == [Pair(0, None), Pair(3, 4), Pair(1, None), Pair(2, None)]
    assert knock_out_next([0, 3, 1, 2]) == [Pair(0, 3), Pair(1, 2)]


@pytest.mark.parametrize("people", range(2, 40))
def test_a_knock_out_has_everybody_once_and_no_board_without_anybody(people: int) -> None:
    pairs = knock_out_start(people)
    assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(people))
    assert len(pairs) & (len(pairs) - 1) == 0


def test_the_first_round_of_a_swiss_is_the_upper_half_against_the_lower() -> None:
    """As the Dutch system of FIDE (C.04.3) has it; the better seeds sit first here."""
    assert swiss_round(Met([0.0] * 8, [])) == [Pair(0, 4), Pair(1, 5), Pair(2, 6), Pair(3, 7)]
    assert swiss_round(Met([0.0] * 5, [])) == [Pair(0, 2), Pair(1, 3), Pair(4, None)]


def test_the_second_round_of_a_swiss_pairs_winners_with_winners() -> None:
    first = swiss_round(Met([0.0] * 8, []))
    second = swiss_round(Met([1.0, 1.0, 1.0, 1.0, 0, 0, 0, 0], first))
    assert sorted(sorted(pair) for pair in second) == [[0, 2], [1, 3], [4, 6], [5, 7]]


def play(people: int, rounds: int, lot: Random) -> list[list[Pair]]:
    """The rounds of a Swiss with results drawn by lot."""
    scores, pairs, made = [0.0] * people, [], []
    for _ in range(rounds):
        made.append(swiss_round(Met(scores, pairs)))
        pairs += made[-1]
        for first, second in made[-1]:
            points = 1.0 if second is None else lot.choice((0.0, 0.5, 1.0))
            scores[first] += points
            if second is not None:
                scores[second] += 1 - points
    return made


@given(st.integers(2, 30), st.randoms(use_true_random=False))
def test_in_a_swiss_nobody_meets_twice_or_has_two_byes_while_that_can_be(people: int, lot: Random) -> None:
    rounds = min((people - 1).bit_length(), people - 1 + people % 2)
    made = play(people, rounds, lot)
    for pairs in made:
        assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(people))
    met = [frozenset(pair) for pairs in made for pair in pairs]
    assert len(met) == len(set(met))


def crossings(scores: dict[int, float], pairs: Iterable[tuple[int, int | None]]) -> list[int]:
    """How many of those with each score or more meet one with less, the highest score first."""
    met = [(one, two) for one, two in pairs if two is not None]
    return [
        sum((scores[one] >= level) != (scores[two] >= level) for one, two in met)
        for level in sorted(set(scores.values()), reverse=True)
    ]


def matchings(people: list[int], met: set[frozenset[int | None]]) -> Iterator[list[tuple[int, int | None]]]:
    """All ways in which these can be paired so that nobody meets twice."""
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        if frozenset((first, other)) not in met:
            for rest in matchings([one for one in others if one != other], met):
                yield [(first, other), *rest]


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_as_few_as_can_be_meet_another_score_the_highest_scores_first(people: int, lot: Random) -> None:
    scores, past = [0.0] * people, list[Pair]()
    for _ in range(min(5, people - 1)):
        made = swiss_round(Met(scores, past))
        met = {frozenset(pair) for pair in past}
        paired = sorted(who for pair in made if pair.second is not None for who in pair)
        level = {person: scores[person] for person in paired}
        ways = [crossings(level, way) for way in matchings(paired, met)]
        assert crossings(level, made) == min(ways, default=crossings(level, made))
        past += made
        for first, second in made:
            points = 1.0 if second is None else lot.choice((0.0, 0.5, 1.0))
            scores[first] += points
            if second is not None:
                scores[second] += 1 - points


def test_a_group_is_paired_otherwise_before_any_of_it_are_left_over() -> None:
    """The first meets the fourth otherwise, and then the second and the third have met."""
    made = swiss_round(Met([2, 2, 2, 2, 1, 1, 0, 0], [Pair(0, 2), Pair(1, 2)]))
    assert sorted(sorted(pair) for pair in made if pair.second is not None) == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_a_swiss_goes_on_where_everybody_has_met_everybody() -> None:
    assert len(play(4, 6, Random(1))) == 6


def test_two_hundred_people_are_paired_for_eight_rounds() -> None:
    made = play(200, 8, Random(2))
    assert len({frozenset(pair) for pairs in made for pair in pairs}) == 800


def test_nobody_sits_first_much_more_often_than_second() -> None:
    made = play(16, 5, Random(3))
    for person in range(16):
        first = sum(pair.first == person for pairs in made for pair in pairs)
        assert 1 <= first <= 4
