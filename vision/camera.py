"""Where frames come from. Every source answers one call, `read`, so that tests need no camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

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


class Webcam:
    """A camera of this machine, by its index. Times are seconds since it was opened."""

    def __init__(self, index: int, width: int = 1280, height: int = 720) -> None:
        self.name = f"webcam {index}"
        self._capture = cv2.VideoCapture(index)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(
                f"webcam {index} is not there or in use; plug it in, close other programs, or choose another index"
            )
        # Compressed frames: most USB cameras give 1280x720 at 30 frames a second only so.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._start = time.monotonic()
        self._device = threading.Lock()
        self._closed = False

    def read(self) -> Frame | None:
        with self._device:
            good, image = (False, None) if self._closed else self._capture.read()
        return Frame(np.asarray(image, np.uint8), time.monotonic() - self._start) if good else None

    def close(self) -> None:
        self._closed = True
        release(self._capture, self._device)


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
    without it every frame comes at once.
    """

    def __init__(self, path: str | Path, realtime: bool = True, loop: bool = False) -> None:
        self.name = Path(path).name
        if not Path(path).is_file():
            raise SourceError(f"{path}: no such file; give the path of a video or picture")
        self._capture = cv2.VideoCapture(str(path))
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        if not self._capture.isOpened() or not rate or not np.isfinite(rate):
            self._capture.release()
            raise SourceError(f"{path}: not a video that can be played; convert it to MP4 or AVI")
        self.rate = float(rate)
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
        if not good:
            if not self.loop or self._next == 0:
                return None
            self._rewind()
            return self._read()
        self._last, self.position = np.asarray(image, np.uint8), self._next / self.rate
        self._next += 1
        return Frame(self._last, self.position)

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
            raise SourceError(f"{name}: no picture in it")
        self.name = name
        self._images, self._seconds, self._rate = list(images), seconds, rate
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
        return Frame(self._images[min(int(age / self._seconds), len(self._images) - 1)], age)

    def close(self) -> None:
        self._closed.set()


class ScriptedSource:
    """Frames given one by one, for tests and for pictures that come from elsewhere."""

    def __init__(self, frames: Sequence[Frame], name: str = "script") -> None:
        self.name = name
        self._frames = list(frames)

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()


VIDEO_ENDINGS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".y4m"})


def open_source(spec: str) -> FrameSource:
    """The source that `spec` names: "0" or "webcam:0", or the path of a video, a picture or a folder of pictures.

    Raises SourceError with one line when it cannot be opened.
    """
    from vision.pictures import PictureError, pictures_in, read_picture

    index = spec.removeprefix("webcam:")
    if index.isdecimal() and len(index) <= 3:
        return Webcam(int(index))
    path = Path(spec)
    try:
        if path.is_dir():
            return PictureSource([read_picture(p) for p in pictures_in(path)], path.name)
        if path.suffix.lower() in VIDEO_ENDINGS:
            return VideoClip(path)
        return PictureSource([read_picture(path)], path.name)
    except PictureError as error:
        raise SourceError(str(error)) from None


class Latest:
    """Reads a source on a thread of its own and keeps only the newest frame, so that a slow reader sees no old ones."""

    def __init__(self, source: FrameSource) -> None:
        self.source = source
        self.frame: Frame | None = None
        """The newest frame, or None before the first."""
        self.ended = False
        self.error: str | None = None
        """One line, when the source broke down."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"frames of {source.name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                frame = self.source.read()
                if frame is None:
                    break
                self.frame = frame
        except SourceError as error:
            self.error = str(error)
        except Exception as error:  # a broken driver or file must not take the table down with it
            self.error = f"{self.source.name} has stopped ({error}); open it again"
        finally:
            self.ended = True

    def close(self) -> None:
        self._stop.set()
        self.source.close()
        self._thread.join(timeout=2)
