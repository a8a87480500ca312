"""With the real eyes in a real browser: the bundled recording and an uploaded photograph, up to an applied move."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import ROOT, AppServer, Screen, screen, serve

TO_MOVE = "Army: choose an attack or a rally."
ALIENS = "Aliens:"
PHOTOGRAPH = ROOT / "tests" / "data" / "eighteen.png"


@pytest.fixture(scope="module")
def play(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def settle_doubts(tab: Screen) -> None:
    """Answer what the eyes ask about the first rolls, as players would, until the Army may move."""
    for _ in range(6):
        found = tab.wait_for_any(TO_MOVE, "The roll was", "Yes, it counts")
        if found == TO_MOVE:
            return
        tab.press(found)
        tab.page.wait_for_timeout(300)
    tab.wait_for(TO_MOVE)


def first_attack(tab: Screen) -> str:
    """Choose the first attack in the list; the answer is its line."""
    button = tab.button("Attack:")
    line = str(button.get_attribute("aria-label") or button.inner_text())
    button.click()
    return line.strip()


def test_from_the_start_screen_to_a_move_on_the_recording(play: Screen) -> None:
    play.press("Play the recording")
    play.page.get_by_role("switch", name="Plays by itself").click()
    settle_doubts(play)
    line = first_attack(play)
    play.wait_for(ALIENS)
    play.press("History.")
    play.wait_for(line)
    play.leave()
    play.button("Play the recording").wait_for()


def test_from_an_uploaded_photograph_to_a_move(play: Screen) -> None:
    with play.page.expect_file_chooser() as chooser:
        play.press("Upload a photograph")
    chooser.value.set_files(PHOTOGRAPH)
    play.wait_for("eighteen.png")
    play.wait_for("18 dice")
    settle_doubts(play)
    line = first_attack(play)
    play.wait_for(ALIENS)
    play.page.keyboard.press("Control+z")
    play.wait_for(TO_MOVE)
    play.press("History.")
    play.wait_for(f"Undone: {line}")


def test_the_demo_opens_on_the_table_and_stops_on_a_signal(browser: Any) -> None:
    with serve("from ui.server.server import run; run(port=0, demo=True)") as server:
        with screen(browser, server.address, 390, 844) as phone:
            phone.wait_for("Recorded table")
            phone.page.get_by_role("switch", name="Plays by itself", checked=True).wait_for()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) == 0
        assert not any("Traceback" in line for line in server.lines)
