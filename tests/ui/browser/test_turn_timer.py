"""The time of a turn in a browser: under the thumb, and said aloud twice, not each second."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.browser import AppServer, screen
from tests.support.waiting import until

TIMED = """
from tests.support.app import posed
from tests.support.app.posed import put_on_table
from ui.match.turn_timer import TurnTimer
session = posed.posed("space-checkers", None, camera=False)
posed.seconds = 0.0
session.timer = TurnTimer(30, clock=lambda: posed.seconds)
session._refresh()
put_on_table(session)
"""
PASS = "from tests.support.app import posed; posed.seconds += {}"
HEARD = """
() => {
    window.heard = [];
    const listen = node => {
        if (/announcement-(polite|assertive)/i.test(node.nodeName))
            new MutationObserver(() => {
                const words = node.textContent.trim();
                if (words && window.heard.at(-1) !== words) window.heard.push(words);
            }).observe(node, {childList: true, subtree: true, characterData: true});
        if (node.shadowRoot) listen(node.shadowRoot);
        for (const child of node.children || []) listen(child);
    };
    listen(document.documentElement);
}
"""
"""Collects what the browser has screen readers say."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_only_the_warnings_are_said_aloud(browser: Any, app: AppServer, width: int, height: int) -> None:
    app.run(TIMED)
    with screen(browser, app.address, width, height) as tab:
        tab.wait_for("0:30")
        tab.page.evaluate(HEARD)
        for left in range(29, 24, -1):
            app.run(PASS.format(1))
            tab.wait_for(f"0:{left}")
        button = tab.box_of(tab.button("Pause the turn timer"))
        assert min(button["width"], button["height"]) >= 44
        if width < 600:
            assert button["y"] > height / 2, "in the bar"
        tab.keep(f"turn-timer-{width}")
        app.run(PASS.format(16))
        tab.wait_for("the last ten seconds")
        app.run(PASS.format(15))
        tab.wait_for("0:06 over")
        tab.keep(f"turn-timer-over-{width}")
        said = until(lambda: len(now := tab.page.evaluate("window.heard")) >= 2 and now, "two warnings")
        assert said == ["Yellow: the last ten seconds", "Yellow: time is up"]
