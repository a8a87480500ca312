"""The list of rolls, its totals, and its file for spreadsheets."""

from __future__ import annotations

import csv
import io
import time
from pathlib import Path

import pytest

from companion.table.view import Colour, Die
from ui.core.access import NotAllowed, acting
from ui.rolls.export import MARK, rolls_csv
from ui.rolls.roll_log import LoggedRoll, RolledDie, RollLog, showing
from ui.rolls.totals import dice_groups, line_of, totals_of

NOON = time.mktime((2026, 5, 17, 12, 30, 5, 0, 0, -1))


def rolled(log: RollLog, shows: int | str | None, colour: Colour | None = "red", certain: bool = True) -> RolledDie:
    named = isinstance(shows, str)
    die = Die(
        box=(0, 0, 9, 9),
        value=None if named else shows,
        face=shows if named else None,
        colour=colour,
        confidence=1.0,
        certain=certain,
    )
    return RolledDie(log.new_key(), die, die)


@pytest.fixture
def log(tmp_path: Path) -> RollLog:
    made = RollLog(tmp_path, clock=lambda: NOON)
    made.add([rolled(made, 4, "red"), rolled(made, 3, "blue")], "pips", seen=True)
    made.add([rolled(made, 6, "red"), rolled(made, 1, "blue", certain=False)], "pips", seen=True)
    made.add([rolled(made, 2, "red")], "pips", seen=False, doubtful=True)
    return made


def test_what_is_in_doubt_is_told_and_not_added_up(log: RollLog) -> None:
    assert [line_of(roll) for roll in log.rolls] == [
        "2 dice: 4 3 = 7",
        "2 dice: 6 1? = 6; 1 in doubt does not count",
        "1 die: 2; perhaps a die was missed, or it was no roll",
    ]
    assert totals_of(log.rolls) == "1 roll, 7 in all, 7.0 a roll, 2 rolls in doubt do not count"
    everything, *colours = dice_groups(log.rolls)
    assert everything.colour is None and dict(everything.counts) == {1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0}
    assert [(one.colour, one.fair.rolled if one.fair else 0) for one in colours] == [("red", 1), ("blue", 1)]
    log.accept(log.rolls[2].key)
    one = log.rolls[1].dice[1]
    log.correct(one.key, showing(one.die, 1))
    assert totals_of(log.rolls) == "3 rolls, 16 in all, 5.3 a roll"
    assert dice_groups(log.rolls)[0].fair is not None


def test_the_last_roll_is_taken_back_and_brought_back(log: RollLog) -> None:
    first, second, third = log.rolls
    log.undo()
    log.undo()
    assert log.rolls == (first,)
    log.redo()
    log.redo()
    log.redo()
    assert log.rolls == (first, second, third)
    log.undo()
    log.add([rolled(log, 5)], "pips", seen=True)
    assert log.undone == () and len(log.rolls) == 3
    log.clear()
    log.undo()
    assert log.rolls == log.undone == () and totals_of(log.rolls) == "" and dice_groups(log.rolls) == []


def test_a_roll_whose_dice_are_none_is_gone(log: RollLog) -> None:
    key = log.rolls[2].dice[0].key
    assert log.set_of(key) == "pips"
    log.correct(key, None)
    assert len(log.rolls) == 2 and log.set_of(key) is None and log.die(key) is None


def test_sets_of_faces_are_counted_apart_and_judged_where_a_fair_die_is_known(log: RollLog) -> None:
    log.clear()
    log.add([rolled(log, "Nuke", None), rolled(log, "Trooper", None)], "mine", seen=True)
    log.add([rolled(log, 3, "red")], "pips", seen=True)
    six = ("Nuke", "Trooper", "Walker", "Jet", "Tank", "Boss")
    by_six = {one.faces: one for one in dice_groups(log.rolls, {"mine": six})}
    assert by_six["mine"].fair is not None and len(by_six["mine"].counts) == 6
    by_four = {one.faces: one for one in dice_groups(log.rolls, {"mine": six[:4]})}
    assert by_four["mine"].fair is None and by_four["mine"].counts == (("Nuke", 1), ("Trooper", 1))
    assert by_four["pips"].fair is not None
    assert {one.faces for one in dice_groups(log.rolls)} == {"mine", "pips"}  # a set that is gone


def test_the_file_has_a_row_a_roll_and_no_formula(log: RollLog) -> None:
    log.add([rolled(log, "=1+1", "green"), rolled(log, "Würfel", None)], "@mine", seen=True)
    one = log.rolls[0].dice[0]
    log.correct(one.key, showing(one.die, 5))
    text = rolls_csv(log.rolls)
    assert text.startswith(MARK) and text.encode("utf-8").startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix(MARK))))
    assert rows[0] == {
        "roll": "1",
        "time": "2026-05-17 12:30:05",
        "faces": "5 3",
        "colours": "red blue",
        "sum": "8",
        "counts": "yes",
        "corrected": "yes",
        "set": "pips",
    }
    assert [(row["faces"], row["sum"], row["counts"], row["corrected"]) for row in rows[1:]] == [
        ("6 1?", "", "no", "no"),
        ("2", "", "no", "no"),
        ("'=1+1; Würfel", "", "yes", "no"),
    ]
    assert rows[3]["colours"] == "green ?" and rows[3]["set"] == "'@mine"
    assert list(csv.reader(io.StringIO(rolls_csv(()).removeprefix(MARK)))) == [list(rows[0])]


def test_what_was_rolled_and_put_right_is_there_when_the_program_begins_again(log: RollLog, tmp_path: Path) -> None:
    seen: list[tuple[LoggedRoll, ...]] = []
    log.subscribe(lambda: seen.append(RollLog(tmp_path).rolls))
    log.add([rolled(log, 5)], "pips", seen=True)
    one = log.rolls[0].dice[0]
    log.correct(one.key, showing(one.die, 5))
    log.accept(log.rolls[2].key)
    log.undo()
    again = RollLog(tmp_path)
    assert again.rolls == log.rolls == seen[-1] and len(seen) == 4
    assert again.new_key() > max(die.key for roll in log.rolls for die in roll.dice)
    log.clear()
    assert RollLog(tmp_path).rolls == ()


def test_a_damaged_list_is_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "rolls.json").write_text('{"rolls": [{"key": 1}]}')
    damaged = RollLog(tmp_path)
    assert damaged.rolls == () and damaged.trouble is not None
    assert "set aside" in damaged.trouble and "\n" not in damaged.trouble
    (aside,) = tmp_path.glob("rolls.damaged-*.json")
    assert aside.read_text() == '{"rolls": [{"key": 1}]}'


def test_where_nothing_can_be_written_it_is_told_and_rolls_count(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where the folder should be")
    log = RollLog(tmp_path / "folder")
    log.add([rolled(log, 5)], "pips", seen=True)
    assert log.trouble is not None and "the list of rolls is not kept" in log.trouble
    assert totals_of(log.rolls) == "1 roll, 5 in all, 5.0 a roll"


def test_the_oldest_rolls_leave_a_list_that_is_full(log: RollLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.rolls.roll_log.MOST_ROLLS", 3)
    second = log.rolls[1]
    log.add([rolled(log, 5)], "pips", seen=True)
    assert len(log.rolls) == 3 and log.rolls[0] == second


def test_a_device_may_not_change_it(log: RollLog) -> None:
    class Viewer:
        role = "viewer"

    with acting(Viewer()), pytest.raises(NotAllowed):  # type: ignore[arg-type]
        log.clear()
    assert len(log.rolls) == 3


def test_a_die_that_was_missed_is_added_by_hand(log: RollLog) -> None:
    roll = log.rolls[2]
    log.add_die(roll.key, 6)
    assert line_of(log.rolls[2]) == "2 dice: 2 6 = 8"
    assert log.rolls[2].counts and log.rolls[2].corrected  # whoever adds it has looked
    log.correct(log.rolls[2].dice[1].key, None)
    assert line_of(log.rolls[2]) == "1 die: 2"
