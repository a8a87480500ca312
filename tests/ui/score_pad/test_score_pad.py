"""A score sheet: sums, places, ends, undo and redo, and what cannot be written down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ui.score_pad import LARGEST, MOST_PLAYERS, MOST_ROUNDS, Cell, PadError, ScorePad, form_faults, parse_score


def pad(*names: str, **more: Any) -> ScorePad:
    return ScorePad(id="x", title="Hearts", names=names or ("Anna", "Ben"), started=0.0, **more)


def filled(sheet: ScorePad, *rows: tuple[int | None, ...]) -> ScorePad:
    for row, scores in enumerate(rows):
        for player, score in enumerate(scores):
            sheet = sheet.write(Cell(row, player), score)
    return sheet


def test_sums_places_and_who_leads() -> None:
    sheet = filled(pad("Anna", "Ben", "Cleo"), (5, 7, 7), (2, -1, -1))
    assert sheet.totals == (7, 6, 6)
    assert (sheet.ranking, sheet.leaders) == ((1, 2, 2), (0,))
    lowest = filled(pad("Anna", "Ben", "Cleo", lowest_wins=True), (5, 7, 7), (2, -1, -1))
    assert (lowest.ranking, lowest.leaders) == ((3, 1, 1), (1, 2))
    assert pad().leaders == () and not pad().over


def test_rows_come_as_they_are_needed() -> None:
    sheet = pad()
    assert (sheet.shown_rows, sheet.next_cell) == (1, Cell(0, 0))
    sheet = sheet.write(Cell(0, 0), 3)
    assert (sheet.shown_rows, sheet.next_cell) == (1, Cell(0, 1))
    sheet = sheet.write(Cell(0, 1), 4)
    assert (sheet.shown_rows, sheet.next_cell) == (2, Cell(1, 0))
    named = pad(rows=("Ones", "Twos"))
    assert (named.shown_rows, named.row_name(1), sheet.row_name(1)) == (2, "Twos", "2")


def test_a_target_ends_the_game_at_the_end_of_a_round() -> None:
    sheet = filled(pad(target=10), (6, 5), (4,))
    assert sheet.totals == (10, 5) and not sheet.over, "Ben has not had his turn"
    sheet = sheet.write(Cell(1, 1), 6)
    assert sheet.over and sheet.leaders == (1,) and sheet.next_cell is None
    assert not sheet.undo().over


def test_rounds_end_the_game_and_no_further_ones_come() -> None:
    sheet = filled(pad(most_rounds=2), (1, 2), (3, 4))
    assert sheet.over and sheet.shown_rows == 2 and sheet.next_cell is None
    with pytest.raises(PadError, match="no such place"):
        sheet.write(Cell(2, 0), 1)
    whole = filled(pad(rows=("Ones", "Twos")), (1, 2), (3, None))
    assert not whole.over and whole.write(Cell(1, 1), 0).over


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("12", 12),
        (" -5 ", -5),
        ("−5", -5),
        ("7+8", 15),
        ("10 - 3 + 1", 8),
        ("+4", 4),
        ("", None),
        ("  ", None),
        ("0", 0),
    ],
)
def test_a_score_is_read_from_what_is_typed(text: str, score: int | None) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize(
    "text", ["x", "1.5", "7+", "--3", "3 apples", "9" * 300, "1+" * 200 + "1", "٣x", "1e5", f"{LARGEST + 1}"]
)
def test_what_is_no_score_is_one_line(text: str) -> None:
    with pytest.raises(PadError) as fault:
        parse_score(text)
    assert "\n" not in str(fault.value) and str(fault.value)


def test_what_a_sheet_cannot_be_is_told_by_field() -> None:
    assert form_faults(["Anna", "Ben"], [], None, None) == {}
    assert "names" in form_faults([], [], None, None)
    assert "names" in form_faults([f"P{n}" for n in range(MOST_PLAYERS + 1)], [], None, None)
    assert "names" in form_faults(["Anna", " anna "], [], None, None)
    assert "names" in form_faults(["Anna", " "], [], None, None)
    assert "names" in form_faults(["Anna", "B" * 25], [], None, None)
    assert form_faults(["Anna"], [], 0, 0).keys() == {"target", "most_rounds"}
    assert form_faults(["Anna"], ["x"] * (MOST_ROUNDS + 1), LARGEST + 1, MOST_ROUNDS + 1).keys() == {
        "rows",
        "target",
        "most_rounds",
    }


def test_the_same_number_once_more_is_nothing_new() -> None:
    sheet = pad().write(Cell(0, 0), 3)
    assert sheet.write(Cell(0, 0), 3) is sheet and pad().write(Cell(0, 0), None) == pad()
    with pytest.raises(PadError, match="1,000,000 at most"):
        sheet.write(Cell(0, 1), LARGEST + 1)


class Paper(RuleBasedStateMachine):
    """The sheet beside a list of the states that it has been in."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = pad(most_rounds=3)
        self.states: list[dict[Cell, int]] = [{}]
        self.at = 0

    @rule(row=st.integers(0, 2), player=st.integers(0, 1), score=st.none() | st.integers(-3, 3))
    def writes(self, row: int, player: int, score: int | None) -> None:
        before = self.states[self.at]
        after = {cell: one for cell, one in before.items() if cell != (row, player)}
        if score is not None:
            after[Cell(row, player)] = score
        self.sheet = self.sheet.write(Cell(row, player), score)
        if after != before:
            self.states[self.at + 1 :] = [after]
            self.at += 1

    @precondition(lambda self: self.at > 0)
    @rule()
    def undoes(self) -> None:
        assert self.sheet.can_undo
        self.sheet, self.at = self.sheet.undo(), self.at - 1

    @precondition(lambda self: self.at < len(self.states) - 1)
    @rule()
    def does_again(self) -> None:
        assert self.sheet.undone
        self.sheet, self.at = self.sheet.redo(), self.at + 1

    @invariant()
    def holds_what_was_written(self) -> None:
        assert self.sheet.scores == self.states[self.at]
        assert self.sheet.can_undo == (self.at > 0)
        assert bool(self.sheet.undone) == (self.at < len(self.states) - 1)
        assert self.sheet.fault is None


Paper.TestCase.settings = settings(stateful_step_count=20)
TestPaper = Paper.TestCase
