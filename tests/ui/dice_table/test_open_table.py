"""From what a player names to a table in play, with pictures that are made here; and every way it can fail."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
import pytest

from tests.support.app.browser import ROOT
from tests.support.app.loops import in_a_loop_of_its_own
from tests.support.app.staged import StagedEyes, StagedSource, row, stage
from tests.support.waiting import until
from ui.core.faults import reason_of
from ui.core.store import Store
from ui.core.uploads import UploadError, Uploads
from ui.dice_table import open_table as opening
from ui.dice_table.open_table import LiveTable, open_photograph, open_spec
from ui.dice_table.reader import DiceTable
from ui.dice_table.session import TableSession
from ui.host import table_host
from ui.host.table_host import Setup, TableHost
from ui.sources.cameras import Cameras
from ui.sources.frame_loop import WIDEST, FrameLoop, encoded
from ui.sources.picture_source import Album
from vision.camera import latest_frame as latest
from vision.camera.frame import Frame, SourceError
from vision.camera.image_files import PictureError
from vision.camera.live import Live

CLEAR = stage([*row("blue", [1, 1, 2, 2, 3, 4, 5, 6, 6]), *row("green", [1, 2, 2, 3, 3, 4, 4, 5, 6])])
OTHER = stage(row("blue", [1]))


@pytest.fixture
def staged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables get eyes that see nothing, so that no networks are needed."""
    monkeypatch.setattr(opening, "StreamReader", lambda read: StagedEyes([]))


@pytest.fixture
def tables() -> Iterator[list[LiveTable]]:
    opened: list[LiveTable] = []
    yield opened
    for table in opened:
        table.close()


def saved(folder: Path, name: str) -> Path:
    path = folder / name
    cv2.imwrite(str(path), CLEAR.image)
    return path


def test_a_watcher_reads_the_table_and_draws_the_picture() -> None:
    source = StagedSource(CLEAR)
    session = TableSession(opening.companion.load("army-vs-aliens-2011"), opening.Seating({0: "blue", 1: "green"}),
                           kind="pictures")  # fmt: skip
    watcher = FrameLoop(DiceTable(session, StagedEyes([CLEAR, OTHER])), source)
    try:
        until(lambda: len(session.scene.standing) == 2)
        until(lambda: watcher.shot is not None and watcher.shot.number > 1)
        assert watcher.shot is not None
        assert (watcher.shot.width, watcher.shot.height) == (1280, 720)
        assert cv2.imdecode(np.frombuffer(watcher.shot.jpeg, np.uint8), 1).shape == (720, 1280, 3)
        assert watcher.close_up(CLEAR.dice[0].box) is not None
        number = watcher.shot.number
        session.set_line(0, 0.4)
        until(lambda: watcher.shot is not None and watcher.shot.number > number)
    finally:
        watcher.close()


class Session(Store):
    """Looks at frames, and is told from outside what it thinks of them."""

    live, calm, every_frame, drawn, seen = True, False, True, 0, 0

    def see(self, frame: Frame) -> None:
        self.seen += 1

    def work(self) -> None: ...

    def stalled(self, line: str) -> None: ...

    def source_ended(self, error: str | None = None) -> None: ...

    def draw(self, image: np.ndarray) -> np.ndarray:
        return image


def test_pictures_are_drawn_as_often_as_somebody_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each one while something moves, few of a still table, and hardly any for nobody."""
    monkeypatch.setattr("ui.sources.frame_loop.ALONE", 1000.0)
    monkeypatch.setattr("ui.sources.frame_loop.CALM", 1000.0)

    class Camera:
        name = "camera"
        frames: Queue[Frame | None] = Queue()

        def read(self) -> Frame | None:
            return self.frames.get()

        def close(self) -> None:
            self.frames.put(None)

    session = Session()
    watcher = FrameLoop(session, Camera())

    def shots_after(frames: int) -> int:
        for _ in range(frames):
            number = session.seen + 1
            Camera.frames.put(Frame(np.full((90, 160, 3), number, np.uint8), float(number)))
            until(lambda number=number: session.seen == number, "the frame")  # type: ignore[misc]
            worked = threading.Event()
            monkeypatch.setattr(session, "work", worked.set)
            assert worked.wait(60)  # the turn of the loop that saw the frame is over
        return watcher.shot.number if watcher.shot is not None else 0

    try:
        assert shots_after(4) == 1
        told: list[int] = []
        undo = watcher.look_on(lambda: told.append(watcher.shot.number if watcher.shot is not None else 0))
        until(lambda: told == [2], "the newest picture, as soon as somebody looks")
        assert shots_after(3) == 5 and told == [2, 3, 4, 5]
        session.calm = True
        assert shots_after(3) == 5
        session.drawn = 1
        until(lambda: told[-1] == 6, "another drawing over the same picture")
        undo()
        session.calm = False
        assert shots_after(2) == 6 == told[-1]
    finally:
        watcher.close()


def test_frames_of_a_camera_are_decoded_as_often_as_somebody_needs_them() -> None:
    """Each one while something moves or is timed, every third of a still table, every sixth for nobody."""

    class Capture:
        def grab(self) -> bool:
            time.sleep(0.002)
            return True

        def read(self) -> tuple[bool, np.ndarray]:
            return self.grab(), np.zeros((90, 160, 3), np.uint8)

        def release(self) -> None: ...

    session, camera = Session(), Live("camera", Capture())  # type: ignore[arg-type]
    watcher = FrameLoop(session, camera)
    try:
        session.calm, session.every_frame = True, False
        until(lambda: camera.passed_over == 5, "nobody to look")
        undo = watcher.look_on(lambda: None)
        until(lambda: camera.passed_over == 2, "somebody who looks at a still table")
        session.every_frame = True
        until(lambda: camera.passed_over == 0, "what is timed")
        session.calm, session.every_frame = False, False
        undo()
        until(lambda: camera.passed_over == 0, "what moves")
    finally:
        watcher.close()


def test_a_source_that_breaks_off_is_told_in_one_line() -> None:
    class Broken:
        name = "broken"

        def read(self) -> Frame | None:
            raise SourceError("webcam 0 has stopped; plug it in again")

        def close(self) -> None:
            pass

    session = TableSession(opening.companion.load("army-vs-aliens-2011"), opening.Seating({0: "blue", 1: "green"}))
    watcher = FrameLoop(DiceTable(session, StagedEyes([])), Broken())
    try:
        until(lambda: session.scene.seeing == "lost")
        assert session.scene.notice == "webcam 0 has stopped; plug it in again"
    finally:
        watcher.close()


def test_pictures_are_sent_no_wider_than_the_screens_need() -> None:
    wide = np.zeros((1000, 4000, 3), np.uint8)
    assert cv2.imdecode(np.frombuffer(encoded(wide), np.uint8), 1).shape == (320, WIDEST, 3)


@pytest.mark.usefixtures("staged")
def test_a_folder_is_turned_picture_by_picture(tmp_path: Path, tables: list[LiveTable]) -> None:
    for name in ("a.png", "b.png", "d.png"):
        saved(tmp_path, name)
    (tmp_path / "c.png").write_text("no picture")
    table = open_spec(str(tmp_path), Setup(), Cameras())
    tables.append(table)
    album = table.watcher.source
    assert isinstance(album, Album)
    assert (table.session.kind, album.left) == ("pictures", 3)
    table.turn()
    assert (album.left, table.session.scene.notice) == (2, None)
    table.turn()
    assert album.left == 1
    assert "c.png" in str(table.session.scene.notice)
    table.turn()
    table.turn()
    assert album.left == 0


@pytest.mark.usefixtures("staged")
def test_a_photograph_is_laid_on_top_of_another(tmp_path: Path, tables: list[LiveTable]) -> None:
    data = saved(tmp_path, "a.png").read_bytes()
    table = open_photograph(data, "a.png", Setup(colours=("red", "white")))
    tables.append(table)
    assert table.session.seating.colours == {0: "red", 1: "white"}
    table.show_photograph(b"junk", "junk.png")
    assert "junk.png" in str(table.session.scene.notice)
    table.show_photograph(data, "b.png")
    assert table.watcher.source.name == "b.png"


@pytest.mark.usefixtures("staged")
def test_what_cannot_be_opened_is_named_in_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    letter = tmp_path / "letter.png"
    letter.write_text("Dear all")
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\0" * 300)
    for spec in (str(empty), str(letter), str(broken), str(tmp_path / "none.mp4"), str(tmp_path / "none.png"), "77"):
        with pytest.raises((SourceError, PictureError)) as refused:
            open_spec(spec, Setup(), Cameras())
        line = reason_of(refused.value)
        assert line is not None
        assert "\n" not in line
        assert Path(spec).name in line


def test_our_own_faults_have_no_line_for_players() -> None:
    assert reason_of(ZeroDivisionError()) is None


@pytest.mark.usefixtures("staged")
def test_a_room_opens_in_the_background_and_clears(tmp_path: Path) -> None:
    host = TableHost()
    host.begin_source(str(saved(tmp_path, "a.png")))
    until(lambda: host.table is not None)
    assert (host.opening, host.failed) == (None, None)
    first = host.table
    host.begin_source(str(tmp_path / "none.png"))
    until(lambda: host.failed is not None)
    assert host.table is first
    host.leave()
    assert (host.table, host.failed) == (None, None)


def test_a_source_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def hang(spec: str, setup: Setup, cameras: Cameras) -> LiveTable:
        gate.wait(20)
        raise SourceError("too late")

    monkeypatch.setattr(table_host, "PATIENCE", 0.05)
    monkeypatch.setattr(table_host, "open_spec", hang)
    host = TableHost()
    host.begin_source("webcam:0")
    until(lambda: host.failed is not None)
    assert "no answer" in str(host.failed)
    assert host.opening is None
    gate.set()
    time.sleep(0.05)
    assert "no answer" in str(host.failed)


def test_an_upload_arrives_once_under_its_own_name() -> None:
    async def send() -> tuple[bytes, bool]:
        inbox = Uploads()
        token = inbox.announce()
        waiting = asyncio.create_task(inbox.receive(token, "a.png"))
        await asyncio.sleep(0)
        inbox.deliver("guess", b"foreign")
        inbox.deliver(token, b"picture")
        inbox.deliver(token, b"another")
        return await waiting, inbox.accepts(token)

    assert in_a_loop_of_its_own(send) == (b"picture", False)


def test_an_upload_that_fails_says_why() -> None:
    async def send() -> None:
        inbox = Uploads()
        token = inbox.announce()
        inbox.fail(token, "a.png: too large")
        await inbox.receive(token, "a.png")

    with pytest.raises(UploadError, match="too large"):
        in_a_loop_of_its_own(send)


@pytest.mark.parametrize(
    ("then", "words"),
    [("ends", "has stopped"), ("stalls", "sends no new picture"), ("freezes", "the same picture over and over")],
)
def test_a_camera_that_stops_stalls_or_freezes_is_told(monkeypatch: pytest.MonkeyPatch, then: str, words: str) -> None:
    gate = threading.Event()

    class Camera:
        name = "webcam 0"
        live = True
        frames = 0

        def read(self) -> Frame | None:
            self.frames += 1
            if self.frames > 3 and then != "freezes":
                if then == "stalls":
                    gate.wait(20)
                return None
            gate.wait(0.01)
            noise = self.frames if self.frames <= 3 else 0
            return Frame(CLEAR.image + np.uint8(noise), float(self.frames))

        def close(self) -> None:
            gate.set()

    monkeypatch.setattr(latest, "STALL", 0.2)
    session = TableSession(opening.companion.load("army-vs-aliens-2011"), opening.Seating({0: "blue", 1: "green"}))
    watcher = FrameLoop(DiceTable(session, StagedEyes([CLEAR])), Camera())
    try:
        until(lambda: session.scene.seeing == "lost")
        assert words in str(session.scene.notice)
    finally:
        watcher.close()


@pytest.mark.slow
def test_match_after_match_leaves_the_program_no_larger() -> None:
    """In a process of its own, whose memory nothing else fills. It grew by a hundred megabytes with each."""
    program = (
        "import os, pathlib, time\n"
        "from ui.host import TableHost\n"
        "host = TableHost()\n"
        "for _ in range(5):\n"
        "    host.begin_demo('space-checkers')\n"
        "    while host.table is None or host.table.watcher.shot is None: time.sleep(0.05)\n"
        "    time.sleep(3)\n"
        "    host.close(60)\n"
        "    print(int(pathlib.Path('/proc/self/statm').read_text().split()[1]) * os.sysconf('SC_PAGE_SIZE'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    first, *_, last = map(int, done.stdout.split())
    assert last < 1.4 * first, done.stdout
