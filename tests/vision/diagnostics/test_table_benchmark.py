"""The times of a whole table can be taken anywhere."""

import itertools

from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import Lying, PlainBoards, ScriptedDice, with_dice
from vision.diagnostics.table_benchmark import table_times
from vision.plane.sheet_tracker import pages_on_table


def test_every_reading_is_timed() -> None:
    pages = pages_on_table("doubles-wild")
    view = seen_from(pages[0], 20)
    image = photographed(pages[0], view)
    pictures = with_dice(image, view, [Lying(-20, 100)]), with_dice(image, view, [Lying(-30, 140, 30)])
    ticks = itertools.count()
    boards, dice = PlainBoards(), ScriptedDice()
    times = table_times(pages, pictures, 2, dice, boards, clock=lambda: float(next(ticks)))
    assert {name: len(spent) for name, spent in times.items() if name != "idle"} == {"whole": 2, "dice moved": 2}
    assert len(times["idle"]) > 40 and set(times["whole"]) == {1.0} and set(times["dice moved"]) == {2.0}
    assert (
        len(boards.calls) == (1 + 2 * 2) * 4
    )  # warm-up, two pictures by themselves, and the first rest: never for dice
