"""Every source answers the same call; what cannot be opened says so in one line."""

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import Frame, Latest, PictureSource, ScriptedSource, SourceError, VideoClip, open_source


def numbered(n: int) -> np.ndarray:
    return np.full((48, 64, 3), 10 * n, np.uint8)


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for n in range(10):
        writer.write(numbered(n))
    writer.release()
    return path


def test_a_clip_gives_its_frames_with_their_times(clip: Path) -> None:
    source = VideoClip(clip, realtime=False)
    frames = [source.read() for _ in range(11)]
    assert frames.pop() is None
    assert [round(f.time, 3) for f in frames if f] == [round(n / 20, 3) for n in range(10)]
    assert [round(float(f.image.mean()) / 10) for f in frames if f] == list(range(10))


def test_a_clip_can_be_paused_and_started_again(clip: Path) -> None:
    source = VideoClip(clip, realtime=False)
    for _ in range(4):
        source.read()
    source.pause()
    held = [source.read() for _ in range(3)]
    assert {f.time for f in held if f} == {3 / 20}
    source.resume()
    after = source.read()
    assert after is not None
    assert after.time == 4 / 20
    source.restart()
    first = source.read()
    assert first is not None
    assert first.time == 0


def test_a_looping_clip_goes_on(clip: Path) -> None:
    source = VideoClip(clip, realtime=False, loop=True)
    times = [f.time for f in (source.read() for _ in range(12)) if f]
    assert times[10] == 0
    source.close()
    assert source.read() is None


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("97", "webcam 97 is not there or in use"),
        ("webcam:98", "webcam 98 is not there or in use"),
        ("nowhere.mp4", r"nowhere\.mp4: no such file"),
        ("nowhere.jpg", r"nowhere\.jpg"),
    ],
)
def test_what_is_not_there_is_named(spec: str, message: str) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        open_source(spec)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "fake.mp4"
    path.write_bytes(b"no video at all" * 50)
    with pytest.raises(SourceError, match="not a video that can be played"):
        open_source(str(path))


def test_pictures_and_folders_are_sources(tmp_path: Path) -> None:
    for n in (1, 2):
        cv2.imwrite(str(tmp_path / f"{n}.png"), numbered(n))
    one, folder = open_source(str(tmp_path / "2.png")), open_source(str(tmp_path))
    first = one.read()
    assert first is not None
    assert first.image.mean() == 20
    first = folder.read()
    assert first is not None
    assert first.image.mean() == 10


def test_a_picture_is_held_for_ever_until_closed() -> None:
    source = PictureSource([numbered(3)], "still", rate=200)
    assert all(source.read() is not None for _ in range(5))
    source.close()
    assert source.read() is None


def test_latest_keeps_the_newest_frame_and_tells_the_end() -> None:
    latest = Latest(ScriptedSource([Frame(numbered(n), n / 10) for n in range(5)]))
    latest._thread.join(5)
    assert latest.ended
    assert latest.error is None
    assert latest.frame is not None
    assert latest.frame.time == 0.4
    latest.close()


def test_a_source_that_breaks_is_named_and_does_not_take_others_down() -> None:
    class Broken:
        name = "webcam 3"

        def read(self) -> Frame | None:
            raise OSError("device gone")

        def close(self) -> None:
            pass

    latest = Latest(Broken())
    latest._thread.join(5)
    assert latest.ended
    assert latest.error == "webcam 3 has stopped (device gone); open it again"
    assert threading.current_thread().is_alive()
