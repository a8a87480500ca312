"""Every control that a pointer can use is reached by the key Tab as well, and has a name, on each kind of screen."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, Screen, screen

ENDED = """
from tests.support.app.posed import open_ending
from tests.support.app.one_app import APP
open_ending("doubles-wild", ("Anna", "Ben"))
session = APP.host.live.session
session.enter_event(session.scene.moves[-1].event)
"""
"""Ends a match."""
MOST = 200
"""Presses of Tab until the focus has to have come round."""
_KINDS = (
    "[flt-tappable], [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=link], "
    "[role=menuitem], [role=slider], input, textarea"
)
_KEY = """
window.keyOf = one => {
    const field = one.matches('input, textarea') ? one : one.querySelector('input, textarea');
    const named = field || one;
    const kind = field ? 'field' : one.getAttribute('role') || 'something';
    return kind + ': ' + (named.ariaLabel || one.ariaLabel || one.innerText || '').trim();
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
    """The controls that Tab reaches until the focus comes round, and all those that were there meanwhile."""
    tab.page.evaluate(_KEY)
    reached: list[str] = []
    seen: set[str] = set()
    there: set[str] = set()
    place = ""
    for _ in range(MOST):
        tab.page.keyboard.press("Tab")
        place, key, controls = tab.page.evaluate(_STEP, [_KINDS, place])
        there |= set(controls)
        if place in seen:
            break
        if place:
            seen.add(place)
            reached.append(key)
    else:
        raise AssertionError(f"the focus does not come round: {reached}")
    return set(reached), there


def check(tab: Screen, name: str) -> None:
    """That all is well with the screen of this name."""
    reached, there = walk(tab)
    assert len(there) > 2
    assert (name, sorted(there - reached)) == (name, [])
    assert (name, [key for key in there if key.endswith(": ")]) == (name, [])


def test_every_control_is_reached_by_tab_and_has_a_name(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as tab:
        tab.button("Add a device").wait_for()
        check(tab, "start")
        tab.press("Play Doubles Wild")
        tab.press("4 players")
        tab.button("Player 4 plays yellow").wait_for()
        check(tab, "set-up")
        tab.press("Back")
        tab.press("History", exact=True)
        tab.wait_for("No match")
        check(tab, "history")
        app.pose("space-checkers", 40, camera=False)
        tab.press("Back")
        tab.button("Leave", exact=True).wait_for()
        check(tab, "match")
        app.run(ENDED)
        tab.wait_for("Play again, seats swapped")
        check(tab, "end")
