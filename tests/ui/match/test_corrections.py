"""What players are offered for an event that was told wrongly, and what becomes of it."""

from __future__ import annotations

import pytest

from companion.match.steps import SetUp
from companion.rules import CompanionError
from companion.table.view import Colour
from tests.support.app.posed import posed
from tests.support.referee.sightings import die, view
from ui.match.session import MatchSession

ROLLS = ("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6", "attack 3 on 1:2", "overlord 0:4 0:5")


def army(*lines: str) -> MatchSession:
    return posed("army-vs-aliens-2011", None, lines)


def lines(session: MatchSession) -> list[str]:
    return [session.game.formatted(one.event) for one in session._table.tracker.journal.history()]


def test_a_roll_is_offered_with_its_dice_and_those_that_differ_are_odd() -> None:
    found = army(*ROLLS).corrections_of(1)
    assert found.text == "The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6" and not found.newest
    assert len(found.likely) == 6 and found.others
    for one in found.likely:
        assert [die.colour for die in one.dice] == ["blue"] * 9 and sum(die.odd for die in one.dice) == 1
    assert not {one.event for one in found.likely} & {one.event for one in found.others}


def test_what_the_eyes_read_as_well_is_marked() -> None:
    dice = [die(face, "white", at=(30.0 * n, 0.0)) for n, face in enumerate((1, 4))]
    doubtful = die(6, "white", at=(90.0, 0.0), sure=0.7, alternatives=((5, 0.3),))
    found = posed("doubles-wild", None, ["threw 1 4 6"], {1: view(*dice, doubtful)}).corrections_of(1)
    assert [one.text for one in found.likely if one.read] == ["Player 1 threw 1, 4 and 5"]
    assert found.likely[0].read


def test_one_tap_puts_an_event_right() -> None:
    session = army(*ROLLS[:2])
    found = session.corrections_of(2)
    session.correct(found, found.likely[0].event)
    session.work()
    assert lines(session) == [ROLLS[0], session.game.formatted(found.likely[0].event)]
    assert session.scene.lines[0].source == "corrected"


def test_an_event_that_did_not_happen_is_left_out_and_the_newest_undone() -> None:
    session = army(*ROLLS)
    session.correct(session.corrections_of(4), None)
    session.work()
    assert lines(session) == list(ROLLS[:3])
    assert session.scene.newest is not None and session.scene.newest.what == "taken back"
    session.correct(session.corrections_of(2), None)
    session.work()
    assert lines(session) == [ROLLS[0]], "what rested on it fell"
    assert session.scene.newest is not None and session.scene.newest.what == "corrected"


def test_what_was_typed_is_read_in_the_notation_and_refused_in_one_line() -> None:
    session = army(*ROLLS[:2])
    session.correct(session.corrections_of(2), "roll 9")
    session.work()
    assert lines(session) == list(ROLLS[:2]) and session.scene.remark is not None
    session.correct(session.corrections_of(2), "roll 1 1 1 3 4 4 5 6 6")
    session.work()
    assert lines(session)[1] == "roll 1 1 1 3 4 4 5 6 6"


def test_a_match_that_went_on_otherwise_meanwhile_is_not_touched() -> None:
    session = army(*ROLLS[:2])
    found = session.corrections_of(2)
    session.undo()
    session.enter_text("roll 1 1 1 3 4 4 5 6 6")
    session.correct(found, found.likely[0].event)
    session.work()
    assert lines(session)[1] == "roll 1 1 1 3 4 4 5 6 6"
    assert session.scene.remark is not None and "look again" in session.scene.remark.text


def test_a_table_that_was_set_up_offers_only_that_it_did_not_happen() -> None:
    session = army(*ROLLS)
    session.enter_event(SetUp(session.scene.position))
    session.work()
    found = session.corrections_of(5)
    assert found.newest and not found.likely and not found.others
    session.correct(found, None)
    session.work()
    assert lines(session) == list(ROLLS)


def test_there_is_nothing_to_say_of_an_event_that_does_not_stand() -> None:
    with pytest.raises(CompanionError, match="event 3 does not stand"):
        army(*ROLLS[:2]).corrections_of(3)


def event_of(session: MatchSession, face: int | None, colour: Colour) -> int | None:
    return session.event_of(session.scene, die(face, colour))


def test_a_die_belongs_to_the_newest_roll_that_has_its_face_and_colour() -> None:
    session = army("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6")
    assert event_of(session, 3, "blue") == 1 and event_of(session, 3, "green") == 2
    assert event_of(session, None, "green") == 2, "one of its colour, where no roll has its face"
    assert event_of(session, 3, "pink") == 2, "its colour was misread"
    assert event_of(army(), 3, "blue") is None, "nothing has been rolled"
    assert event_of(army("roll 1 1 2 3 3 4 5 6 6"), 3, "green") is None, "nor by the Aliens"
    wild = posed("doubles-wild", None, ["threw 1 4 6"])
    assert event_of(wild, 4, "white") == 1, "its dice are nobody's, of any colour"
