"""Which dice came to lie anew: only those can show a roll."""

from __future__ import annotations

from companion.evidence.moved_dice import Freshness
from companion.table import Layout
from companion.table.view import Die, Place
from tests.support.referee.sightings import Heap, die, view

FAR = 100.0
"""Pixels to where nothing lay."""


def line(*faces: int, zone: str = "0:combat", x: float = 0.0) -> list[Die]:
    """Blue dice side by side."""
    return [die(face, "blue", zone, (x + 30.0 * n, 0.0)) for n, face in enumerate(faces)]


def after(*dice: Die) -> Freshness:
    """With these on the table from the first on."""
    fresh = Freshness()
    assert fresh.after(view(*dice), ()) == frozenset()
    return fresh


def test_what_lay_there_from_the_first_is_not_fresh_unless_it_was_seen_to_roll() -> None:
    assert after(*line(1, 2)).now == frozenset()
    dice = line(1, 2)
    assert Freshness().after(view(*dice), dice[:1]) == {0}


def test_dice_that_were_seen_to_roll_are_fresh_and_those_that_lay_are_not() -> None:
    fresh = after(*line(1, 2))
    rolled = [die(4, "blue", "0:combat", (FAR, FAR))]
    assert fresh.after(view(*line(1, 2), *rolled), rolled) == {2}
    assert fresh.sight == "seen"


def test_dice_of_one_throw_come_to_rest_in_one_view() -> None:
    """And keep that number where they lie, or are carried, until the roll has been told."""
    fresh = after(*line(1))
    first, second = [die(4, "blue", "0:combat", (FAR, FAR))], [die(5, "blue", "0:combat", (2 * FAR, FAR))]
    fresh.after(view(*line(1), *first), first)
    fresh.after(view(*line(1), *first, *second), second)
    assert fresh.now == {1, 2} and fresh.throws[1] < fresh.throws[2]
    carried = [die(4, "blue", "0:combat", (3 * FAR, FAR))]
    fresh.after(view(*line(1), *carried, *second), ())
    assert fresh.throws[1] < fresh.throws[2]
    fresh.forget()
    assert fresh.throws == {}


def test_fresh_dice_stay_fresh_until_the_roll_has_been_told() -> None:
    fresh = after(*line(1))
    rolled = [die(4, "blue", "0:combat", (FAR, FAR))]
    seen = view(*line(1), *rolled)
    fresh.after(seen, rolled)
    assert fresh.after(seen, ()) == {1}
    fresh.forget()
    assert fresh.now == frozenset()
    assert fresh.after(seen, ()) == frozenset()


def test_a_die_that_was_carried_shows_what_it_showed_and_is_not_fresh() -> None:
    fresh = after(*line(1, 6))
    assert fresh.after(view(*line(1), die(6, "blue", "0:rally", (FAR, FAR))), ()) == frozenset()


def test_dice_that_went_with_a_pushed_sheet_have_not_been_rolled_though_they_were_seen_to_move() -> None:
    dice = line(1, 2, 2, 6)
    pushed = [die(face, "blue", "0:combat", (40.0 + 30 * n, 22.0 + n)) for n, face in enumerate((1, 2, 2, 6))]
    assert after(*dice).after(view(*pushed), pushed) == frozenset()
    two = after(*dice[:2])
    assert two.after(view(*pushed[:2]), pushed[:2]) == {0, 1}, "two may have fallen so"


def test_a_die_that_lies_where_it_lay_on_its_sheet_has_not_been_rolled() -> None:
    lay, pushed = (die(4, "blue", at=at, place=(240.0, 45.0)) for at in ((0.0, 0.0), (60.0, 20.0)))
    assert after(lay).after(view(pushed), [pushed]) == frozenset()
    turned = die(3, "blue", at=(60.0, 20.0), place=(240.0, 45.0))
    assert after(lay).after(view(turned), [turned]) == {0}


def test_of_pushed_and_rolled_dice_only_those_that_were_rolled_are_fresh() -> None:
    dice = line(1, 2, 2, 6)
    pushed = [die(face, "blue", "0:combat", (40.0 + 30 * n, 20.0)) for n, face in enumerate((1, 2, 2))]
    rolled = die(4, "blue", "0:combat", (FAR, 300.0))
    assert after(*dice).after(view(*pushed, rolled), [*pushed, rolled]) == {3}


def test_a_fresh_die_that_is_carried_on_stays_fresh() -> None:
    fresh = after(*line(1))
    rolled = [die(5, "blue", "0:combat", (FAR, FAR))]
    fresh.after(view(*line(1), *rolled), rolled)
    assert fresh.after(view(*line(1), die(5, "blue", "0:rally", (2 * FAR, FAR))), ()) == {1}


def test_three_dice_that_show_what_others_showed_were_carried_even_where_eyes_saw_a_roll() -> None:
    fresh = after(*line(1, 3, 6))
    carried = line(1, 3, 6, zone="0:rally", x=3 * FAR)
    assert fresh.after(view(*carried), carried) == frozenset()


def test_of_one_die_that_shows_what_another_showed_nobody_can_be_sure() -> None:
    fresh = after(*line(1, 6))
    carried = [die(6, "blue", "0:rally", (FAR, FAR))]
    assert fresh.after(view(*line(1), *carried), carried) == {1}
    assert fresh.sight == "carried"


def test_a_later_roll_is_seen_whatever_was_doubted_of_the_one_before() -> None:
    fresh = after(*line(1, 6))
    carried = [die(6, "blue", "0:rally", (FAR, FAR))]
    fresh.after(view(*line(1), *carried), carried)
    rolled = line(2, 5, x=3 * FAR)
    assert fresh.after(view(*rolled), rolled) == {0, 1}
    assert fresh.sight == "seen"


def test_a_die_that_came_anew_and_nobody_saw_roll_is_fresh_and_unsure() -> None:
    fresh = after(*line(1))
    assert fresh.after(view(*line(1), die(4, "blue", "0:combat", (FAR, FAR))), ()) == {1}
    assert fresh.sight == "unsure"


def test_a_die_that_came_with_others_that_were_seen_to_roll_was_thrown_with_them() -> None:
    fresh = after(*line(1))
    dice = [die(face, "blue", at=(FAR, FAR * n)) for n, face in enumerate((4, 5, 2), 1)]
    assert fresh.after(view(*line(1), *dice), dice[:2]) == {1, 2, 3}
    assert fresh.sight == "seen"
    fresh = after(*line(1))
    assert fresh.after(view(*line(1), *dice), dice[:1]) == {1, 2, 3}
    assert fresh.sight == "unsure", "one of three"


def test_of_an_unsure_roll_whatever_does_not_lie_where_it_lay_may_be_fresh() -> None:
    fresh = after(*line(1, 6))
    moved = [die(6, "blue", "0:combat", (FAR, FAR))]
    assert fresh.after(view(*line(1), *moved), (), unsure=True) == {1}
    assert fresh.sight == "unsure"


def test_where_what_seemed_to_roll_was_carried_nothing_was_rolled() -> None:
    """Three dice went to another zone by hand, which eyes took for a roll, perhaps; a fourth was carried as well."""
    fresh = after(*line(1, 3, 6, 5))
    carried = line(1, 3, 6, zone="0:rally", x=5 * FAR)
    moved = view(*carried, die(5, "blue", "0:scoring", (FAR, FAR)))
    assert fresh.after(moved, carried, unsure=True) == frozenset()
    assert fresh.sight == "seen" and not fresh.thrown


TABLE = Layout(((Heap(4, (1, 3, 5, 6), "blue", "combat", 0),),))
"""How the game has it."""


def put_back(*rolled: int, unsure: bool = True) -> Freshness:
    """Three of them were taken up and turned, out of sight, and as many lie there again."""
    fresh = after(*line(1, 3, 6, 5))
    fresh.after(view(die(1, "blue", "0:combat"), die(2, "blue", "0:rally", (FAR, FAR))), ())
    back = line(*rolled, x=3 * FAR)
    fresh.after(view(die(1, "blue", "0:combat"), *back), back, unsure, TABLE)
    return fresh


def test_dice_that_lie_again_as_the_game_has_them_were_put_back_where_their_roll_is_unsure() -> None:
    assert not put_back(3, 6, 5).now and not put_back(3, 6, 5).thrown
    assert len(put_back(3, 6, 5, unsure=False).now) == 3, "these were seen to roll"
    assert len(put_back(3, 6, 6).now) == 3 and len(put_back(3, 1, 5).now) == 3, "the one that lies there is not missing"
    assert len(put_back(3, 6).now) == 2, "two may have fallen so"


def test_a_die_that_was_turned_and_lies_again_as_the_game_has_it_was_put_back() -> None:
    """Somewhere else, and nobody saw it roll."""
    fresh = after(*line(1, 3, 6, 5))
    turned = [*line(1), die(2, "blue", at=(32.0, 0.0)), *line(6, 5, x=60.0)]
    fresh.after(view(*turned), (), False, TABLE)
    back = die(3, "blue", at=(FAR, FAR))
    assert not fresh.after(view(*line(1), *line(6, 5, x=60.0), back), (), False, TABLE)
    other = die(4, "blue", at=(2 * FAR, FAR))
    assert fresh.after(view(*line(1), *line(6, 5, x=60.0), other), (), False, TABLE) == {3}


def test_dice_put_back_where_they_lay_are_not_fresh() -> None:
    fresh = after(*line(1, 6))
    assert fresh.after(view(*line(1)), ()) == frozenset()
    assert fresh.after(view(*line(1, 6)), ()) == frozenset()


def test_a_die_that_comes_back_elsewhere_with_the_same_face_is_not_fresh() -> None:
    fresh = after(*line(1, 6))
    fresh.after(view(*line(1)), ())
    assert fresh.after(view(*line(1), die(6, "blue", "0:rally", (FAR, FAR))), ()) == frozenset()


def test_a_die_that_is_not_fresh_may_have_been_thrown_with_one_that_came_to_rest_with_it() -> None:
    fresh = after(*line(1, 6, 5))
    fresh.after(view(*line(1)), ())
    came = view(*line(1), die(6, "blue", at=(FAR, FAR)), die(2, "blue", at=(2 * FAR, FAR)))
    assert fresh.after(came, ()) == {2} and fresh.throws[1] == fresh.throws[2] and 0 not in fresh.throws
    (thrown, _), *_ = fresh.evidence(came, None).dice.faces_thrown(Heap(0, (1,), "blue"))
    assert thrown == (2, 6)
    fresh.forget()
    assert fresh.evidence(came, None).dice.faces_thrown(Heap(0, (1,), "blue")) == [((), 1.0)]


def test_a_die_that_comes_back_with_another_face_is_fresh() -> None:
    fresh = after(*line(1, 6))
    fresh.after(view(*line(1)), ())
    assert fresh.after(view(*line(1), die(2, "blue", "0:combat", (FAR, FAR))), ()) == {1}


def test_a_die_that_is_turned_where_it_lies_was_not_rolled() -> None:
    fresh = after(*line(1, 6))
    assert fresh.after(view(*line(1, 2)), ()) == frozenset()
    assert fresh.sight == "seen"


def test_a_die_that_was_seen_to_roll_and_fell_where_it_lay_is_fresh() -> None:
    fresh = after(*line(1, 6))
    dice = line(1, 2)
    assert fresh.after(view(*dice), dice[1:]) == {1}


def test_a_doubtful_reading_of_a_die_that_lies_still_may_be_the_same_die() -> None:
    fresh = after(*line(1, 6))
    doubtful = die(5, "blue", "0:combat", (30.0, 0.0), sure=0.6, alternatives=((6, 0.3),))
    assert fresh.after(view(*line(1), doubtful), ()) == frozenset()


def in_doubt(face: int, other: int, share: float, at: Place = (0.0, 0.0)) -> Die:
    return die(face, "blue", "0:combat", at, sure=1 - share, alternatives=((other, share),))


def steadied(first: Die, second: Die, *rolled: Die) -> Die:
    """What is made of the second sighting."""
    fresh, seen = after(first), view(second)
    fresh.after(seen, rolled)
    return fresh.evidence(seen, None).view.dice[0]


def test_of_several_looks_at_a_die_in_doubt_the_least_sure_counts() -> None:
    """A speckled die that nobody touched was read wrongly with 0.92, 0.94 and 0.99 at three rests."""
    first, again = in_doubt(2, 1, 0.08), in_doubt(2, 1, 0.01)
    told = steadied(first, again)
    assert (told.value, told.confidence, told.alternatives) == (2, first.confidence, first.alternatives)
    assert steadied(again, first) == first, "either way"
    assert steadied(in_doubt(1, 2, 0.08), again) == again, "another face"
    assert steadied(first, die(2)).certain
    assert steadied(first, again, again) == again, "it was thrown again"


def test_a_die_in_doubt_that_nobody_moved_shows_what_it_showed_for_certain() -> None:
    (was,) = line(3)
    sure = steadied(was, in_doubt(3, 5, 0.3))
    assert (sure.value, sure.certain, sure.doubts) == (3, True, ()) and sure.alternatives[0][0] == 5
    likely = steadied(was, in_doubt(5, 3, 0.3))
    assert (likely.value, likely.certain, likely.doubts) == (3, False, ("glare",)) and likely.confidence > 0.9


def test_a_die_in_doubt_that_may_have_been_turned_or_rolled_stays_in_doubt() -> None:
    (was,) = line(3)
    likely = steadied(was, in_doubt(5, 3, 0.05))
    assert not likely.certain and {likely.value, likely.alternatives[0][0]} == {3, 5}
    turned = in_doubt(5, 6, 0.3)
    assert steadied(was, turned) == turned
    plainly = in_doubt(5, 3, 0.01)
    assert steadied(was, plainly) == plainly
    elsewhere = in_doubt(3, 5, 0.3, (FAR, FAR))
    assert steadied(was, elsewhere) == elsewhere
    rolled = in_doubt(3, 5, 0.3)
    assert steadied(was, rolled, rolled) == rolled
    less = in_doubt(3, 5, 0.4)
    assert steadied(less, rolled) == less


def test_what_a_die_showed_for_certain_counts_as_long_as_it_lies_there() -> None:
    fresh = after(*line(3))
    for _ in range(3):
        seen = view(in_doubt(5, 3, 0.3))
        assert fresh.after(seen, ()) == frozenset()
        now = fresh.evidence(seen, None).view.dice[0]
        assert (now.value, now.certain) == (3, False) and now.confidence > 0.9
    seen = view(*line(5))
    fresh.after(seen, ())
    assert fresh.evidence(seen, None).view.dice == seen.dice


def test_dice_of_another_colour_are_other_dice() -> None:
    fresh = after(*line(1, 6))
    assert fresh.after(view(*line(1), die(6, "green", "0:combat", (30.0, 0.0))), ()) == {1}


def test_only_so_many_dice_are_remembered_while_they_are_out_of_sight() -> None:
    fresh = Freshness()
    for n in range(60):
        fresh.after(view(die(n % 6 + 1, "blue", None, (FAR * n, 0.0))), ())
    assert len(fresh._away) <= 40


def test_a_die_that_lies_where_it_lay_keeps_its_colour_where_that_is_in_doubt() -> None:
    fresh = after(die(4, "white", "1:combat"), die(2, "white", "1:combat", (60.0, 0.0)))
    seen = view(die(4, None, "1:combat"), die(2, None, "1:combat", (60.0, FAR)))
    fresh.after(seen, ())
    assert [one.colour for one in fresh.evidence(seen, None).view.dice] == ["white", None]


def test_a_die_is_untouched_while_it_lies_as_it_lay_when_table_and_game_agreed() -> None:
    fresh, dice = after(*line(1, 4, 5)), line(1, 4, 5)
    assert not fresh.untouched, "nobody has agreed"
    fresh.agree(view(*dice), None, 1)
    fresh.after(view(*dice), ())
    assert fresh.untouched == {0, 1, 2}
    turned = [dice[0], die(5, "blue", "0:combat", dice[1].box[:2]), die(5, "blue", "0:rally", (FAR, FAR))]
    fresh.after(view(*turned), ())
    assert fresh.untouched == {0}
    fresh.after(view(*turned), ())
    assert fresh.untouched == {0}, "the others were touched before this view"
    fresh.after(view(*turned), turned[:1])
    assert not fresh.untouched, "it was seen to roll"
    fresh.agree(view(*turned), None, 1)
    assert not fresh.untouched, "nothing was played, and they may have been rolled all the same"
    fresh.agree(view(*turned), None, 2)
    assert fresh.untouched == {0, 1, 2}
