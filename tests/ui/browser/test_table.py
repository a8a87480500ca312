"""The table screen in a real browser, on a stage whose dice the eyes know: shown, said, corrected and undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen, serve

STAGED = "import runpy; runpy.run_module('tests.support.app.staged_app', run_name='__main__')"
ARMY_TO_MOVE = "Army: choose an attack or a rally."
ALIENS_TO_MOVE = "Aliens: choose an attack or a rally."
NUMBERS = count(1)
ATTACK = "Attack: one Airplane (4) destroys a Saucer (4)"


@pytest.fixture(scope="module")
def server(browser: Any) -> Iterator[AppServer]:
    with serve(STAGED) as running:
        yield running


@pytest.fixture(scope="module")
def shared_tab(browser: Any, server: AppServer) -> Iterator[Screen]:
    with screen(browser, server.address) as opened:
        yield opened


class Tables:
    """Starts a new game on a stage and waits until the tab shows it."""

    def __init__(self, server: AppServer, tab: Screen) -> None:
        self.server = server
        self.tab = tab
        self.tab.page.keyboard.press("Escape")

    def open(self, name: str, sign: str, kind: str = "pictures") -> Screen:
        label = f"stage-{next(NUMBERS)}"  # else the screen of the table before would do
        self.server.tell(f"open {kind} {name} {label}")
        self.tab.wait_for(label)
        self.tab.wait_for(sign)
        return self.tab


@pytest.fixture
def tables(server: AppServer, shared_tab: Screen) -> Tables:
    return Tables(server, shared_tab)


def test_the_screen_shows_the_position(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    words = tab.all_words()
    assert "Live picture of the table: 18 dice read, 0 unsure" in words
    assert "Draw counter: 0 of 10" in words
    assert "2 Trooper, rank 1" in words
    assert "1 Mothership, rank 6" in words
    assert 'button "blue die showing 6, in Combat. Correct it"' in words
    assert 'heading "Single attack (' in words
    assert 'heading "Ability (' in words
    rallies = re.search(r"Rally \((\d+)\)", words)
    total = re.search(r"(\d+) in all", words)
    assert rallies is not None
    assert total is not None
    # 2, 2, 1, 1, 1 and 2 dice of the six ranks: 3 * 3 * 2 * 2 * 2 * 3 choices, and not none of them.
    assert int(rallies[1]) == 215
    assert words.count('button "Attack:') + words.count('button "General:') + 215 == int(total[1])


def test_a_move_is_applied_and_undone_and_both_stay_in_the_history(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press(ATTACK)
    tab.wait_for(ALIENS_TO_MOVE)
    tab.wait_for("1 won, ranks 4")
    tab.wait_for("Now on the table: blue 4 to Rally; green 4 to Scoring.")
    tab.page.keyboard.press("Control+z")
    tab.wait_for(ARMY_TO_MOVE)
    tab.press(ATTACK)
    tab.wait_for(ALIENS_TO_MOVE)
    tab.press("Undo", exact=True)
    tab.wait_for(ARMY_TO_MOVE)
    tab.press("History.")
    tab.wait_for(f"Undone: {ATTACK}")
    assert tab.all_words().count(f"Undone: {ATTACK}") == 2


def test_a_clause_opens_on_demand(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press("What AVA-3.2 says")
    tab.wait_for("destroys an enemy Combat die of the same or a lower rank")
    tab.press("Close")
    tab.wait_until_gone("destroys an enemy Combat die of the same or a lower rank")


def test_a_doubtful_die_is_settled_in_two_taps_in_the_picture(tables: Tables) -> None:
    tab = tables.open("doubtful", "One blue die in Combat is not clear to me")
    tab.wait_for("Army: roll nine dice into Combat.")
    picture = tab.page.get_by_role("img", name="Live picture").bounding_box()
    # The first blue die of the stage: 24 pixels right of the first line, 70 below the top, 54 wide, of 1280 by 720.
    x, y = (0.25 * 1280 + 24 + 27) / 1280, (70 + 27) / 720
    tab.page.mouse.click(picture["x"] + x * picture["width"], picture["y"] + y * picture["height"])
    tab.press("It shows 1")
    tab.wait_for(ARMY_TO_MOVE)
    assert "0 unsure" in tab.all_words()


def test_a_doubtful_die_can_be_settled_by_its_button(tables: Tables) -> None:
    tab = tables.open("doubtful", "One blue die in Combat is not clear to me")
    tab.press("blue die showing 1, unsure")
    tab.press("It shows 2")
    tab.wait_for(ARMY_TO_MOVE)
    assert "1 Trooper, rank 1" in tab.all_words()


def test_a_certain_die_that_was_misread_is_corrected(tables: Tables) -> None:
    tab = tables.open("misread", ARMY_TO_MOVE)
    assert "2 Trooper, rank 1" in tab.all_words()
    tab.press("blue die showing 1, in Combat")
    tab.press("It shows 4")
    tab.wait_for("2 Airplane, rank 4")
    assert "2 Airplane, rank 4" in tab.all_words()


def test_a_rally_is_picked_die_by_die_and_answered_by_the_table(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press("roll the Nuke (6)")
    tab.button("Rally: roll one die").wait_for()
    tab.press("roll the Nuke (6)")  # the other one
    tab.press("Rally: roll two dice")
    tab.wait_for("Army: roll two dice into Combat.")
    tables.server.tell("show rallied")
    tab.wait_for(ALIENS_TO_MOVE)
    assert "2 Airplane, rank 4" in tab.all_words()


def test_a_roll_can_be_typed(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press("roll the Nuke (6)")
    tab.press("Rally: roll one die")
    tab.wait_for("Army: roll one die into Combat.")
    tab.page.keyboard.press("3")
    tab.wait_for("typed: 3")
    tab.page.keyboard.press("Backspace")
    tab.wait_for("typed: nothing yet")
    tab.press("add a 5")
    tab.press("Count this roll")
    tab.wait_for(ALIENS_TO_MOVE)
    assert "1 spent" in tab.all_words()  # the second General went to Rally


def test_dice_that_a_camera_finds_at_first_are_asked_about(tables: Tables) -> None:
    tab = tables.open("clear", "The dice already lie there", kind="camera")
    tab.press("Yes, it counts")
    tab.wait_for(ARMY_TO_MOVE)


def test_two_tabs_agree_within_half_a_second(tables: Tables, browser: Any) -> None:
    laptop = tables.open("clear", ARMY_TO_MOVE)
    with screen(browser, tables.server.address, 390, 844) as phone:
        phone.wait_for(ARMY_TO_MOVE)
        phone.press(ATTACK)
        laptop.wait_for(ALIENS_TO_MOVE)
        laptop.press("Undo", exact=True)
        phone.wait_for(ARMY_TO_MOVE)


def test_a_reload_keeps_game_and_picture_going(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press(ATTACK)
    tab.wait_for(ALIENS_TO_MOVE)
    tab.page.reload()
    tab.listen()
    tab.wait_for(ALIENS_TO_MOVE)
    picture = tab.page.get_by_role("img", name="Live picture").bounding_box()
    clip = {key: picture[key] for key in ("x", "y", "width", "height")}
    before = tab.page.screenshot(clip=clip)
    tables.server.tell("show rallied")
    for _ in range(60):
        if tab.page.screenshot(clip=clip) != before:
            break
        tab.page.wait_for_timeout(250)
    else:
        pytest.fail("the picture stands still after a reload")


def test_phone_width_holds_the_whole_table(tables: Tables, browser: Any) -> None:
    tables.open("clear", ARMY_TO_MOVE)
    with screen(browser, tables.server.address, 390, 844) as phone:
        phone.wait_for(ARMY_TO_MOVE)
        picture = phone.page.get_by_role("img", name="Live picture").bounding_box()
        assert abs(picture["width"] / picture["height"] - 1280 / 720) < 0.02
        for box in phone.page.get_by_role("button").all():
            place = box.bounding_box()
            if place is not None and place["width"]:
                assert place["x"] >= 0
                assert place["x"] + place["width"] <= 390.5
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_leaving_goes_back_to_the_start_on_every_screen(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press("Leave", exact=True)
    tab.wait_for("Leave this table?")
    tab.press("Leave the table")
    tab.button("Play the recording").wait_for()


def test_the_lines_between_the_zones_can_be_dragged_and_stepped(tables: Tables) -> None:
    tab = tables.open("clear", ARMY_TO_MOVE)
    tab.press("Zones")
    tab.wait_for("The line between Rally and Combat: 25%")
    tab.press("Move the line between Rally and Combat right")
    tab.wait_for("The line between Rally and Combat: 27%")
    picture = tab.page.get_by_role("img", name="Live picture").bounding_box()
    x, y = picture["x"] + 0.75 * picture["width"], picture["y"] + 0.9 * picture["height"]
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x - 0.05 * picture["width"], y, steps=5)
    tab.page.mouse.move(x - 0.1 * picture["width"], y, steps=5)
    tab.page.mouse.up()
    tab.wait_for("The line between Combat and Scoring: 65%")
    tab.press("Done")
    tab.wait_until_gone("The line between Rally and Combat")
