"""Matches of all five games in a real browser: recorded ones that play by themselves, and what players tap in them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.record import Record
from tests.support.browser import AppServer, Screen, screen
from ui.match_opening import DEMOS

TITLES = {game: str(companion.load(game).title) for game in companion.GAMES}


@pytest.fixture(scope="module")
def start(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def watch(tab: Screen, game: str) -> None:
    tab.press(f"Watch {TITLES[game]}")
    tab.page.get_by_role("switch", name="Answers by itself").wait_for()


def leave(tab: Screen) -> None:
    tab.press("Leave", exact=True)
    tab.press("Leave the table")
    tab.button(f"Watch {TITLES[companion.GAMES[0]]}").wait_for()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("doubles-wild", "Player 2 threw"),
        ("space-checkers", "Yellow rolled 4, WILD"),
        ("dinosaurs-vs-army-men", "flips"),
        ("army-vs-aliens-2012", "The Army rolled"),
    ],
)
def test_a_recorded_match_of_each_game_plays_by_itself(game: str, told: str, start: Screen) -> None:
    watch(start, game)
    start.wait_for(told)
    start.press("History.")
    start.button("Correct event 1").wait_for()
    leave(start)


def test_a_question_is_answered_and_an_illegal_act_ruled_on_a_phone(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        watch(phone, "army-vs-aliens-2011")
        phone.page.get_by_role("switch", name="Answers by itself").click()
        phone.button("1. The Aliens rolled").wait_for()
        phone.press("1. The Aliens rolled")
        phone.wait_for("Against the rules")
        phone.press("AVA-3.2")
        phone.press("Close")
        leave(phone)


def test_two_screens_show_one_match_and_a_reload_finds_it_again(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as one, screen(browser, app.address, 390, 844) as other:
        watch(one, "space-checkers")
        other.wait_for("Recorded match")
        one.wait_for("Yellow rolled 4, WILD")
        one.press("Undo")
        other.wait_for("Taken back: Yellow rolled 4, WILD")
        other.page.reload()
        other.listen()
        other.wait_for("Recorded match")
        leave(one)


def test_what_is_agreed_before_a_match_is_checked_and_a_film_is_followed(start: Screen, own_record: Path) -> None:
    """What was played is in the record when the players have left."""
    start.page.get_by_role("button", name="Play").nth(4).click()
    start.wait_for("A match of ")
    start.fill("Names, by seat", "Anna")
    start.press("Begin the match")
    start.wait_for("1 names for 2 players: give one for each, or none")
    start.fill("Names, by seat", "Anna, Ben")
    start.fill("Camera number, stream address or film", str(DEMOS["space-checkers"]))
    start.press("Begin the match")
    start.wait_for("Anna: ")
    start.wait_for("Yellow rolled 4, WILD")
    leave(start)
    with Record(own_record, clock=time.time) as record:
        (kept,), damaged = record.summaries()
        assert (kept.names, kept.state, damaged) == (("Anna", "Ben"), "left", [])
        assert record.journal(kept.id).history()[0].played.source == "seen"
