"""The page of a club in a browser: it is readable, follows what is played, and shows names as text."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import companion
from companion.club import Tournaments
from companion.record import Record
from companion.rules import played
from tests.support.app.browser import chromium
from tests.support.club.page import served

HOSTILE = "<img src=x onerror=alert(1)>"
SIZES = [(1280, 900), (390, 844)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_a_match_and_is_fit_to_be_read(scheme: str, tmp_path: Path) -> None:
    with Record(tmp_path / "club.sqlite", clock=time.time, table="Window") as record, chromium() as browser:
        game = companion.load("doubles-wild")
        match = record.begin(game, (HOSTILE, "Ben"))
        tournaments = Tournaments(record)
        tournaments.begin("Autumn Cup", "swiss", "doubles-wild", [HOSTILE, "Ben", "Cleo"])
        tournaments.pair("Autumn Cup")
        faults: list[str] = []
        with served(record) as page:
            tab = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
            tab.on("console", lambda message: faults.append(message.text))
            tab.on("pageerror", lambda fault: faults.append(str(fault)))
            tab.on("dialog", lambda dialog: faults.append(dialog.message))
            tab.goto(page.address)
            tab.wait_for_selector(".card")
            assert tab.inner_text(".card h2") == "Window"
            for step in played(match.journal.game, Random(1)):
                match.journal.play(step.event, "typed")
            tab.wait_for_selector(".over .result")
            scores = [int(score) for score in tab.locator(".score").all_inner_texts()]
            assert scores == list(game.scores(match.journal.position))
            for width, height in SIZES:
                tab.set_viewport_size({"width": width, "height": height})
                for name, found in {
                    "Tables": ".card", "Tournaments": ".pair", "Ratings": "main > *", "Matches": "#found li"
                }.items():  # fmt: skip
                    tab.get_by_role("button", name=name).click()
                    tab.wait_for_selector(found)
                    assert tab.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
                    check(tab)
            assert faults == [] and tab.locator("img").count() == 0
            tab.close()


def check(tab: Any) -> None:
    """Judge the page by axe."""
    found = [(one["id"], one["help"]) for one in Axe().run(tab).response["violations"]]
    assert found == []
