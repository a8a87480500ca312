"""The file that replays a match, opened from the disk: walked through at both sizes, changed, and cut off."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.record import Record
from companion.text import using_language
from tests.support.app.archives import shelf
from tests.support.app.browser import page_of
from tests.support.app.replay_file import opened
from tests.support.record.recording import clock
from ui.share.forms import shared

SMALL = """() => [...document.querySelectorAll('button, summary, input')]
    .filter(e => e.offsetHeight && (e.offsetHeight < 44 || e.offsetWidth < 44)).length"""
"""How many controls are too small for a finger."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file for each game, in German that of Space Checkers, and `open` of a match that is not over."""
    folder = tmp_path_factory.mktemp("shared")
    ids = shelf(folder / "shelf.sqlite")
    found: dict[str, Path] = {}
    with Record(folder / "shelf.sqlite", clock=clock) as record:
        for game, match_id in ids.items():
            found[game] = folder / f"{game}.html"
            with using_language("de" if game == "space-checkers" else "en"):
                found[game].write_bytes(shared("html", record.summary(match_id), record.journal(match_id)))
    return found


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 900, "dark"), (390, 844, "light")])
def test_a_match_is_walked_through(browser: Any, files: dict[str, Path], width: int, height: int, scheme: str) -> None:
    with opened(browser, files["doubles-wild"], width, height) as page:
        page.emulate_media(color_scheme=scheme)
        page.get_by_role("heading", name="Doubles Wild").wait_for()
        now = page.locator(".now")
        assert "The beginning" in now.inner_text() and "Event 0 of 195" in now.inner_text()
        page.get_by_role("button", name="One event on").click()
        assert "Event 1 of 195" in now.inner_text() and "seen by the camera" in now.inner_text()
        for key, event in (("ArrowRight", 2), ("End", 195), ("ArrowLeft", 194), ("Home", 0)):
            page.keyboard.press(key)
            assert f"Event {event} of 195" in now.inner_text()
        page.get_by_role("slider").fill("4")
        assert "Row 9, column 7: place a marker" in now.inner_text()
        assert page.locator("figure.board circle").count() == 3 * 2, "one on each scoring strip, one placed"
        page.get_by_text("Rules that it rests on: DW-3.3").click()
        assert page.get_by_text(re.compile("^DW-3.3: ")).is_visible()
        page.get_by_role("button", name="Play").click()
        page.get_by_role("button", name="Pause").wait_for()
        page.get_by_text("Event 5 of 195").wait_for()
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("list", name="Events").get_by_role("button").nth(20).evaluate("button => button.click()")
        assert "Event 20 of 195" in now.inner_text()
        page.get_by_role("button", name="To the end").click()
        assert page.get_by_text("Anna wins with 12 points to 8").count() == 2
        assert page.get_by_role("row", name="Together 12 8").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == 0


def test_every_game_is_drawn_in_the_language_of_its_file(browser: Any, files: dict[str, Path]) -> None:
    for game, file in files.items():
        with opened(browser, file, 390, 844) as page:
            page.keyboard.press("End")
            assert page.locator("figure svg").count() >= 1
            assert page.evaluate("document.documentElement.lang") == ("de" if game == "space-checkers" else "en")
            words = page.locator("body").inner_text()
            assert ("This match is not finished" in words) == (game == "open")


def test_a_changed_file_says_so(browser: Any, files: dict[str, Path], tmp_path: Path) -> None:
    text = files["doubles-wild"].read_text(encoding="utf-8")
    for number, (old, new) in enumerate((("Anna wins", "Ben wins"), ('"scores":[0,0]', '"scores":[9,0]'))):
        changed = tmp_path / f"{number}.html"
        assert old in text
        changed.write_text(text.replace(old, new), encoding="utf-8")
        with opened(browser, changed) as page:
            words = page.locator("body").inner_text().strip()
            assert words.startswith("This file was changed after the match was shared") and "\n" not in words


@pytest.mark.parametrize("share", [0.05, 0.3, 0.9, 0.999])
def test_a_file_that_was_cut_off_says_so(browser: Any, files: dict[str, Path], tmp_path: Path, share: float) -> None:
    text = files["doubles-wild"].read_text(encoding="utf-8")
    cut = tmp_path / "cut.html"
    cut.write_text(text[: max(text.index("<script"), int(share * len(text)))], encoding="utf-8")
    page = page_of(browser, 390, 844)
    page.goto(cut.as_uri())
    words = page.locator("body").inner_text().strip()
    page.close()
    assert words.startswith("This match cannot be shown: the file is incomplete") and "\n" not in words
