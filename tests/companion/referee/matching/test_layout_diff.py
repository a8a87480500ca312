"""What hands have still to do: moves, turns, puts and takes, each with a sentence for the players."""

from __future__ import annotations

import pytest

import companion
from companion.referee.matching.layout_diff import layout_as_seen, tasks_between, tasks_seen
from tests.support.games import army
from tests.support.referee.sightings import Cards, Cell, Evidence, Heap, Layout, Row, card, die, piece, view

AVA = army.game()
ONE, TWO = Cell("board", 0, 0), Cell("board", 2, 1)


def combat(*faces: int, rally: int = 0, seat: int = 0) -> Layout:
    return Layout(
        (
            (
                Heap(len(faces), tuple(sorted(faces)), "blue", "combat", seat),
                Heap(rally, None, "blue", "rally", seat),
            ),
        )
    )


def board(pieces: dict[Cell, str], prisoners: int = 0) -> Layout:
    return Layout(pieces=pieces, grids=("board",), rows=(Row("prison", prisoners, 10, ("blue",)),))  # type: ignore[arg-type]


def central(*cards: str, beside: tuple[tuple[str, ...], ...] = ((), ())) -> Layout:
    return Layout(cards=Cards(cards, beside))


@pytest.mark.parametrize(
    ("lies", "should", "do", "sentences"),
    [
        (combat(5, 5), combat(5, rally=1), ["move"],
         ["Move one blue die that shows 5 from the combat of Army to the rally of Army."]),
        (combat(5, rally=1), combat(5), ["take"], ["Take one blue die away from the rally of Army."]),
        (combat(5), combat(1, 5), ["put"], ["Put one blue die that shows 1 on the combat of Army."]),
        (combat(1, 5), combat(5), ["take"], ["Take one blue die that shows 1 away from the combat of Army."]),
        (combat(1, 5), combat(2, 5), ["turn"], ["Turn one blue die that shows 1 in the combat of Army to 2."]),
        (board({ONE: "red"}), board({TWO: "red"}), ["move"],
         ["Move one red piece from row 1, column 1 of the board to row 3, column 2 of the board."]),
        (board({ONE: "blue"}), board({}, 1), ["move"],
         ["Move one blue piece from row 1, column 1 of the board to prison."]),
        (board({}), board({ONE: "red"}), ["put"], ["Put one red piece on row 1, column 1 of the board."]),
        (board({}, 2), board({}, 1), ["take"], ["Take one blue piece away from prison."]),
        (board({ONE: "red"}), board({ONE: "blue"}), ["take", "put"],
         ["Take one red piece away from row 1, column 1 of the board.",
          "Put one blue piece on row 1, column 1 of the board."]),
        (central("D1", "S"), central(), ["take"], ["Take all cards that lie face up."]),
        (central("D1"), central("D1", "S"), ["put"], ["Put S on the central pile."]),
        (central("B"), central("B", beside=(("D1",), ())), ["put"], ["Put D1 beside the central pile."]),
    ],
)  # fmt: skip
def test_every_difference_is_one_thing_to_be_done(
    lies: Layout, should: Layout, do: list[str], sentences: list[str]
) -> None:
    tasks = tasks_between(AVA, lies, should)
    assert [task.do for task in tasks] == do
    assert [task.text for task in tasks] == sentences


@pytest.mark.parametrize("layout", [combat(1, 5, rally=2), board({ONE: "red"}, 1), central("D1", "S"), Layout()])
def test_between_a_layout_and_itself_there_is_nothing_to_do(layout: Layout) -> None:
    assert tasks_between(AVA, layout, layout) == ()


def test_a_die_moves_to_where_one_with_its_face_is_missing_rather_than_another() -> None:
    lies = Layout(((Heap(2, (1, 6), "blue", "combat", 0), Heap(0, (), "blue", "scoring", 1)),))
    should = Layout(((Heap(1, (1,), "blue", "combat", 0), Heap(1, (6,), "blue", "scoring", 1)),))
    (task,) = tasks_between(AVA, lies, should)
    assert (task.do, task.face, task.place, task.to_place) == ("move", 6, "0:combat", "1:scoring")


def test_dice_that_lie_just_anywhere_nobody_has_to_tidy_up() -> None:
    lies, should = Layout(((Heap(2, (1, 1), "red"),),)), Layout(((Heap(2, (3, 4), "red"),),))
    assert tasks_between(AVA, lies, should) == ()


def test_a_task_says_where_what_and_what_colour_for_screens_that_draw_it() -> None:
    (task,) = tasks_between(AVA, board({ONE: "red"}), board({TWO: "red"}))
    assert (task.what, task.colour, task.place, task.to_place) == ("piece", "red", ONE, TWO)
    (turn,) = tasks_between(AVA, combat(1), combat(2))
    assert (turn.what, turn.face, turn.to_face, turn.place) == ("die", 1, 2, "0:combat")


def test_a_stack_that_ought_to_be_one_piece_is_told_as_its_upper_and_lower_one() -> None:
    stacked = Layout(pieces={ONE: "red"}, stacks=frozenset([ONE]), grids=("board",))
    tasks = tasks_between(AVA, stacked, board({ONE: "blue"}))
    assert [task.do for task in tasks] == ["take", "put"]


# ---------------------------------------------------------------------------------------------- what is seen


def test_what_is_seen_counts_only_where_it_clearly_lies_otherwise() -> None:
    should = Layout(pieces={ONE: "red"}, grids=("board",))
    doubtful = Evidence(view(piece(ONE, "orange", 0.5, ("red", 0.4))))
    clear = Evidence(view(piece(ONE, "blue")))
    assert layout_as_seen(doubtful, should) == should
    assert layout_as_seen(clear, should).pieces == {ONE: "blue"}
    assert tasks_seen(AVA, doubtful, should) == ()


def test_dice_rows_and_pieces_that_lie_otherwise_are_put_right_one_by_one() -> None:
    should = Layout(combat(1, 6).dice, {ONE: "red"}, grids=("board",), rows=(Row("prison", 1, 10, ("blue",)),))
    seen = Evidence(view(die(1, zone="0:combat"), die(6, zone="0:rally", at=(30, 0)), piece(TWO, "red")))
    assert {task.text for task in tasks_seen(AVA, seen, should)} == {
        "Move one red piece from row 3, column 2 of the board to row 1, column 1 of the board.",
        "Put one blue piece on prison.",
        "Move one blue die that shows 6 from the rally of Army to the combat of Army.",
    }


def test_what_is_covered_needs_nothing_done() -> None:
    should = Layout(pieces={ONE: "red"}, grids=("board",))
    assert tasks_seen(AVA, Evidence(view(covered=(ONE,))), should) == ()


def test_cards_are_taken_as_they_ought_to_lie() -> None:
    should = central("D1")
    assert tasks_seen(AVA, Evidence(view(card("D9"))), should) == ()


def test_cards_have_the_names_that_are_printed_on_them() -> None:
    game = companion.load("dinosaurs-vs-army-men")
    (put,) = tasks_between(game, central("D1"), central("D1", "S"))
    assert put.text == "Put Smack Attack! on the central pile." and put.face == "S"
    (beside,) = tasks_between(game, central("B"), central("B", beside=(("D1",), ())))
    assert beside.text == "Put Dinosaur 1 beside the central pile."


def test_a_pile_is_drawn_as_it_is_seen() -> None:
    should = central("D3", "A4")
    assert layout_as_seen(Evidence(view(card("A4"))), should) == should
    assert layout_as_seen(Evidence(view()), should).cards == Cards((), ((), ()))
    assert layout_as_seen(Evidence(view(card("D7"))), should).cards == Cards(("D3", "A4", "D7"), ((), ()))
