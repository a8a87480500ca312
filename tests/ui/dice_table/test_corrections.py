"""What players said about dice: how long it holds, and which dice count as unmoved."""

from __future__ import annotations

import msgspec

from companion.table.view import Die, TableView
from tests.support.app.staged import row, stage, view_of
from ui.dice_table.corrections import Correction, Corrections, same_place, unmoved

BLUE = stage(row("blue", [1, 2, 3]))


def nudged(die: Die, by: float) -> Die:
    x0, y0, x1, y1 = die.box
    return msgspec.structs.replace(die, box=(x0 + by, y0, x1 + by, y1))


def test_a_die_may_tremble_but_not_travel() -> None:
    die = BLUE.dice[0]
    assert same_place(die, nudged(die, 10))
    assert not same_place(die, nudged(die, 30))


def test_only_dice_with_the_same_face_at_the_same_place_are_unmoved() -> None:
    before = BLUE.dice
    turned = msgspec.structs.replace(before[1], value=6)
    assert unmoved(before, before) == 3
    assert unmoved(before, (before[0], turned, nudged(before[2], 40))) == 1


def corrected(corrections: Corrections, view: TableView) -> list[tuple[int | None, str | None, bool]]:
    return [(die.value, die.colour, die.certain) for die in corrections.apply(view).dice]


def test_face_and_colour_are_said_one_after_the_other() -> None:
    corrections, view = Corrections(), view_of(BLUE)
    corrections.add(Correction(view.dice[0], colour="green"))
    corrections.add(Correction(view.dice[0], value=5))
    assert corrected(corrections, view)[0] == (5, "green", True)


def test_what_is_no_die_is_left_out_for_as_long_as_it_lies_there() -> None:
    corrections, view = Corrections(), view_of(BLUE)
    corrections.add(Correction(view.dice[1], is_die=False))
    assert [die.value for die in corrections.apply(view).dice] == [1, 3]
    without_it = msgspec.structs.replace(view, dice=view.dice[:1])
    assert [die.value for die in corrections.apply(without_it).dice] == [1]
    assert [die.value for die in corrections.apply(view).dice] == [1, 2, 3]  # it had gone, so this is another


def test_a_die_that_reads_otherwise_has_been_turned() -> None:
    corrections, view = Corrections(), view_of(BLUE)
    corrections.add(Correction(view.dice[0], value=4))
    turned = view.with_die(0, msgspec.structs.replace(view.dice[0], value=6))
    assert corrected(corrections, turned)[0][0] == 6
