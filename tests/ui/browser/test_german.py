"""The app in German, in a real browser: chosen on the start screen, on every screen from then on, and remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.archives import shelf
from tests.support.app.browser import Screen, screen, serve
from tests.ui.conftest import START

ENGLISH = re.compile(r"\b(the|and|of|with|from|player|players|back|play|watch|rules|history|undo|leave|event|events)\b")
"""Words that no German screen has; names of games, which have some of them, begin with a capital letter."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("shelf") / "matches.sqlite"
    shelf(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_RECORD", str(path))
        yield path


def is_german(shown: Screen) -> None:
    left = [line for line in shown.all_words().splitlines() if ENGLISH.search(re.sub(r"^\s*- \w+", "", line))]
    assert left == []


def spoken(shown: Screen) -> str:
    """The language by which a screen reader pronounces the page."""
    return str(shown.page.evaluate("document.documentElement.lang"))


def test_german_is_chosen_and_remembered(browser: Any, record: Path) -> None:
    with serve(START) as server, screen(browser, server.address) as shown, screen(browser, server.address) as other:
        assert (spoken(shown), spoken(other)) == ("en", "en")
        shown.press("Deutsch sprechen")
        shown.button("Doubles Wild spielen").wait_for()
        other.button("Doubles Wild spielen").wait_for()
        for one in (shown, other):
            one.page.wait_for_function("document.documentElement.lang == 'de'")
        is_german(shown)
        shown.press("Doubles Wild spielen")
        shown.wait_for("Wer spielt")
        shown.press("Hausregeln")
        shown.button("DW-3.2 Werfen und neu werfen").wait_for()
        is_german(shown)
        shown.press("Zurück")
        shown.press("Verlauf", exact=True)
        shown.wait_for("Partien")
        shown.press("Ansehen")
        shown.wait_for("Was geschah")
        shown.press("Ein Ereignis weiter")
        shown.wait_for("Ereignis 1 von")
    with serve(START) as server, screen(browser, server.address) as shown:
        assert b'<html lang="de">' in shown.context.request.get(server.address + "/kit").body()
        shown.button("Doubles Wild spielen").wait_for()
        assert spoken(shown) == "de"
        shown.press("Speak English")
        shown.button("Play Doubles Wild").wait_for()


def test_a_recorded_match_is_shown_in_german(browser: Any) -> None:
    code = "from ui.server.server import run; run(port=0, demo='space-checkers', language='de')"
    with serve(code) as server, screen(browser, server.address, 390, 844) as shown:
        shown.wait_for("In Ruhe")
        shown.wait_for("Verlauf")
        is_german(shown)


def test_statistics_and_the_doctor_speak_german(browser: Any, record: Path) -> None:
    code = "from ui.server.server import run; run(port=0, language='de')"
    with serve(code) as server:
        with screen(browser, server.address + "/statistics", 390, 844) as shown:
            shown.wait_for("6 Partien, davon 5 zu Ende gespielt")
            shown.wait_for("Nichts spricht gegen einen fairen Würfel")
            is_german(shown)
        with screen(browser, server.address + "/doctor") as shown:
            shown.fill("Oder eine Adresse, ein Film oder Bilder", "/no/such.mp4")
            shown.press("Prüfen", exact=True)
            shown.wait_for("Zu ändern: Kamera: /no/such.mp4: keine solche Datei")
            shown.wait_for("1 Sache zu ändern")
            is_german(shown)
