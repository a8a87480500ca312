"""The referee: a roll that the view shows, a question where it does not, a desync where it cannot."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.army_vs_aliens.pieces import Position
from companion.referee.zone_rolls import Desync, Explained, Question, Seating, check, explain
from companion.table.view import Colour, Die, TableView, Zones
from tests.support.games.army import ALIENS, ARMY, Rally, Rolled, at, game, ranks

AVA = game()
ZONES = Zones()
SEATING = Seating({ARMY: "blue", ALIENS: "green"})
X = {"rally": 100.0, "combat": 600.0, "scoring": 1100.0}


def die(face: int | None, colour: Colour | None = "blue", zone: str = "combat", sure: float = 1.0,
        others: tuple[tuple[int, float], ...] = ()) -> Die:  # fmt: skip
    x = X[zone]
    return Die(box=(x, 100, x + 40, 140), value=face, colour=colour, confidence=sure,
               certain=sure > 0.99 and face is not None, alternatives=others)  # fmt: skip


def dice(faces: str, colour: Colour = "blue", zone: str = "combat") -> list[Die]:
    return [die(face, colour, zone) for face in ranks(faces)]


def view(*groups: list[Die] | Die, unsure: bool = False) -> TableView:
    found = [one for group in groups for one in (group if isinstance(group, list) else [group])]
    return TableView(time=1.0, width=1280, height=720, dice=tuple(found), unsure=unsure)


def ask(position: Position, seen: TableView, seating: Seating = SEATING) -> object:
    return explain(AVA, position, seen, ZONES, seating)


START = AVA.start()
RALLY = at("36", "12", rally=(0, 0), rolling=(ARMY, 3))
"""The Army keeps 3 and 6 in Combat and rolls three dice."""


# ---------------------------------------------------------------------------------------------- certain


def test_the_first_roll_of_nine_dice_is_explained() -> None:
    assert ask(START, view(dice("112233456"))) == Explained(Rolled(ranks("112233456")))
    second = AVA.apply(START, Rolled(ranks("112233456")))
    assert ask(second, view(dice("112233456"), dice("666666666", "green"))) == Explained(Rolled((6,) * 9))


def test_a_rally_roll_is_what_lies_beside_the_kept_dice() -> None:
    assert ask(RALLY, view(dice("13566"), dice("12", "green"))) == Explained(Rolled((1, 5, 6)))


def test_the_other_sides_dice_and_other_zones_do_not_matter() -> None:
    seen = view(dice("13566"), dice("5555", "green"), dice("1", zone="rally"), dice("4", zone="scoring"))
    assert ask(RALLY, seen) == Explained(Rolled((1, 5, 6)))


def test_colours_can_be_chosen() -> None:
    seating = Seating({ARMY: "red", ALIENS: "white"})
    assert ask(RALLY, view(dice("13566", "red")), seating) == Explained(Rolled((1, 5, 6)))
    with pytest.raises(ValueError, match="two seats cannot share a colour"):
        Seating({ARMY: "red", ALIENS: "red"})


def test_the_usual_colours_are_those_of_the_box() -> None:
    assert Seating.usual(AVA) == SEATING


def test_nothing_is_said_where_no_roll_is_awaited() -> None:
    assert ask(at("123", "1"), view(dice("123"))) is None
    assert ask(at("123", ""), view(dice("123"))) is None


def test_nothing_is_said_while_the_rolled_dice_are_in_the_hand() -> None:
    assert ask(START, view()) is None
    assert ask(START, view(dice("12", zone="rally"))) is None
    assert ask(RALLY, view(dice("36"))) is None
    assert ask(RALLY, view(die(3), die(6, sure=0.6))) is None


@given(st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_any_roll_after_any_rally_is_read_back(chance: random.Random) -> None:
    combat = sorted(chance.choices((1, 2, 3, 4, 6), k=chance.randint(1, 7)))
    position = at("".join(map(str, combat)), "1", rally=(chance.randint(0, 9 - len(combat)), 0))
    position = AVA.apply(position, chance.choice([e for e in AVA.actions(position) if isinstance(e, Rally)]))
    assert position.rolling is not None
    faces = chance.choices(range(1, 7), k=position.rolling.dice)
    lying = [die(face) for face in (*position.players[ARMY].combat, *faces)]
    chance.shuffle(lying)
    assert ask(position, view(lying)) == Explained(AVA.rolled(faces))


# ---------------------------------------------------------------------------------------------- doubtful


def test_a_doubtful_die_asks_with_the_likeliest_complete_rolls() -> None:
    answer = ask(RALLY, view(dice("1356"), die(6, sure=0.7, others=((4, 0.2), (5, 0.1)))))
    assert answer == Question(
        "One blue die in Combat is not clear to me: tap it and say what it shows, or choose the roll",
        "faces",
        (Rolled((1, 5, 6)), Rolled((1, 4, 5)), Rolled((1, 5, 5))),
        (4,),
    )


def test_a_correction_makes_the_view_certain_and_gives_the_event() -> None:
    seen = view(dice("1356"), die(6, sure=0.7, others=((4, 0.2),)))
    corrected = seen.with_die(4, seen.dice[4].corrected(4))
    assert ask(RALLY, corrected) == Explained(Rolled((1, 4, 5)))


def test_a_face_nobody_knows_asks_for_it_with_every_roll_it_could_be() -> None:
    answer = ask(at("36", "1", rolling=(ARMY, 1)), view(dice("36"), die(None, sure=0.4)))
    assert isinstance(answer, Question) and answer.needs == "faces" and answer.dice == (2,)
    assert answer.reason.startswith("One blue die in Combat shows no face I know: tap it")
    assert answer.choices == (Rolled((1,)), Rolled((2,)), Rolled((3,)), Rolled((4,)))


def test_several_doubtful_dice_are_asked_for_together() -> None:
    answer = ask(
        START, view(dice("1122334"), die(5, sure=0.8, others=((6, 0.2),)), die(6, sure=0.9, others=((5, 0.1),)))
    )
    assert isinstance(answer, Question) and answer.dice == (7, 8)
    assert answer.reason.startswith("2 blue dice in Combat are not clear to me: tap each")
    assert answer.choices == tuple(Rolled(ranks("1122334" + two)) for two in ("56", "66", "55"))


def test_choices_leave_the_kept_dice_where_they_were() -> None:
    answer = ask(RALLY, view(dice("1135"), die(2, sure=0.8, others=((6, 0.1), (4, 0.1)))))
    assert isinstance(answer, Question)
    assert answer.choices == (Rolled((1, 1, 5)),)


def test_the_position_settles_a_doubt_that_reading_and_rules_agree_on() -> None:
    assert ask(RALLY, view(dice("1345"), die(6, sure=0.7, others=((4, 0.3),)))) == Explained(Rolled((1, 4, 5)))


def test_the_position_does_not_settle_a_doubt_against_the_reading() -> None:
    assert isinstance(ask(RALLY, view(dice("1345"), die(4, sure=0.7, others=((6, 0.3),)))), Question)
    assert isinstance(ask(RALLY, view(dice("1345"), die(None))), Question)


@given(st.lists(st.integers(1, 6), min_size=9, max_size=9), st.integers(0, 8), st.booleans())
def test_one_doubtful_die_among_rolled_ones_never_makes_an_event(faces: list[int], index: int, known: bool) -> None:
    seen = view([die(face) for face in faces])
    seen = seen.with_die(index, die(faces[index] if known else None, sure=0.97))
    answer = ask(START, seen)
    assert isinstance(answer, Question) and answer.dice == (index,)


# ---------------------------------------------------------------------------------------------- too few, too many


def test_a_missing_die_is_asked_for() -> None:
    assert ask(START, view(dice("11223344"))) == Question(
        "I see 8 blue dice in Combat and expected 9: move the missing one into view or type the roll", "fewer"
    )
    assert ask(START, view(dice("1"))) == Question(
        "I see 1 blue die in Combat and expected 9: move the missing 8 into view or type the roll", "fewer"
    )


def test_kept_dice_that_lie_alone_but_differ_are_asked_for() -> None:
    assert isinstance(ask(RALLY, view(dice("34"))), Question)


def test_a_die_of_unknown_colour_may_be_the_missing_one_but_never_counts_by_itself() -> None:
    answer = ask(RALLY, view(dice("1356"), die(4, colour=None)))
    assert answer == Question(
        "I see 4 blue dice in Combat and expected 5, and 1 of no player's colour: give it more light or type the roll",
        "fewer",
        (Rolled((1, 4, 5)),),
        (4,),
    )


def test_a_surplus_die_is_asked_about() -> None:
    answer = ask(START, view(dice("1122334456")))
    assert answer == Question(
        "I see 10 blue dice in Combat and expected 9: move the one too many out of it or type the roll", "more"
    )


def test_a_surplus_that_is_doubtful_offers_the_roll_without_it() -> None:
    answer = ask(RALLY, view(dice("13566"), die(2, sure=0.5)))
    assert isinstance(answer, Question) and answer.needs == "more"
    assert answer.choices == (Rolled((1, 5, 6)),) and answer.dice == (5,)


def test_where_something_may_be_covered_a_yes_is_asked_for() -> None:
    four_lost = at("36", "12", scored=("", "1111"), rolling=(ARMY, 3))
    seen = view(dice("13566"), dice("111", zone="scoring"), unsure=True)
    assert ask(four_lost, seen) == Question(
        "Something may be covered: was the roll 1, 5, 6?", "yes", (Rolled((1, 5, 6)),)
    )


def test_where_all_dice_of_the_side_are_seen_nothing_of_it_is_covered() -> None:
    assert ask(START, view(dice("112233456"), unsure=True)) == Explained(Rolled(ranks("112233456")))


# ---------------------------------------------------------------------------------------------- desync


def test_kept_dice_that_differ_are_a_desync() -> None:
    answer = ask(RALLY, view(dice("12345")))
    assert answer == Desync(
        "Combat should still hold 3, 6 beside the roll, and 6 is not there: turn it back, or correct what I misread"
    )


def test_a_desync_is_seen_beside_a_doubtful_die() -> None:
    answer = ask(RALLY, view(dice("1244"), die(3, sure=0.5)))
    assert isinstance(answer, Desync) and "3, 6 is not there" in answer.reason


# ---------------------------------------------------------------------------------------------- check


TABLE = at("126", "45", rally=(2, 5), scored=("33", "1222"))
GOOD = (dice("126"), dice("34", zone="rally"), dice("1222", zone="scoring"),
        dice("45", "green"), dice("11111", "green", "rally"), dice("33", "green", "scoring"))  # fmt: skip


def test_table_and_position_agree() -> None:
    assert check(AVA, TABLE, view(*GOOD), ZONES, SEATING) == []


def test_rally_faces_do_not_matter() -> None:
    assert check(AVA, TABLE, view(*GOOD[:1], dice("66", zone="rally"), *GOOD[2:]), ZONES, SEATING) == []


def test_each_difference_is_a_line() -> None:
    seen = view(dice("125"), dice("3", zone="rally"), *GOOD[2:4], dice("111111", "green", "rally"), die(4, "red"))
    assert check(AVA, TABLE, seen, ZONES, SEATING) == [
        "Combat: expected 3 blue dice (1, 2, 6) and see 3 (1, 2, 5)",
        "Rally: expected 2 blue dice and see 1",
        "Rally: expected 5 green dice and see 6",
        "Scoring: expected 2 green dice (3, 3) and see 0",
        "Combat: 1 die of no player's colour",
    ]


def test_a_doubtful_die_may_be_the_expected_one() -> None:
    assert check(AVA, TABLE, view(dice("12"), die(4, sure=0.5), *GOOD[1:]), ZONES, SEATING) == []
    (line,) = check(AVA, TABLE, view(dice("13"), die(4, sure=0.5), *GOOD[1:]), ZONES, SEATING)
    assert line == "Combat: expected 3 blue dice (1, 2, 6) and see 3 (1, 3, ?)"


def test_the_zone_that_awaits_a_roll_is_left_alone() -> None:
    assert check(AVA, RALLY, view(dice("3"), dice("12", "green")), ZONES, SEATING) == []


def test_after_an_attack_the_lines_tell_what_to_move() -> None:
    before = at("34", "2")
    after = AVA.apply(before, AVA.parse_event({"do": "attack", "with": [3], "hit": [[1, 2]]}))
    assert check(AVA, after, view(dice("34"), dice("2", "green")), ZONES, SEATING) == [
        "Combat: expected 1 blue die (4) and see 2 (3, 4)",
        "Rally: expected 1 blue die and see 0",
        "Combat: expected 0 green dice and see 1 (2)",
        "Scoring: expected 1 green die (2) and see 0",
    ]
