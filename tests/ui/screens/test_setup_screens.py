"""Setting a match up without a browser: entries and what is wrong with them, the table that is looked for, and the last
set-up."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.record import Record
from tests.support.app.headless import Tab, tab
from tests.support.app.one_app import APP
from tests.support.paths import DATA, FILMS
from tests.support.waiting import until

SOURCE = "Or an address, a film or pictures"
pytestmark = pytest.mark.usefixtures("anew")


@pytest.fixture
def form() -> Iterator[Tab]:
    """The form of a game."""
    with tab() as opened:
        opened.press("Play Doubles Wild")
        opened.wait_for("A match of Doubles Wild")
        yield opened


def test_house_rules_are_chosen_with_their_clause(form: Tab) -> None:
    form.press("House rules. All as printed")
    form.press("DW-3.2 Roll and re-roll")
    form.wait_for("You roll two red and two blue dice")
    form.press("The first roll stands.")
    form.wait_for("House rules. 1 of 7 changed")
    form.press("4 players")
    form.wait_for("House rules. 1 of 8 changed")  # how many markers three take


def test_a_tap_on_a_colour_takes_the_next_one_that_is_free(form: Tab) -> None:
    form.press("Player 1 plays blue: choose another colour")
    form.press("Player 1 plays yellow: choose another colour")
    form.press("Player 1 plays green: choose another colour")
    form.press("4 players")
    form.press("Player 4 plays yellow: choose another colour")  # none is free: two change theirs
    form.wait_for("Player 4 plays green: choose another colour")
    form.wait_for("Player 1 plays blue: choose another colour")


def test_names_change_places_by_two_taps_or_by_dragging(form: Tab) -> None:
    form.press("3 players")
    form.fill("Name of player 1", "Anna")
    form.fill("Name of player 3", "Anna")
    form.press("Play", exact=True)
    form.wait_for("Player 3: Two players are called Anna")
    form.fill("Name of player 3", "Cleo")
    form.press("Anna is played by: A person. Choose another")
    form.wait_for("Anna: tap another seat to change places, or choose who plays.")
    form.press("Anna and Player 2 change places")
    until(lambda: form.value_of("Name of player 2") == "Anna", "Anna at her new place")
    assert form.value_of("Name of player 1") == ""
    form.press("Cleo is played by: A person. Choose another")
    form.press("Program, hard")
    form.press("Cleo is played by: Program, hard. Choose another")
    form.press("Cleo is played by: Program, hard. Choose another")  # and lets go again
    form.wait_for("Anna is played by: A person. Choose another")
    form.drag("Cleo", "Name of player 2")
    until(lambda: form.value_of("Name of player 2") == "Cleo", "Cleo at her new place")
    assert form.value_of("Name of player 3") == "Anna"
    form.wait_for("Cleo is played by: Program, hard. Choose another")
    form.wait_for("Anna is played by: A person. Choose another")


def test_who_played_before_sits_down_by_a_tap(own_record: Path) -> None:
    record = Record(clock=time.time)
    for names in (("Ben", "Player 2"), ("Anna", "Αθηνά")):
        record.begin(companion.load("doubles-wild"), names)
    with tab() as form:
        form.press("Play Doubles Wild")
        form.wait_for("Anna sits down")
        assert not form.has(re.compile("Player 2 sits down"))
        form.fill("Name of player 1", "Dora")
        form.press("Anna sits down")
        until(lambda: form.value_of("Name of player 2") == "Anna", "Anna at the free seat")
        form.wait_until_gone("Anna sits down")
        form.press("Ben sits down")  # where all seats are taken, the seat is tapped next
        form.press("Ben sits down here, in place of Dora")
        until(lambda: form.value_of("Name of player 1") == "Ben", "Ben in her place")
        form.wait_for("Dora sits down")  # who got up can sit down again
        form.drag("Αθηνά", "Name of player 2")
        until(lambda: form.value_of("Name of player 2") == "Αθηνά", "the name that was dragged")


def test_teams_are_chosen_at_the_table_and_told_by_name(form: Tab) -> None:
    form.press("4 players")
    form.fill("Name of player 2", "Ben")
    form.press("Players who sit opposite each other are partners and score together.")
    form.wait_for("Two teams: Player 1 and Player 3 against Ben and Player 4.")
    assert sum(words in ("Team 1", "Team 2") for words in form.words()) == 4
    form.press("Everybody plays alone.")
    form.wait_until_gone("Two teams")
    form.press("3 players")
    form.wait_until_gone("Everybody plays alone.")


def test_a_side_of_the_board_where_nobody_sits_is_taken_by_two_taps_or_by_dragging() -> None:
    with tab(390, 844) as form:
        form.press("Play Space Checkers")
        form.fill("Name of player 1", "Anna")
        form.press("Anna is played by: A person. Choose another")
        form.press("Anna plays green")
        form.wait_for("Anna plays green: choose another colour")
        form.wait_for("Player 2 plays blue: choose another colour")


def test_a_wrong_entry_gives_one_line_at_its_field(form: Tab) -> None:
    form.fill("Name of player 1", "Anna")
    form.fill("Name of player 2", "Anna")
    form.fill(SOURCE, "/no/such/table.mp4")
    form.press("Play", exact=True)
    form.wait_for("Two players are called Anna: write them so that they can be told apart")
    form.wait_for("/no/such/table.mp4: no such file on this computer")
    form.fill("Name of player 2", "Ben")
    form.fill(SOURCE, " ")
    form.press("Play", exact=True)
    form.wait_until_gone("Two players are called Anna")
    form.wait_for("Choose a camera, or write the address of one or the path of a film")
    form.press("Back")
    form.wait_for("Upload a photograph")


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_the_first_visit_of_a_game_says_what_it_needs(width: int, height: int) -> None:
    """It stands above the form, and in nobody's way; read once, it is opened again by its button."""
    with tab(width, height) as opened:
        opened.press("Play Dinosaurs Vs. Army Men")
        opened.wait_for("It takes the printed deck, cut out, and its mat. Without a camera nothing has to be put out.")
        opened.wait_for("A phone can be the camera.")
        opened.wait_for("Play as always")
        opened.wait_for("Name of player 1")
        opened.press("Go on", exact=True)
        opened.wait_until_gone("Play as always")
        opened.press("Back")
        opened.press("Play Dinosaurs Vs. Army Men")
        opened.wait_for("Name of player 1")
        assert not any("Play as always" in words for words in opened.words())
        opened.press("What it needs")
        opened.wait_for("Play as always")
    assert APP.setups.last is None, "nothing was played"


def test_what_a_game_needs_is_tried_with_its_film(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(APP.host, "begin_demo", shown.append)
    with tab() as opened:
        opened.press("Play Space Checkers")
        opened.press("Try it with the film")
        until(lambda: shown == ["space-checkers"], "the film")


def test_a_match_of_dice_alone_is_offered_in_two_ways() -> None:
    with tab() as start:
        start.wait_for("Upload a photograph")
        start.press("Set up")
        start.wait_for("Rally on the left, Combat in the middle, Scoring on the right.")
        start.press("The printed mats have them")
        start.wait_for("Lay the printed sheets on the table")
        start.press("Back")
        start.wait_for("Upload a photograph")


def test_a_source_that_cannot_be_opened_is_named_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\0\0\0\x18ftypmp42" + b"\0" * 400)
    with tab() as start:
        start.press("Set up")
        for spec, words in (("77", "webcam 77 is not there"), (str(broken), "not a video that can be played")):
            start.fill(SOURCE, spec)
            start.press("Play", exact=True)
            start.wait_for(words)
            start.press("Dismiss")
            start.wait_until_gone(words)
        start.press("Back")
        start.wait_for("Upload a photograph")


@pytest.mark.slow
def test_the_last_set_up_is_filled_in_and_played_again_with_one_tap(replayed: None) -> None:
    with tab() as start:
        start.press("Play Space Checkers")
        start.wait_for("A match of Space Checkers")
        start.fill("Name of player 1", "Anna")
        start.press("Anna plays yellow: choose another colour")
        start.fill(SOURCE, str(FILMS["space-checkers"]))
        start.press("Play", exact=True)
        start.wait_for("Mute")
        start.leave()
        start.wait_for("Anna, space-checkers.mp4")
        kept = json.loads(APP.setups.path.read_text())["games"]["space-checkers"]
        assert kept["setup"]["colours"] == ["green", "blue"] and kept["setup"]["names"] == ["Anna", ""]
        with tab(390, 844) as phone:
            phone.press("Play Space Checkers")
            phone.wait_for("Anna plays green: choose another colour")
            phone.press("Back")
            phone.press("Play again as last time")
            phone.wait_for("Anna: ")
            start.wait_for("Anna: ")  # every screen looks at the same table
            phone.leave()
            phone.wait_for("Play again as last time")


@pytest.mark.slow
def test_what_is_missing_of_the_table_is_told_and_the_match_can_begin_anyway(form: Tab, replayed: None) -> None:
    form.fill(SOURCE, str(FILMS["space-checkers"]))
    form.press("Play", exact=True)
    form.wait_for("This is another sheet (Board G12")
    form.wait_for("Fine: light: bright enough")
    form.press("Cancel")
    form.press("Play Doubles Wild")
    form.press("Play", exact=True)  # as it was filled in the last time
    form.wait_for("This is another sheet")
    form.press("Begin anyway")
    form.wait_for("Mute")
    form.leave()
    form.wait_for("Play again as last time")


@pytest.mark.slow
def test_lines_are_drawn_before_the_match_begins() -> None:
    with tab(390, 844) as phone:
        phone.press("Set up")
        phone.wait_for("Lines on the picture part them")
        phone.fill(SOURCE, str(DATA / "lines"))
        phone.press("Play", exact=True)
        phone.wait_for("Drag the lines so that each zone lies between its own.")
        phone.press("Move the line between Rally and Combat right")
        phone.wait_for("The line between Rally and Combat: 27%")
        phone.press("Look for the printed sheets")
        phone.wait_for("not found")
        phone.press("We have no printed mats: lines on the picture")
        phone.wait_for("The line between Rally and Combat: 27%")
        phone.press("Begin the match")
        phone.wait_for("The Army rolled 1, 1, 1, 2, 3, 3, 4, 5, 6")
        phone.leave()
        phone.wait_for("Upload a photograph")
