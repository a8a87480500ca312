"""What is to be done now stands in the bar at the lower edge of a phone, in every state of a match, both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import companion
from companion.table.view import Cell, TableView
from companion.text import localized, using_language
from tests.support.app.headless import tab
from tests.support.app.one_app import APP, reset
from tests.support.app.posed import open_ending, pose, posed, put_on_table
from tests.support.referee.sightings import Layout, die, piece, view
from tests.support.waiting import until

PHONE = (390, 844)
LATER = 99.0
"""Seconds of rest after which everything is told."""
EVENTS = {"army-vs-aliens-2011": 12, "army-vs-aliens-2012": 8, "doubles-wild": 40, "space-checkers": 30}
"""After how many events of a match there is something to choose."""


@pytest.fixture(autouse=True, params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    reset(request.param)
    with using_language(request.param):
        yield request.param
    reset()


@pytest.mark.parametrize("game", companion.GAMES)
def test_a_match_is_begun_in_the_bar(game: str) -> None:
    title = localized(companion.load(game).seed).title
    with tab(*PHONE) as opened:
        opened.press(re.compile(rf"^(Play {re.escape(title)}|{re.escape(title)} spielen)$"))
        opened.wait_for_in_bar("^(Play|Spielen)$")


@pytest.mark.slow
@pytest.mark.parametrize("game", EVENTS)
def test_rolls_are_typed_or_drawn_in_the_bar_without_a_camera(game: str) -> None:
    pose(game, None, camera=False)
    with tab(*PHONE) as opened:
        opened.wait_for_in_bar("^(Draw by lot|Auslosen)$")
        opened.wait_for_in_bar("(add a 6|eine 6 dazu)$")


@pytest.mark.parametrize("game", EVENTS)
def test_moves_are_chosen_in_the_bar_or_on_the_board(game: str) -> None:
    pose(game, EVENTS[game], camera=False)
    scene = APP.host.live.session.scene
    with tab(*PHONE) as opened:
        if game.startswith("army"):
            opened.wait_for_in_bar(r"\d")  # dice
        untouched = [move.text for move in scene.moves if not move.touches][:4]
        for text in untouched:
            opened.wait_for_in_bar(re.escape(text))


def test_cards_are_flipped_and_smacked_in_the_bar() -> None:
    pose("dinosaurs-vs-army-men", None, camera=False)
    with tab(*PHONE) as opened:
        opened.wait_for_in_bar("^(Flip a card|Karte aufdecken)$")
        assert len(opened.bar()) == 3, "and a button for each hand"
    pose("dinosaurs-vs-army-men", None, ("flip S",), camera=False)
    with tab(*PHONE) as opened:
        until(lambda: len(opened.bar()) >= 2, "a button for each hand")


def lying(layout: Layout) -> TableView:
    """A view of pieces that lie like this."""
    return view(*(piece(cell, colour) for cell, colour in layout.pieces.items()))


@pytest.mark.slow
def test_questions_are_answered_in_the_bar() -> None:
    session = posed("army-vs-aliens-2011", None)
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.5, alternatives=((5, 0.45),))
    tracker = session._table.tracker
    session._publish([*tracker.observe(view(*dice)), *tracker.due_notices(LATER)], "still")
    put_on_table(session)
    assert session.scene.open is not None and session.scene.open.what == "question"
    with tab(*PHONE) as opened:
        for number in range(1, len(session.scene.offers) + 1):
            opened.wait_for_in_bar(rf"^{number}\. ")


@pytest.mark.slow
def test_what_is_against_the_rules_says_its_clause_in_the_bar() -> None:
    session = posed("space-checkers", None)
    tracker, game = session._table.tracker, session.game
    tracker.observe(lying(tracker.seated.layout(tracker.position)))
    tracker.say(game.parsed("roll 2 blue"))
    pieces = dict(tracker.seated.layout(tracker.position).pieces)
    pieces[Cell("board", 4, 3)] = pieces.pop(Cell("board", 1, 3))
    dice = die(2, "white"), die("blue", "white", at=(30.0, 0.0))
    tracker.observe(view(*(piece(cell, colour) for cell, colour in pieces.items()), *dice))
    session._publish(tracker.due_notices(LATER), "still")
    put_on_table(session)
    with tab(*PHONE) as opened:
        opened.wait_for_in_bar(r"^SC-3\.1$")
        for number in range(1, len(session.scene.offers) + 1):
            opened.wait_for_in_bar(rf"^{number}\. ")


@pytest.mark.slow
def test_what_was_taken_back_is_redone_in_the_bar() -> None:
    session = posed("space-checkers", None)
    tracker, game = session._table.tracker, session.game
    tracker.observe(lying(tracker.seated.layout(tracker.position)))
    tracker.say(game.parsed("roll 4 blue"))
    tracker.say(game.actions(tracker.position)[0])
    tracker.observe(lying(tracker.seated.layout(tracker.position)))
    session._publish(tracker.take_back(), "still")
    put_on_table(session)
    with tab(*PHONE) as opened:
        until(lambda: len(opened.bar()) >= 2, "the ways on")


@pytest.mark.slow
def test_the_next_match_is_begun_in_the_bar() -> None:
    open_ending("doubles-wild", ("Anna", "Ben"))
    session = APP.host.live.session
    session.enter_event(session.scene.moves[-1].event)
    until(lambda: session.scene.outcome is not None, "the end")
    with tab(*PHONE) as opened:
        until(lambda: len(opened.bar()) == 2, "the next match, and the same with the seats swapped")
