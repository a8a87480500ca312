"""The pages on which devices join, in German and in a real browser: the language of the host, whatever the phone's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import PATIENCE, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.german import ENGLISH
from tests.support.app.paired import Paired, paired_app
from tests.support.paths import FILMS

GERMAN = "import os; os.environ['LC_ALL'] = 'de_DE.UTF-8'"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paired]:
    with paired_app(tmp_path_factory.mktemp("network"), first=GERMAN) as running:
        yield running


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser that speaks English, whose camera looks at a table."""
    with chromium(*camera_flags(FILMS["space-checkers"], tmp_path_factory.mktemp("film"))) as opened:
        yield opened


def is_german(page: Any) -> None:
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen = page.locator("body").aria_snapshot()
    assert [line for line in seen.splitlines() if ENGLISH.search(re.sub(r"^\s*- \w+", "", line))] == []


def test_a_phone_joins_and_sends_in_german(app: Paired, cameras: Any, tmp_path: Path) -> None:
    with screen(cameras, app.server.address) as host:
        code = app.tell("invite")["code"]
        context = cameras.new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
        page.goto(app.address)
        page.get_by_role("heading", name="Am Tisch mitmachen").wait_for()
        page.get_by_role("button", name="Um Einlass bitten").click()
        page.get_by_text("Code eintippen").wait_for()
        is_german(page)
        page.get_by_label("Code vom Hauptgerät").fill("WRONG1")
        page.get_by_label("Kamera Schaut auf den Tisch").check()
        page.get_by_role("button", name="Um Einlass bitten").click()
        page.get_by_text("Dieser Code ist verbraucht oder falsch.").wait_for()
        is_german(page)
        page.get_by_label("Code vom Hauptgerät").fill(code)
        page.get_by_label("Name dieses Geräts").fill("")
        page.get_by_role("button", name="Um Einlass bitten").click()
        page.get_by_text("Warten auf das Hauptgerät").wait_for()
        is_german(page)
        host.wait_for("„Gerät“ möchte mitmachen.")
        host.fill("Seine vier Ziffern", page.locator("#number").inner_text())
        host.press("Als Kamera einlassen")
        page.wait_for_url("**/camera")
        page.get_by_text("Dieses Handy am Hauptgerät als Kamera wählen.").wait_for()
        is_german(page)
        assert app.tell("open", "space-checkers", "phone") is None
        page.get_by_text(re.compile(r"1280×720, \d+,\d Bilder in der Sekunde, je \d+ ms")).wait_for()
        assert app.tell("remove", "Gerät")
        page.get_by_text("Entfernt", exact=True).wait_for()
        is_german(page)
        assert faults == []
        context.close()


def test_what_the_gate_turns_away_is_told_in_german(app: Paired) -> None:
    answer = app.ask("/history")
    assert (answer.status, answer.body.decode()) == (401, "Dieses Gerät muss zuerst gekoppelt werden.\n")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
