"""Undo and redo before eyes: what was taken back on screen and lies on the table still is not told anew, hands put it
back step by step, and what is truly done again is told again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import companion
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.notice_delays import BEFORE_RULING
from companion.referee.tracker import MatchTracker
from companion.rules import CompanionError
from tests.companion.referee.test_tracker import (
    BEFORE,
    MOVE,
    SC,
    WAITS,
    pawns,
    rolled_and_moved,
    thrown,
    tracker,
    whats,
)
from tests.support.games import checkers, dinosaurs
from tests.support.referee.sightings import Cell, card, view

DW = companion.load("doubles-wild")
MOVED, SECOND = "3,1 1,5", checkers.move("9,9", "red")


def moved() -> MatchTracker:
    """One pawn moved on the table, seen."""
    told = tracker()
    told.observe(pawns())
    assert whats(told.observe(pawns(MOVED, time=1.0))) == ["event"]
    return told


def test_what_lies_there_still_is_not_told_anew_and_says_what_to_put_back() -> None:
    told = moved()
    assert whats(told.take_back()) == ["taken back"]
    for time in (2.0, 3.0):
        assert told.observe(pawns(MOVED, time=time)) == told.due_notices(time + 2 * BEFORE_RULING) == []
    assert told.position == BEFORE and told.open is None
    (task,) = told.put_back or ()
    assert (task.do, task.what) == ("move", "piece") and task.to_place == Cell("board", 1, 1)


def test_once_it_was_put_back_the_same_event_is_told_again() -> None:
    told = moved()
    told.take_back()
    assert told.observe(pawns(time=2.0)) == [] and told.put_back is None
    (again,) = told.observe(pawns(MOVED, time=3.0))
    assert again.what == "event" and again.events == (MOVE,)


def test_another_event_in_its_place_is_told() -> None:
    told = moved()
    told.take_back()
    (other,) = told.observe(pawns("1,1 3,5", time=2.0))
    assert other.events == (checkers.move("1,5", "blue"),) and told.put_back is None


def test_a_piece_in_a_hand_is_on_its_way_back_and_may_be_set_down_where_it_was() -> None:
    told = moved()
    told.take_back()
    assert told.observe(pawns("1,5", time=2.0)) == told.due_notices(99.0) == []
    assert told.put_back is not None
    (again,) = told.observe(pawns(MOVED, time=100.0))
    assert again.events == (MOVE,), "it was taken up and put there once more"


def two_moves() -> tuple[MatchTracker, tuple[Any, Any, Any]]:
    """A move, a roll and a move of the other, all seen; the dice that lay before and after the roll."""
    old, new = thrown(2, "blue"), thrown(3, "red")
    told = tracker()
    told.observe(pawns("1,1 1,5", "9,9 9,3", *old))
    told.observe(pawns(MOVED, "9,9 9,3", *old, time=1.0))
    told.observe(pawns(MOVED, "9,9 9,3", *new, time=2.0), new)
    position = SC.apply(told.position, SECOND)
    blue = " ".join(f"{row},{col}" for row, col in SC.format_position(position)["pawns"]["blue"])
    told.observe(pawns(MOVED, blue, *new, time=3.0))
    assert len(told.journal.history()) == 3
    return told, (old, new, blue)


def test_several_steps_are_put_back_one_after_the_other() -> None:
    told, (_, new, blue) = two_moves()
    for _ in range(3):
        told.take_back()
        assert told.observe(pawns(MOVED, blue, *new, time=4.0)) == []
    assert told.position == BEFORE and len(told.journal.undone) == 3
    assert told.observe(pawns(MOVED, "9,9 9,3", *new, time=5.0)) == [], "the first of two pawns is back"
    assert told.put_back is not None and len(told.put_back) == 1
    assert told.observe(pawns("1,1 1,5", "9,9 9,3", *new, time=6.0)) == []
    assert told.put_back is None and told.journal.history() == ()


def test_a_pawn_that_goes_forward_again_in_between_counts() -> None:
    told, (_, new, blue) = two_moves()
    for _ in range(3):
        told.take_back()
    told.observe(pawns(MOVED, "9,9 9,3", *new, time=5.0))
    notices = told.observe(pawns(MOVED, blue, *new, time=6.0))
    told.due_notices(99.0)
    assert notices or told.open is not None, "it is told, or asked, and never passed over"


def test_redo_brings_back_what_the_table_shows_still() -> None:
    told, (_, new, blue) = two_moves()
    history = told.journal.history()
    for _ in range(3):
        told.take_back()
    assert whats(told.redo()) == ["event"] and told.put_back is not None
    told.redo()
    (last,) = told.redo()
    assert (last.events, last.number) == ((SECOND,), 3) and told.put_back is None
    assert told.journal.history() == history
    assert told.observe(pawns(MOVED, blue, *new, time=9.0)) == [] and told.pending is None
    with pytest.raises(CompanionError, match="nothing to redo"):
        told.redo()


def test_what_was_put_back_and_is_redone_has_to_be_done_by_hands_again() -> None:
    told = moved()
    told.take_back()
    told.observe(pawns(time=2.0))
    told.redo()
    assert told.observe(pawns(time=3.0)) == told.due_notices(99.0) == []
    assert told.position == SC.apply(BEFORE, MOVE)
    assert told.observe(pawns(MOVED, time=100.0)) == []
    assert len(told.journal.history()) == 1


def test_a_roll_that_was_taken_back_counts_again_only_when_it_was_thrown_again() -> None:
    told = rolled_and_moved()
    dice = told.view.dice if told.view is not None else ()
    told.take_back()
    told.take_back()
    assert told.position == WAITS
    assert told.observe(pawns("3,1 1,5", "9,9 9,3", *dice, time=4.0)) == []
    assert told.observe(pawns("1,1 1,5", "9,9 9,3", *dice, time=5.0)) == []
    assert told.position == WAITS and told.put_back is None
    again = thrown(3, "red")
    (roll,) = told.observe(pawns("1,1 1,5", "9,9 9,3", *again, time=6.0), again)
    assert roll.events == (checkers.roll("3 red"),)


def test_dice_that_show_the_same_when_they_are_thrown_again_count_again() -> None:
    """Nobody takes them for two that hands have carried."""
    told = rolled_and_moved()
    dice = told.view.dice if told.view is not None else ()
    told.take_back()
    told.take_back()
    told.observe(pawns("1,1 1,5", "9,9 9,3", *dice, time=5.0))
    again = thrown(2, "blue")
    (roll,) = told.observe(pawns("1,1 1,5", "9,9 9,3", *again, time=6.0), again)
    assert roll.events == (checkers.roll("2 blue"),)


def test_what_is_entered_after_undo_stands_while_the_table_lies_as_it_lay() -> None:
    """The players take back what was seen, say what it was, and put the table right at leisure."""
    told = moved()
    told.take_back()
    other = checkers.move("1,5", "blue")
    assert whats(told.say(other)) == ["event"] and told.put_back is None
    assert told.observe(pawns(MOVED, time=2.0)) == told.due_notices(99.0) == []
    assert [moment.event for moment in told.journal.history()] == [other]
    assert told.observe(pawns("1,1 3,5", time=100.0)) == [] and told.pending is None


def test_a_flipped_card_is_taken_back_and_flipped_again() -> None:
    rules = dinosaurs.game()
    told = MatchTracker(SeatedGame.usual(rules), Journal(rules))
    told.observe(view(time=0.0))
    names = sorted(name for event, _ in rules.chances(rules.start()) for name in [rules.format_event(event)["card"]])
    first = view(card(str(names[0]), at=(0.0, 0.0)), time=1.0)
    notices = told.observe(first)
    assert whats(notices)[0] == "event"
    told.take_back(len(told.journal.history()))
    assert told.observe(view(card(str(names[0]), at=(0.0, 0.0)), time=2.0)) == [] and told.put_back is not None
    assert told.observe(view(time=3.0)) == [] and told.put_back is None
    assert whats(told.observe(view(card(str(names[0]), at=(0.0, 0.0)), time=4.0)))[0] == "event"


def test_events_that_follow_by_themselves_are_taken_back_and_redone_with_their_cause() -> None:
    """A square on which nothing can be done follows from the roll that leads there."""
    told, lot = MatchTracker(SeatedGame.usual(DW)), Random(1)
    before = history = told.journal.history()
    while len(history) <= len(before) + 1:
        position, before = told.position, told.journal.history()
        actions = DW.actions(position)
        told.say(lot.choice(actions) if actions else DW.drawn(position, lot))
        history = told.journal.history()
    (notice,) = told.take_back()
    assert len(notice.events) == len(history) - len(before)
    assert (told.journal.history(), told.position) == (before, position)
    assert [one.number for one in told.redo()] == list(range(len(before) + 1, len(history) + 1))
    assert told.journal.history() == history


def test_without_eyes_nothing_has_to_be_put_back() -> None:
    told = tracker(WAITS)
    told.say(checkers.roll("2 blue"))
    told.say(MOVE)
    told.take_back()
    assert told.put_back is None and len(told.journal.history()) == 1
    told.redo()
    assert told.journal.history()[-1].event == MOVE


def test_after_a_restart_it_lies_there_still_and_is_not_told_anew() -> None:
    before = moved()
    before.take_back()
    told = MatchTracker(SeatedGame.usual(SC), Journal(SC, BEFORE, before.journal.entries))
    assert told.put_back is None, "nobody has looked yet"
    assert told.observe(pawns(MOVED, time=9.0)) == told.due_notices(99.0) == [] and told.put_back
    (notice,) = told.redo()
    assert notice.events == (MOVE,) and told.observe(pawns(MOVED, time=100.0)) == []
    again = MatchTracker(SeatedGame.usual(SC), Journal(SC, BEFORE, before.journal.entries))
    assert again.observe(pawns(time=9.0)) == [] and again.put_back is None
    (notice,) = again.observe(pawns(MOVED, time=10.0))
    assert notice.events == (MOVE,)
