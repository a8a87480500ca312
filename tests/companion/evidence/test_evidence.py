"""How well a layout explains what is seen: nothing to explain away scores 0, and the more there is the lower."""

from __future__ import annotations

from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.evidence.confidence import DOUBTED
from companion.evidence.dice_match import options
from companion.evidence.evidence import Evidence
from companion.referee.matching.explanations import SeatedGame
from companion.rules.self_play import played
from companion.table.view import Colour, Doubt
from tests.support.referee.sightings import Cards, Cell, Heap, Layout, Row, card, die, piece, total, view
from tests.support.referee.tabletop import Tabletop
from tests.support.thoroughness import examples

COMBAT = Heap(2, (1, 6), "blue", "combat", 0)
ZONED = Layout(((COMBAT,),))
BOTH = Layout(((COMBAT, Heap(0, (), "green", "combat", 1)),))
ONE, TWO = Cell("board", 0, 0), Cell("board", 0, 1)
JAIL = Row("jail", 2, 10, ("red", "blue"))
ZONES = ("0:combat", "1:combat")


def pair(*shown: int, sure: float | None = None, zone: str = "0:combat", colour: Colour = "blue") -> list:
    return [die(face, colour, zone, (30.0 * n, 0.0), sure=sure) for n, face in enumerate(shown)]


def jailed(count: int) -> list:
    return [piece(Cell("jail", 0, n), "red") for n in range(count)]


# ---------------------------------------------------------------------------------------------- what fits


@pytest.mark.parametrize(
    ("things", "layout"),
    [
        (pair(1, 6), ZONED),
        ([], ZONED.bare),
        ([piece(ONE, "red"), piece(TWO, "blue")], Layout(pieces={ONE: "red", TWO: "blue"}, grids=("board",))),
        ([piece(ONE, "red", form="stack")], Layout(pieces={ONE: "red"}, stacks=frozenset([ONE]), grids=("board",))),
        (jailed(2), Layout(rows=(JAIL,))),
        ([card("D1")], Layout(cards=Cards(("B", "D1"), ((), ())))),
        ([card("B"), card("A1", None)], Layout(cards=Cards(("B",), (("A1",), ())))),
        ([], Layout(cards=Cards((), ((), ())))),
    ],
    ids=["dice", "no dice", "pieces", "stack", "row", "pile", "battle", "no cards"],
)
def test_what_looks_just_so_scores_nothing(things: list, layout: Layout) -> None:
    score = Evidence(view(*things)).score(layout)
    assert score.total == pytest.approx(0, abs=0.02)
    assert score.worst <= 0.01


def test_a_score_falls_with_every_contradiction() -> None:
    layout = Layout(ZONED.dice, {ONE: "red", TWO: "blue"}, grids=("board",))
    seen: list[tuple[int, Colour, Colour]] = [
        (6, "red", "blue"), (5, "red", "blue"), (5, "blue", "blue"), (5, "blue", "red"),
    ]  # fmt: skip
    scores = [total([*pair(1, a), piece(ONE, b), piece(TWO, c)], layout) for a, b, c in seen]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > -0.1 and scores[1] < -4.6


def test_the_worst_thing_is_told_beside_the_sum_and_the_sum_of_the_dice() -> None:
    both = [*pair(1, 5), piece(ONE, "red")]
    score = Evidence(view(*both)).score(Layout(ZONED.dice, {ONE: "blue"}, grids=("board",)))
    assert score.worst <= score.dice < 0
    assert score.total < score.dice


def test_nothing_is_claimed_of_dice_where_a_layout_has_none() -> None:
    assert total(pair(1, 6), Layout()) == 0


# ---------------------------------------------------------------------------------------------- dice


def test_a_doubtful_die_may_be_what_else_it_looks_like_at_its_odds() -> None:
    seen = [die(1, zone="0:combat", sure=0.6, alternatives=((6, 0.3),))]
    layouts = [Layout(((Heap(1, (face,), "blue", "combat", 0),),)) for face in (1, 6, 4)]
    one, six, four = (total(seen, layout) for layout in layouts)
    assert one == pytest.approx(0, abs=0.01)
    assert six == pytest.approx(log(0.3 / 0.6), abs=0.05)
    assert log(0.3 / 0.6) > four > log(0.01)


def test_a_doubtful_die_never_counts_by_itself_however_sure_the_eyes_are() -> None:
    shown = dict(options(die(1, sure=1.0)))
    assert shown[1] <= 0.97
    assert sum(shown.values()) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("sure", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("others", [(), ((6, 0.0),), ((6, 1.0), (5, 1.0))])
def test_probabilities_that_make_no_sense_are_put_right(sure: float, others: tuple[tuple[int, float], ...]) -> None:
    for one in (die(1, sure=sure, alternatives=others), die(1, confidence=sure, alternatives=others)):
        shown = dict(options(one))
        assert all(0 < value <= 1 for value in shown.values())
        assert sum(shown.values()) == pytest.approx(1, abs=0.02)


def test_a_doubt_about_the_place_alone_leaves_the_face_certain() -> None:
    across = die(1, sure=0.99, doubts=("across a line",), across=("0:combat", "0:rally"))
    glare = die(1, sure=0.99, doubts=("across a line", "glare"), across=("0:combat", "0:rally"))
    assert dict(options(across))[1] > 0.998 > 0.98 > dict(options(glare))[1]


def test_a_die_that_may_be_none_is_missed_by_nobody() -> None:
    doubts: tuple[Doubt, ...] = ("not a die",)
    ghost = [die(3, zone="0:combat", sure=0.4, doubts=doubts)]
    assert total([*pair(1, 6), *ghost], ZONED) > -1.5
    assert total(pair(1, 6, 3), ZONED) < -4.6


def test_what_a_die_shows_that_may_be_none_is_not_in_doubt() -> None:
    shown = dict(options(die(3, sure=0.999, doubts=("not a die",))))
    assert shown[None] == pytest.approx(1 - DOUBTED) and shown[3] == pytest.approx(DOUBTED)
    assert all(shown[face] < 1e-4 for face in (1, 2, 4, 5, 6))
    alike = dict(options(die(3, sure=0.999, doubts=("faces alike",))))
    assert alike[None] < 0.01 < sum(alike[face] for face in (1, 2, 4, 5, 6))


def test_a_missing_die_is_strange_and_less_so_where_eyes_may_have_missed_one() -> None:
    sure, unsure = total(pair(1), ZONED), total(pair(1), ZONED, unsure=True)
    assert sure < -4.6 < unsure < 0


def test_spare_dice_may_lie_there_and_others_not() -> None:
    roll = Layout(((Heap(2, (2, 3), "red", spare=1),),))
    assert total(pair(2, 3, 5, colour="red"), roll) == pytest.approx(0, abs=0.05)
    assert total(pair(2, 3, 5, 5, colour="red"), roll) < -4.6


def test_of_dice_whose_faces_mean_nothing_only_the_number_counts() -> None:
    rally = Layout(((Heap(2, None, "blue", "combat", 0),),))
    assert total(pair(3, 4), rally) == pytest.approx(0, abs=0.02)
    assert total(pair(3), rally) < -4.6 > total(pair(3, 4, 4), rally)


def test_of_a_zone_that_is_not_in_view_nothing_is_known() -> None:
    assert total([], ZONED, zones=("1:combat",)) == 0
    assert total([], ZONED, zones=ZONES) < -4.6


def test_where_no_zone_is_in_view_and_something_is_missing_nothing_is_known() -> None:
    assert total([], ZONED) < -4.6
    assert total([], ZONED, missing=("the mat is not in view",)) == 0


def test_a_die_across_a_line_may_lie_in_either_zone() -> None:
    rally = Heap(1, None, "blue", "rally", 0)
    lies = die(6, at=(30, 0), sure=0.999, across=("0:combat", "0:rally"), doubts=("across a line",))
    there = Layout(((COMBAT, Heap(0, None, "blue", "rally", 0)),))
    here = Layout(((Heap(1, (1,), "blue", "combat", 0), rally),))
    assert total([*pair(1), lies], there) > -2
    assert total([*pair(1), lies], here) > -2
    elsewhere = Layout(((Heap(2, (1, 6), "blue", "scoring", 0),),))
    assert total([*pair(1), lies], elsewhere) < -4.6


def test_whose_a_die_in_a_players_zone_is_the_zone_tells_better_than_its_colour() -> None:
    misnamed = [*pair(1), die(6, "green", "0:combat", (30, 0))]
    assert -2.5 < total(misnamed, BOTH) < 0
    foreign = [*pair(1), die(6, "purple", "0:combat", (30, 0))]
    assert total(misnamed, BOTH) <= total(foreign, BOTH) < 0.01


def test_a_die_without_a_colour_may_be_anybodys() -> None:
    assert total([*pair(1), die(6, None, "0:combat", (30, 0))], BOTH) > -1


def test_where_colour_alone_tells_dice_apart_a_die_of_another_player_is_none() -> None:
    battle = Layout(((Heap(1, (1,), "red"), Heap(1, (1,), "blue")),))
    assert total([die(1, "red"), die(1, "blue", at=(30, 0))], battle) == pytest.approx(0, abs=0.02)
    assert total([die(1, "red"), die(1, "red", at=(30, 0))], battle) < -4.6


def test_a_die_beside_all_zones_after_a_throw_belongs_to_the_heap_that_was_thrown() -> None:
    beside = [*pair(1), die(6, at=(300, 0))]
    thrown = Layout(((Heap(2, (1, 6), "blue", "combat", 0, thrown=True),),))
    assert total(beside, thrown, zones=ZONES) > -0.5
    assert total(beside, ZONED, zones=ZONES) < -4.6
    assert total(beside, thrown) < -4.6  # no zones are known: nobody can tell that it lies beside them


def test_a_stray_die_in_a_zone_of_the_game_is_strange_and_one_elsewhere_is_not() -> None:
    stray = die(3, "blue", "1:combat", (60, 0))
    assert total([*pair(1, 6), stray], ZONED) < -4.6
    assert total([*pair(1, 6), die(3, "blue", "0:lid", (60, 0))], ZONED) == pytest.approx(0, abs=0.02)


def test_the_way_that_fits_best_counts_where_dice_may_lie_in_several() -> None:
    red, blue = Heap(1, (1,), "red"), Heap(1, (1,), "blue")
    assert total([die(1, "blue")], Layout(((red,), (blue,)))) == pytest.approx(0, abs=0.02)


def test_named_faces_and_pips_are_not_taken_for_each_other() -> None:
    roll = Layout(((Heap(1, (4,)), Heap(1, ("wild",))),))
    assert total([die(4), die("wild", at=(30, 0))], roll) == pytest.approx(0, abs=0.02)
    assert total([die(4), die(4, at=(30, 0))], roll) < -4.6


def test_what_the_dice_show_is_told_likeliest_first_and_only_of_those_that_are_fresh() -> None:
    seen = Evidence(view(*pair(1), die(6, zone="0:combat", at=(30, 0), sure=0.6)), frozenset([1])).dice
    heap = Heap(0, (1,), "blue", "combat", 0)
    assert seen.faces(heap)[0] == ((1, 6), 1.0)
    assert seen.faces(heap, fresh=True)[0][0] == (6,)
    assert seen.faces(heap, fresh=False)[0][0] == (1,)
    assert (seen.dice_of(heap), seen.dice_of(heap, fresh=True)) == ((0, 1), (1,))
    odds = [likely for _, likely in seen.faces(heap)]
    assert odds == sorted(odds, reverse=True)


def test_named_faces_and_pips_may_lie_together_where_they_mean_nothing() -> None:
    rally = Layout(((Heap(4, None, "blue", "combat", 0),),))
    mixed = [*pair(3, 1), die("Tank", "blue", "0:combat", (90, 0)), die("Ace", "blue", "0:combat", (120, 0))]
    assert total(mixed, rally) == pytest.approx(0, abs=0.05)
    assert total(mixed[:3], rally) < -4.6


def test_where_nothing_is_known_of_what_is_fresh_any_die_may_be() -> None:
    seen = Evidence(view(*pair(1, 6))).dice
    assert seen.dice_of(COMBAT, fresh=True) == (0, 1)
    assert seen.dice_of(COMBAT, fresh=False) == ()


# ---------------------------------------------------------------------------------------------- pieces


def test_a_piece_of_another_colour_or_none_contradicts_and_a_piece_too_many_as_well() -> None:
    layout = Layout(pieces={ONE: "red"}, grids=("board",))
    assert max(total([piece(ONE, "blue")], layout), total([], layout)) < -4.6
    assert total([piece(ONE, "red"), piece(TWO, "red")], layout) < -4.6


def test_grids_of_which_nothing_is_told_may_hold_anything() -> None:
    layout = Layout(pieces={ONE: "red"}, grids=("board",))
    assert total([piece(ONE, "red"), piece(Cell("score-0", 0, 3), "blue")], layout) == pytest.approx(0, abs=0.02)


def test_a_doubtful_piece_may_be_what_else_it_looks_like() -> None:
    seen = [piece(ONE, "red", 0.6, ("orange", 0.3), (None, 0.1))]
    red, orange, none, blue = (
        total(seen, Layout(pieces={} if colour is None else {ONE: colour}, grids=("board",)))
        for colour in ("red", "orange", None, "blue")
    )
    assert red == pytest.approx(0)
    assert red > orange > none > blue
    assert orange == pytest.approx(log(0.5))


def test_something_of_which_nobody_can_tell_the_colour_may_be_of_any() -> None:
    seen = [piece(ONE, None, 0.7)]
    colours = [total(seen, Layout(pieces={ONE: colour}, grids=("board",))) for colour in ("red", "blue")]
    assert colours[0] == colours[1] > -4.6


def test_covered_cells_are_neither_empty_nor_taken() -> None:
    for layout in (Layout(pieces={ONE: "red"}, grids=("board",)), Layout(grids=("board",))):
        assert total([], layout, covered=(ONE,)) == 0
        assert total([piece(ONE, "blue", 0.5)], layout, covered=(ONE,)) == 0


def test_a_stack_looks_otherwise_than_a_single_piece_and_that_is_no_proof() -> None:
    single = Layout(pieces={ONE: "red"}, grids=("board",))
    stack = Layout(pieces={ONE: "red"}, stacks=frozenset([ONE]), grids=("board",))
    assert total([piece(ONE, "red", form="stack")], stack) > total([piece(ONE, "red", form="stack")], single) > -4.6
    assert total([piece(ONE, "red", form="flat")], single) > total([piece(ONE, "red", form="flat")], stack) > -4.6
    assert total([piece(ONE, "red")], stack) == pytest.approx(log(0.5), abs=0.01)


def test_of_a_row_only_the_number_counts() -> None:
    scattered = [piece(Cell("jail", 0, 7), "blue"), piece(Cell("jail", 0, 3), "red")]
    assert total(scattered, Layout(rows=(JAIL,))) == pytest.approx(0, abs=0.02)
    assert max(total(jailed(1), Layout(rows=(JAIL,))), total(jailed(3), Layout(rows=(JAIL,)))) < -4.6


def test_doubtful_and_covered_cells_of_a_row_leave_its_number_open() -> None:
    doubtful = [*jailed(1), piece(Cell("jail", 0, 1), "red", 0.6, (None, 0.4))]
    assert total(doubtful, Layout(rows=(JAIL,))) > total(doubtful, Layout(rows=(Row("jail", 1, 10, ()),))) > -2
    hidden = (Cell("jail", 0, 1), Cell("jail", 0, 2))
    odds = [total(jailed(1), Layout(rows=(Row("jail", count, 10, ()),)), covered=hidden) for count in range(5)]
    assert odds[1:4] == pytest.approx([0, 0, 0], abs=0.01)
    assert max(odds[0], odds[4]) < -4.6


# ---------------------------------------------------------------------------------------------- cards

PILE = Layout(cards=Cards(("D1", "A2"), ((), ())))
FOUGHT = Layout(cards=Cards(("B",), (("D1", "D2"), ("A3",))))


def test_the_upper_card_of_the_pile_is_expected_to_be_seen_and_those_below_may_be() -> None:
    assert total([card("A2"), card("D1")], PILE) == pytest.approx(0, abs=0.02)
    assert total([card("D1")], PILE) > -4.6 > total([card("D9")], PILE)
    deep = Layout(cards=Cards(("D1", "A2", "A3"), ((), ())))
    assert total([card("A2")], deep) > -4.6 > total([card("D1")], deep), "cards are taken up one by one"


def test_a_table_that_looks_like_cards_in_one_place_does_so_in_others() -> None:
    bare = Layout(cards=Cards((), ((), ())))
    assert total([card(None, None)] * 5, bare) == total([card(None, None)], bare) > -4.6
    assert total([card(None, None), card("D1", None)], bare) < -4.6


def test_a_pile_of_which_nothing_is_seen_is_strange_unless_something_hides_it() -> None:
    assert total([], PILE) < -4.6
    assert total([card(None, down=True)], PILE) == 0
    assert total([], PILE, missing=("The mat is not in view.",)) == 0


def test_a_card_where_none_ought_to_lie_contradicts() -> None:
    bare = Layout(cards=Cards((), ((), ())))
    assert total([card("D1")], bare) < -4.6
    assert total([card("D1", None)], bare) < -4.6
    assert total([card(None, down=True), card(None, None, down=True)], bare) == 0


def test_a_doubtful_or_unread_card_may_be_the_right_one() -> None:
    assert total([card("A3", "central", 0.6, ("A2", 0.4))], PILE) == pytest.approx(log(0.4 / 0.6), abs=0.02)
    assert total([card(None)], PILE) > total([card("D9")], PILE)


def test_the_newest_card_beside_the_pile_is_expected_of_each_seat() -> None:
    whole = [card("B"), card("D2", None), card("A3", None)]
    assert total(whole, FOUGHT) == pytest.approx(0, abs=0.02)
    assert total([*whole, card("D1", None)], FOUGHT) == pytest.approx(0, abs=0.02)
    assert 0 > total(whole[:2], FOUGHT) > total(whole[:1], FOUGHT)
    assert total([*whole, card("D9", None)], FOUGHT) < -4.6


def test_cards_and_dice_of_no_probability_at_all_are_no_trouble() -> None:
    nothing = [card("A2", "central", 0.0), card("A3", None, 0.0, ("D1", 0.0))]
    assert total(nothing, PILE) <= 0 and total(nothing, FOUGHT) <= 0
    ghost = die(3, zone="0:combat", sure=0.0, doubts=("not a die",))
    assert dict(options(ghost))[None] == 1.0
    assert total([*pair(1, 6), ghost], ZONED) == pytest.approx(0, abs=0.05)


def test_only_cards_that_lie_anew_can_have_been_flipped() -> None:
    seen = view(card("A2"), card("D1"), card("A3", None))
    known = Evidence(seen, None, "seen", frozenset([1])).cards
    assert known.knows_new and len(known.new_central) == 1 and not known.new_beside
    unknown = Evidence(seen).cards
    assert not unknown.knows_new and len(unknown.new_central) == 2 and len(unknown.new_beside) == 1


# ---------------------------------------------------------------------------------------------- partly done

BEFORE = Layout(pieces={ONE: "red"}, grids=("board",))
AFTER = Layout(pieces={TWO: "red"}, grids=("board",))


@pytest.mark.parametrize("things", [[piece(ONE, "red")], [piece(TWO, "red")], []], ids=["before", "after", "in a hand"])
def test_a_piece_on_its_way_lies_as_before_or_after_or_in_a_hand(things: list) -> None:
    assert Evidence(view(*things)).score_partly(BEFORE, AFTER).total == pytest.approx(0, abs=0.02)


def test_what_an_act_does_not_touch_has_to_lie_as_it_lay() -> None:
    wall = Cell("board", 5, 5)
    before, after = (Layout(pieces={cell: "red", wall: "blue"}, grids=("board",)) for cell in (ONE, TWO))
    assert Evidence(view(piece(wall, "blue"))).score_partly(before, after).total == pytest.approx(0, abs=0.02)
    assert Evidence(view()).score_partly(before, after).total < -4.6


def test_dice_of_an_act_half_done_lie_as_before_or_after_or_in_a_hand() -> None:
    before = Layout(((Heap(2, (1, 6), "blue", "combat", 0), Heap(0, None, "blue", "rally", 0)),))
    after = Layout(((Heap(1, (1,), "blue", "combat", 0), Heap(1, None, "blue", "rally", 0)),))
    moved = [*pair(1), die(6, zone="0:rally", at=(30, 0))]
    for things in (pair(1, 6), pair(1), moved):
        assert Evidence(view(*things)).score_partly(before, after).total == pytest.approx(0, abs=0.05)
    assert Evidence(view(*pair(6))).score_partly(before, after).total < -4.6


def test_prisoners_and_cards_may_be_there_or_not_yet() -> None:
    was = Layout(rows=(Row("jail", 1, 10, ()),), cards=Cards(("D1",), ((), ())))
    comes = Layout(rows=(Row("jail", 2, 10, ()),), cards=Cards((), ((), ())))
    assert Evidence(view(*jailed(1), card("D1"))).score_partly(was, comes).total == pytest.approx(0, abs=0.02)
    assert Evidence(view(*jailed(2))).score_partly(was, comes).total == pytest.approx(0, abs=0.02)
    assert Evidence(view(*jailed(3))).score_partly(was, comes).total < -4.6


# ---------------------------------------------------------------------------------------------- properties


@settings(max_examples=examples(100))
@given(game_id=st.sampled_from(companion.GAMES), players=st.integers(2, 4), seed=st.integers(0, 10_000))
def test_of_a_random_game_the_true_layout_scores_nothing_and_better_than_any_other(
    game_id: str, players: int, seed: int
) -> None:
    """Layouts that a perfect view cannot tell apart (a card below others, dice about to be rolled) may be level."""
    game, lot = companion.load(game_id, players), Random(seed)
    seated = SeatedGame.usual(game)
    layouts = [seated.layout(step.after) for step in played(game, lot, longest=24)]
    true = lot.choice(layouts)
    top = Tabletop(seated, lot)
    top.lay(true)
    for heap in true.dice[0] if true.dice else ():
        if heap.area is None and heap.faces:
            top.roll(heap.faces, heap.colour or "white")
    seen = Evidence(top.view()[0])
    best = seen.score(true).total
    assert best == pytest.approx(0, abs=0.05)
    assert all(seen.score(other).total <= best + 0.05 for other in layouts)


@settings(max_examples=examples(150))
@given(
    shown=st.lists(st.tuples(st.integers(1, 6), st.floats(0, 1)), min_size=1, max_size=9),
    claimed=st.lists(st.integers(1, 6), max_size=9),
    unsure=st.booleans(),
)
def test_no_layout_scores_better_than_the_likeliest_reading(
    shown: list[tuple[int, float]], claimed: list[int], unsure: bool
) -> None:
    seen = [die(face, zone="0:combat", at=(30.0 * n, 0), sure=sure) for n, (face, sure) in enumerate(shown)]
    heap = Heap(len(claimed), tuple(sorted(claimed)), "blue", "combat", 0)
    assert total(seen, Layout(((heap,),)), unsure=unsure) <= 0.7  # what is missed or a ghost adds to a reading's odds
