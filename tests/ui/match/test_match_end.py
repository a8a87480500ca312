"""What comes after a match, without a browser: who has won, and one more like it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion
from companion.record import Record
from companion.rules import Outcome
from tests.support.app.archives import play_into
from tests.support.app.posed import posed
from tests.support.paths import FILMS
from tests.support.referee.sightings import die, view
from ui.history.texts import result_words
from ui.match.open_match import (
    LiveCheck,
    LiveMatch,
    MatchStores,
    open_again,
    open_demo,
    open_match,
    open_resumed,
)
from ui.settings.match_setup import rotate_seats, usual_setup
from ui.widgets.match.match_end import has_ended

GAME = "space-checkers"
FILM = str(FILMS[GAME])
NAMED = msgspec.structs.replace(usual_setup(GAME), names=("Anna", ""))


@pytest.mark.parametrize(
    ("ranking", "words"),
    [
        (((1,), (0, 2)), "Player 2 wins"),
        (((0, 2), (1,)), "Player 1 and Player 3 win"),
        (((0, 1, 2),), "A draw"),
    ],
)
def test_who_has_won_is_said_in_two_words(ranking: Any, words: str) -> None:
    assert result_words(Outcome("", ranking, ""), companion.load("doubles-wild", 3).seat_name) == words


def test_a_match_has_ended_with_its_game_and_a_demonstration_with_its_film() -> None:
    scene = posed(GAME, 10).scene
    assert not has_ended(scene)
    assert not has_ended(msgspec.structs.replace(scene, ended=True)), "a film that ends leaves the match to its players"
    assert has_ended(msgspec.structs.replace(scene, ended=True, by_itself=True))
    assert not has_ended(msgspec.structs.replace(scene, ended=True, by_itself=True, gone_on=True))
    assert has_ended(msgspec.structs.replace(scene, outcome=Outcome("", ((0,), (1,)), "")))


def test_a_match_whose_film_has_ended_goes_on_with_the_first_act() -> None:
    session = posed(GAME, 10)
    session.source_ended()
    assert not session.scene.gone_on
    session.enter_event(session.scene.moves[0].event)
    session.work()
    assert session.scene.ended and session.scene.gone_on


def test_what_waits_to_be_asked_is_asked_when_the_film_ends() -> None:
    session = posed("army-vs-aliens-2011", None)
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.5, alternatives=((5, 0.45),))
    assert session._table.tracker.observe(view(*dice)) == []
    session.source_ended()
    assert session.scene.open is not None and session.scene.open.what == "question"
    session.choose(session.scene.offers[0].choice)
    session.work()
    assert session.scene.open is None and session.scene.ended and len(session.scene.lines) == 1


def test_everybody_moves_one_seat_on() -> None:
    setup = msgspec.structs.replace(usual_setup(GAME, 3), names=("Anna", "Ben", ""))
    assert rotate_seats(setup).names == ("", "Anna", "Ben")
    assert rotate_seats(setup).colours == setup.colours


@pytest.mark.parametrize(("moved", "names"), [(False, ("Anna", "")), (True, ("", "Anna"))])
def test_the_next_match_is_set_up_as_the_last_one(tmp_path: Path, moved: bool, names: tuple[str, ...]) -> None:
    with Record(tmp_path / "one.sqlite", clock=time.time) as record:
        stores = MatchStores(record=lambda: record)
        match = open_match(NAMED, FILM, stores)
        called = [match.session.game.seat_name(seat) for seat in (0, 1)]
        assert called == ["Anna", "Blue"], "who has no name is called by the seat"
        check = open_again(match, moved, stores, lambda _: None)
        assert isinstance(check, LiveCheck)
        assert match.frame_loop.ended, "a camera can be opened once"
        assert (check.asked.names, check.spec, check.asked.colours) == (names, FILM, NAMED.colours)
        kept = stores.setups.last
        assert kept is not None and kept.setup == check.asked
        check.close()
        match.close()


def test_a_match_that_went_on_is_played_again_as_it_was_begun(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=time.time) as record:
        stores = MatchStores(record=lambda: record)
        match = open_resumed(play_into(record, GAME, events=3, film=True), FILM, stores)
        again = match.again
        assert again is not None and again.source == FILM
        assert again.setup == msgspec.structs.replace(usual_setup(GAME), names=("Anna", "Ben"))
        match.close()


def test_a_recorded_match_is_shown_again() -> None:
    match = open_demo(GAME)
    again = open_again(match, False, MatchStores(), lambda _: None)
    assert isinstance(again, LiveMatch) and again.session.scene.by_itself
    again.close()
    match.close()
