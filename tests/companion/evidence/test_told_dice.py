"""Which die shows what, once it is known what heaps of dice show."""

from __future__ import annotations

import pytest

from companion.evidence.evidence import Evidence
from companion.table.view import Die
from tests.support.referee.sightings import Heap, die, view

REDS = Heap(3, (2, 4, 5), "red")


def doubted(face: int | None, *others: tuple[int, float], x: float = 0.0, sure: float = 0.6) -> Die:
    return die(face, "red", at=(x, 0.0), sure=sure, alternatives=others, doubts=("faces alike",))


def told(*dice: Die, heaps: tuple[Heap, ...] = (REDS,), fresh: frozenset[int] | None = None) -> dict[int, object]:
    return dict(Evidence(view(*dice), fresh).dice.told(heaps))


def red(face: int, x: float) -> Die:
    return die(face, "red", at=(x, 0.0))


def test_what_is_left_is_what_the_die_in_doubt_shows_whatever_was_read_of_it() -> None:
    assert told(red(2, 0), red(5, 30), doubted(6, (4, 0.1), x=60)) == {0: 2, 1: 5, 2: 4}


def test_a_die_that_was_read_for_certain_is_told_otherwise_where_players_said_so() -> None:
    assert told(red(2, 0), red(5, 30), red(6, 60)) == {0: 2, 1: 5, 2: 4}


def test_which_of_two_that_were_read_alike_was_misread_nobody_tells() -> None:
    assert told(red(2, 0), red(5, 30), red(5, 60)) == {0: 2}


def test_two_in_doubt_are_told_apart_only_where_that_is_clear() -> None:
    clear = [doubted(4, (5, 0.02), x=30), doubted(5, (4, 0.02), x=60)]
    assert told(red(2, 0), *clear) == {0: 2, 1: 4, 2: 5}
    alike = [doubted(4, (5, 0.4), x=30, sure=0.5), doubted(4, (5, 0.3), x=60, sure=0.6)]
    assert told(red(2, 0), *alike) == {0: 2}


def test_nothing_is_told_where_another_die_lies_there_or_one_is_not_seen() -> None:
    assert told(red(2, 0), red(4, 30)) == {}
    assert told(red(2, 0), red(4, 30), red(5, 60), doubted(1, x=90)) == {}


def test_dice_that_lie_about_still_are_none_of_those_that_were_thrown() -> None:
    dice = [red(1, 0), red(2, 30), red(4, 60), doubted(1, (5, 0.3), x=90)]
    assert told(*dice, fresh=frozenset((1, 2, 3))) == {1: 2, 2: 4, 3: 5}


@pytest.mark.parametrize("heaps", [(Heap(3, None, "red"),), ()])
def test_faces_that_mean_nothing_tell_nothing(heaps: tuple[Heap, ...]) -> None:
    assert told(red(2, 0), red(4, 30), red(5, 60), heaps=heaps) == {}


def test_captured_dice_may_have_tumbled_and_tell_nothing() -> None:
    captured = Heap(3, (2, 4, 5), "red", captured=True)
    assert told(red(2, 0), red(5, 30), doubted(6, (4, 0.1), x=60), heaps=(captured,)) == {}


def test_a_die_that_may_be_of_two_heaps_is_told_by_neither() -> None:
    unknown = die(None, None, sure=0.4, alternatives=((3, 0.3),), doubts=("faces alike",))
    assert told(unknown, heaps=(Heap(1, (3,)), Heap(1, (4,)))) == {}
