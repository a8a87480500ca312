"""A match on its screens without a browser: what lies there by name, hints, corrections, questions, and its end."""

from __future__ import annotations

import re
from unittest.mock import patch

import numpy as np
import pytest

from companion.table.view import TableView
from tests.support.app.each_frame import EachFrame
from tests.support.app.flow import first_rest
from tests.support.app.headless import tab
from tests.support.app.one_app import APP
from tests.support.app.posed import open_ending, pose, pose_amendable, posed, put_on_table
from tests.support.app.unwatched import Unwatched
from tests.support.paths import DATA, FILMS
from tests.support.referee.sightings import Layout, die, piece, view
from tests.support.waiting import until
from ui.match.act_queue import Shown
from ui.match.open_match import LiveMatch, open_demo
from ui.sources.frame_loop import Shot

PICTURES = DATA / "lines"
pytestmark = pytest.mark.usefixtures("anew")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "events", "names"),
    [
        ("doubles-wild", 40, ["row 3, column 8: red", "2 on the scoring strip of Player 2: red", "blue die showing 6"]),
        ("army-vs-aliens-2011", 12, ["combat", "blue die showing 5", "green die showing 4", "rally: nothing"]),
        ("army-vs-aliens-2012", 6, ["combat", "green die showing 5", "3 dice", "scoring: nothing"]),
    ],
)
def test_each_thing_on_a_table_has_a_name(game: str, events: int, names: list[str]) -> None:
    pose(game, events)
    with tab() as opened:
        opened.wait_for(names[-1])
        assert set(names) <= set(opened.words())


@pytest.mark.slow
def test_what_one_screen_takes_back_is_told_on_the_other() -> None:
    """Before nobody's eyes: what is seen again is told in the place of what was taken back."""
    pose("army-vs-aliens-2011")
    with tab() as one, tab(390, 844) as other:
        one.press("History.")
        one.fill("Type an event", "roll 1 1 2 3 3 4 5 6 6")
        one.press("Say")
        other.wait_for("The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        one.press("Undo")
        other.wait_for("Taken back: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        with tab(390, 844) as later:
            later.wait_for("Taken back: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_what_the_table_shows_still_is_put_back_or_redone(width: int, height: int) -> None:
    """By buttons and by keys, over several steps."""
    session = posed("space-checkers", None)
    tracker, game = session._table.tracker, session.game
    first = tracker.seated.layout(tracker.position)
    session._publish(tracker.observe(seen(first)), "still")
    session._publish(tracker.say(game.parsed("roll 4 blue")), "still")
    session._publish(tracker.say(game.actions(tracker.position)[0]), "still")
    session._publish(tracker.observe(seen(tracker.seated.layout(tracker.position))), "still")
    put_on_table(session)
    moved = session.scene.lines[0].text
    with tab(width, height) as opened:
        opened.key("Z", ctrl=True)
        opened.wait_for("Put the table back, or redo.")
        assert any(name.startswith("Redo: ") for name in opened.names())
        opened.press("Undo one more")
        opened.wait_for("nothing yet")
        opened.key("Y", ctrl=True)
        opened.press(f"Redo: {moved}")
        opened.wait_until_gone("Put the table back")
        assert session.scene.lines[0].text == moved and session.scene.remark is None
        opened.press("Undo", exact=True)
        opened.wait_for("Put the table back, or redo.")
        opened.key("Z", ctrl=True, shift=True)
        opened.wait_until_gone("Put the table back")
        assert "Redo" not in opened.names(), "there is nothing to redo"


def seen(layout: Layout) -> TableView:
    """A view of pieces that lie like this."""
    return view(*(piece(cell, colour) for cell, colour in layout.pieces.items()))


@pytest.mark.slow
def test_who_taps_what_another_screen_has_made_impossible_is_told_on_that_screen_alone() -> None:
    pose("army-vs-aliens-2011")
    session = APP.host.live.session
    with tab() as one, tab(390, 844) as other:
        one.wait_for("Draw by lot")
        other.wait_for("Draw by lot")
        late = Shown(other.itself, session.scene.entries)
        one.press("Draw by lot")
        one.wait_for("The Army rolled")
        session.draw_lot(late)
        other.wait_for("The match had gone on before your tap")
        assert len(session.scene.lines) == 1 and not any("before your tap" in words for words in one.words())
        other.press("Dismiss")
        other.wait_until_gone("before your tap")


@pytest.mark.slow
def test_hints_are_shown_best_first_and_switched_off_for_a_match() -> None:
    pose("space-checkers", 30)
    with tab() as opened:
        opened.press("What may be done")
        opened.press("How good are they?")
        opened.wait_for("19 times in 20")
        opened.wait_for("of 100 games")
        moves = [words for words in opened.names() if re.match(r"\d+,\d+ to ", words)]
        ranks = ("Clearly best", "About as good", "Seems worse", "Worse")
        told = [next(one for one in ranks if f". {one}" in words) for words in moves]
        assert len(moves) == 13 and told[0] in ranks[:2] and told[-1] in ranks[2:], moves
    pose("space-checkers", 30)
    with tab() as opened:
        opened.press("What may be done")
        opened.press("No hints in this match")
        opened.wait_until_gone("How good are they?")


@pytest.mark.slow
def test_a_die_pressed_in_the_picture_opens_the_correction_of_its_roll() -> None:
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    session = posed("army-vs-aliens-2011", None)
    dice = [die(face, "blue", "0:rally", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    session._table.tracker.observe(view(*dice))
    session.enter_text("roll 1 1 2 3 3 4 5 6 6")
    put_on_table(session)
    frame_loop = APP.host.live.frame_loop
    frame_loop.shot = Shot(1, np.zeros((360, 640, 3), np.uint8))
    with tab() as opened:
        opened.press("Correct the blue die showing 4, read in event 1")
        opened.wait_for("It was told as: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        opened.press("1. The Army rolled")
        opened.wait_for("Corrected to: The Army rolled")


@pytest.mark.slow
def test_no_die_is_pressed_while_things_move() -> None:
    session = posed("army-vs-aliens-2011", None, ["roll 1 1 2 3 3 4 5 6 6"])
    session._table.tracker.observe(view(die(4, "blue")))
    session._publish([], "moving")
    put_on_table(session)
    APP.host.live.frame_loop.shot = Shot(1, np.zeros((360, 640, 3), np.uint8))
    with tab() as opened:
        opened.wait_for("Moving")
        assert not [name for name in opened.names() if name.startswith("Correct the ")]
        session._publish([], "still")
        opened.wait_for("Correct the blue die showing 4, read in event 1")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_two_taps_put_an_event_right(width: int, height: int) -> None:
    pose_amendable()
    with tab(width, height) as opened:
        if width < 500:
            opened.press("History.")
        opened.press("Correct event 1")
        opened.wait_for("It was told as: The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        opened.wait_for("The eyes could not tell it from this.")
        opened.press("1. The Army rolled 1, 1, 2, 3, 4, 5, 5, 6, 6")
        opened.wait_for("Correct event 1: The Army rolled 1, 1, 2, 3, 4, 5, 5, 6, 6")
        opened.press("Correct event 3")
        opened.press("Did not happen: undo")
        opened.wait_until_gone("Correct event 3")
        opened.press("Correct event 2")
        opened.press("Something else")
        opened.fill("What it was", "roll 1 1 1 1 4 4 5 6 6")
        opened.enter("What it was")
        opened.wait_for("Correct event 2: The Aliens rolled 1, 1, 1, 1, 4, 4, 5, 6, 6")


@pytest.mark.slow
def test_a_question_is_answered_and_an_illegal_act_ruled(replayed: None) -> None:
    EachFrame.hold_at = 1.0
    with tab(390, 844) as phone:
        phone.press("Watch Army vs Aliens (2011)")
        phone.switch("Answers by itself", False)
        EachFrame.hold_at = 20.0
        phone.wait_for("Against the rules")
        phone.press("AVA-3.1")
        phone.press("Close")
        EachFrame.hold_at = 53.5
        phone.press(
            "2. Nuke: three Nukes (6) destroy 4 dice of the Aliens, then Overlord: sends an Airplane (4) and a General"
        )
        EachFrame.hold_at = 58.5
        phone.wait_for("The Army rolled 1, 1, 1, 3, 4, 5, 5")
        phone.leave()
        phone.wait_for("Upload a photograph")


@pytest.mark.slow
def test_dice_in_doubt_are_shown_close_up_with_the_question(replayed: None) -> None:
    EachFrame.hold_at = 1.0
    APP.host.begin_demo("doubles-wild")
    with tab(390, 844) as phone:
        phone.switch("Answers by itself", False)
        EachFrame.hold_at = 22.5
        phone.wait_for("in doubt, close up")
        phone.press(re.compile(r"^\d\. Player 2 rolled red 4-5 and blue 1-3"))
        phone.wait_until_gone("in doubt, close up")
        phone.wait_for("Player 2 rolled red 4-5 and blue 1-3")


@pytest.mark.slow
def test_a_recorded_match_can_be_held(replayed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.match.open_match.demo_film", FILMS.get)
    EachFrame.hold_at = first_rest(FILMS["space-checkers"])
    APP.host.begin_demo("space-checkers")
    with tab(390, 844) as phone:
        phone.wait_for("Recorded match")
        phone.wait_for("Yellow rolled 4, WILD")
        phone.press("Pause")
        phone.wait_for("Paused")
        phone.press("Go on")
        phone.wait_until_gone("Paused")


@pytest.mark.slow
def test_a_pile_says_its_newest_card(replayed: None) -> None:
    APP.host.begin_demo("dinosaurs-vs-army-men")
    newest = re.compile(r"Central pile: \d cards, (Dinosaur|Army Man|Battle|Smack).* on top")
    with tab() as opened:
        until(lambda: any(newest.search(words) for words in opened.words()), "a card on the pile")


@pytest.mark.slow
def test_after_the_end_the_match_is_looked_at_and_played_again(replayed: None) -> None:
    last = "Row 7, column 3: place a marker"
    open_ending("doubles-wild", ("Anna", "Ben"))
    with tab() as opened:
        opened.press("What may be done")
        until(lambda: opened.has(re.compile(last)), "the last move")
        assert not opened.has(re.compile(r"Play again\b"))
        opened.press(last)
        opened.wait_for("Ben wins")
        opened.press("Look at the match")
        opened.wait_for("Score sheet")
        opened.press("Back", exact=True)
        opened.press("Undo")
        opened.wait_until_gone("Play again, seats swapped")
        opened.press("What may be done")
        opened.press(last)
        opened.press("Play again, seats swapped")
        opened.wait_for("Ben: roll")  # now on the first seat; the table was found in between
        opened.leave()
        opened.wait_for("Ben, Anna, " + FILMS["doubles-wild"].name)


@pytest.mark.slow
def test_a_roll_is_typed_by_keys_or_drawn_by_lot() -> None:
    APP.host.open_now(str(PICTURES))
    with tab(390, 844) as phone:
        phone.wait_for("Aliens: roll 9 dice.")
        for key in "12233446":
            phone.key(key)
        phone.wait_for("typed: 1, 2, 2, 3, 3, 4, 4, 6; one die to go")
        phone.key("Backspace")
        phone.wait_for("typed: 1, 2, 2, 3, 3, 4, 4; two dice to go")
        phone.press("add a 5")
        phone.press("add a 6")
        phone.press("Count this roll")
        phone.wait_for("The Aliens rolled 1, 2, 2, 3, 3, 4, 4, 5, 6")
        phone.press("Undo", exact=True)
        phone.wait_for("Aliens: roll 9 dice.")
        phone.press("Draw by lot")
        phone.wait_for("Army: your move.")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 844), (390, 844)])
def test_devices_are_added_at_a_match_too(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pose("space-checkers")
    monkeypatch.setattr(type(APP.pairing), "on", True)
    with tab(width, height) as opened:
        opened.press("Devices", exact=True)
        opened.wait_for("Add a device")
        opened.press("Devices", exact=True)
        opened.wait_until_gone("Add a device")


@pytest.mark.slow
def test_at_the_end_of_a_film_it_is_watched_again_or_its_game_is_played() -> None:
    game = "dinosaurs-vs-army-men"
    with patch("ui.match.open_match.FrameLoop", Unwatched):
        live = open_demo(game)
    live.frame_loop.close()
    live.session.source_ended()
    put_on_table(live.session)
    with tab() as shown:
        shown.wait_for("The recorded match ends here")
        shown.press("Watch again")
        until(lambda: isinstance(APP.host.table, LiveMatch) and not APP.host.table.session.scene.ended, "the film anew")
        shown.wait_until_gone("The recorded match ends here")
        again = APP.host.table
        assert isinstance(again, LiveMatch) and again.session is not live.session
        again.session.source_ended()
        shown.wait_for("The recorded match ends here")
        shown.press("Play this game")
        shown.wait_for("Lay the printed sheets on the table")
        assert "Dinosaurs Vs. Army Men" in " ".join(shown.words()) and APP.host.table is None
