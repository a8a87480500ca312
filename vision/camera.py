"""Where frames come from. Every source answers one call, `read`, so that tests need no camera."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import say

# A damaged clip makes FFmpeg print a line a block; what is wrong is told by `fault` and SourceError instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

Image = NDArray[np.uint8]
"""A colour picture: (height, width, 3) uint8, channels blue, green, red as OpenCV has them."""


class Frame(NamedTuple):
    """One picture with its time of capture, in seconds on the clock of its source."""

    image: Image
    time: float


class FrameSource(Protocol):
    """Anything that yields frames in the order of their capture."""

    name: str
    """What the source is called on screen and in error lines."""

    def read(self) -> Frame | None:
        """The next frame, or None when the source has ended."""

    def close(self) -> None:
        """Let go of the device or file; reading afterwards yields None."""


class SourceError(Exception):
    """A source that cannot be opened or has stopped. The message is one line: what, where, what to do."""


RELEASE_WITHIN = 2.0
"""Seconds that a read in progress gets to come back before a device is left to itself."""
STALL = 1.5
"""Seconds without a new picture after which a live source is said to have stopped or frozen. Two is what is promised;
a camera of one frame a second must not be called so."""
RETRY = 0.02
"""Seconds between two tries to read from a live source that gave nothing."""


class Live:
    """A capture that goes on by itself: a camera or a stream. Times are seconds since it was opened.

    A frame that does not come through is passed over; a source that gives none for STALL seconds has ended.
    """

    live = True
    """The same picture for ever is a fault here, other than with a picture or a clip."""

    def __init__(self, name: str, capture: cv2.VideoCapture) -> None:
        self.name = name
        self._capture = capture
        self._start = time.monotonic()
        self._device = threading.Lock()
        self._closed = threading.Event()
        self.passed_over = 0
        """Frames between two that are decoded: of a table on which nothing moves not every one is needed, and a
        compressed one of 1280x720 takes more of the processor than looking at it."""

    def read(self) -> Frame | None:
        tried = time.monotonic()
        while not self._closed.is_set():
            with self._device:
                for _ in range(self.passed_over):
                    if not self._closed.is_set():
                        self._capture.grab()
                good, image = (False, None) if self._closed.is_set() else self._capture.read()
            if good and image is not None and image.size:
                return Frame(np.asarray(image, np.uint8), time.monotonic() - self._start)
            if time.monotonic() - tried > STALL:
                break
            self._closed.wait(RETRY)
        return None

    def close(self) -> None:
        self._closed.set()
        release(self._capture, self._device)


class Webcam(Live):
    """A camera of this machine, by its index."""

    def __init__(self, index: int, width: int = 1280, height: int = 720) -> None:
        with _without_opencv_log():
            capture = cv2.VideoCapture(index)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                say(
                    "webcam {index} is not there or in use; plug it in, close other programs, or choose another index",
                    index=index,
                )
            )
        # Compressed frames: most USB cameras give 1280x720 at 30 frames a second only so.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        super().__init__(f"webcam {index}", capture)


ADDRESSES = ("rtsp://", "rtsps://", "rtmp://", "http://", "https://", "udp://", "tcp://")
"""How the address of a stream begins."""


class Stream(Live):
    """A camera in the network, by its address. What is shown of the address holds no user and no password."""

    def __init__(self, address: str, seconds: float = 5.0) -> None:
        try:
            parts = urlsplit(address)
            host = parts.hostname or ""
        except ValueError:
            host = ""
        if not host:
            raise SourceError(
                say("the address of the stream names no machine; it looks like rtsp://192.168.1.20:554/live")
            )
        limits = [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(1000 * seconds)),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(1000 * STALL)),
        ]
        with _without_opencv_log():
            capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                say(
                    "{host} sends no stream that can be played; check the address, and that it is switched on",
                    host=host,
                )
            )
        super().__init__(f"{host}{parts.path}", capture)


@contextmanager
def _without_opencv_log() -> Iterator[None]:
    """What OpenCV prints of a device that cannot be opened, a dozen lines, tells nobody anything."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


def release(capture: cv2.VideoCapture, device: threading.Lock) -> None:
    """Let go of `capture` once nobody reads from it: OpenCV aborts the whole program when both happen at once.

    A driver that never comes back keeps its device; then the program's end takes it away.
    """
    if device.acquire(timeout=RELEASE_WITHIN):
        try:
            capture.release()
        finally:
            device.release()


class VideoClip:
    """A video file. Times are seconds from its start.

    With `realtime` a call waits until its frame is due, and frames that are overdue are skipped, as a camera would;
    without it every frame comes at once. What is damaged is passed over, and `fault` tells of it.
    """

    def __init__(self, path: str | Path, realtime: bool = True, loop: bool = False) -> None:
        self.name = Path(path).name
        if not Path(path).is_file():
            raise SourceError(say("{path}: no such file; give the path of a video or picture", path=path))
        self._path = str(path)
        self._capture = cv2.VideoCapture(self._path)
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        if not self._capture.isOpened() or not rate or not np.isfinite(rate):
            self._capture.release()
            raise SourceError(say("{path}: not a video that can be played; convert it to MP4 or AVI", path=path))
        self.rate = float(rate)
        self.fault: str | None = None
        """One line, once a part of the file could not be read; what can be read goes on."""
        self._frames = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self.realtime, self.loop = realtime, loop
        self.position = 0.0
        """Seconds of the newest frame."""
        self._next = 0
        self._due: float | None = None
        self._last: Image | None = None
        self._paused = threading.Event()
        self._closed = threading.Event()
        self._device = threading.Lock()

    @property
    def paused(self) -> bool:
        return self._paused.is_set()

    def pause(self) -> None:
        """Hold the newest frame: `read` goes on giving it, at the clip's pace."""
        self._paused.set()

    def resume(self) -> None:
        self._due = None
        self._paused.clear()

    def begin_at(self, seconds: float) -> None:
        """Go on from the frame of this time, the first one where it lies before that."""
        with self._device:
            number = max(0, round(seconds * self.rate))
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, number)
            self._next, self._due = number, None

    def restart(self) -> None:
        """Go back to the first frame."""
        with self._device:
            self._rewind()

    def _rewind(self) -> None:
        self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
        self._next, self._due, self.position = 0, None, 0.0

    def read(self) -> Frame | None:
        with self._device:
            return None if self._closed.is_set() else self._read()

    def _read(self) -> Frame | None:
        if self._paused.is_set() and self._last is not None:
            self._closed.wait(1 / self.rate)
            return Frame(self._last, self.position)
        if self.realtime:
            self._wait_until_due()
        good, image = self._capture.read()
        whole = np.asarray(image, np.uint8) if good else self._past_damage()
        if whole is None:
            if not self.loop or self._next == 0:
                return None
            self._rewind()
            return self._read()
        self._last, self.position = whole, self._next / self.rate
        self._next += 1
        return Frame(self._last, self.position)

    def _past_damage(self) -> Image | None:
        """The next frame that can be read where one could not; None at the end of the clip."""
        missing = self._frames - self._next
        if missing > max(5, 0.05 * self._frames):  # the count of some containers is but an estimate
            self.fault = self.fault or say(
                "{name}: damaged at or before {time:.1f} s; copy it again", name=self.name, time=self._next / self.rate
            )
        # Where frames have been lost inside, the end comes before the count is full: what lies "after" was seen before.
        end = self._at(self._frames - 1) if missing > 0 else None
        if end is None or (self._last is not None and same_picture(end, self._last)):
            return None
        step = 1
        while step < missing:
            image = self._at(self._next + step)
            if image is not None:
                self._next += step
                self._due = None
                return image
            step += max(1, step // 3)
        return None

    def _at(self, number: int) -> Image | None:
        """One frame by its number. The file is opened anew: after damage a decoder may find nothing any more."""
        self._capture.release()
        self._capture.open(self._path)
        self._capture.set(cv2.CAP_PROP_POS_FRAMES, number)
        good, image = self._capture.read()
        return np.asarray(image, np.uint8) if good else None

    def _wait_until_due(self) -> None:
        now = time.monotonic()
        if self._due is None:
            self._due = now
        self._due += 1 / self.rate
        while now > self._due + 2 / self.rate and self._capture.grab():  # too late: skip as a camera would
            self._next += 1
            self._due += 1 / self.rate
        if now < self._due:
            self._closed.wait(self._due - now)

    def close(self) -> None:
        self._closed.set()
        release(self._capture, self._device)


class PictureSource:
    """Pictures that stand still, each held for `seconds` (the last for ever), as if a camera looked at them."""

    def __init__(self, images: Sequence[Image], name: str, seconds: float = 2.0, rate: float = 10.0) -> None:
        if not images:
            raise SourceError(say("{name}: no picture in it", name=name))
        self.name = name
        self.images = list(images)
        self._seconds, self._rate = seconds, rate
        self._start: float | None = None
        self._closed = threading.Event()

    def read(self) -> Frame | None:
        if self._closed.is_set():
            return None
        if self._start is None:
            self._start = time.monotonic()
        else:
            self._closed.wait(1 / self._rate)
        age = time.monotonic() - self._start
        return Frame(self.images[min(int(age / self._seconds), len(self.images) - 1)], age)

    def close(self) -> None:
        self._closed.set()


class ScriptedSource:
    """Frames given one by one, for tests and for pictures that come from elsewhere."""

    def __init__(self, frames: Sequence[Frame], name: str = "script", live: bool = False) -> None:
        self.name, self.live = name, live
        self._frames = list(frames)

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()


VIDEO_ENDINGS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".y4m"})


def open_source(spec: str) -> FrameSource:
    """The source that `spec` names: "0" or "webcam:0", "phone" or "phone:NAME", the address of a stream, or the path of
    a video, a picture or a folder of pictures.

    Raises SourceError with one line when it cannot be opened.
    """
    from vision.phone import PHONES, is_phone
    from vision.pictures import PictureError, pictures_in, read_picture

    if is_phone(spec):
        return PHONES.source(spec)
    index = spec.removeprefix("webcam:")
    if index.isdecimal() and len(index) <= 3:
        return Webcam(int(index))
    if spec.lower().startswith(ADDRESSES):
        return Stream(spec)
    path = Path(spec)
    try:
        if path.is_dir():
            return PictureSource([read_picture(p) for p in pictures_in(path)], path.name)
        if path.suffix.lower() in VIDEO_ENDINGS:
            return VideoClip(path)
        return PictureSource([read_picture(path)], path.name)
    except PictureError as error:
        raise SourceError(str(error)) from None


def same_picture(one: Image, other: Image) -> bool:
    """Whether two frames are alike to the last bit: no camera's noise ever repeats itself."""
    if one.shape != other.shape:
        return False
    # Few rows part nearly all frames; only a frozen source is compared whole.
    return bool(
        np.array_equal(one[:: max(1, len(one) // 8)], other[:: max(1, len(one) // 8)]) and np.array_equal(one, other)
    )
