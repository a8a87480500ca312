"""Live captures: webcams of this machine and streams of cameras in the network."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.text import say
from vision.camera.frame import Frame, SourceError
from vision.decoding import Capture, not_started, open_capture

# A damaged stream makes FFmpeg print a line a block; what is wrong is told by SourceError instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

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

    def __init__(self, name: str, capture: Capture) -> None:
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
            try:
                capture = open_capture(address, cv2.CAP_FFMPEG, limits, ahead=False)
            except OSError as error:
                raise SourceError(f"{host}: {not_started(error)}") from None
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
    """Silences OpenCV's log while a device is opened."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


def release(capture: Capture, device: threading.Lock) -> None:
    """Let go of `capture` once nobody reads from it: OpenCV aborts the whole program when both happen at once.

    A driver that never comes back keeps its device; then the program's end takes it away.
    """
    if device.acquire(timeout=RELEASE_WITHIN):
        try:
            capture.release()
        finally:
            device.release()
