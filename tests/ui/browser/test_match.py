"""Matches of all five games in a real browser: recorded ones that play by themselves, and what players tap in them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.record import Record
from tests.support.app.browser import AppServer, Posing, Screen, screen
from tests.support.waiting import until
from ui.match.open_match import DEMOS

TITLES = {game: str(companion.load(game).title) for game in companion.GAMES}


@pytest.fixture(scope="module")
def start(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def watch(tab: Screen, game: str) -> None:
    tab.press(f"Watch {TITLES[game]}")
    tab.page.get_by_role("switch", name="Answers by itself").wait_for()


def leave(tab: Screen) -> None:
    tab.leave()
    tab.button(f"Watch {TITLES[companion.GAMES[0]]}").wait_for()


def test_a_recorded_match_plays_by_itself(start: Screen) -> None:
    """One here: that each does is seen without a browser, and what each looks like in whole matches (test_flow)."""
    watch(start, "army-vs-aliens-2012")
    start.wait_for("The Army rolled")
    start.press("History.")
    start.button("Correct event 1").wait_for()
    leave(start)


def test_a_question_is_answered_and_an_illegal_act_ruled_on_a_phone(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        watch(phone, "army-vs-aliens-2011")
        phone.page.get_by_role("switch", name="Answers by itself").click()
        phone.button("1. The Aliens rolled").wait_for()
        phone.wait_for("in doubt, close up")
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
        other.wait_for("Yellow rolled 4, WILD")
        other.page.reload()
        other.listen()
        other.wait_for("Recorded match")
        leave(one)
        other.button(f"Watch {TITLES['space-checkers']}").wait_for()


def test_a_film_is_followed_once_all_is_agreed(start: Screen, own_record: Path) -> None:
    """What was played is in the record when the players have left."""
    start.press("Play Space Checkers")
    start.wait_for("A match of ")
    start.fill("Name of player 1", "Anna")
    start.fill("Name of player 2", "Ben")
    start.fill("Or an address, a film or pictures", str(DEMOS["space-checkers"]))
    start.press("Play", exact=True)
    start.wait_for("Anna: ")
    start.wait_for("Anna rolled 4, WILD")
    leave(start)
    with Record(own_record, clock=time.time) as record:
        until(lambda: record.summaries()[0][0].state == "left", "the end of the match, which another thread writes")
        summaries, damaged = record.summaries()
        kept = summaries[0]  # the newest
        assert (kept.names, kept.state, damaged) == (("Anna", "Ben"), "left", [])
        assert record.journal(kept.id).history()[0].played.source == "seen"


def test_what_is_told_is_heard_unless_it_is_muted(start: Screen) -> None:
    start.page.evaluate(
        "() => { window.played = 0; HTMLMediaElement.prototype.play = function() {"
        " window.played += 1; return Promise.resolve(); } }"
    )
    watch(start, "doubles-wild")
    start.page.wait_for_function("() => window.played > 0")
    start.press("Mute")
    start.button("Sounds on").wait_for()
    leave(start)


def test_events_are_typed_and_corrected_and_what_is_typed_does_nothing_else(browser: Any, posing: Posing) -> None:
    posing.show("army-vs-aliens-2011")
    with screen(browser, posing.address) as tab:
        tab.press("History.")
        tab.fill("Type an event", "roll 1 1 2 3 3 4 5 6 6")
        tab.press("Say")
        tab.wait_for("The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        tab.press("Correct event 1")
        tab.press("Something else")
        tab.fill("What it was", "roll 2 2 3 4 4 4 6 6 6")
        tab.page.keyboard.press("Enter")
        tab.wait_for("The Army rolled 2, 2, 3, 4, 4, 4, 6, 6, 6")
        tab.fill("Type an event", "roll 1")
        tab.page.keyboard.press("Control+Z")
        tab.fill("Type an event", "no event at all")
        tab.press("Say")
        tab.wait_for("is no event of this game")  # and what was pressed before has been heard, too
        tab.wait_for("The Army rolled 2, 2, 3, 4, 4, 4, 6, 6, 6")
        assert "Taken back" not in tab.all_words()
