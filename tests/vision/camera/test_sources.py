"""Every source answers the same call; what cannot be opened says so in one line."""

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.camera.latest_frame
import vision.camera.live
from tests.support.paths import TESTS
from tests.support.sources import ScriptedSource
from tests.support.waiting import PATIENCE, until
from vision.camera.clip import MOST_GAPS, PictureSource, VideoClip
from vision.camera.frame import Frame, SourceError, same_picture
from vision.camera.latest_frame import LatestFrame, MonotonicTimes
from vision.camera.live import Webcam
from vision.camera.sources import open_source


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
    latest = LatestFrame(ScriptedSource([Frame(numbered(n), n / 10) for n in range(5)]))
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

    latest = LatestFrame(Broken())
    latest._thread.join(5)
    assert latest.ended
    assert latest.error == "webcam 3 has stopped (device gone); open it again"
    assert threading.current_thread().is_alive()


# ------------------------------------------------------------------------------------------- clips that are damaged


def drawn(number: int) -> np.ndarray:
    """A picture of no two clips' frames alike, on whose upper edge its number can be read off again."""
    image = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (180, 320, 3), dtype=np.uint8), (0, 0), 3)
    image = np.asarray(image, np.uint8)
    cv2.putText(image, str(number), (100, 120), cv2.FONT_HERSHEY_SIMPLEX, 3, (255, 255, 255), 6)
    image[:16] = 2 * number
    return image


def number_of(frame: Frame) -> int:
    return round(float(frame.image[4:12].mean()) / 2)


FRAMES = 100


@pytest.fixture(scope="module", params=["MJPG avi", "mp4v mp4", "mp4v avi"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    codec, ending = request.param.split()
    path = tmp_path_factory.mktemp("clips") / f"clip.{ending}"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 20, (320, 180))
    for n in range(FRAMES):
        writer.write(drawn(n))
    writer.release()
    return path


def noise(data: bytes) -> bytes:
    a, b = int(0.4 * len(data)), int(0.5 * len(data))
    return data[:a] + np.random.default_rng(2).integers(0, 256, b - a, dtype=np.uint8).tobytes() + data[b:]


def zeros(data: bytes) -> bytes:
    a, b = int(0.4 * len(data)), int(0.5 * len(data))
    return data[:a] + bytes(b - a) + data[b:]


def test_a_whole_clip_has_no_fault(whole: Path) -> None:
    clip = VideoClip(whole, realtime=False)
    assert [round(f.time * 20) for f in iter(clip.read, None)] == list(range(FRAMES))
    assert clip.fault is None


@pytest.mark.parametrize("harm", [noise, zeros])
def test_a_clip_goes_on_after_damage_in_its_middle(
    whole: Path, tmp_path: Path, harm: Callable[[bytes], bytes], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"hurt{whole.suffix}"
    path.write_bytes(harm(whole.read_bytes()))
    clip = VideoClip(path, realtime=False)
    frames = list(iter(clip.read, None))
    assert 0.5 * FRAMES < len(frames) < FRAMES
    assert number_of(frames[-1]) >= FRAMES - 3, "its last part is seen"
    times = [frame.time for frame in frames]
    assert times == sorted(set(times))
    calm = [n for n in map(number_of, frames) if n < 35 or n > 75]
    assert calm == sorted(calm), "no part is shown twice"
    assert clip.fault is not None
    assert clip.fault.startswith(f"{path.name}: damaged at or before ") and "\n" not in clip.fault
    assert capfd.readouterr().err == "", "what the decoder thinks of it is nobody's business"


def test_a_clip_cut_short_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (320, 180))
    for n in range(FRAMES):
        writer.write(drawn(n))
    writer.release()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    latest = LatestFrame(VideoClip(path, realtime=False))
    latest._thread.join(20)
    assert latest.ended and latest.error is None
    assert latest.frame is not None and 40 <= number_of(latest.frame) <= 52
    assert latest.trouble is not None and latest.trouble.startswith("cut.avi: damaged at or before 2.")
    latest.close()


def test_a_clip_that_claims_more_frames_than_it_has_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bit of its header turned; and a decoder that answers whatever frame it is asked for with one or the other."""
    data = bytearray((TESTS / "data" / "clips" / "rolls.mp4").read_bytes())
    data[data.index(b"stts") + 12] = 6
    path = tmp_path / "many.mp4"
    path.write_bytes(data)
    clip = VideoClip(path, realtime=False)
    assert clip._frames <= len(data)
    asked = []

    def at(number: int) -> np.ndarray:
        asked.append(number)
        return numbered(len(asked) % 2)

    monkeypatch.setattr(clip, "_at", at)
    frames = sum(1 for _ in iter(clip.read, None))
    assert 215 <= frames <= 215 + MOST_GAPS and len(asked) < 10 * MOST_GAPS
    assert clip.fault is not None and clip.fault.startswith("many.mp4: damaged at or before 7.")


def test_frames_of_changing_size_and_light_all_come_through() -> None:
    images = [
        np.full((*size, 3), light, np.uint8)
        for size in ((720, 1280), (360, 640), (1280, 720), (16, 16))
        for light in (0, 255)
    ]
    latest = LatestFrame(ScriptedSource([Frame(image, n / 30) for n, image in enumerate(images)]))
    latest._thread.join(5)
    assert latest.error is None
    assert latest.frame is not None and latest.frame.image.shape == (16, 16, 3)
    latest.close()


# ------------------------------------------------------------------------------------------- live sources that fail


class Device:
    """A capture by script: a picture, None for one that does not come through, or seconds to wait."""

    def __init__(self, script: Iterator[np.ndarray | float | None]) -> None:
        self.script = script
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:
        return True

    def set(self, key: int, value: float) -> bool:
        self.asked[key] = value
        return True

    def read(self) -> tuple[bool, Any]:
        for step in self.script:
            if isinstance(step, float):
                time.sleep(step)
                continue
            return step is not None, step
        return False, None

    def grab(self) -> bool:
        return self.read()[0]

    def release(self) -> None:
        self.script = iter(())


def webcam(monkeypatch: pytest.MonkeyPatch, script: Iterator[np.ndarray | float | None]) -> Webcam:
    monkeypatch.setattr(cv2, "VideoCapture", lambda index: Device(script))
    return Webcam(0)


def noisy(count: int = 10**6, pause: float = 0.0) -> Iterator[np.ndarray | float]:
    for n in range(count):
        image = numbered(3)
        image[0, 0] = n % 251
        yield image
        yield pause


def test_frames_that_do_not_come_through_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = webcam(monkeypatch, iter([numbered(1), None, None, np.zeros((0, 0, 3), np.uint8), numbered(2)]))
    means = [frame.image.mean() for frame in (camera.read(), camera.read()) if frame]
    assert means == [10, 20]
    camera.close()


def test_frames_that_nobody_needs_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = webcam(monkeypatch, iter([numbered(n) for n in range(1, 9)]))
    assert [frame.image.mean() for frame in (camera.read(), camera.read()) if frame] == [10, 20]
    camera.passed_over = 2
    assert [frame.image.mean() for frame in (camera.read(),) if frame] == [50]
    camera.passed_over = 0
    assert [frame.image.mean() for frame in (camera.read(),) if frame] == [60]
    camera.close()


class Clock:
    """In the place of `time` in the modules that read cameras: stands still, but for `pace` seconds a look at it."""

    def __init__(self) -> None:
        self.now = self.pace = 0.0

    def monotonic(self) -> float:
        self.now += self.pace
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    running = Clock()
    monkeypatch.setattr(vision.camera.live, "time", running)
    monkeypatch.setattr(vision.camera.latest_frame, "time", running)
    return running


@pytest.mark.slow
def test_a_camera_that_gives_nothing_any_more_has_ended_within_two_seconds(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    camera = webcam(monkeypatch, iter([numbered(1)]))
    assert camera.read() is not None
    start, clock.pace = clock.now, 0.1
    assert camera.read() is None
    assert 1 <= clock.now - start <= 2
    camera.close()


@pytest.mark.slow
def test_a_camera_that_freezes_is_noticed_within_two_seconds(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    def script() -> Iterator[np.ndarray | float]:
        yield from noisy(20, 0.01)
        while not thawed.is_set():
            yield numbered(7)
            yield 0.02
        yield from noisy(pause=0.01)

    thawed = threading.Event()
    latest = LatestFrame(webcam(monkeypatch, script()))
    until(lambda: latest.frame is not None and latest.frame.image.mean() == 70)
    assert latest.trouble is None
    clock.now += 2
    frozen = "webcam 0 sends the same picture over and over: it has frozen, open it again"
    until(lambda: latest.trouble == frozen)  # once the next picture has come
    thawed.set()
    until(lambda: latest.trouble is None)
    latest.close()


def test_a_camera_that_hangs_is_noticed_within_two_seconds(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    hangs, woken = threading.Event(), threading.Event()

    def script() -> Iterator[np.ndarray | float]:
        yield from noisy(20)
        hangs.set()
        assert woken.wait(PATIENCE)
        yield from noisy(pause=0.01)

    latest = LatestFrame(webcam(monkeypatch, script()))
    until(hangs.is_set)
    assert latest.trouble is None
    clock.now += 2
    assert latest.trouble == "webcam 0 sends no new picture: check its cable"
    woken.set()
    until(lambda: latest.trouble is None)
    latest.close()


@pytest.mark.parametrize(("pause", "count"), [(1.0, 3), (1 / 240, 300)])
def test_slow_and_fast_cameras_are_no_trouble(
    pause: float, count: int, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    begun, troubles = threading.Event(), []

    def script() -> Iterator[np.ndarray | float]:
        assert begun.wait(PATIENCE)
        for step in noisy(count):
            yield step
            clock.now += pause / 2  # each picture is followed by a pause
            troubles.append(latest.trouble)

    latest = LatestFrame(webcam(monkeypatch, script()))
    begun.set()
    until(lambda: len(troubles) == 2 * count)
    assert troubles == [None] * len(troubles)
    latest.close()


def test_what_stands_still_by_its_nature_is_no_trouble() -> None:
    latest = LatestFrame(PictureSource([numbered(1)], "still", rate=50))
    latest._changed -= 60
    until(lambda: latest.frame is not None)
    assert latest.trouble is None
    latest.close()


def test_times_never_fall_whatever_the_source_says() -> None:
    onward = MonotonicTimes()
    raw = [0.0, 0.1, 0.2, 5.0, 0.0, 0.1, float("nan"), 0.2, -3.0, -2.9, float("inf"), -2.8, 1e6]
    given = [onward.stamp(Frame(numbered(0), time_)).time for time_ in raw]
    assert all(a < b for a, b in pairwise(given)), given
    assert given[:4] == raw[:4]
    assert given[5] - given[4] == pytest.approx(0.1) and given[9] - given[8] == pytest.approx(0.1)


def test_a_first_time_that_is_no_number_does_no_harm() -> None:
    onward = MonotonicTimes()
    given = [onward.stamp(Frame(numbered(0), t)).time for t in (float("nan"), -7.0, -6.9)]
    assert given == pytest.approx([0, 0, 0.1])


def test_a_paused_clip_keeps_its_time() -> None:
    onward = MonotonicTimes()
    assert [onward.stamp(Frame(numbered(0), t)).time for t in (1.0, 1.0, 1.0)] == [1.0, 1.0, 1.0]


def test_pictures_are_the_same_only_to_the_last_bit() -> None:
    one = np.zeros((72, 128, 3), np.uint8)
    other = one.copy()
    assert same_picture(one, other)
    other[5, 5, 1] = 1
    assert not same_picture(one, other) and not same_picture(one, one[:36])


class Camera(BaseHTTPRequestHandler):
    """A network camera: one JPEG after the other."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for n in range(200):
                data = cv2.imencode(".jpg", drawn(n % 100))[1].tobytes()
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")
                time.sleep(0.005)
        except OSError:  # who looked has gone
            return

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_stream_is_read_by_its_address_and_its_password_is_not_shown() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        source = open_source(f"http://user:secret@127.0.0.1:{server.server_port}/table.mjpg")
        assert source.name == "127.0.0.1/table.mjpg"
        frames = [source.read() for _ in range(5)]
        assert all(frame is not None and frame.image.shape == (180, 320, 3) for frame in frames)
        source.close()
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rtsp://user:secret@127.0.0.1:9/live", "127.0.0.1 sends no stream that can be played; check the address"),
        ("http://", "the address of the stream names no machine"),
        ("rtsp://[bad", "the address of the stream names no machine"),
    ],
)
def test_a_stream_that_is_not_there_is_one_line(spec: str, message: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        open_source(spec)
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


def test_a_clip_begins_in_its_middle(clip: Path) -> None:
    whole, later = VideoClip(clip, realtime=False), VideoClip(clip, realtime=False)
    frames = [frame for frame in iter(whole.read, None) if frame is not None]
    middle = frames[len(frames) // 2]
    later.begin_at(middle.time)
    first = later.read()
    assert first is not None and first.time == pytest.approx(middle.time)
    assert same_picture(first.image, middle.image)
    later.begin_at(-3.0)
    first = later.read()
    assert first is not None and first.time == 0.0
