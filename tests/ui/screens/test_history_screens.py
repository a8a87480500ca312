"""The history without a browser: the list, a match that speaks, deletion, and a match that cannot go on."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.record import Record
from tests.support.app.archives import shelf
from tests.support.app.headless import Tab, tab
from tests.support.paths import FILMS
from ui.app_state import AppState


class Shelf(NamedTuple):
    path: Path
    ids: dict[str, str]
    app: AppState | None = None

    def kept(self) -> set[str]:
        with Record(self.path, clock=time.time) as record:
            return {one.id for one in record.summaries()[0]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    path = tmp_path_factory.mktemp("shelf") / "matches.sqlite"
    return Shelf(path, shelf(path))


@pytest.fixture
def archive(whole: Shelf, tmp_path: Path) -> Shelf:
    """Six matches in the record that the app shows."""
    path = tmp_path / "matches.sqlite"
    shutil.copy(whole.path, path)
    app = AppState(tmp_path / "settings", lambda: Record(path, clock=time.time))
    app.archive.refresh()
    return Shelf(path, whole.ids, app)


@pytest.fixture
def listed(archive: Shelf) -> Iterator[Tab]:
    """A tab on the list of matches."""
    with tab(app=archive.app) as opened:
        opened.press("History", exact=True)
        opened.wait_for("6 matches")
        yield opened


@pytest.mark.slow
def test_the_list_is_filtered_by_game(listed: Tab) -> None:
    listed.press("Space Checkers", exact=True)
    listed.wait_for("2 matches")
    assert listed.names().count("Look at it") == 2
    listed.press("All games")
    listed.wait_for("6 matches")


@pytest.mark.slow
def test_a_match_that_is_not_there_is_one_line(archive: Shelf) -> None:
    with tab(route="/recorded/fff", app=archive.app) as opened:
        opened.wait_for("There is no match 'fff'")
        opened.press("Back", exact=True)
        opened.wait_for("Your last match is not over")


@pytest.mark.slow
def test_the_chart_and_the_score_sheet_speak(listed: Tab) -> None:
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("1 match")
    listed.press("Look at it")
    listed.wait_for("The score over 195 events: Anna 12 and Ben 8. Anna leads since event ")
    listed.wait_for("Together: Anna 12, Ben 8")
    listed.press("What scored when. 16 events")
    listed.press("The score is then 12 to 8")


def test_a_match_is_shared_or_exported(listed: Tab) -> None:
    listed.press("Share Doubles Wild")
    for way in ("A picture of the result", "The match to replay anywhere", "Text of the game", "A page to print"):
        listed.wait_for(way)
    listed.press("Done")
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("1 match")
    listed.press("Look at it")
    listed.press("Share", exact=True)
    listed.wait_for("The match to replay anywhere")


def test_a_match_is_deleted_only_after_two_questions(listed: Tab, archive: Shelf) -> None:
    doomed = archive.ids["dinosaurs-vs-army-men"]
    listed.press("Delete Dinosaurs Vs. Army Men")
    listed.wait_for("its score sheet and any pictures kept with it are lost")
    listed.press("Delete", exact=True)
    listed.wait_for("nothing can bring it back")
    listed.press("Keep it")
    listed.wait_until_gone("nothing can bring it back")
    assert doomed in archive.kept()
    listed.press("Delete Dinosaurs Vs. Army Men")
    listed.press("Delete", exact=True)
    listed.press("Delete for good")
    listed.wait_for("5 matches")
    assert doomed not in archive.kept()


def test_a_film_that_is_not_there_is_one_line_on_a_phone(archive: Shelf) -> None:
    with tab(390, 844, app=archive.app) as phone:
        phone.press("Go on with Space Checkers")
        phone.fill("Or an address, a film or pictures", "/nowhere/evening.mp4")
        phone.press("Go on", exact=True)
        phone.wait_for("no such file")


@pytest.mark.slow
def test_the_statistics_speak_of_all_games_and_of_one(listed: Tab) -> None:
    listed.press("Statistics", exact=True)
    listed.wait_for("6 matches, 5 of them played to the end")
    listed.wait_for("Army vs Aliens (2011), Army. Faces and their fair share: 1: ")
    listed.wait_for("a fair die: ")
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("Doubles Wild: games won")
    listed.wait_until_gone("Army vs Aliens (2011): Army")
    listed.press("Back", exact=True)
    listed.wait_for("6 matches")


@pytest.mark.slow
def test_the_newest_interrupted_match_goes_on_exactly_where_it_was(archive: Shelf, replayed: None) -> None:
    """Before another film, so that what lies there is something else: the game itself stands where it stood."""
    with tab(app=archive.app) as opened:
        opened.wait_for("Your last match is not over")
        opened.press("Go on with Space Checkers")
        opened.fill("Or an address, a film or pictures", str(FILMS["space-checkers"]))
        opened.press("Go on", exact=True)
        opened.wait_for("your move.")
        opened.wait_for("Ben rolled 5, red")
        opened.leave()
        opened.wait_for("Your last match is not over")
    with Record(archive.path, clock=time.time) as record:
        assert record.summary(archive.ids["open"]).entries >= 7


def test_a_match_is_looked_at_moment_by_moment(listed: Tab) -> None:
    listed.press("Doubles Wild", exact=True)
    listed.wait_for("1 match")
    listed.press("Look at it")
    listed.wait_for("Event 0 of 195")
    listed.press("Event 3: ")
    listed.wait_for("Event 3 of 195")
    listed.key("Arrow Left")
    listed.wait_for("Event 2 of 195")
    listed.press("One event on")
    listed.wait_for("Event 3 of 195")


def test_people_are_told_with_whom_they_played(listed: Tab) -> None:
    listed.press("People", exact=True)
    listed.wait_for("Names that differ only in capital letters or blanks are one person")
    listed.wait_for("Won 2 of 5 games (40%)")
    listed.wait_for("Against Anna: won ")
    listed.wait_for("Doubles Wild: 1 of 1")
    listed.wait_for("Doubles Wild: won 0, lost 1")
    listed.press("Back", exact=True)
    listed.wait_for("6 matches")
