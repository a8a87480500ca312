"""Every control that a pointer can use is reached by the key Tab as well, and has a name, on each kind of screen."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, Screen, screen

SHELVED = """
import os
from pathlib import Path
from tests.support.app.archives import shelf
from tests.support.app.one_app import APP
shelf(Path(os.environ["COMPANION_RECORD"]))
APP.archive.refresh()
"""
"""Puts matches into the record."""
MATCHES: list[tuple[str, int | None, str]] = [
    ("army-vs-aliens-2011", None, "Draw by lot"),
    ("dinosaurs-vs-army-men", None, "Flip a card"),
    ("space-checkers", 40, "What may be done. 5 legal moves"),
    ("doubles-wild", 40, "Re-roll: all four dice"),
]
"""A roll, cards, moves on a board, and a choice: each with its events, and a button that is there then."""
ENDED = """
from tests.support.app.posed import open_ending
from tests.support.app.one_app import APP
open_ending("doubles-wild", ("Anna", "Ben"))
session = APP.host.live.session
session.enter_event(session.scene.moves[-1].event)
"""
"""Ends a match."""
MOST = 200
"""Presses of Tab until every control has to have been reached."""
_KINDS = (
    "[flt-tappable], [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=link], "
    "[role=menuitem], [role=slider], input, textarea"
)
_KEY = """
window.keyOf = one => {
    const field = one.matches('input, textarea') ? one : one.querySelector('input, textarea');
    const named = field || one;
    const kind = field ? 'field' : one.getAttribute('role') || 'something';
    return kind + ': ' + (named.ariaLabel || one.ariaLabel || one.innerText || '').trim().split('\\n')[0];
};
window.controls = kinds => [...document.querySelectorAll(kinds)].filter(one =>
    one.closest('flt-semantics-host') && one.ariaDisabled !== 'true' && !one.disabled &&
    !one.querySelector(kinds)).map(keyOf);
"""
"""`keyOf` is what a control is known by, its kind and its name; `controls` those that are enabled, the innermost of
what lies in each other."""
_STEP = """
([kinds, before]) => new Promise(done => {
    let left = 40;
    const look = () => {
        const focused = document.activeElement, there = focused && focused.closest('flt-semantics-host');
        const id = there ? (focused.id || focused.parentElement.id) : '';
        if ((!id || id == before) && left--) { requestAnimationFrame(look); return; }
        done([id, there ? keyOf(focused) : '', controls(kinds)]);
    };
    requestAnimationFrame(look);
})
"""
"""Where the focus is once it has moved, what that is known by, and all controls that are there now."""


def walk(tab: Screen) -> tuple[set[str], set[str]]:
    """The controls that Tab reaches, and all those that were there meanwhile."""
    tab.page.evaluate(_KEY)
    reached: set[str] = set()
    there: set[str] = set()
    places = {""}
    place = ""
    for _ in range(MOST):
        tab.page.keyboard.press("Tab")
        place, key, controls = tab.page.evaluate(_STEP, [_KINDS, place])
        there |= set(controls)
        # One that was reached before is not yet the end: a page that was scrolled meanwhile is gone through in another
        # order from there on.
        if place in places and there <= reached:
            break
        places.add(place)
        reached.add(key)
    return reached, there


def check(tab: Screen, name: str) -> None:
    """That all is well with the screen of this name."""
    reached, there = walk(tab)
    assert len(there) > 2
    assert (name, sorted(there - reached)) == (name, [])
    assert (name, [key for key in there if key.endswith(": ")]) == (name, [])


def test_every_control_is_reached_by_tab_and_has_a_name(browser: Any, app: AppServer) -> None:
    app.run(SHELVED)
    with screen(browser, app.address) as tab:
        tab.button("Add a device").wait_for()
        tab.button("Go on with").wait_for()
        check(tab, "start")
        tab.press("Play Doubles Wild")
        tab.press("4 players")
        tab.button("Player 4 plays yellow").wait_for()
        tab.button("Anna sits down").wait_for()
        check(tab, "set-up")
        tab.press("Back")
        tab.press("History", exact=True)
        tab.wait_for("6 matches")
        check(tab, "history")
        tab.press("Look at it")
        tab.wait_for("The beginning")
        check(tab, "recorded match")
        tab.press("Back")
        tab.wait_for("6 matches")
        tab.press("Back")
        tab.button("Add a device").wait_for()
        for game, events, button in MATCHES:
            app.run(f"from tests.support.app.posed import pose; pose({game!r}, {events!r}, camera=False)")
            tab.button(button).wait_for()
            if events:
                tab.press("What may be done")
                tab.wait_for("How good are they?")
            check(tab, game)
        tab.press("History.")
        tab.page.get_by_role("textbox", name="Type an event").wait_for()
        check(tab, "events")
        app.run(ENDED)
        tab.button("Play again, seats swapped").wait_for()
        check(tab, "end")
