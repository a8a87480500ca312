"""The history in a real browser: a match by moments, the way back, the bar, files, and a match that goes on. What else
is said and done there, tests/ui/screens asks without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.record import Record
from companion.record.transcripts import Transcript
from tests.support.app.archives import shelf
from tests.support.app.browser import AppServer, Screen, screen, serve
from tests.ui.conftest import START
from ui.match.open_match import DEMOS


class Shelf:
    """A server with matches in its record."""

    def __init__(self, server: AppServer, path: Path, ids: dict[str, str]) -> None:
        self.address, self.path, self.ids = server.address, path, ids


@pytest.fixture(scope="module")
def archive(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    path = tmp_path_factory.mktemp("shelf") / "matches.sqlite"
    ids = shelf(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_RECORD", str(path))
        with serve(START) as server:
            yield Shelf(server, path, ids)


@pytest.fixture
def listed(browser: Any, archive: Shelf) -> Iterator[Screen]:
    """A tab on the list of matches."""
    with screen(browser, archive.address) as tab:
        tab.press("History", exact=True)
        tab.wait_for("matches")
        yield tab


def look_at_doubles_wild(listed: Screen) -> None:
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("1 match")
    listed.press("Look at it")


def test_a_match_is_looked_at_moment_by_moment(listed: Screen) -> None:
    look_at_doubles_wild(listed)
    listed.wait_for("The beginning")
    listed.wait_for("Event 0 of 195")
    listed.press("One event on")
    listed.wait_for("Event 1 of 195")
    listed.wait_for("seen by the camera, 9")
    listed.page.keyboard.press("ArrowRight")
    listed.wait_for("Event 2 of 195")
    listed.page.keyboard.press("End")
    listed.wait_for("Anna wins with 12 points to 8")
    listed.page.keyboard.press("ArrowLeft")
    listed.wait_for("Event 194 of 195")
    listed.page.keyboard.press("Home")
    listed.wait_for("Event 0 of 195")
    listed.press("Event 3: ")
    listed.wait_for("Event 3 of 195")
    listed.press("Play", exact=True)
    listed.wait_for("Event 4 of 195")
    listed.press("Pause")


def test_the_browser_s_own_way_back_stays_in_the_app(listed: Screen, archive: Shelf) -> None:
    listed.press("Look at it")
    listed.wait_for("What happened")
    listed.page.wait_for_url(f"{archive.address}/recorded/*")
    listed.page.go_back()
    listed.wait_for("6 matches")
    listed.page.go_forward()
    listed.wait_for("What happened")
    listed.page.reload()
    listed.listen()
    listed.wait_for("What happened")
    listed.page.go_back()
    listed.wait_for("6 matches")
    listed.page.go_back()
    listed.wait_for("Your last match is not over")


def test_the_bar_is_dragged(listed: Screen) -> None:
    look_at_doubles_wild(listed)
    listed.wait_for("Event 0 of 195")
    last = listed.button("To the end").bounding_box()
    end = listed.text("of 195").bounding_box()
    y = last["y"] + last["height"] / 2
    left, right = last["x"] + last["width"] + 10, end["x"] - 30
    listed.page.mouse.click((left + right) / 2, y)
    listed.wait_until_gone("Event 0 of 195")
    listed.page.mouse.move((left + right) / 2, y)
    listed.page.mouse.down()
    listed.page.mouse.move(right + 25, y, steps=12)
    listed.page.mouse.up()
    listed.wait_for("Event 195 of 195")


def test_a_match_is_saved_as_a_file_and_printed(listed: Screen, archive: Shelf) -> None:
    listed.press("Export Doubles Wild")
    with listed.page.expect_download() as saved:
        listed.press("Text of the game")
    assert saved.value.suggested_filename == f"doubles-wild-{archive.ids['doubles-wild']}.txt"
    assert len(Transcript.read(Path(saved.value.path()).read_text(encoding="utf-8")).events) == 195
    with listed.context.expect_page() as opened:
        listed.press("A page to print")
    page = opened.value
    page.get_by_text("What scored when").wait_for()
    assert page.title().startswith("Doubles Wild") and page.locator("tr").count() > 195
    assert all(url.startswith((archive.address, "data:", "blob:")) for url in listed.answered)
    page.close()
    listed.press("Done")


def test_the_statistics_speak_of_all_games_and_of_one(listed: Screen) -> None:
    listed.press("Statistics", exact=True)
    listed.wait_for("6 matches, 5 of them played to the end")
    listed.wait_for("Army vs Aliens (2011), Army. Faces and their fair share: 1: ")
    listed.wait_for("a fair die: ")
    with listed.page.expect_download() as saved:
        listed.press("Save all of it as CSV")
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("game,what,who,face,count")
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("Doubles Wild: games won")
    listed.wait_until_gone("Army vs Aliens (2011): Army")
    listed.press("Back", exact=True)
    listed.wait_for("6 matches")


def test_the_newest_interrupted_match_goes_on_exactly_where_it_was(listed: Screen, archive: Shelf) -> None:
    """Before another film, so that what lies there is something else: the game itself stands where it stood."""
    listed.press("Back", exact=True)
    listed.wait_for("Your last match is not over")
    listed.press("Go on with Space Checkers")
    listed.fill("Or an address, a film or pictures", str(DEMOS["space-checkers"]))
    listed.press("Go on", exact=True)
    listed.wait_for("your move.")
    listed.press("History.")
    listed.wait_for("Ben rolled 5, red")
    listed.leave()
    listed.wait_for("Your last match is not over")
    with Record(archive.path, clock=time.time) as record:
        assert record.summary(archive.ids["open"]).entries >= 7
