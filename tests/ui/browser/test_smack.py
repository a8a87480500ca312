"""A smack is looked at again in a real browser: on a desk and on a phone, with buttons and keys, and without motion."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import Posing, screen

CODE = """
from tests.support.app.posed import pose
from tests.support.vision.smacking import told_clip, watched
from ui.live.smack_replay import seen_again
def seen(*hands):
    clip = told_clip(list(hands), seats=2)
    (smack,) = watched(clip)
    width = next(iter(clip.frames())).image.shape[1]
    return seen_again(smack, clip.view.plane, width, smack.sentence.format("Player 1"))
smacks = seen((0, 0.7, 20)), seen((0, 0.8, 20), (1, 0.95, 60))
pose("dinosaurs-vs-army-men", None, ("flip D5", "flip S"), None, smacks)
"""


@pytest.fixture(scope="module")
def server(posing: Posing) -> Posing:
    posing.pose(CODE)
    return posing


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_newest_smack_is_shown_and_the_one_before(browser: Any, server: Posing, width: int, height: int) -> None:
    with screen(browser, server.address, width, height, reduced_motion="no-preference") as tab:
        tab.press("See the smack again")
        tab.wait_for("Hand 2. Player 2: 0.")
        tab.wait_for("after the first hand came")  # it plays by itself
        tab.press("The one before")
        tab.wait_until_gone("Hand 2.")
        tab.wait_for("Hand 1. Player 1: first")
        tab.press("Back to the live picture")
        tab.button("See the smack again").wait_for()


def test_keys_open_it_and_step_through(browser: Any, server: Posing) -> None:
    with screen(browser, server.address) as tab:
        tab.button("See the smack again").wait_for()
        tab.page.keyboard.press("r")
        tab.button("One picture back").wait_for()
        tab.page.keyboard.press("Home")
        tab.wait_for("Picture 1 of ")
        tab.page.keyboard.press("ArrowRight")
        tab.wait_for("Picture 2 of ")
        tab.page.keyboard.press("r")
        tab.button("See the smack again").wait_for()


def test_nothing_moves_by_itself_where_less_motion_is_wanted(browser: Any, server: Posing) -> None:
    with screen(browser, server.address, reduced_motion="reduce") as tab:
        tab.press("See the smack again")
        tab.press("One picture on")
        tab.wait_for("Picture 2 of ")
        assert tab.button("Play", exact=True).count() == 0 and tab.button("Pause", exact=True).count() == 0
