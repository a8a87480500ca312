"""The thread between a source and what looks at it: how often pictures are drawn and decoded, and how it ends."""

from __future__ import annotations

import math
import threading
import time
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
import pytest

from tests.support.waiting import until
from ui.core.store import Store
from ui.sources.frame_loop import WIDTHS, FrameLoop, Shot
from vision.camera import latest_frame as latest
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, SourceError
from vision.camera.live import Live


class Session(Store):
    """Looks at frames, and is told from outside what it thinks of them."""

    live, calm, every_frame, drawn, seen = True, False, True, 0, 0
    trouble: str | None = None

    def see(self, frame: Frame) -> None:
        self.seen += 1

    def work(self) -> None: ...

    def stalled(self, line: str) -> None:
        self.trouble = line

    def source_ended(self, error: str | None = None) -> None:
        self.trouble = error

    def draw(self, image: np.ndarray) -> np.ndarray:
        return image


def test_pictures_are_drawn_as_often_as_somebody_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each one while something moves, few of a still table, and hardly any for nobody."""
    monkeypatch.setattr("ui.sources.frame_loop.UNWATCHED_INTERVAL", 1000.0)
    monkeypatch.setattr("ui.sources.frame_loop.CALM_INTERVAL", 1000.0)

    class Camera:
        name = "camera"
        frames: Queue[Frame | None] = Queue()

        def read(self) -> Frame | None:
            return self.frames.get()

        def close(self) -> None:
            self.frames.put(None)

    session = Session()
    frame_loop = FrameLoop(session, Camera())

    def shots_after(frames: int) -> int:
        for _ in range(frames):
            number = session.seen + 1
            Camera.frames.put(Frame(np.full((90, 160, 3), number, np.uint8), float(number)))
            until(lambda number=number: session.seen == number, "the frame")  # type: ignore[misc]
            worked = threading.Event()
            monkeypatch.setattr(session, "work", worked.set)
            assert worked.wait(60)  # the turn of the loop that saw the frame is over
        return frame_loop.shot.number if frame_loop.shot is not None else 0

    try:
        assert shots_after(4) == 1
        told: list[int] = []
        undo = frame_loop.subscribe(lambda: told.append(frame_loop.shot.number if frame_loop.shot is not None else 0))
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
        frame_loop.close()


def test_of_a_film_each_frame_is_looked_at_however_long_that_takes(tmp_path: Path) -> None:
    """Otherwise a busy computer would read something else from it than a quick one."""
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 100.0, (64, 48))
    for number in range(20):
        writer.write(np.full((48, 64, 3), number * 10, np.uint8))
    writer.release()

    class Slow(Session):
        live = False
        times: list[float]
        ended = False

        def see(self, frame: Frame) -> None:
            self.times.append(frame.time)
            time.sleep(0.04)  # as if reading took as long as four frames last

        def source_ended(self, error: str | None = None) -> None:
            assert error is None
            self.ended = True

    session = Slow()
    session.times = []
    frame_loop = FrameLoop(session, VideoClip(film))
    try:
        until(lambda: session.ended, "the end of the film")
        assert session.times == pytest.approx([number / 100 for number in range(20)])
    finally:
        frame_loop.close()


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
    frame_loop = FrameLoop(session, camera)
    try:
        session.calm, session.every_frame = True, False
        until(lambda: camera.passed_over == 5, "nobody to look")
        undo = frame_loop.subscribe(lambda: None)
        until(lambda: camera.passed_over == 2, "somebody who looks at a still table")
        session.every_frame = True
        until(lambda: camera.passed_over == 0, "what is timed")
        session.calm, session.every_frame = False, False
        undo()
        until(lambda: camera.passed_over == 0, "what moves")
    finally:
        frame_loop.close()


def test_what_lies_in_a_box_is_shown_close_up() -> None:
    class Still:
        name = "still"

        def __init__(self) -> None:
            self.closed = threading.Event()

        def read(self) -> Frame | None:
            return None if self.closed.wait(0.01) else Frame(np.full((720, 1280, 3), 90, np.uint8), time.monotonic())

        def close(self) -> None:
            self.closed.set()

    frame_loop = FrameLoop(Session(), Still())
    try:
        until(lambda: frame_loop.shot is not None)
        assert frame_loop.shot is not None and (frame_loop.shot.width, frame_loop.shot.height) == (1280, 720)
        assert cv2.imdecode(np.frombuffer(frame_loop.shot.jpeg(), np.uint8), 1).shape == (720, 1280, 3)
        near = frame_loop.close_up((100, 100, 150, 150))
        assert near is not None and cv2.imdecode(np.frombuffer(near, np.uint8), 1).shape == (80, 80, 3)
        assert frame_loop.close_up((-300, -300, -200, -200)) is None
    finally:
        frame_loop.close()


def test_a_source_that_breaks_off_is_told_in_one_line() -> None:
    class Broken:
        name = "broken"

        def read(self) -> Frame | None:
            raise SourceError("webcam 0 has stopped; plug it in again")

        def close(self) -> None:
            pass

    session = Session()
    frame_loop = FrameLoop(session, Broken())
    try:
        until(lambda: session.trouble is not None)
        assert session.trouble == "webcam 0 has stopped; plug it in again"
    finally:
        frame_loop.close()


def test_pictures_are_sent_no_wider_than_the_screen_shows_them() -> None:
    def size(across: float) -> tuple[int, ...]:
        return cv2.imdecode(np.frombuffer(shot.jpeg(across), np.uint8), 1).shape

    shot = Shot(1, np.zeros((1000, 4000, 3), np.uint8))
    assert (shot.width, shot.height) == (4000, 1000)
    assert size(math.inf) == size(4000) == (320, WIDTHS[-1], 3)
    assert size(390) == size(674) == (160, WIDTHS[0], 3) and size(800) == (240, 960, 3)
    assert shot.jpeg(390) is shot.jpeg(400)
    shot = Shot(1, np.zeros((480, 320, 3), np.uint8))
    assert size(1280) == (480, 320, 3)


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
            return Frame(np.full((720, 1280, 3), 90 + noise, np.uint8), float(self.frames))

        def close(self) -> None:
            gate.set()

    monkeypatch.setattr(latest, "STALL", 0.2)
    session = Session()
    frame_loop = FrameLoop(session, Camera())
    try:
        until(lambda: session.trouble is not None)
        assert words in str(session.trouble)
    finally:
        frame_loop.close()
