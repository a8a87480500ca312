"""A match on a table without printed mats: its zones lie between lines on the picture, its pictures may be photographs.
The photographs are of one table, five rests of a game one after the other."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.record import Record
from companion.rules import CompanionError
from tests.support.paths import DATA
from tests.support.waiting import until
from ui.match.open_match import (
    LiveCheck,
    LiveMatch,
    MatchStores,
    match_of,
    open_again,
    open_check,
    open_match,
    open_photograph,
    open_resumed,
    open_without_mats,
)
from ui.match.session import MatchSession
from ui.settings.match_setup import lines_for, usual_setup
from ui.settings.saved_setups import SavedSetup, SavedSetups, SavedTable
from ui.sources.picture_source import Album
from vision.camera.frame import Frame, Image, SourceError
from vision.camera.image_files import PictureError, read_picture

PHOTOGRAPHS = sorted((DATA / "lines").glob("*.jpg"))
SETUP = usual_setup("army-vs-aliens-2011")
LINES = (0.29, 0.71)
EVENTS = [
    "The Army rolled 1, 1, 1, 2, 3, 3, 4, 5, 6",
    "The Aliens rolled 1, 2, 3, 3, 3, 4, 4, 4, 5",
    "General: three Troopers (1) become Artillery (2)",
    "Overlord: sends a Tank (3) and a Nuke (6) to Rally",
    "Attack: three Artillery (2) destroy a Lander (3)",
]


class Looking:
    """A match whose pictures are looked at as fast as that goes, without a thread."""

    def __init__(self, match: LiveMatch) -> None:
        match.frame_loop.close()
        self.session: MatchSession = match.session
        self._time = 100.0  # later than whatever the thread has seen

    def at(self, image: Image, seconds: float = 2.0) -> list[str]:
        """What happened by the end of a picture, oldest first."""
        for _ in range(round(seconds * 8)):
            self._time += 1 / 8
            self.session.work()
            self.session.see(Frame(image, self._time))
        self.session.work()
        return [line.text for line in reversed(self.session.scene.lines)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The first two photographs, and one that is none between them."""
    table = tmp_path / "evening"
    table.mkdir()
    shutil.copy(PHOTOGRAPHS[0], table / "a.jpg")
    (table / "b.jpg").write_text("no picture")
    shutil.copy(PHOTOGRAPHS[1], table / "c.jpg")
    return table


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "matches.sqlite", clock=time.time) as record:
        yield record


@pytest.fixture
def stores(tmp_path: Path, record: Record) -> MatchStores:
    return MatchStores(setups=SavedSetups(tmp_path / "settings"), record=lambda: record)


@pytest.fixture
def opened() -> Iterator[list[LiveMatch | LiveCheck]]:
    tables: list[LiveMatch | LiveCheck] = []
    yield tables
    for table in tables:
        table.close()


@pytest.mark.slow
def test_pictures_of_a_table_are_refereed_by_its_lines_and_go_into_the_record(
    folder: Path, record: Record, stores: MatchStores
) -> None:
    looking = Looking(open_match(SETUP, str(folder), stores, LINES))
    for number, path in enumerate(PHOTOGRAPHS, 1):
        assert looking.at(read_picture(path)) == EVENTS[:number]
    scene = looking.session.scene
    assert scene.open is None and {line.source for line in scene.lines} == {"seen"}
    assert scene.view is not None and {die.zone for die in scene.view.dice} == {"rally", "combat", "scoring"}
    match_id = looking.session.match_id
    assert match_id is not None
    assert len(record.resume(match_id).journal.history()) == 5


@pytest.mark.slow
def test_lines_that_are_moved_sort_the_dice_anew_and_are_kept(
    folder: Path, record: Record, stores: MatchStores
) -> None:
    stores.setups.keep(SavedSetup(SETUP, str(folder)))
    looking = Looking(open_match(SETUP, str(folder), stores, (0.06, 0.12)))
    first = read_picture(PHOTOGRAPHS[0])
    assert looking.at(first) == []
    session = looking.session
    session.set_line(1, 0.71)
    session.set_line(0, 0.29)
    assert session.lines is not None and session.lines.lines == LINES and looking.at(first) == []
    session.apply_lines()
    assert looking.at(first, 0.25) == EVENTS[:1]
    assert session.match_id is not None and stores.setups.table_of(session.match_id) == SavedTable(lines=LINES)
    assert stores.setups.table_at(SETUP.game, str(folder)).lines == LINES
    session.leave()
    on = Looking(open_resumed(session.match_id, str(folder), stores))
    assert on.session.lines == session.lines and on.at(first) == EVENTS[:1]
    assert on.at(read_picture(PHOTOGRAPHS[1])) == EVENTS[:2]


def test_lines_are_drawn_whatever_moves_and_sheets_need_none(folder: Path, record: Record, stores: MatchStores) -> None:
    looking = Looking(open_match(SETUP, str(folder), stores, LINES))
    image, session = read_picture(PHOTOGRAPHS[0]), looking.session
    changed = (session.draw(image) != image).any(axis=(0, 2))
    assert changed[int(0.29 * image.shape[1])] and not changed[image.shape[1] // 2]
    before = session.drawn
    session.set_line(0, 0.4)
    assert session.drawn != before
    plain = Looking(open_match(SETUP, str(folder), stores)).session
    assert plain.lines is None and plain.draw(image) is image
    plain.set_line(0, 0.4)
    plain.apply_lines()
    assert plain.lines is None


def test_a_folder_is_turned_picture_by_picture(
    folder: Path, record: Record, opened: list[LiveMatch], stores: MatchStores
) -> None:
    match = open_match(SETUP, str(folder), stores, LINES)
    opened.append(match)
    album, session = match.frame_loop.source, match.session
    assert isinstance(album, Album) and album.remaining == 2
    match.next_picture()
    until(lambda: session.scene.remark is not None, "what is told of the bad picture")
    assert album.remaining == 1 and "b.jpg" in str(session.scene.remark)
    match.next_picture()
    match.next_picture()
    assert album.remaining == 0


def test_a_photograph_is_uploaded_and_laid_on_top_of_another(
    opened: list[LiveMatch | LiveCheck], stores: MatchStores
) -> None:
    first, second = (path.read_bytes() for path in PHOTOGRAPHS[:2])
    match = open_photograph(first, "first.jpg", stores)
    opened.append(match)
    session = match.session
    assert session.lines is not None and session.seated.colours == ("blue", "green")
    match.show_photograph(b"junk", "junk.png")
    until(lambda: session.scene.remark is not None, "what is told of the bad picture")
    assert "junk.png" in str(session.scene.remark)
    match.show_photograph(second, "second.jpg")
    assert match.frame_loop.source.name == "second.jpg"
    stores.setups.keep(SavedSetup(SETUP, "0"))
    again = open_again(match, False, stores, lambda check: None)
    opened.append(again)
    assert isinstance(again, LiveCheck) and again.frame_loop.source.name == "second.jpg"
    assert again.session.lines == session.lines and stores.setups.last is not None and stores.setups.last.source == "0"
    with pytest.raises(PictureError):
        open_photograph(b"junk", "junk.png", stores)


def test_without_mats_it_is_set_up_as_the_last_time(
    folder: Path, opened: list[LiveMatch | LiveCheck], stores: MatchStores
) -> None:
    stores.setups.keep(
        SavedSetup(msgspec.structs.replace(SETUP, colours=("red", "white")), str(folder), lines=(0.3, 0.6))
    )
    match = open_without_mats(str(folder), stores)
    opened.append(match)
    assert match.session.seated.colours == ("red", "white")
    assert match.session.lines is not None and match.session.lines.lines == (0.3, 0.6)
    stores.setups.keep(SavedSetup(usual_setup(SETUP.game, 3), "0"))
    match = open_without_mats(str(folder), stores)
    opened.append(match)
    assert match.session.game.players == 2  # of more than two nobody could tell whose a destroyed die was
    assert match.session.lines is not None and match.session.lines.lines == (0.25, 0.75)


@pytest.mark.slow
def test_lines_are_drawn_while_the_table_is_looked_for(
    folder: Path, opened: list[LiveMatch | LiveCheck], stores: MatchStores
) -> None:
    check = open_check(SETUP, str(folder), stores, lines=())
    opened.append(check)
    session = check.session
    until(lambda: bool(session.scene.sheets), "a look for sheets")
    assert session.may_have_lines and session.lines is None and not session.scene.found
    session.draw_lines(True)
    session.set_line(0, 0.29)
    session.set_line(1, 0.71)
    session.apply_lines()
    scene = session.scene
    assert scene.found and scene.sheets == () and scene.lines is not None and scene.lines.lines == LINES
    image = read_picture(PHOTOGRAPHS[0])
    assert (session.draw(image) != image).any(axis=(0, 2))[int(0.29 * image.shape[1])]
    match = match_of(check, stores)
    opened.append(match)
    assert match.session.lines == scene.lines and match.again is not None and match.again.lines == LINES
    until(lambda: len(match.session.scene.lines) == 1, "the first roll")
    kept = open_check(SETUP, str(folder), stores, lines=LINES)
    opened.append(kept)
    assert kept.session.lines == scene.lines
    session.draw_lines(False)
    assert session.lines is None


def test_lines_serve_two_sides_on_mats_alone() -> None:
    assert lines_for(SETUP) is not None and lines_for(usual_setup("army-vs-aliens-2012")) is not None
    assert lines_for(usual_setup("army-vs-aliens-2011", 3)) is None
    assert [lines_for(usual_setup(one)) for one in ("dinosaurs-vs-army-men", "doubles-wild", "space-checkers")] == [
        None,
        None,
        None,
    ]


def test_what_cannot_be_opened_is_named_in_one_line(tmp_path: Path, stores: MatchStores) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "letter.png").write_text("Dear all")
    (tmp_path / "broken.mp4").write_bytes(b"\0" * 300)
    for name in ("empty", "letter.png", "broken.mp4", "none.mp4", "none.png"):
        with pytest.raises((SourceError, CompanionError)) as refused:
            open_without_mats(str(tmp_path / name), stores)
        assert "\n" not in str(refused.value) and name in str(refused.value)


@pytest.mark.slow
def test_what_is_said_before_hands_do_it_stands_and_is_seen_once(
    folder: Path, record: Record, stores: MatchStores
) -> None:
    """The table lies as before until the dice are moved; then nothing is told twice."""
    looking = Looking(open_match(SETUP, str(folder), stores, LINES))
    session = looking.session
    first, second, third = map(read_picture, PHOTOGRAPHS[:3])
    looking.at(first)
    looking.at(second)
    session.enter_event(session.game.parsed("general 1"))
    assert looking.at(second, 4) == EVENTS[:3] and session.scene.open is None
    assert looking.at(third) == EVENTS[:3] and session.scene.lines[0].source == "typed"
    session.undo()
    assert looking.at(third, 4) == EVENTS[:2] and session.scene.put_back and session.scene.open is None
    assert looking.at(second) == EVENTS[:2] and session.scene.put_back is None
    assert looking.at(third) == EVENTS[:3] and session.scene.lines[0].source == "seen"  # it was done again


@pytest.mark.slow
def test_rolls_without_dice_on_the_table_are_not_asked_about(folder: Path, record: Record, stores: MatchStores) -> None:
    looking = Looking(open_match(SETUP, str(folder), stores, LINES))
    session, first = looking.session, read_picture(PHOTOGRAPHS[0])
    looking.at(first)
    session.roll([1, 2, 3, 3, 3, 4, 4, 4, 5])
    assert looking.at(first, 4) == EVENTS[:2] and session.scene.open is None
    assert looking.at(read_picture(PHOTOGRAPHS[1])) == EVENTS[:2] and session.scene.open is None
