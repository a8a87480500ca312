"""Doubles Wild, clauses DW-1.1 to DW-3.5 and DW-5: board, set-up, rolls, squares, scoring."""

from __future__ import annotations

import pytest

from companion import Awaited, IllegalEvent, Ruling
from companion.games.doubles_wild import DoublesWild
from companion.games.doubles_wild.board import COLUMNS, LABELS, ROWS, SQUARES, WINDOWS, in_windows, windows
from tests.support.games.doubles import (
    HOLD,
    Event,
    Leave,
    Place,
    Position,
    Reroll,
    Roll,
    Rolled,
    Start,
    Threw,
    Throw,
    at,
    board,
    game,
    roll,
)

DW = game()
REROLLS = [Reroll("red"), Reroll("blue"), Reroll("both")]


def selected(position: Position, rules: DoublesWild = DW) -> list[tuple[int, int] | None]:
    """The squares that may be played."""
    return [event.square for event in rules.actions(position) if isinstance(event, Place)]


def faults(ruling: Ruling) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in ruling.broken]


def after(position: Position, event: Event, rules: DoublesWild = DW) -> Position:
    return rules.apply(position, event)


def _pair(total: int) -> tuple[int, int]:
    """Two dice that show `total` and are no double."""
    return next((low, total - low) for low in range(1, 7) if low < total - low <= 6)


# ---------------------------------------------------------------------------------------------- DW-1


def test_dw_1_1_nine_rows_and_columns_labelled_3_to_11() -> None:
    assert DW.seed.board.labels == tuple(LABELS) == tuple(range(3, 12))
    assert (DW.seed.board.rows, DW.seed.board.columns) == ("red", "blue")
    assert len(SQUARES) == len(set(SQUARES)) == 81
    assert all(ROWS[label].bit_count() == COLUMNS[label].bit_count() == 9 for label in LABELS)
    assert all((ROWS[row] & COLUMNS[column]).bit_count() == 1 for row in LABELS for column in LABELS)


def test_dw_1_2_dice_of_a_turn_and_of_a_battle() -> None:
    dice = DW.seed.dice
    assert (dice.red, dice.blue, dice.turn, dice.battle) == (3, 3, 2, 3)


@pytest.mark.parametrize(("players", "markers"), [(2, 24), (3, 16), (4, 12)])
def test_dw_1_3_markers_by_the_number_of_players(players: int, markers: int) -> None:
    start = game(players).start()
    assert start.supply == (markers,) * players
    assert start.score == (0,) * players
    assert start.markers == (0,) * players


# ---------------------------------------------------------------------------------------------- DW-2


def test_dw_2_1_everybody_throws_three_dice_and_the_highest_total_begins() -> None:
    rules = game(3)
    position = rules.start()
    for seat, faces in enumerate([(1, 4, 6), (6, 6, 1), (2, 2, 2)]):
        assert rules.awaited(position) == Awaited("roll", seat, 3)
        assert rules.actions(position) == []
        position = rules.apply(position, Threw(faces))
    assert position == at(rules=rules, turn=1)
    assert rules.awaited(position) == Awaited("roll", 1, 4, {"red": 2, "blue": 2})


def test_dw_2_1_those_who_are_level_throw_again_among_themselves() -> None:
    rules = game(4)
    position = rules.start()
    for faces in [(6, 6, 1), (1, 1, 1), (5, 5, 3), (4, 4, 4)]:
        position = rules.apply(position, Threw(faces))
    assert position.start == Start((0, 2))
    position = rules.apply(position, Threw((1, 1, 2)))
    assert position.start == Start((0, 2), (4,))
    assert rules.awaited(position).seat == 2
    again = rules.apply(position, Threw((2, 1, 1)))
    assert again.start == Start((0, 2))
    assert rules.apply(position, Threw((2, 2, 1))) == at(rules=rules, turn=2)


@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4)])
def test_dw_2_1_another_number_of_dice_is_illegal(faces: tuple[int, ...]) -> None:
    assert faults(DW.rule(DW.start(), Threw(faces))) == [("DW-2.1", "count")]


@pytest.mark.parametrize("event", [Rolled((1, 2), (3, 4)), Reroll("red"), Place((5, 5)), Place(None), Leave((5, 5))])
def test_dw_2_1_nobody_plays_before_it_is_known_who_begins(event: Event) -> None:
    assert faults(DW.rule(DW.start(), event)) == [("DW-2.1", "throw_awaited")]


def test_dw_2_1_turns_go_clockwise() -> None:
    rules = game(3)
    position, seats = at(rules=rules, turn=1), []
    for square in [(3, 4), (5, 6), (7, 8), (9, 10)]:
        seats.append(rules.awaited(position).seat)
        position = rules.apply(position, Rolled(_pair(square[0]), _pair(square[1])))
        position = rules.apply(position, Place(square))
    assert seats == [1, 2, 0, 1]


# ---------------------------------------------------------------------------------------------- DW-3


def test_dw_3_1_whoever_has_no_marker_does_not_roll() -> None:
    over = at(board("00..", "1111"), supply=(0, 4))
    assert DW.awaited(over) == Awaited("nothing")
    assert DW.chances(over) == []
    assert faults(DW.rule(over, Rolled((1, 2), (3, 4)))) == [("DW-7.1", "over")]


def test_dw_3_2_two_red_and_two_blue_dice() -> None:
    position = at()
    assert DW.awaited(position) == Awaited("roll", 0, 4, {"red": 2, "blue": 2})
    assert after(position, Rolled((2, 3), (4, 4))) == at(rolled=Roll((2, 3), (4, 4), True))


def test_dw_3_2_dice_of_a_pair_are_alike() -> None:
    assert after(at(), Rolled((3, 2), (6, 1))) == after(at(), Rolled((2, 3), (1, 6)))


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Rolled((2,), (4, 4)), [("DW-3.2", "count")]),
        (Rolled((2, 3, 4), (4, 4)), [("DW-3.2", "count")]),
        (Rolled((), (4, 4, 4)), [("DW-3.2", "count")] * 2),
    ],
)
def test_dw_3_2_another_number_of_dice_is_illegal(event: Rolled, broken: list[tuple[str, str]]) -> None:
    assert faults(DW.rule(at(), event)) == broken


@pytest.mark.parametrize(
    ("hand", "lying", "in_hand"),
    [
        ("red", (None, "44"), {"red": 2}),
        ("blue", ("23", None), {"blue": 2}),
        ("both", (None, None), {"red": 2, "blue": 2}),
    ],
)
def test_dw_3_2_one_pair_or_both_are_rolled_again(
    hand: str, lying: tuple[str | None, str | None], in_hand: dict[str, int]
) -> None:
    position = after(at(rolled=roll("23", "44")), Reroll(hand))  # type: ignore[arg-type]
    assert position == at(rolled=roll(*lying))
    assert DW.awaited(position) == Awaited("roll", 0, sum(in_hand.values()), in_hand)
    assert DW.actions(position) == []


def test_dw_3_2_the_second_result_stands() -> None:
    position = after(after(at(rolled=roll("23", "44")), Reroll("blue")), Rolled((2, 3), (1, 3)))
    assert position == at(rolled=roll("23", "13", again=False))
    assert DW.actions(position) == [Place((5, 4))]
    assert faults(DW.rule(position, Reroll("red"))) == [("DW-3.2", "used_up")]


def test_dw_3_2_the_pair_that_was_kept_is_repeated() -> None:
    position = at(rolled=roll("23", None))
    assert DW.rule(position, Rolled((3, 2), (6, 6))).legal
    assert faults(DW.rule(position, Rolled((2, 4), (6, 6)))) == [("DW-3.2", "kept")]
    assert faults(DW.rule(position, Rolled((2, 4), (6,)))) == [("DW-3.2", "kept"), ("DW-3.2", "count")]


@pytest.mark.parametrize("event", [Reroll("red"), Place((5, 8)), Place(None), Leave((5, 8))])
def test_dw_3_2_dice_are_rolled_before_anything_else(event: Event) -> None:
    assert faults(DW.rule(at(), event)) == [("DW-3.2", "roll_awaited")]
    in_hand = faults(DW.rule(at(rolled=roll(None, "44")), event))
    assert in_hand == [("DW-3.2", "roll_awaited")] + [("DW-3.2", "used_up")] * isinstance(event, Reroll)


def test_dw_3_3_without_a_double_row_and_column_are_forced() -> None:
    position = at(rolled=roll("23", "46"))
    assert DW.actions(position) == [*REROLLS, Place((5, 10))]
    assert faults(DW.rule(position, Place((10, 5)))) == [("DW-3.3", "forced")]
    assert faults(DW.rule(position, Place(None))) == [("DW-3.3", "no_double")]


def test_dw_3_3_a_blue_double_opens_the_row() -> None:
    """The example of the sheet: blue 4-4 and red 2-3 select any square of row 5."""
    position = at({0: [(5, 3)], 1: [(5, 11)]}, roll("23", "44"))
    assert selected(position) == [(5, column) for column in range(4, 12)]
    assert faults(DW.rule(position, Place((6, 8)))) == [("DW-3.3", "row")]
    assert faults(DW.rule(position, Place((5, 3)))) == [("DW-3.3", "own")]


def test_dw_3_3_a_red_double_opens_the_column() -> None:
    position = at({0: [(3, 5)], 1: [(11, 5)]}, roll("44", "23"))
    assert selected(position) == [(row, 5) for row in range(4, 12)]
    assert faults(DW.rule(position, Place((8, 6)))) == [("DW-3.3", "column")]


def test_dw_3_3_two_doubles_open_the_board() -> None:
    position = at({0: [(3, 3), (7, 7)]}, roll("11", "66"))
    assert selected(position) == [square for square in SQUARES if square not in ((3, 3), (7, 7))]
    assert faults(DW.rule(position, Place((7, 7)))) == [("DW-3.3", "own")]


@pytest.mark.parametrize("double", ["11", "22", "33", "44", "55", "66"])
def test_dw_3_3_the_value_of_a_double_does_not_matter(double: str) -> None:
    assert selected(at(rolled=roll("12", double))) == [(3, column) for column in LABELS]


def test_dw_3_3_where_every_square_is_ones_own_nothing_happens() -> None:
    position = at({0: [(3, column) for column in LABELS]}, roll("12", "66", again=False))
    assert DW.actions(position) == [Place(None)]
    assert after(position, Place(None)) == at({0: [(3, column) for column in LABELS]}, turn=1)
    assert DW.forfeited(position, Place(None), after(position, Place(None)))


def test_dw_3_3_with_a_double_a_square_has_to_be_selected() -> None:
    assert faults(DW.rule(at(rolled=roll("12", "66")), Place(None))) == [("DW-3.3", "must_choose")]


@pytest.mark.parametrize("event", [Rolled((1, 2), (3, 4)), Threw((1, 2)), HOLD, Throw((1,))])
def test_dw_3_3_with_the_dice_on_the_table_a_square_is_awaited(event: Event) -> None:
    assert faults(DW.rule(at(rolled=roll("12", "34")), event))[0] == ("DW-3.3", "choice_awaited")


def test_dw_3_4_on_a_vacant_square_a_marker_is_placed() -> None:
    position = at({0: [(3, 3)], 1: [(4, 4)]}, roll("23", "46"))
    assert after(position, Place((5, 10))) == at({0: [(3, 3), (5, 10)], 1: [(4, 4)]}, turn=1)


def test_dw_3_4_on_ones_own_square_nothing_happens() -> None:
    position = at({0: [(5, 10)]}, roll("23", "46", again=False))
    assert DW.actions(position) == [Place((5, 10))]
    assert after(position, Place((5, 10))) == at({0: [(5, 10)]}, turn=1)
    assert DW.forfeited(position, Place((5, 10)), after(position, Place((5, 10))))


def test_dw_3_4_on_an_enemys_three_in_a_row_nothing_happens() -> None:
    markers = board("111", top=5, left=8)
    position = at(markers, roll("23", "46"))
    assert after(position, Place((5, 10))) == at(markers, turn=1)
    assert DW.rule(position, Place((5, 10))).clauses == ("DW-3.3", "DW-3.4", "DW-5.3", "DW-3.5")


def test_dw_3_4_an_enemys_open_square_means_battle() -> None:
    position = at({1: [(5, 10), (5, 9)]}, roll("23", "46"))
    assert DW.actions(position) == [*REROLLS, Place((5, 10))]
    assert after(position, Place((5, 10))).battle is not None
    assert faults(DW.rule(position, Leave((5, 10)))) == [("DW-3.4", "compulsory")]
    assert not DW.forfeited(position, Place((5, 10)), after(position, Place((5, 10))))


@pytest.mark.parametrize(
    ("markers", "fault"),
    [({}, "vacant"), ({0: [(5, 10)]}, "no_choice"), (board("111", top=5, left=8), "no_choice")],
)
def test_dw_3_4_nothing_but_a_partners_marker_can_be_left(
    markers: dict[int, list[tuple[int, int]]], fault: str
) -> None:
    assert faults(DW.rule(at(markers, roll("23", "46")), Leave((5, 10)))) == [("DW-3.4", fault)]


def test_dw_3_5_after_the_points_are_counted_the_turn_passes() -> None:
    position = after(at(board("00."), roll("12", "14")), Place((3, 5)))
    assert (position.score, position.turn, position.rolled) == ((1, 0), 1, None)


# ---------------------------------------------------------------------------------------------- DW-5


def test_dw_5_1_there_are_224_windows() -> None:
    assert len(WINDOWS) == len(set(WINDOWS)) == 63 + 63 + 49 + 49
    assert all(window.bit_count() == 3 and windows(window) == 1 for window in WINDOWS)
    assert windows((1 << 81) - 1) == 224


def test_dw_5_1_lines_do_not_run_over_the_edge() -> None:
    """The last two squares of one row and the first of the next lie beside each other as bits, not on the board."""
    for markers in (
        [(3, 10), (3, 11), (4, 3)],
        [(3, 11), (4, 3), (4, 4)],
        [(3, 10), (4, 11), (6, 3)],
        [(3, 4), (4, 3), (4, 11)],
    ):
        assert at({0: markers}).score == (0, 0)


@pytest.mark.parametrize(
    "drawn",
    [("000",), ("0", "0", "0"), ("0..", ".0.", "..0"), ("..0", ".0.", "0..")],
    ids=["across", "up and down", "diagonal", "other diagonal"],
)
def test_dw_5_1_three_in_a_row_score_a_point(drawn: tuple[str, ...]) -> None:
    markers = board(*drawn)
    *rest, last = markers[0]
    position = at({0: rest}, Roll(_pair(last[0]), _pair(last[1]), True))
    assert position.score == (0, 0)
    assert after(position, Place(last)).score == (1, 0)
    assert DW.rule(position, Place(last)).clauses == ("DW-3.3", "DW-3.4", "DW-5.1", "DW-5.4", "DW-3.5")


@pytest.mark.parametrize("length", range(1, 10))
def test_dw_5_2_a_line_of_n_scores_n_less_two(length: int) -> None:
    assert at(board("0" * length)).score == (max(length - 2, 0), 0)


def test_dw_5_2_a_marker_added_to_a_line_scores_the_new_windows_only() -> None:
    longer = after(at(board("000."), roll("12", "15")), Place((3, 6)))
    assert longer.score == (2, 0)
    joined = at(board("000.00"), roll("12", "15"))
    assert joined.score == (1, 0)
    assert after(joined, Place((3, 6))).score == (4, 0)
    assert "DW-5.2" in DW.rule(joined, Place((3, 6))).clauses


def test_dw_5_2_one_marker_scores_up_to_twelve() -> None:
    """In the middle of a star each of four lines reaches two squares both ways, and so completes three windows.

    The eight before: the sides of the ring around the middle, and the four slanting lines like 3,5 4,4 5,3.
    """
    star = board("0.0.0", ".000.", "00.00", ".000.", "0.0.0")
    position = at(star, roll("14", "14"))
    assert position.score == (8, 0)
    assert after(position, Place((5, 5))).score == (20, 0)


def test_dw_5_3_the_score_is_the_number_of_windows() -> None:
    position = at(board("000", "000", "000"))
    assert position.score == (8, 0)
    assert in_windows(position.markers[0]) == position.markers[0]


def test_dw_5_3_markers_of_a_broken_line_are_open() -> None:
    assert in_windows(at(board("00.00", "...0.")).markers[0]) == 0


def test_dw_5_4_points_go_to_the_owner_alone() -> None:
    position = after(at(board("00.", "11."), roll("12", "14")), Place((3, 5)))
    assert position.score == (1, 0)


# ---------------------------------------------------------------------------------------------- apply


def test_an_illegal_event_carries_its_ruling_and_changes_nothing() -> None:
    position = at(rolled=roll("12", "34"))
    with pytest.raises(IllegalEvent, match="the roll selects row 3, column 7 and no other square") as caught:
        DW.apply(position, Place((3, 8)))
    assert caught.value.ruling == DW.rule(position, Place((3, 8)))
    assert position == at(rolled=roll("12", "34"))


def test_apply_leaves_its_argument_alone() -> None:
    position = at(board("00.11"), roll("12", "44"))
    before = DW.format_position(position)
    for event in DW.actions(position):
        DW.apply(position, event)
    assert DW.format_position(position) == before
