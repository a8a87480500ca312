"""Rolls of which one die is read and another is not, or fell as it lay: what comes next tells which it was, or it is
asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.doubles_wild.pieces import Place, Reroll, Start, Threw
from companion.games.doubles_wild.pieces import Rolled as RolledPairs
from companion.games.space_checkers.pieces import Rolled
from companion.match import Journal
from companion.referee.matching.explanations import Question, SeatedGame
from companion.referee.notice_delays import BEFORE_ASKING_LIKELY, BEFORE_REMINDING
from companion.referee.tracker import MatchTracker
from companion.table import Cell, Die
from tests.support.games import checkers, doubles
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
    (notice,) = tracker.due_notices(4.0 + BEFORE_ASKING_LIKELY)
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


# ---------------------------------------------------------------------------------------------- dice of one colour

DW = doubles.game()
FIRST = doubles.at(turn=None, start=Start((0, 1)))
FIVES = (die(5, "blue"), die(5, "blue", at=(30.0, 0.0)))
PAIR = (die(1, "red"), die(2, "red", at=(30.0, 0.0)))
FOUR_OF_BLUE = die(4, "blue", at=(60.0, 0.0))


def thrown(position: Any, *dice: Die) -> MatchTracker:
    """The match from a position on, once these dice have been thrown and lie there beside one that is not read."""
    tracker = MatchTracker(SeatedGame.usual(DW), Journal(DW, position))
    assert tracker.observe(marked(time=0.0)) == []
    assert tracker.observe(marked(*dice, time=1.0), dice, unsure=True) == []
    return tracker


def marked(*dice: Die, time: float, square: tuple[int, int] | None = None) -> Any:
    """The board with player 1's marker on a square, if any."""
    markers = [piece(Cell(f"score-{side}", 0, 0), ("blue", "red")[side]) for side in (0, 1)]
    if square is not None:
        markers.append(piece(Cell("board", square[0] - 3, square[1] - 3), "blue", form="flat"))
    return view(*markers, *dice, time=time, unsure=bool(dice))


def test_a_throw_of_three_of_which_two_are_read_is_asked_with_all_it_may_have_been() -> None:
    tracker = thrown(FIRST, *FIVES)
    assert isinstance(tracker.pending, Question) and tracker.pending.partly
    tracker.observe(marked(FIVES[1], time=4.0))  # one has been taken up
    (notice,) = tracker.due_notices(5.0)
    throws = {choice.events for choice in notice.choices}
    assert throws == {(Threw(tuple(sorted((5, 5, face)))),) for face in range(1, 7)}


def test_a_marker_leaves_the_pairs_that_select_its_square() -> None:
    """A six, which makes ten with the four; or another four, for a double is wild."""
    tracker = thrown(doubles.at(), *PAIR, FOUR_OF_BLUE)
    tracker.observe(marked(*PAIR, FOUR_OF_BLUE, time=4.0, square=(3, 10)))
    notices = tracker.due_notices(5.0)
    rolls = {choice.events for notice in notices for choice in notice.choices if choice.events}
    assert rolls == {(RolledPairs((1, 2), (4, face)), Place((3, 10))) for face in (4, 6)}


def test_a_pair_is_not_said_to_be_rolled_again_for_a_die_that_is_not_read() -> None:
    """One that came to lie anew may have been pushed, and the roll stands already."""
    tracker = MatchTracker(SeatedGame.usual(DW), Journal(DW, doubles.at(rolled=doubles.roll("12", "14"))))
    lying = (*PAIR, die(1, "blue", at=(30.0, 60.0)), FOUR_OF_BLUE)
    tracker.observe(marked(*lying, time=0.0))
    moved = (*PAIR, die(3, "blue", at=(200.0, 90.0)))
    tracker.observe(marked(*moved, time=3.0), moved[2:])
    assert not isinstance(tracker.pending, Question)


def test_a_die_that_fell_as_it_lay_has_been_rolled_with_the_other() -> None:
    """Nobody saw it: both blue dice were taken up, a two came back elsewhere with a one, and a marker was put where
    that roll, and none before it, says."""
    told = MatchTracker(SeatedGame.usual(DW), Journal(DW, doubles.at(rolled=doubles.roll("55", "25"))))
    fives = (die(5, "red"), die(5, "red", at=(60.0, 0.0)))
    blue = (die(2, "blue", at=(0.0, 90.0)), die(5, "blue", at=(60.0, 90.0)))
    told.observe(marked(*fives, *blue, time=0.0))
    told.observe(marked(*fives, time=2.0))
    again = (die(1, "blue", at=(300.0, 200.0)), die(2, "blue", at=(400.0, 200.0)))
    notices = told.observe(marked(*fives, *again, time=5.0, square=(8, 3)))
    events = (Reroll("blue"), RolledPairs((5, 5), (1, 2)), Place((8, 3)))
    assert tuple(event for notice in notices for event in notice.events) == events


def test_a_die_in_doubt_that_is_plain_in_the_next_view_needs_no_answer() -> None:
    tracker = MatchTracker(SeatedGame.usual(SC), Journal(SC, START))
    tracker.observe(seen(time=0.0))
    doubtful = (die(4, "white", sure=0.9, alternatives=((6, 0.1),)), die("wild", "white", at=(30.0, 0.0)))
    tracker.observe(seen(*doubtful, time=1.0, unsure=False), doubtful)
    assert isinstance(tracker.pending, Question)
    plain = (FOUR, doubtful[1])
    (notice,) = tracker.observe(seen(*plain, time=2.0, unsure=False))
    assert notice.text == "Yellow rolled 4, WILD"
