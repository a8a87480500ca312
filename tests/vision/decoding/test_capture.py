"""Films that are read in a process of their own: the same frames, in the same order, whatever else is asked of them."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.paths import TESTS
from vision.camera import SourceError, VideoClip
from vision.decoding import capture as capture_module
from vision.decoding.capture import MOST_DEATHS, Capture, ProcessCapture, open_capture
from vision.decoding.process import DecoderProcess

pytestmark = pytest.mark.skipif(os.name != "posix", reason="films are read inside on this system")

FILM = str(TESTS / "data" / "clips" / "rolls.mp4")


def opened(ahead: bool = True, name: str = FILM) -> ProcessCapture:
    capture = open_capture(name, ahead=ahead)
    assert isinstance(capture, ProcessCapture)
    return capture


def kill(capture: ProcessCapture) -> None:
    assert capture._process is not None
    os.kill(capture._process.pid, signal.SIGKILL)


WAYS: dict[str, Callable[[Capture], object]] = {
    "one after another": lambda capture: None,
    "some left out": lambda capture: capture.grab(),
    "something asked": lambda capture: capture.get(cv2.CAP_PROP_FPS),
    "another place": lambda capture: capture.set(cv2.CAP_PROP_POS_FRAMES, 7),
    "opened anew": lambda capture: capture.open(FILM),
}


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_frames_are_those_that_opencv_gives(way: str, ahead: bool) -> None:
    apart, here = opened(ahead), cv2.VideoCapture(FILM)
    for prop in (cv2.CAP_PROP_FPS, cv2.CAP_PROP_FRAME_COUNT, cv2.CAP_PROP_FRAME_WIDTH):
        assert apart.get(prop) == here.get(prop) > 0
    for n in range(8):
        if n % 3 == 2:
            assert WAYS[way](apart) == WAYS[way](here)
        told, wanted = apart.read(), here.read()
        assert told[0] and wanted[0] and np.array_equal(np.asarray(told[1]), wanted[1])
    apart.release()
    assert apart.read() == (False, None) and not apart.isOpened()


def test_a_process_that_cannot_be_started_again_is_a_frame_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> DecoderProcess:
        raise OSError(11, "Resource temporarily unavailable")

    apart = opened()
    apart.release()
    monkeypatch.setattr(capture_module, "take", none)
    assert not apart.open(FILM) and apart.read() == (False, None)
    assert apart.fault is not None and "no other process can be started" in apart.fault


def test_a_film_that_ends_its_decoder_is_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def crash(self: DecoderProcess, job: str, *arguments: object, **how: object) -> None:
        begun.append(job)
        os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(DecoderProcess, "begin", crash)
    with pytest.raises(SourceError, match="ends the decoder"):
        VideoClip(FILM)
    assert begun == ["open"]


def test_a_film_ends_where_it_ends() -> None:
    apart = opened()
    count = int(apart.get(cv2.CAP_PROP_FRAME_COUNT))
    assert sum(1 for _ in iter(lambda: apart.read()[0], False)) == count
    assert apart.read() == (False, None) and not apart.grab()
    apart.release()


@pytest.mark.parametrize("name", ["nowhere.mp4", str(TESTS / "conftest.py")])
def test_what_is_no_film_is_not_open(name: str) -> None:
    apart = opened(name=name)
    assert not apart.isOpened() and apart.read() == (False, None) and apart.get(cv2.CAP_PROP_FPS) <= 0
    apart.release()
    apart.release()


def test_a_crash_reads_like_a_frame_that_is_missing_and_is_told() -> None:
    apart = opened(ahead=False)
    for _ in range(MOST_DEATHS - 1):
        kill(apart)
        assert apart.read() == (False, None)
        assert apart.fault is not None and "ends the decoder" in apart.fault
        assert not apart.isOpened() and apart.get(cv2.CAP_PROP_FPS) == 0
        assert apart.open(FILM) and apart.read()[0]
    kill(apart)
    assert apart.read() == (False, None)
    assert not apart.open(FILM), "so often is enough"


def test_a_decoder_that_stands_still_is_not_waited_for_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "LEAVE", 0.1)
    apart = opened()
    assert apart.read()[0]
    assert apart._process is not None
    process = apart._process
    os.kill(process.pid, signal.SIGSTOP)
    apart.release()
    assert not process.end.alive and apart.read() == (False, None)


def test_a_clip_goes_on_after_a_crash_and_says_so() -> None:
    clip = VideoClip(FILM, realtime=False)
    capture = clip._capture
    assert isinstance(capture, ProcessCapture)
    times = []
    for n in range(40):
        if n == 5:
            kill(capture)
        frame = clip.read()
        assert frame is not None
        times.append(round(frame.time * clip.rate))
    assert times == sorted(set(times)) and times[:4] == [0, 1, 2, 3]
    assert clip.fault is not None and clip.fault.startswith("rolls.mp4: damaged in a way that ends the decoder")
    clip.close()


def test_a_film_of_frames_beyond_4k_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (4400, 3000))
    writer.write(np.zeros((3000, 4400, 3), np.uint8))
    writer.release()
    with pytest.raises(SourceError, match="more than 12 million pixels a frame; save a smaller copy"):
        VideoClip(path)


def test_a_film_is_found_from_where_the_program_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder that was kept still has the folder in which it was started."""
    opened().release()
    shutil.copy(FILM, tmp_path / "evening.mp4")
    monkeypatch.chdir(tmp_path)
    clip = VideoClip("evening.mp4", realtime=False)
    assert clip.read() is not None
    clip.close()
