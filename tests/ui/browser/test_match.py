"""Matches in a real browser: what is heard, what is typed, and one that several screens show. What else is said and
done in them, tests/ui/screens and tests/ui/match ask; what each game looks like, test_flow shows."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, screen
from tests.support.app.flow import first_rest
from tests.support.paths import FILMS


def test_a_recorded_match_plays_by_itself_and_is_heard_unless_it_is_muted(browser: Any, app: AppServer) -> None:
    game = "army-vs-aliens-2011"  # its film has been read: to read one whole takes a busy machine more than a minute
    hold = "from tests.support.app.each_frame import EachFrame; EachFrame.hold_at = {}"
    app.run(hold.format(0.0))  # until the screen is there: what was told before has no sound
    with screen(browser, app.address) as tab:
        tab.page.evaluate(
            "() => { window.played = 0; HTMLMediaElement.prototype.play = function() {"
            " window.played += 1; return Promise.resolve(); } }"
        )
        tab.press("Watch Army vs Aliens (2011)")
        tab.page.get_by_role("switch", name="Answers by itself").wait_for()
        app.run(hold.format(first_rest(FILMS[game])))
        tab.page.wait_for_function("() => window.played > 0")
        tab.press("Mute")
        tab.button("Sounds on").wait_for()
        tab.press("History.")
        tab.button("Correct event 1").wait_for()
        tab.leave()
        tab.button("Watch Army vs Aliens (2011)").wait_for()


def test_two_screens_show_one_match_and_a_reload_finds_it_again(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as one, screen(browser, app.address, 390, 844) as other:
        app.run("from tests.support.app.posed import pose; pose('space-checkers', None, ['roll 4 yellow'])")
        for tab in (one, other):
            tab.wait_for("Yellow rolled 4, yellow")
        other.page.reload()
        other.listen()
        other.wait_for("Yellow rolled 4, yellow")
        one.leave()
        other.button("Watch Space Checkers").wait_for()


def test_events_are_typed_and_corrected_and_what_is_typed_does_nothing_else(browser: Any, app: AppServer) -> None:
    app.pose("army-vs-aliens-2011")
    with screen(browser, app.address) as tab:
        tab.press("History.")
        tab.fill("Type an event", "roll 1 1 2 3 3 4 5 6 6")
        tab.press("Say")
        tab.wait_for("The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6")
        tab.press("Correct event 1")
        tab.press("Something else")
        tab.fill("What it was", "roll 2 2 3 4 4 4 6 6 6")
        tab.page.keyboard.press("Enter")
        tab.wait_for("The Army rolled 2, 2, 3, 4, 4, 4, 6, 6, 6")
        tab.wait_until_gone("It was told as")
        tab.fill("Type an event", "roll ")
        tab.page.keyboard.type("1 r")
        tab.page.keyboard.press("Control+Z")
        tab.fill("Type an event", "no event at all")
        tab.press("Say")
        tab.wait_for("is no event of this game")  # and what was pressed before has been heard, too
        tab.wait_for("The Army rolled 2, 2, 3, 4, 4, 4, 6, 6, 6")
        assert "Taken back" not in tab.all_words()


def test_undo_and_redo_by_keys(browser: Any, app: AppServer) -> None:
    """The browser keeps none of them for itself."""
    app.run("from tests.support.app.posed import pose; pose('space-checkers', None, ['roll 4 blue'])")
    with screen(browser, app.address) as tab:
        tab.wait_for("Yellow rolled 4, blue")
        for redo in ("Control+y", "Control+Shift+Z"):
            tab.page.keyboard.press("Control+z")
            tab.wait_for("Taken back: Yellow rolled 4, blue")
            tab.page.keyboard.press(redo)
            tab.button("Correct event 1: Yellow rolled 4, blue").first.wait_for()
            tab.wait_until_gone("Taken back")
