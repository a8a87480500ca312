"""Whole tournaments that others have published: their standings by our rules, and what we would have paired in each
round.

Facts alone were taken over: who met whom, what the results were, and the tie-breaks that were published.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.club import Met, Pair, Played, standings, swiss_round
from companion.club.standings import points_of
from tests.companion.club.test_pairings import crossings, matchings

SWISS = """
9w1 13b= 2w= 15b1 4w=
10b1 7w1 1b= 16w1 3b=
11w= 6b1 8w1 4b= 2w=
12b1 H 13w1 3w= 1b=
13w0 15b0 11w1 7b= 10w1
14b0 3w0 U 10w1 8b1
15w1 2b0 16b0 5w= 11b0
16b= 14w1 3b0 13w1 6w0
1b0 10w0 H 11b- U
2w0 9b1 15w0 6b0 5b0
3b= 16w0 5b0 9w+ 7w1
4w0 U 14w+ Z Z
5b1 1w= 4b0 8b0 14w0
6w1 8b0 12b- Z 13b1
7b0 5w1 10b1 1w0 16b0
8w= 11b1 7w1 2b0 15w1
"""
"""IA Mario Held, Exercises in Tie-Breaking (FIDE C.07), rev. 2403220900: the Swiss of 5 rounds, a line a person by
seed: against whom, white or black, what came of it: 1, =, 0, + or - by default, U a bye, H half a point, Z absent."""
BUCHHOLZ = (12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5)
SONNEBORN = (8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25)
"""Its exercises 1 to 4 and 12."""
ABSENT = {4, 9, 11, 12, 14}
"""Had half a point for a round, were absent or won by default: our tournaments know none of these."""

LONGER = """
9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
"""
"""The Swiss of 9 rounds of the same exercises."""

ROUND_ROBIN = """
5w= 2w1 3b1 4w0 6b1
6w1 1b0 5w1 3w= 4b1
4w1 6b1 1w0 2b= 5w1
3b0 5b0 6w= 1b1 2w0
1b= 4w1 2b0 6w- 3b0
2b0 3w0 4b= 5b+ 1w0
"""
"""The round robin of its exercise 14."""

DRAUGHTS = """
7w1 2w1 3w1 5w1 4w1 6w1 9w1
8w1 1b0 6w1 3w1 5w1 4w1 U
6w1 4w1 1b0 2b0 8w1 7w1 5w1
5w1 3b0 9w1 7w1 1b0 2b0 6w1
4b0 U 7w1 1b0 2b0 8w1 3b0
3b0 8w1 2b0 U 9w1 1b0 4b0
1b0 9w1 5b0 4b0 U 3b0 8w1
2b0 6b0 U 9w1 3b0 5b0 7b0
10w+ 7b0 4b0 8b0 6b0 U 1b0
9b- Z Z Z Z Z Z
"""
"""Frisian Draughts of the Mind Sports Olympiad 2021, playstrategy.org/swiss/EY1k6otN, a line a person by the final
place; winners are written as white, for colours are not published with it."""
DRAUGHTS_POINTS = (7, 6, 5, 4, 3, 3, 3, 2, 2, 0)
DRAUGHTS_SONNEBORN = (26, 17, 15, 11, 5, 4, 4, 2, 0, 0)

POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "H": 0.5, "0": 0.0, "-": 0.0}


def rounds_of(table: str) -> list[list[Played]]:
    """What was played in each round; whoever was absent is not there."""
    lines = [line.split() for line in table.strip().splitlines()]
    made: list[list[Played]] = [[] for _ in lines[0]]
    for person, line in enumerate(lines):
        for number, cell in enumerate(line, 1):
            other, white, result = re.fullmatch(r"(?:(\d+)([wb]))?(.)", cell).groups()  # type: ignore[union-attr]
            if white == "w" or (other is None and result != "Z"):
                pair = Pair(person, None if other is None else int(other) - 1)
                made[number - 1].append(Played(number, person, pair, POINTS[result]))
    return made


def all_of(table: str) -> list[Played]:
    return [one for made in rounds_of(table) for one in made]


def test_buchholz_and_sonneborn_berger_of_a_swiss_are_the_published_ones() -> None:
    lines = {line.person + 1: line for line in standings("swiss", 16, all_of(SWISS))}
    present = set(lines) - ABSENT
    assert {one: lines[one].buchholz for one in present} == {one: BUCHHOLZ[one - 1] for one in present}
    assert {one: lines[one].sonneborn for one in present} == {one: SONNEBORN[one - 1] for one in present}
    assert 6 in present, "with a bye, which counts as a game won against somebody with the own points"


def test_sonneborn_berger_of_a_round_robin_is_the_published_one() -> None:
    lines = standings("round-robin", 6, all_of(ROUND_ROBIN))
    assert [line.person for line in lines] == [*range(6)]
    assert [line.sonneborn for line in lines] == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    assert [line.place for line in lines] == [1, 2, 2, 4, 5, 6]


def test_the_final_order_of_a_tournament_is_the_published_one() -> None:
    """There Sonneborn-Berger counts no byes."""
    lines = standings("swiss", 10, all_of(DRAUGHTS))
    assert [line.person for line in lines] == [*range(10)]
    assert tuple(line.points for line in lines) == DRAUGHTS_POINTS
    byes = Counter(one.pair.first for one in all_of(DRAUGHTS) if one.pair.second is None)
    assert tuple(line.sonneborn - byes[line.person] * line.points for line in lines) == DRAUGHTS_SONNEBORN


def paired_by_us(people: int, past: list[Played], there: list[int]) -> list[Pair]:
    """Our next round, of those who are there. Half a point for a round is no bye."""
    scores = points_of(people, past)
    place = {person: number for number, person in enumerate(there)}
    known = [
        Pair(*(None if who is None else place[who] for who in one.pair))  # type: ignore[arg-type]
        for one in past
        if all(who is None or who in place for who in one.pair) and (one.pair.second is not None or one.points == 1)
    ]
    ours = swiss_round(Met([scores[person] for person in there], known))
    return [Pair(there[one], None if two is None else there[two]) for one, two in ours]


@pytest.mark.parametrize("table", [SWISS, LONGER, DRAUGHTS], ids=["swiss", "longer", "draughts"])
def test_by_the_results_before_each_round_we_pair_it_as_evenly_as_they_did(table: str) -> None:
    """Nobody meets twice, nobody has a second bye, and from the highest score down as few as can be meet another."""
    made = rounds_of(table)
    people = len(table.strip().splitlines())
    for number, theirs in enumerate(made):
        past = [one for before in made[:number] for one in before]
        paired = [one.pair for one in theirs if one.pair.second is not None or one.points == 1]
        there = sorted(who for pair in paired for who in pair if who is not None)
        scores = points_of(people, past)
        ours = paired_by_us(people, past, there)
        assert sorted(who for pair in ours for who in pair if who is not None) == there
        met = {frozenset(one.pair) for one in past if one.pair.second is not None or one.points == 1}
        assert not met & {frozenset(pair) for pair in ours}, "as pairs or with nobody"
        (bye, theirs_bye) = (next((one.first for one in pairs if one.second is None), None) for pairs in (ours, paired))
        level = {person: scores[person] for person in there}
        evenness = crossings(level, ours)
        if bye is None or (theirs_bye is not None and scores[bye] == scores[theirs_bye]):
            assert evenness <= crossings(level, paired)
        if people <= 10:
            ways = matchings([one for one in there if one != bye], met)
            assert evenness == min(crossings(level, way) for way in ways)
