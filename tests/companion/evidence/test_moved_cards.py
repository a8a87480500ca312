"""Which cards came to lie anew: only those can show a flip."""

from __future__ import annotations

from companion.evidence.moved_cards import CardFreshness
from companion.table.layout import Cards
from companion.table.view import CardSeen, Place
from tests.support.referee.sightings import card, view


def lying(face: str, at: Place, turn: float | None = None) -> CardSeen:
    return card(face, at=at, turn=turn)


def cards(*views: list[CardSeen]) -> CardFreshness:
    fresh = CardFreshness()
    for one in views:
        fresh.after(view(*one))
    return fresh


def test_a_card_is_new_where_none_of_its_name_has_lain() -> None:
    assert cards([lying("D1", (0, 0))]).new == {0}
    assert cards([lying("D1", (0, 0))], [lying("D1", (0, 0)), lying("A2", (5, 0))]).new == {1}


def test_a_card_that_is_nudged_is_not_new() -> None:
    assert cards([lying("D1", (0, 0))], [lying("D1", (0.8, 0.6))]).new == frozenset()


def test_a_card_that_creeps_from_nudge_to_nudge_is_not_new() -> None:
    steps = [[lying("D1", (n * 1.0, 0))] for n in range(8)]
    assert cards(*steps).new == frozenset()


def test_a_second_card_of_a_name_lies_elsewhere_than_the_first() -> None:
    assert cards([lying("D1", (0, 0))], [lying("A2", (0, 0))], [lying("D1", (3, 2))]).new == {0}


def test_a_card_that_was_only_turned_is_not_new() -> None:
    """Whoever takes up a card and puts it back turns it, mostly."""
    assert cards([lying("D1", (0, 0), 88.0)], [lying("D1", (0, 0), 95.0)]).new == frozenset()


def test_a_card_that_was_taken_up_is_not_new_where_it_is_put_back() -> None:
    """The one below it shows where it lay; unless another was flipped meanwhile."""
    below, top = lying("D1", (0, 0)), lying("A2", (3, 0))
    assert cards([below], [top], [below], [lying("A2", (0, 5))]).new == frozenset()
    assert cards([below], [top], [below], [], [lying("A2", (0, 5))]).new == frozenset(), "with the whole pile"
    assert cards([below], [top], [below], [lying("D3", (1, 1))], [lying("A2", (0, 5))]).new == {0}


def test_a_card_that_lies_just_as_its_namesake_did_may_be_that_one() -> None:
    turned = lying("D1", (0, 0), 10.0)
    assert cards([turned], [lying("A2", (1, 1))], [lying("D1", (0.2, 0.1), 10.5)]).same == {0}
    assert cards([turned], [lying("A2", (1, 1))], [lying("D1", (0.9, 0.1), 10.5)]).same == frozenset()
    assert cards([turned], [lying("A2", (1, 1))], [lying("D1", (0.2, 0.1), 12.5)]).same == frozenset()
    far = [lying("D1", (0, 0), 179.5)], [lying("A2", (1, 1))], [lying("D1", (0, 0), 0.2)]
    assert cards(*far).same == {0}, "either end of a card may be seen as the upper one"


def test_a_card_that_was_put_back_where_the_rules_forbade_it_is_new_when_it_comes_again() -> None:
    fresh = cards([lying("D1", (0, 0))], [lying("D1", (0, 0)), card("A2", None, at=(90, 0))], [lying("D1", (0, 0))])
    fresh.agree(view(lying("D1", (0, 0))), Cards(("D1",)))
    fresh.after(view(lying("D1", (0, 0)), card("A2", None, at=(90, 0))))
    assert fresh.new == {1}


def test_a_card_that_was_put_back_on_a_stack_is_new_where_it_is_flipped_onto_an_empty_table() -> None:
    """Player 2 laid it beside the sheet, was told, and flips it as it should be: the uppermost of the stack is it."""
    for agreed, new in ((True, {0}), (False, set())):
        fresh = cards([], [card("B", None, at=(-65, 3))], [])
        fresh.agree(view(), Cards(()) if agreed else None)
        fresh.after(view(lying("B", (133, 90))))
        assert fresh.new == new


def test_a_pile_that_is_put_back_brings_no_new_cards() -> None:
    assert cards([lying("D1", (0, 0))], [], [lying("D1", (9, 9))]).new == frozenset()


def test_a_card_that_never_lay_there_is_new_although_the_pile_was_taken_up() -> None:
    assert cards([lying("D1", (0, 0))], [], [lying("A2", (9, 9))]).new == {0}


def test_once_all_cards_have_been_taken_any_may_come_anew() -> None:
    fresh = cards([lying("D1", (0, 0))])
    fresh.forget()
    fresh.after(view())
    fresh.after(view(lying("D1", (0, 0))))
    assert fresh.new == {0}


def test_once_a_pile_is_won_a_namesake_of_what_was_taken_up_from_it_is_new() -> None:
    fresh = cards([lying("D1", (0, 0))], [lying("A2", (3, 0))], [lying("D1", (0, 0))])
    fresh.forget()
    fresh.after(view(lying("A2", (9, 9))))
    assert fresh.new == {0}


def test_cards_that_lie_face_down_or_cannot_be_read_are_nobodys() -> None:
    assert cards([card(None, at=(0, 0)), card("D1", down=True, at=(9, 0))]).new == frozenset()


def test_where_the_place_of_a_card_is_not_known_it_is_new_but_once() -> None:
    assert cards([card("D1")]).new == {0}
    assert cards([card("D1")], [card("D1")]).new == frozenset()
