"""A page whose drawing has died says so, and comes back where it was."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen

KEEP_CONTEXTS = """
    window.contexts = [];
    const get = OffscreenCanvas.prototype.getContext;
    OffscreenCanvas.prototype.getContext = function (...how) {
        const made = get.apply(this, how);
        if (how[0].startsWith("webgl")) contexts.push(made);
        return made;
    };
"""
LOSE = "contexts.forEach(one => one.getExtension('WEBGL_lose_context').loseContext())"
"""What a graphics driver does that is started anew, or a laptop that slept."""
ABORT = "console.log('RuntimeError: memory access out of bounds')"
"""What Flutter writes of its own module's end."""
AGAIN = "The picture of this page has stopped. It is loaded again, and nothing is lost."
OFTEN = "The picture of this page stops again and again."


def at_history(tab: Screen) -> None:
    tab.listen()
    tab.page.get_by_role("heading", name="History").wait_for()
    assert tab.page.url.endswith("/history")


@pytest.mark.slow
def test_a_page_whose_picture_has_died_is_loaded_again_where_it_was(browser: Any, app: AppServer) -> None:
    tab = Screen(browser, app.address)
    try:
        tab.page.add_init_script(KEEP_CONTEXTS)
        tab.page.reload()
        tab.listen()
        tab.press("History", exact=True)
        tab.page.get_by_role("heading", name="History").wait_for()
        for death in (LOSE, ABORT):
            with tab.page.expect_navigation():
                tab.page.evaluate(death)
                assert tab.page.get_by_role("alert").inner_text() == AGAIN
            at_history(tab)
        recent = json.dumps([1000 * time.time()] * 3)
        tab.page.evaluate("times => sessionStorage.setItem('companion.loaded-again', times)", recent)
        tab.page.evaluate(LOSE)
        assert tab.page.get_by_role("alert").inner_text().startswith(OFTEN)
        with tab.page.expect_navigation():
            tab.page.get_by_role("button", name="Load again").click()
        at_history(tab)
    finally:
        tab.drop()  # no other test gets a page that keeps contexts
