"""Rolls of which one die is read and another is not: what comes next tells which it was, or it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.space_checkers.pieces import Rolled
from companion.match import Journal
from companion.referee.matching.explanations import Question, SeatedGame
from companion.referee.tracker import BEFORE_REMINDING, MatchTracker
from companion.table import Cell, Die
from tests.support.games import checkers
from tests.support.referee.sightings import die, piece, view

SC = checkers.game()
START = checkers.at(SC, {"yellow": "4,3", "blue": "9,9 9,3"})
"""Of all rolls with a four only green loses the turn: the Earth is in the way."""
FOUR = die(4, "white")
UNREAD = die(None, "white", at=(30.0, 0.0), sure=0.0, value=None, doubts=("not a die",))
LOST = "Yellow rolled 4, green: no pawn can move so, the turn is lost"


def seen(*dice: Die, time: float, yellow: str = "4,3", unsure: bool | None = None) -> Any:
    pawns = [piece(Cell("board", *cell), "yellow") for cell in checkers.cells(yellow)]
    pawns += [piece(Cell("board", *cell), "blue") for cell in checkers.cells("9,9 9,3")]
    return view(*pawns, *dice, time=time, unsure=bool(dice) if unsure is None else unsure)


def rolled(*dice: Die, unsure: bool | None = None) -> MatchTracker:
    """The match once these dice have been rolled and lie there."""
    tracker = MatchTracker(SeatedGame.usual(SC), Journal(SC, START))
    assert tracker.observe(seen(time=0.0)) == []
    assert tracker.observe(seen(*dice, time=1.0, unsure=unsure), dice, unsure=True) == []
    return tracker


@pytest.mark.parametrize("dice", [(FOUR,), (FOUR, UNREAD)])
def test_it_is_not_asked_as_long_as_the_next_act_may_tell(dice: tuple[Die, ...]) -> None:
    tracker = rolled(*dice)
    assert isinstance(tracker.pending, Question) and tracker.pending.partly
    told = {choice.events for choice in tracker.pending.choices if choice.events}
    assert told == {(Rolled(4, direction),) for direction in SC.seed.directions}
    assert tracker.due_notices(2.0) == []


def test_it_is_asked_where_nobody_goes_on() -> None:
    (notice,) = rolled(FOUR).due_notices(1.5 + BEFORE_REMINDING)
    assert notice.what == "question" and LOST in notice.labels and len(notice.labels) >= 5


def test_it_is_asked_once_the_dice_are_taken_up_and_nothing_was_moved() -> None:
    """Which of the rolls it was that lose the turn; those after which a pawn has to move are none of them."""
    tracker = rolled(FOUR)
    tracker.observe(seen(time=4.0))
    (notice,) = tracker.due_notices(5.0)
    assert notice.what == "question" and notice.labels == (LOST, "nothing has happened")
    tracker.choose(notice.choices[0])
    assert tracker.position.turn != START.turn


def test_another_roll_in_its_place_may_be_the_next_players() -> None:
    """Nobody saw the dice taken up: the first was green and lost, or the same player has thrown again."""
    tracker = rolled(FOUR)
    again = (die(2, "white", at=(100.0, 50.0)), die("yellow", "white", at=(130.0, 50.0)))
    tracker.observe(seen(*again, time=4.0, unsure=False), again)
    (notice,) = tracker.due_notices(5.0)
    assert notice.what == "question"
    assert set(notice.labels) == {"Yellow rolled 2, yellow", f"{LOST}, then Blue rolled 2, yellow"}


def test_the_die_that_is_read_at_last_tells() -> None:
    tracker = rolled(FOUR, UNREAD)
    read = (FOUR, die("blue", "white", at=(30.0, 0.0)))
    (notice,) = tracker.observe(seen(*read, time=3.0, unsure=False))
    assert notice.text == "Yellow rolled 4, blue"


def test_what_was_moved_leaves_the_rolls_that_allow_it() -> None:
    tracker = rolled(FOUR)
    tracker.observe(seen(FOUR, time=4.0, yellow="4,11"))
    (notice,) = tracker.due_notices(5.0)
    rolls = {choice.events[0] for choice in notice.choices if choice.events}
    assert rolls == {Rolled(4, "red"), Rolled(4, "wild")}


def test_a_die_that_nobody_has_thrown_was_not_missed() -> None:
    """Where all that lies there is read, the other is in a hand still."""
    assert rolled(FOUR, unsure=False).pending is None
