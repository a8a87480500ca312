"""Goes through a page by the key Tab, and tells which controls it reaches and which are there."""

from __future__ import annotations

from tests.support.app.browser import Screen

MOST = 200
"""Presses of Tab until every control has to have been reached."""
_KINDS = (
    "[flt-tappable], [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=link], "
    "[role=menuitem], [role=slider], input, textarea"
)
_BEGIN = """
() => {
    window.keyOf = one => {
        const field = one.matches('input, textarea') ? one : one.querySelector('input, textarea');
        const named = field || one;
        const kind = field ? 'field' : one.getAttribute('role') || 'something';
        return kind + ': ' + (named.ariaLabel || one.ariaLabel || one.innerText || '').trim().split('\\n')[0];
    };
    window.controls = kinds => [...document.querySelectorAll(kinds)].filter(one =>
        one.closest('flt-semantics-host') && one.ariaDisabled !== 'true' && !one.disabled &&
        !one.querySelector(kinds)).map(keyOf);
    const ask = window.requestAnimationFrame, cancel = window.cancelAnimationFrame;
    let number = 0, waiting = new Map();
    window.requestAnimationFrame = told => { waiting.set(++number, told); return number; };
    window.cancelAnimationFrame = number => waiting.delete(number);
    window.draw = () => {
        const due = waiting;
        waiting = new Map();
        for (const told of due.values()) told(performance.now());
    };
    const picture = document.querySelector('flt-glass-pane');
    picture.style.visibility = 'hidden';
    window.letGo = () => {
        window.requestAnimationFrame = ask;
        window.cancelAnimationFrame = cancel;
        picture.style.visibility = '';
        for (const told of waiting.values()) ask(told);
    };
}
"""
"""`keyOf` is what a control is known by, its kind and its name; `controls` those that are enabled, the innermost of
what lies in each other. From here on Flutter draws when `draw` says so, and not 15 times a second: the focus has moved
with the next frame, and waiting for it is what takes the time. Nobody looks at the picture meanwhile. `letGo` ends
that."""
_STILL = """
async kinds => {
    const first = [...document.querySelectorAll(kinds)].find(one => one.closest('flt-semantics-host'));
    first && first.focus();
    let before = '', same = 0;
    for (let left = 100; left-- && same < 3;) {
        draw();
        const now = JSON.stringify(controls(kinds));
        same = now === before ? same + 1 : 0;
        before = now;
        await new Promise(done => setTimeout(done, 30));
    }
}
"""
"""The focus is at the beginning, as when the page has just come; until nothing comes or goes any more."""
_STEP = """
async ([kinds, before]) => {
    let id = '', focused = null, there = null;
    for (let left = 25; left--;) {
        draw();
        focused = document.activeElement;
        there = focused && focused.closest('flt-semantics-host');
        id = there ? (focused.id || focused.parentElement.id) : '';
        if (id && id !== before) break;
        await new Promise(done => setTimeout(done, 20));
    }
    return [id, there ? keyOf(focused) : '', controls(kinds)];
}
"""
"""Where the focus is once it has moved, what that is known by, and all controls that are there now."""


def walk(tab: Screen) -> tuple[set[str], set[str]]:
    """The controls that Tab reaches, and all those that were there meanwhile, each as its kind and its name."""
    page = tab.page
    page.evaluate(_BEGIN)
    page.evaluate(_STILL, _KINDS)
    reached: set[str] = set()
    there: set[str] = set()
    places = {""}
    place = ""
    for number in range(MOST):
        page.keyboard.press("Shift+Tab" if number == 1 else "Tab")  # once back to the beginning
        place, key, controls = page.evaluate(_STEP, [_KINDS, place])
        there |= set(controls)
        # One that was reached before is not yet the end: a page that was scrolled meanwhile is gone through in another
        # order from there on.
        if place in places and there <= reached:
            break
        places.add(place)
        reached.add(key)
    page.evaluate("letGo()")
    return reached, there
