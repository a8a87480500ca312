"""What is doubtful of a card is its name, not that it lies there."""

from __future__ import annotations

import pytest

from tests.support.referee.sightings import Cards, Layout, card, total

BARE, PILED = Layout(cards=Cards((), ((), ()))), Layout(cards=Cards(("D1",), ((), ())))


@pytest.mark.parametrize("sure", [0.5, 0.7, 0.87])
def test_a_card_of_which_the_name_is_in_doubt_lies_there_all_the_same(sure: float) -> None:
    seen = card("D1", "central", sure, ("D2", 1 - sure))
    assert total([seen], PILED) > -0.1
    assert total([seen], BARE) < -3.5


def test_what_nobody_can_read_may_as_well_be_no_card() -> None:
    assert -3.5 < total([card(None)], BARE) < -2.5


def test_the_surer_the_name_the_less_it_is_no_card() -> None:
    scores = [total([card("D1", "central", sure)], BARE) for sure in (0.5, 0.7, 0.9, 0.99)]
    assert scores == sorted(scores, reverse=True)
