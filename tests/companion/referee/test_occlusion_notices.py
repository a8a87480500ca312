"""What cannot be seen of a table is told once when it begins, and once when it is over."""

from __future__ import annotations

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.referee.notice_delays import BEFORE_RULING
from companion.referee.occlusion_notices import ALL_SEEN, REPEAT_AFTER, OcclusionNotices
from companion.referee.tracker import MatchTracker
from companion.table.view import TableView

CORNER, BENT = "only part of the sheet is in view: show its upper left corner", "the sheet is bent: lay it flat"
SMALL = "sheet 2 is printed at 90 % of the size of sheet 1"


def tracker() -> MatchTracker:
    """Of a game that begins with nothing to be seen on its table."""
    return MatchTracker(SeatedGame.usual(companion.load("dinosaurs-vs-army-men")))


def view(time: float, *missing: str, notes: tuple[str, ...] = ()) -> TableView:
    return TableView(time=time, width=1280, height=720, missing=missing, notes=notes)


def lay(table: MatchTracker, seen: TableView, seconds: float = 5.0) -> list[tuple[float, str]]:
    """What is told while a view lies still, frame by frame."""
    notices = table.observe(seen)
    for number in range(1, int(seconds * 10)):
        notices += table.due_notices(seen.time + number / 10)
    assert all(notice.what == "reminder" and notice.position == table.position for notice in notices)
    return [(round(notice.time - seen.time, 2), notice.text) for notice in notices]


def test_what_is_missing_is_told_once_when_the_table_has_lain_still_and_once_when_it_is_back() -> None:
    table = tracker()
    assert lay(table, view(0.0)) == []
    ((still, text),) = lay(table, view(10.0, CORNER))
    assert text == CORNER and still >= BEFORE_RULING
    assert lay(table, view(20.0, CORNER)) == [], "it is not said again"
    assert [text for _, text in lay(table, view(30.0))] == [ALL_SEEN]
    assert lay(table, view(40.0)) == []


def test_a_glimpse_is_not_told() -> None:
    table = tracker()
    assert lay(table, view(0.0, CORNER), BEFORE_RULING - 0.2) == []
    table.note_motion()
    assert lay(table, view(5.0)) == []


def test_what_is_missing_besides_is_told_alone() -> None:
    table = tracker()
    assert [text for _, text in lay(table, view(0.0, CORNER))] == [CORNER]
    assert [text for _, text in lay(table, view(10.0, CORNER, BENT))] == [BENT]
    assert lay(table, view(20.0, BENT)) == []
    assert [text for _, text in lay(table, view(30.0))] == [ALL_SEEN]


def test_several_things_are_one_line() -> None:
    assert [text for _, text in lay(tracker(), view(0.0, CORNER, BENT))] == [f"{CORNER}; {BENT}"]


def test_a_note_is_told_once_and_its_end_is_no_news() -> None:
    table = tracker()
    assert [text for _, text in lay(table, view(0.0, notes=(SMALL,)))] == [SMALL]
    assert lay(table, view(10.0, notes=(SMALL,))) == []
    assert lay(table, view(20.0)) == []


def test_what_comes_and_goes_is_told_no_more_often_than_it_can_be_borne() -> None:
    occlusions = OcclusionNotices()
    told = []
    for second in range(60):
        occlusions.observe(view(second, *([CORNER] if second % 2 else [])))
        line = occlusions.line(float(second))
        if line == CORNER:
            told.append(second)
    assert told == [1, 1 + REPEAT_AFTER, 1 + 2 * REPEAT_AFTER]
