"""Players who enter events on screen while the table lies still: what they entered stands, however far hands are
behind, and a table that nobody sees says nothing against it."""

from __future__ import annotations

from random import Random

import companion
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.tracker import MatchTracker
from tests.companion.referee.test_tracker import BEFORE, MOVE, SC, pawns, thrown, tracker
from tests.support.games import army, checkers
from tests.support.referee.tabletop import Tabletop

ROLL, ANSWER = checkers.roll("3 red"), checkers.move("9,9", "red")


def entered() -> MatchTracker:
    """Two moves and the roll between them, entered while the pawns lie as before."""
    told = tracker()
    told.observe(pawns())
    for event in (MOVE, ROLL, ANSWER):
        told.say(event)
    assert [moment.event for moment in told.journal.history()] == [MOVE, ROLL, ANSWER]
    return told


def where(told: MatchTracker, colour: str) -> str:
    return " ".join(f"{row},{col}" for row, col in SC.format_position(told.position)["pawns"][colour])


def test_what_was_entered_ahead_stands_while_the_table_lies_as_before() -> None:
    told = entered()
    assert told.observe(pawns(time=1.0)) == told.due_notices(99.0) == []
    assert len(told.journal.history()) == 3


def test_hands_that_catch_up_one_event_at_a_time_take_nothing_back() -> None:
    told = entered()
    assert told.observe(pawns("3,1 1,5", time=1.0)) == told.due_notices(99.0) == []
    assert told.observe(pawns("3,1 1,5", where(told, "blue"), time=100.0)) == [] and told.pending is None
    assert len(told.journal.history()) == 3 and not told.journal.undone


def test_hands_that_go_back_behind_what_they_had_done_are_told() -> None:
    told = entered()
    told.observe(pawns("3,1 1,5", where(told, "blue"), time=1.0))
    notices = [*told.observe(pawns("3,1 1,5", time=2.0)), *told.due_notices(99.0)]
    assert [one.what for one in notices] in (["taken back"], ["ruling"])


def test_what_was_entered_and_taken_back_needs_no_hands() -> None:
    told = entered()
    told.take_back()
    assert told.put_back is None and told.observe(pawns(time=1.0)) == []
    told.redo()
    assert told.observe(pawns(time=2.0)) == told.due_notices(99.0) == []
    assert len(told.journal.history()) == 3


def test_after_the_source_has_ended_no_dice_of_the_last_view_tell_a_roll() -> None:
    """They lie in the picture for ever; what a rally throws is typed."""
    rules = army.game()
    start = army.at(army="112233445", aliens="112233456", turn=0)
    told = MatchTracker(SeatedGame.usual(rules), Journal(rules, start))
    top = Tabletop(told.seated, Random(1))
    top.lay(told.seated.layout(start))
    told.observe(top.view()[0])
    told.stop_watching()
    lot = Random(3)
    for number in range(1, 13):
        actions = rules.actions(told.position)
        event = lot.choice(actions) if actions else rules.drawn(told.position, lot)
        (notice, *_) = told.say(event)
        assert notice.events == (event,) and len(told.journal.history()) == number
    assert told.open is None and {moment.played.source for moment in told.journal.history()} == {"typed"}


def test_a_ruling_that_was_open_when_the_source_ended_is_over_with_the_next_event() -> None:
    told = tracker()
    told.observe(pawns("4,1 1,5"))
    told.due_notices(9.0)
    told.stop_watching()
    assert told.open is not None and told.open.what == "ruling"
    told.say(MOVE)
    assert told.open is None and told.position == SC.apply(BEFORE, MOVE)


def test_a_new_view_is_compared_again() -> None:
    told = tracker()
    told.observe(pawns())
    told.stop_watching()
    told.say(MOVE)
    dice = thrown(3, "red")
    (roll,) = told.observe(pawns("3,1 1,5", "9,9 9,3", *dice, time=9.0), dice)
    assert roll.events == (ROLL,)


def test_a_table_that_nobody_saw_for_long_is_not_taken_for_one_that_lags() -> None:
    """A camera that is added in the middle of a match sees pieces where they stood at its beginning."""
    told = tracker()
    for event in (MOVE, ROLL, ANSWER):
        told.say(event)
    (desync,) = [*told.observe(pawns(time=1.0)), *told.due_notices(99.0)]
    assert desync.what == "desync" and len(desync.tasks) == 2


def test_a_match_without_any_view_goes_on_by_what_is_entered() -> None:
    for name in companion.GAMES:
        game, lot = companion.load(name), Random(2)
        told = MatchTracker(SeatedGame.usual(game))
        for _ in range(15):
            if game.outcome(told.position) is None:
                actions = game.actions(told.position)
                told.say(lot.choice(actions) if actions else game.drawn(told.position, lot))
        over = game.outcome(told.position) is not None
        assert told.put_back is None and (over or len(told.journal.history()) >= 15)
