"""The cameras to choose from: found in the background, offered by others, and what is no camera."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

import ui.sources.cameras
from tests.support.paths import FILMS
from tests.support.sources import ScriptedSource
from tests.support.waiting import until
from ui.sources.cameras import Camera, Cameras, shown_source
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, FrameSource, SourceError

GREY = np.full((90, 160, 3), 90, np.uint8)


def webcam(number: int) -> FrameSource:
    if number == 3:
        raise SourceError("webcam 3 is not there")
    frames = [Frame(GREY, 0.1 * n) for n in range(3)] if number != 2 else []
    return ScriptedSource(frames, f"webcam {number}", live=True)


def test_cameras_are_found_in_the_background_with_what_they_show() -> None:
    cameras = Cameras(lambda: [0, 1, 2, 3], webcam)
    assert cameras.all == ()
    cameras.search()
    until(lambda: cameras.searched)
    assert [camera.spec for camera in cameras.all] == ["0", "1", "2"]
    jpeg = cameras.all[0].preview
    assert jpeg is not None
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape == (180, 320, 3)
    assert cameras.all[2].preview is None  # it opens, and shows nothing
    cameras._webcam = lambda number: webcam(3)
    cameras._numbers = lambda: [1]
    cameras.search()
    until(lambda: not cameras.searching)
    assert [camera.spec for camera in cameras.all] == ["0", "2"]  # the one that went is no longer there


def test_a_camera_that_hangs_keeps_no_other_from_being_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    def hangs(number: int) -> FrameSource:
        if number == 0:
            free.wait()
        return webcam(number)

    monkeypatch.setattr(ui.sources.cameras, "PATIENCE", 0.3)
    cameras = Cameras(lambda: [0, 1], hangs)
    cameras.search()
    until(lambda: cameras.searched)
    assert [camera.spec for camera in cameras.all] == ["1"]
    free.set()
    until(lambda: len(cameras.all) == 2)  # better late than never


def test_what_others_offer_is_listed_first_and_opened_by_them() -> None:
    cameras = Cameras(lambda: [], webcam)
    told: list[int] = []
    cameras.subscribe(lambda: told.append(len(cameras.all)))
    phone = ScriptedSource([], "Anna's phone", live=True)
    cameras.offer(Camera("phone:anna", "Anna's phone"), lambda: phone)
    assert cameras.fault("phone:anna") is None
    assert cameras.open("phone:anna") is phone
    cameras.withdraw("phone:anna")
    assert told == [1, 0]
    assert cameras.fault("phone:anna") is not None
    with pytest.raises(SourceError):
        cameras.open("phone:anna")


def test_what_is_no_camera_is_told_before_it_is_opened(tmp_path: Path) -> None:
    cameras = Cameras(lambda: [], webcam)
    film, picture, letter = tmp_path / "table.mp4", tmp_path / "table.JPG", tmp_path / "letter.txt"
    film.write_bytes(b"")
    picture.write_bytes(b"")
    letter.write_text("Dear all")
    for fine in ("0", "12", "rtsp://host/live", str(film), str(picture), str(tmp_path)):
        assert cameras.fault(fine) is None
    for wrong in ("", "1234", "rtsp://", str(letter), str(tmp_path / "no.mp4"), "kitchen"):
        line = cameras.fault(wrong)
        assert line is not None and "\n" not in line


def test_a_film_is_opened_as_before() -> None:
    path = next(iter(FILMS.values()))
    source = Cameras(lambda: [], webcam).open(str(path))
    assert isinstance(source, VideoClip)
    source.close()


def test_addresses_are_shown_without_user_and_password() -> None:
    assert shown_source("rtsp://anna:secret@192.168.1.20:554/live?x=1") == "192.168.1.20/live"
    assert shown_source("rtsp://[bad") == "a stream"
    assert shown_source("/home/anna/table.mp4") == "table.mp4"
