"""The screens of a match without a camera: taps that are refused with their clause, smacks, two screens at once, the
program at a seat, and a camera that is added and dropped."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from companion.record import Record
from companion.table.view import Cell, DieAt
from tests.support.app.headless import Device, Tab, tab
from tests.support.app.one_app import APP
from tests.support.app.unseen import Players, begin_unseen, session
from tests.support.paths import DATA
from tests.support.waiting import until
from ui.match.act_queue import Shown
from ui.match.open_match import LiveMatch
from ui.settings.match_setup import usual_setup


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    monkeypatch.setattr("ui.match.open_match.new_secret", lambda: "18")


def begin(game: str, lines: tuple[float, ...] = ()) -> None:
    """A match without a camera, from behind the screens."""
    APP.host.begin_match(usual_setup(game), "none", lines)
    until(lambda: isinstance(APP.host.table, LiveMatch), "the match")


def say(*lines: str) -> None:
    """Type events, from behind the screens."""
    for line in lines:
        before = len(session().scene.lines)
        session().enter_text(line)
        until(lambda before=before: len(session().scene.lines) > before, line)


def shown_on(*screens: Tab) -> None:
    """Until all show the newest event."""
    newest = session().scene.lines[0]
    for one in screens:
        one.wait_for(f"Correct event {newest.number}: {newest.text}")


def leave(screen: Tab) -> None:
    """To the start screen."""
    screen.leave()
    screen.wait_for("Play Space Checkers")


@pytest.mark.slow
def test_a_match_is_set_up_in_three_taps() -> None:
    """On a computer with a camera; where there is none, this is what is marked."""
    with tab(390, 844) as phone:
        begin_unseen(phone, "Doubles Wild")
        phone.wait_for("roll 3 dice.")
        assert "Add a camera" in phone.names()
        phone.leave()
        phone.wait_for("No camera")
        phone.press("Play again as last time")
        phone.wait_for("roll 3 dice.")


@pytest.mark.slow
def test_a_pawn_that_may_not_move_so_is_refused_with_its_clause() -> None:
    begin("space-checkers")
    with tab(390, 844) as phone:
        players = Players(phone, 1)
        phone.wait_for("Yellow: roll the dice.")
        players.touch_one(Cell("board", 1, 4))
        phone.wait_for("SC-3.1")  # nobody has rolled yet
        say("roll 2 blue")
        phone.wait_for("Yellow rolled 2, blue")
        players.touch_one(Cell("board", 11, 4))
        phone.wait_for("SC-3.1")
        phone.press("Dismiss")
        players.touch_one(Cell("board", 1, 4))
        players.touch_one(Cell("board", 1, 6))  # another pawn takes its place
        players.touch_one(Cell("board", 3, 4))  # where another pawn may go
        phone.wait_for("SC-3.2")
        phone.press("SC-3.2")
        phone.press("Close")
        players.touch_one(Cell("board", 3, 6))
        phone.wait_for("1,6 to 3,6 toward blue")
        assert len(session().scene.lines) == 2


@pytest.mark.slow
def test_dice_are_chosen_on_the_mats_or_by_buttons() -> None:
    begin("army-vs-aliens-2011")
    say("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6")
    with tab(390, 844) as phone:
        players = Players(phone, 1)
        phone.press("Army: blue die showing 2")
        phone.press("Aliens: green die showing 4")
        phone.wait_for("AVA-3.2")
        phone.press("Army: blue die showing 2")  # let go again
        players.touch_one(DieAt("combat", 0, 3))
        phone.press("Aliens: green die showing 1")
        until(lambda: len(session().scene.lines) == 3, "the attack")
        shown_on(phone)


@pytest.mark.slow
def test_the_first_press_smacks_and_a_later_one_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    begin("dinosaurs-vs-army-men")
    say("flip S")
    with tab(390, 844) as phone, tab(visitor=Device("player")) as other:
        for one in (phone, other):
            one.wait_for("Smack now!")
        seen = session().scene.position
        session().smack(0, seen)
        session().smack(1, seen)
        for one in (phone, other):
            one.wait_for("Player 2 was too late")
        assert session().scene.lines[0].text.startswith("Player 1")
        monkeypatch.setattr("ui.match.card_pile.GRACE", 0.0)
        phone.wait_for("Smack (on any other card you lose one)")
        cards = session().scene.scores[1]
        phone.key("P")
        until(lambda: session().scene.scores[1] == cards - 1, "the card that a false smack costs")
        shown_on(phone, other)


@pytest.mark.slow
def test_of_two_screens_that_move_at_the_same_moment_one_wins_and_the_other_is_told() -> None:
    begin("army-vs-aliens-2011")
    say("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6")
    with tab() as one, tab(390, 844, visitor=Device("player")) as other:
        one.wait_for("Army: your move.")
        moves, entries = session().scene.moves, session().scene.entries
        mine = APP  # stands for a tab of somebody who is as quick
        with session().change():  # so that neither is done before both are asked for
            session().enter_event(moves[0].event, Shown(APP.host, entries))
            session().enter_event(moves[1].event, Shown(mine, entries))
        until(lambda: session().came_late(mine), "that the other is told")
        assert len(session().scene.lines) == 3 and session().scene.lines[0].text == moves[0].text
        shown_on(one, other)


@pytest.mark.slow
def test_too_many_and_impossible_dice_are_told_as_they_are_typed() -> None:
    begin("doubles-wild")
    with tab(390, 844) as phone:
        phone.wait_for("roll 3 dice.")
        phone.key("7")
        phone.wait_for("No die that is still to be typed shows 7.")
        for key in "1234":
            phone.key(key)
        phone.wait_for("All dice are typed")
        phone.press("Type the 2 anew")
        phone.wait_for("typed: 1, 3; one die to go")
        phone.key("6")
        phone.wait_for("typed: 1, 6, 3; complete")
        phone.key("Enter")
        until(lambda: session().scene.lines, "the roll")
        shown_on(phone)
        assert session().scene.lines[0].faces == ((1, "blue"), (3, "blue"), (6, "blue"))


@pytest.mark.slow
def test_a_person_plays_against_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.match.program_player.PAUSE", 0.05)
    with tab(390, 844) as phone:
        phone.press("Play Army vs Aliens (2011)")
        phone.press("Player 2 is played by: A person. Choose another")
        phone.press("Program, easy")
        phone.press("Play without a camera")
        phone.press("Play", exact=True)
        phone.wait_for("Army: roll 9 dice.")
        players = Players(phone, 3)
        players.play(60, lambda: sum(line.source == "program" for line in session().scene.lines) >= 2, {1})
        phone.wait_for("The program plays for Aliens")
        assert {line.source for line in session().scene.lines} >= {"program", "lot", "typed"}
        phone.press("Play against the program")
        phone.press("Program, hard")  # the first seat, and with it the whole game
        until(lambda: session().scene.program == ("hard", "easy"), "the change")
        phone.leave()
        phone.press("Go on")
        phone.press("Go on", exact=True)
        until(lambda: isinstance(APP.host.table, LiveMatch), "the match again")
        assert session().scene.program == ("hard", "easy")
        leave(phone)


@pytest.mark.slow
def test_a_camera_is_added_in_the_middle_and_dropped_again(own_record: Path) -> None:
    begin("army-vs-aliens-2011", (0.27, 0.68))
    say("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6")
    position = session().scene.position
    with tab(390, 844) as phone:
        phone.wait_for("Army: your move.")
        phone.press("Add a camera")
        phone.fill("Or an address, a film or pictures", "/no/such/film.mp4")
        phone.press("Go on so")
        phone.wait_for("/no/such/film.mp4: no such file on this computer")
        assert session().scene.seeing == "unseen"
        phone.press("Add a camera")
        phone.fill("Or an address, a film or pictures", str(DATA / "lines"))
        phone.press("Go on so")
        phone.wait_for("Drag the lines so that each zone lies between its own. Then begin.")
        phone.press("Cancel")
        phone.wait_for("Tap the dice that take part")
        phone.press("Add a camera")
        phone.fill("Or an address, a film or pictures", str(DATA / "lines"))
        phone.press("Go on so")
        phone.press("Go on with the match")
        phone.wait_for("Table and game differ")
        assert session().scene.position == position and session().scene.view is not None
        phone.press("Camera and table")
        phone.press("Play without a camera")
        phone.press("Go on so")
        phone.wait_until_gone("Table and game differ")
        phone.wait_for("Tap the dice that take part")
        assert session().scene.position == position and session().scene.open is None
        say("attack 3 on 1:2")
        shown_on(phone)
        leave(phone)
    with Record(own_record, clock=time.time) as record:
        (kept,) = record.summaries()[0]
        assert kept.state == "left"
        assert [one.played.source for one in record.journal(kept.id).history()] == ["typed"] * 3


@pytest.mark.slow
def test_before_a_camera_the_program_says_what_to_do_for_it() -> None:
    begin("army-vs-aliens-2011", (0.27, 0.68))
    with tab(390, 844) as phone:
        phone.press("Add a camera")
        phone.fill("Or an address, a film or pictures", str(DATA / "lines"))
        phone.press("Go on so")
        phone.press("Go on with the match")
        phone.wait_for("The Army rolled 1, 1, 1, 2, 3, 3, 4, 5, 6")
        phone.press("Next picture (4 left)")
        phone.wait_for("Army: your move.")
        phone.press("Play against the program")
        phone.press("Program, easy")
        phone.wait_for("The program plays, please do it on the table: ")
        assert {line.source for line in session().scene.lines} == {"seen"}
        phone.press("A person")
        phone.wait_until_gone("The program plays, please do it on the table: ")


def test_nothing_that_a_viewer_sees_of_it_is_a_live_picture() -> None:
    begin("space-checkers")
    with tab(visitor=Device("viewer")) as viewer:
        viewer.wait_for("Yellow: roll the dice.")
        assert not any(re.search("Live picture", words) for words in viewer.words())
