"""A smack seen again in a real browser: it plays on a desk and stands still on a phone, where that is wished."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, screen

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


def test_the_newest_smack_plays_and_keys_step_through_it(browser: Any, app: AppServer) -> None:
    app.run(CODE)
    with screen(browser, app.address, reduced_motion="no-preference") as tab:
        tab.button("See the smack again").wait_for()
        tab.page.keyboard.press("r")
        tab.wait_for("Hand 2. Player 2: 0.")
        tab.wait_for("after the first hand came")  # it plays by itself
        tab.page.keyboard.press("Home")
        tab.wait_for("Picture 1 of ")
        tab.page.keyboard.press("ArrowRight")
        tab.wait_for("Picture 2 of ")
        tab.page.keyboard.press("r")
        tab.button("See the smack again").wait_for()


def test_nothing_moves_by_itself_where_less_motion_is_wanted(browser: Any, app: AppServer) -> None:
    app.run(CODE)
    with screen(browser, app.address, 390, 844, reduced_motion="reduce") as phone:
        phone.press("See the smack again")
        phone.press("One picture on")
        phone.wait_for("Picture 2 of ")
        assert phone.button("Play", exact=True).count() == 0 and phone.button("Pause", exact=True).count() == 0
