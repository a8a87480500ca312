"""What a browser shows until the first screen comes: our own page with Flet's scripts in it, in our colours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import flet as ft
import flet_web
import pytest

from tests.support.browser import AppServer
from ui import theme
from ui.server import ASSETS

OURS = (ASSETS / "index.html").read_text(encoding="utf-8")
NOTE_TITLES = """
    window.titles = [];
    new MutationObserver(() => {
        if (titles.length === 0 || titles.at(-1)[0] !== document.title)
            titles.push([document.title, document.getElementById("boot") !== null]);
    }).observe(document, {subtree: true, childList: true});
"""
"""Keeps the titles that the page has had, each with whether it was covered still."""
FLETS = (Path(flet_web.__file__).parent / "web" / "index.html").read_text(encoding="utf-8")


def test_every_script_of_flets_page_is_in_ours() -> None:
    """Flet's client is pinned; with a new version this says what of its page has changed."""
    scripts = re.findall(r"<script.*?</script>|<!-- flet\w+ -->", FLETS, re.DOTALL)
    assert len(scripts) >= 4
    assert [one for one in scripts if one not in OURS] == []


def test_the_colours_are_those_of_the_theme() -> None:
    schemes = theme.light().color_scheme, theme.dark().color_scheme
    grounds = [scheme.surface for scheme in schemes if isinstance(scheme, ft.ColorScheme)]
    assert re.findall(r"--ground: (#\w+)", OURS) == grounds


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(251, 246, 239)"), ("dark", "rgb(24, 19, 16)")])
def test_our_cover_stays_until_our_page_is_drawn(browser: Any, app: AppServer, scheme: str, ground: str) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.add_init_script(NOTE_TITLES)
    page.goto(app.address, wait_until="domcontentloaded")
    cover = page.locator("#boot")
    assert cover.evaluate("cover => getComputedStyle(cover).backgroundColor") == ground
    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == ground
    cover.wait_for(state="detached")
    told = page.evaluate("titles")
    assert ["", True] in told, "Flet draws, and knows nothing of our page yet"
    assert told[-1] == ["Tabletop companion", True]
    context.close()
