"""Rolls read off views of a table that are made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.authoring import Roll
from companion.authoring.roll_readings import LOG_UNSEEN_ROLL, TOLD, rolls_on_table
from companion.evidence import Evidence
from companion.rules import Reading
from tests.support.referee.sightings import die, view


def read(
    count: int,
    faces: Sequence[int],
    fresh: Sequence[int] | None,
    lying: Sequence[int] = (),
    spent: frozenset[str] = frozenset(),
) -> list[Reading]:
    """What is read of certain dice with these faces, but for what needs dice to be none, or others; `fresh`: the places
    of those that came to lie anew."""
    dice = [die(face, at=(40.0 * n, 0.0)) for n, face in enumerate(faces)]
    seen = Evidence(view(*dice), None if fresh is None else frozenset(fresh))
    return [one for one in rolls_on_table(count, lying, seen, spent, Roll) if one.weight > -5]


def test_dice_that_came_to_lie_anew_are_the_roll() -> None:
    assert read(2, [6, 3, 3, 1], fresh=[0, 3], lying=(3, 3)) == [Reading((Roll((1, 6)),), frozenset({TOLD}), 0.0)]


@pytest.mark.parametrize("fresh", [[0], [0, 1, 2], [0, 1, 2, 3]])
def test_more_or_fewer_new_dice_are_no_such_roll(fresh: list[int]) -> None:
    assert read(2, [6, 3, 3, 1], fresh) == []


def test_a_roll_tells_nothing_twice() -> None:
    assert read(2, [6, 1], [0, 1], spent=frozenset({TOLD})) == []


def test_a_roll_that_nobody_saw_is_what_lies_there_beside_the_others() -> None:
    assert read(2, [3, 6, 1, 3], fresh=[], lying=(3, 3)) == [
        Reading((Roll((1, 6)),), frozenset({TOLD}), LOG_UNSEEN_ROLL, unseen=True)
    ]
    assert read(2, [3, 6, 1], fresh=[], lying=(3,))[0].unseen
    assert read(2, [3, 6, 1], fresh=[], lying=(2,)) == []  # that one is gone
    assert read(2, [3, 6, 1], fresh=[]) == []  # one too many


def test_where_nothing_is_known_of_what_is_new_the_rest_is_the_roll() -> None:
    readings = read(2, [3, 6, 1, 3], fresh=None, lying=(3, 3))
    assert readings[0].events == (Roll((1, 6)),) and not readings[0].unseen
    assert read(2, [3, 6, 1, 3], fresh=None, lying=(2, 3)) == []


def test_dice_in_doubt_are_read_in_each_way_the_likeliest_first() -> None:
    doubtful = die(4, sure=0.6, alternatives=((5, 0.35),))
    seen = Evidence(view(doubtful, die(2, at=(40.0, 0.0))), frozenset({0, 1}))
    first, second, *_ = rolls_on_table(2, (), seen, frozenset(), Roll)
    assert [first.events, second.events] == [(Roll((2, 4)),), (Roll((2, 5)),)]
    assert first.weight == 0.0 and -0.8 < second.weight < -0.4


def test_rolls_that_are_one_event_are_one_reading() -> None:
    doubtful = die(4, sure=0.5, alternatives=((5, 0.45),))
    seen = Evidence(view(doubtful, die(2, at=(40.0, 0.0))), frozenset({0, 1}))
    readings = list(rolls_on_table(2, (), seen, frozenset(), lambda faces: Roll((sum(face > 3 for face in faces),))))
    assert readings[0].events == (Roll((1,)),) and readings[0].weight == 0.0
    assert all(one.weight < -3 for one in readings[1:])


def test_dice_with_named_faces_are_none_of_these() -> None:
    seen = Evidence(view(die("crown"), die(2, at=(40.0, 0.0))), frozenset({0, 1}))
    assert list(rolls_on_table(2, (), seen, frozenset(), Roll)) == []
