"""A match that was interrupted and goes on, without a browser: before its film, another source, or not at all."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.match.journal import Journal
from companion.match.timestamps import LEAD_IN, known_until
from companion.record import NoSuchMatch, Record
from companion.rules import CompanionError
from tests.support.app.archives import play_into
from tests.support.paths import FILMS
from tests.support.record.recording import clock
from tests.support.waiting import until
from ui.host.table_host import TableHost
from ui.match.open_match import LiveCheck, LiveMatch, MatchSetup, MatchStores, open_match, open_resumed
from ui.settings.match_setup import usual_setup
from ui.settings.saved_setups import SavedTable
from ui.sources.cameras import Cameras
from vision.camera.clip import VideoClip
from vision.camera.frame import SourceError
from vision.camera.live import Live

GAME = "space-checkers"
FILM = FILMS[GAME]


def followed(live: LiveMatch, most: int | None = None) -> None:
    """Let the match look at the rest of its film as fast as that goes, until so many events stand."""
    live.frame_loop.close()
    source = live.frame_loop.source
    assert isinstance(source, VideoClip)
    clip = VideoClip(FILM, realtime=False)
    known = live.session._known
    if known is not None:
        clip.begin_at(known - LEAD_IN)
    while (frame := clip.read()) is not None and (most is None or len(live.session.scene.lines) < most):
        live.session.see(frame)
    clip.close()


def events(journal: Journal) -> list[str]:
    return [journal.game.formatted(moment.event) for moment in journal.history()]


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_a_film_goes_on_where_the_match_knows_it_and_tells_nothing_twice(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=time.time) as record:
        stores = MatchStores(record=lambda: record)
        whole = open_match(MatchSetup(game=GAME), str(FILM), stores)
        followed(whole)
        assert whole.session.match_id is not None
        expected = events(record.journal(whole.session.match_id))
        assert len(expected) >= 4

        begun = open_match(MatchSetup(game=GAME), str(FILM), stores)
        followed(begun, most=2)
        match_id = begun.session.match_id
        assert match_id is not None
        known = known_until(record.journal(match_id))
        assert known is not None

        again = open_resumed(match_id, str(FILM), stores)
        assert again.session._known == known and [line.number for line in again.session.scene.lines] == [2, 1]
        followed(again)
        assert events(record.journal(match_id)) == expected


def test_a_match_of_a_camera_sees_a_film_from_its_beginning(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        stores = MatchStores(record=lambda: record)
        match_id = play_into(record, GAME, events=6)
        live = open_resumed(match_id, str(FILM), stores)
        try:
            assert live.session._known is None and live.session.game.seat_name(1) == "Ben"
            assert len(live.session.scene.lines) == 6
            assert live.session.scene.position == record.journal(match_id).position
        finally:
            live.close()
        assert record.summary(match_id).state == "left"


def test_pieces_keep_their_colours(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        stores = MatchStores(record=lambda: record)
        setup = MatchSetup(game="doubles-wild", colours=("green", "yellow"))
        begun = open_match(setup, str(FILMS["doubles-wild"]), stores)
        begun.close()
        assert begun.session.match_id is not None
        again = open_resumed(begun.session.match_id, str(FILMS["doubles-wild"]), stores)
        again.close()
        assert again.session.seated.colours == ("green", "yellow")


def test_a_tapped_board_is_where_it_was_and_a_set_of_faces_that_is_gone_stops_nobody(tmp_path: Path) -> None:
    corners = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.9), (0.2, 0.9))
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        stores = MatchStores(record=lambda: record)
        match_id = play_into(record, GAME, events=6)
        stores.setups.keep_table(match_id, GAME, SavedTable("no such set", corners))
        live = open_resumed(match_id, str(FILM), stores)
        live.close()
        tapped = live.session._table._reader._tapped  # type: ignore[attr-defined]
        assert tapped is not None
        other = play_into(record, GAME, events=6)
        live = open_resumed(other, str(FILM), stores)
        live.close()
        assert live.session._table._reader._tapped is None  # type: ignore[attr-defined]


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> list[Live]:
    """All that were opened of a camera that shows a still table, and can be opened once at a time."""
    opened: list[Live] = []
    noise = np.random.default_rng(1)

    class Capture:
        def grab(self) -> bool:
            time.sleep(0.02)
            return True

        def read(self) -> tuple[bool, Any]:
            return True, noise.integers(100, 104, (360, 640, 3), np.uint8)  # the same for long is a camera that froze

        def release(self) -> None:
            pass

    def open_webcam(self: Cameras, spec: str) -> Live:
        if any(not live._closed.is_set() for live in opened):
            raise SourceError("another program uses camera 0")
        opened.append(Live("camera 0", Capture()))  # type: ignore[arg-type]
        return opened[-1]

    monkeypatch.setattr(Cameras, "open", open_webcam)
    return opened


@pytest.mark.slow
def test_the_table_is_looked_for_when_a_camera_is_added_and_again_when_it_was_moved(
    webcam: list[Live], own_record: Path
) -> None:
    """Of a board that we did not print the corners are tapped, in the middle of a match as at its beginning."""
    host = TableHost()
    host.begin_match(usual_setup(GAME), "none")
    until(lambda: isinstance(host.table, LiveMatch), "the match")

    def table() -> LiveMatch:
        assert isinstance(host.table, LiveMatch)
        return host.table

    def check(spec: str) -> LiveCheck:
        if table().spec == spec:  # a camera that seems to stand still is opened anew, which this one refuses
            until(lambda: table().frame_loop.flows, "a picture of the camera")
        host.change_source(table(), spec)
        until(lambda: isinstance(host.table, LiveCheck) and host.table.session.image is not None, "the check")
        assert isinstance(host.table, LiveCheck)
        return host.table

    def gone_on(before: object) -> None:
        until(lambda: host.opening is None and host.table is not before, "the match again")

    def tapped() -> object:
        return table().session._table._reader._tapped  # type: ignore[union-attr]

    table().session.enter_text("roll 2 blue")
    until(lambda: len(table().session.scene.lines) == 1, "the roll")
    match_id, timer = table().session.match_id, table().session.timer
    assert match_id is not None

    looking = check("0")
    assert host.plays(match_id) and not looking.session.scene.found
    host.change_source(looking, "none", look=False)  # cancelled
    gone_on(looking)
    assert table().session.scene.seeing == "unseen" and table().session.match_id == match_id

    looking = check("0")
    looking.session.tap_board(True)
    for corner in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.8), (0.3, 0.8)):
        looking.session.put_corner(*corner)
    host.go_on(looking)
    gone_on(looking)
    assert tapped() is not None and len(table().session.scene.lines) == 1
    assert table().session.timer is timer and table().again.source == "0"  # type: ignore[union-attr]
    until(lambda: table().session.scene.seeing != "starting", "a look at the table")

    looking = check("0")  # the same camera, which stays open
    assert len(webcam) == 2 and looking.session.scene.tapping and looking.session.scene.corners[0] == (0.3, 0.3)
    looking.session.tap_board(False)
    host.go_on(looking)
    gone_on(looking)
    assert tapped() is None and len(webcam) == 2
    looking = check("0")
    host.change_source(looking, "0", look=False)
    gone_on(looking)
    table().session.undo()
    until(lambda: not table().session.scene.lines, "the roll taken back")
    looking = check("0")
    host.close(10)
    assert webcam[-1]._closed.is_set()
    with Record(own_record, clock=time.time) as record:
        assert record.summary(match_id).state == "left"


def test_what_cannot_go_on_is_one_line(tmp_path: Path) -> None:
    with Record(tmp_path / "one.sqlite", clock=clock) as record:
        stores = MatchStores(record=lambda: record)
        over = play_into(record, GAME)
        with pytest.raises(CompanionError, match="this match of Space Checkers is over"):
            open_resumed(over, str(FILM), stores)
        with pytest.raises(NoSuchMatch):
            open_resumed("abc", str(FILM), stores)
        running = play_into(record, GAME, events=5)
        with pytest.raises(SourceError, match="no such file"):
            open_resumed(running, str(tmp_path / "gone.mp4"), stores)


def test_the_host_says_why_a_match_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_RECORD", str(tmp_path / "none.sqlite"))
    host = TableHost()
    host.begin_resumed("abc", str(FILM))
    until(lambda: host.opening is None)
    assert host.table is None and host.failed is not None and "there is no match" in host.failed
