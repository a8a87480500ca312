"""Cards that lie there between two rests only."""

from __future__ import annotations

import numpy as np

from companion.table import CardSeen
from tests.support.referee.sightings import card
from vision.camera import Frame
from vision.cards.passing_cards import OFTEN, PassingCard, PassingCards

LAY = card("D7", None, at=(-62.0, -2.0))
LAID = card("A11", None, at=(-67.0, 22.0))


def looked(*looks: tuple[CardSeen, ...], before: tuple[CardSeen, ...] = (LAY,)) -> PassingCards:
    """After these looks, one after the other."""
    passing = PassingCards()
    passing.rest(before)
    for n, cards in enumerate(looks):
        passing.see(frame(n), cards)
    return passing


def frame(number: int) -> Frame:
    return Frame(np.zeros((8, 8, 3), np.uint8), number * OFTEN)


def names(passing: list[PassingCard]) -> list[str | None]:
    return [one.card.face for one in passing]


def test_a_card_that_lay_still_for_two_looks_and_is_gone_at_the_next_rest_has_been_there() -> None:
    passing = looked((), (LAID,), (LAID,), ())
    assert [(one.card, one.frame.time) for one in passing.gone([])] == [(LAID, OFTEN)]
    assert passing.gone([LAY]) == passing.gone([])


def test_one_that_lies_there_at_the_next_rest_is_read_there() -> None:
    assert looked((LAID,), (LAID,)).gone([LAY, LAID]) == []


def test_one_that_is_carried_seen_once_in_doubt_or_not_read_has_not_lain_there() -> None:
    carried = [(card("A11", None, at=(10.0 * n, 22.0)),) for n in range(6)]
    assert looked(*carried).gone([]) == []
    assert looked((LAID,), (), (LAID,)).gone([]) == []
    doubted = card("A11", None, 0.8, at=(-67.0, 22.0))
    assert looked((doubted,), (doubted,)).gone([]) == []
    unread, nowhere = card(None, None, at=(0.0, 0.0)), card("A11", None)
    assert looked((unread, nowhere), (unread, nowhere)).gone([]) == []


def test_one_of_a_name_that_lay_there_may_have_been_carried() -> None:
    elsewhere = card("D7", None, at=(200.0, 90.0))
    assert looked((elsewhere,), (elsewhere,)).gone([]) == []


def test_they_are_told_in_the_order_in_which_they_were_laid_and_forgotten_at_the_next_rest() -> None:
    other = card("D2", None, at=(300.0, 20.0))
    passing = looked((LAID,), (LAID, other), (LAID, other))
    assert names(passing.gone([])) == ["A11", "D2"]
    passing.rest(())
    assert passing.gone([]) == []


def test_it_is_looked_from_time_to_time_and_after_a_clock_that_went_back() -> None:
    passing = PassingCards()
    assert passing.due(0.0)
    passing.see(frame(10), ())
    assert not passing.due(10.4 * OFTEN) and passing.due(11.1 * OFTEN) and passing.due(0.0)
