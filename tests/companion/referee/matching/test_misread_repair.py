"""A die that was misread without doubt: what is offered once the table shows it, at once and later."""

from __future__ import annotations

from typing import Any

from companion.match.journal import Journal
from companion.referee.matching.explanations import Question, SeatedGame
from companion.referee.matching.misread_repair import as_choice, repairs
from companion.referee.notice_delays import BEFORE_RULING
from companion.referee.tracker import MatchTracker
from tests.support.games import checkers
from tests.support.referee.sightings import Cell, die, piece, view

SC = checkers.game()
WAITS = checkers.at(SC, {"yellow": "1,1 1,5", "blue": "9,9 9,3"})
MISREAD, TRUE = checkers.roll("2 blue"), checkers.roll("3 blue")
MOVE = checkers.move("1,1", "blue")
LONG = BEFORE_RULING + 0.1


def table(yellow: str, blue: str, *dice: Any, time: float) -> Any:
    pawns = [piece(Cell("board", *cell), "yellow") for cell in checkers.cells(yellow)]
    pawns += [piece(Cell("board", *cell), "blue") for cell in checkers.cells(blue)]
    return view(*pawns, *dice, time=time)


def thrown(number: int, direction: str) -> tuple[Any, Any]:
    """The two dice, thrown to a place of their own."""
    at = 40.0 * number
    return die(number, "white", at=(at, 100.0)), die(direction, "white", at=(at + 30.0, 100.0))


def misled() -> MatchTracker:
    """It has told a roll of 2, and that was a 3."""
    told = MatchTracker(SeatedGame.usual(SC), Journal(SC, WAITS))
    told.observe(table("1,1 1,5", "9,9 9,3", *thrown(5, "green"), time=0.0))
    (notice,) = told.observe(table("1,1 1,5", "9,9 9,3", *thrown(2, "blue"), time=2.0), thrown(2, "blue"))
    assert notice.events == (MISREAD,)
    told.note_motion()
    return told


def offered(told: MatchTracker, time: float) -> Any:
    """The choices of the one thing that is told when the table has lain still."""
    (notice,) = told.due_notices(time)
    assert [choice.corrected for choice in notice.choices] and all(notice.labels)
    return notice.choices


def test_what_was_misread_is_offered_with_what_has_happened_since() -> None:
    told = misled()
    assert told.observe(table("4,1 1,5", "9,9 9,3", *thrown(2, "blue"), time=9.0)) == []
    (choice, *_) = offered(told, 9.0 + LONG)
    assert (choice.corrected, choice.events) == ((0, TRUE), (MOVE,))
    told.choose(choice)
    assert [moment.event for moment in told.journal.history()] == [TRUE, MOVE]


def test_it_is_still_offered_when_the_game_has_gone_on() -> None:
    told = misled()
    told.observe(table("4,1 1,6", "9,9 9,3", *thrown(2, "blue"), time=9.0))  # one pawn is misread as well
    told.note_motion()
    roll = thrown(3, "red")
    told.observe(table("4,1 1,6", "9,9 9,3", *roll, time=15.0), roll)
    told.note_motion()
    position = WAITS
    since = [MOVE, checkers.roll("3 red"), checkers.move("9,9", "red"), checkers.roll("1 green")]
    for event in (TRUE, *since):
        position = SC.apply(position, event)
    blue = " ".join(f"{row},{col}" for row, col in SC.format_position(position)["pawns"]["blue"])
    roll = thrown(1, "green")
    told.observe(table("4,1 1,5", blue, *roll, time=20.0), roll)
    (choice, *_) = offered(told, 20.0 + LONG)
    assert (choice.corrected, choice.events) == ((0, TRUE), tuple(since))
    told.choose(choice)
    assert told.position == position and told.pending is None


def test_it_is_asked_once_while_nothing_changes() -> None:
    told = misled()
    seen = table("4,1 1,5", "9,9 9,3", *thrown(2, "blue"), time=9.0)
    told.observe(seen)
    offered(told, 9.0 + LONG)
    told.note_motion()
    told.observe(seen)
    assert told.due_notices(30.0) == []


def test_nothing_is_offered_of_rolls_that_nobody_saw() -> None:
    told = MatchTracker(SeatedGame.usual(SC), Journal(SC, WAITS))
    told.say(MISREAD)
    told.observe(table("4,1 1,5", "9,9 9,3", *thrown(2, "blue"), time=9.0))
    assert all(not notice.choices for notice in told.due_notices(30.0))


def test_a_suspicion_is_no_repair_before_it_explains_all() -> None:
    told = misled()
    told.observe(table("4,1 1,6", "9,9 9,3", *thrown(2, "blue"), time=9.0))
    assert told._seen is not None
    found, suspected = repairs(told.seated, told.journal, told._seen)
    assert found == [] and (0, TRUE) in {(one.place, one.event) for one in suspected}
    assert not isinstance(told.pending, Question) and [as_choice(one) for one in found] == []
