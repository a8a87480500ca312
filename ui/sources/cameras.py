"""The cameras to choose from: those of this computer, looked for without anybody waiting, and those that others
offer, such as phones that were paired."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.text import later, say
from ui.core import Store
from vision.camera import ADDRESSES, ENDINGS, VIDEO_ENDINGS, FrameSource, Image, SourceError, Webcam, open_source

__all__ = ["CAMERAS", "Camera", "Cameras", "preview_of", "shown_source", "webcam_numbers"]

MOST_CAMERAS = 10
"""Camera numbers that are tried where the system does not tell which there are."""
PATIENCE = 6.0
"""Seconds after which a camera that has not opened is passed over; it may still come."""
WARMING = 0.6
"""Seconds that a camera gets to find its exposure before its preview is taken."""
PREVIEW = 320
"""Width of a preview in pixels."""

NOTHING = later("choose a camera, or write the address of one or the path of a film or of pictures")
NO_MACHINE = later("the address names no machine; it looks like rtsp://192.168.1.20:554/live")
NO_FILE = later("{path}: no such file on this computer; a camera's address begins with rtsp:// or http://")
NO_FILM = later(
    "{name}: no film and no picture; films end in .mp4, .avi, .mkv, .mov or .webm, pictures in .jpg or .png"
)


class Camera(NamedTuple):
    """One source to choose."""

    spec: str
    """What `Cameras.open` opens it by, and set-ups remember."""
    name: str
    preview: bytes | None = None
    """A JPEG of what it shows, PREVIEW pixels wide; None: it showed nothing."""


class Cameras(Store):
    """The list, for any number of screens. Any thread may call."""

    def __init__(
        self, numbers: Callable[[], list[int]] | None = None, webcam: Callable[[int], FrameSource] = Webcam
    ) -> None:
        """`numbers`: those of the computer's cameras to try; `webcam` opens one or raises SourceError."""
        super().__init__()
        self._numbers, self._webcam = numbers or webcam_numbers, webcam
        self._found: dict[str, Camera] = {}
        self._offered: dict[str, tuple[Camera, Callable[[], FrameSource]]] = {}
        self.looking = False
        """Whether the computer's cameras are being looked for."""
        self.looked = False
        """Whether they have been at least once."""

    @property
    def all(self) -> tuple[Camera, ...]:
        """Those that are offered, then the computer's own by number."""
        with self._lock:
            offered = (camera for camera, _ in self._offered.values())
            return (*offered, *(self._found[spec] for spec in sorted(self._found, key=_number)))

    def look(self) -> None:
        """Look for the computer's cameras in the background; what is found appears as it is found."""
        with self.change():
            if self.looking:
                return
            self.looking = True
        threading.Thread(target=self._look, name="looking for cameras", daemon=True).start()

    def offer(self, camera: Camera, opens: Callable[[], FrameSource]) -> None:
        """Let another source be chosen, or show it with a newer preview. `opens` may raise SourceError."""
        with self.change():
            self._offered[camera.spec] = (camera, opens)

    def withdraw(self, spec: str) -> None:
        """It can be chosen no longer."""
        with self.change():
            self._offered.pop(spec, None)

    def open(self, spec: str) -> FrameSource:
        """An offered source, or whatever vision.camera.sources.open_source opens. Raises SourceError."""
        with self._lock:
            offered = self._offered.get(spec)
        return open_source(spec) if offered is None else offered[1]()

    def fault(self, spec: str) -> str | None:
        """What is wrong with a source as it is written, before it is opened; None: nothing."""
        with self._lock:
            offered = spec in self._offered
        if not spec:
            return say(NOTHING)
        if offered or (spec.isdecimal() and len(spec) <= 3):
            return None
        if spec.lower().startswith(ADDRESSES):
            return None if spec.partition("://")[2].strip("/") else say(NO_MACHINE)
        path = Path(spec).expanduser()
        if path.is_dir():
            return None
        if not path.is_file():
            return say(NO_FILE, path=spec)
        return None if path.suffix.lower() in VIDEO_ENDINGS | ENDINGS else say(NO_FILM, name=path.name)

    def _look(self) -> None:
        threads = [
            threading.Thread(target=self._try, args=(number,), name=f"trying camera {number}", daemon=True)
            for number in self._numbers()
        ]
        for thread in threads:
            thread.start()
        end = time.monotonic() + PATIENCE
        for thread in threads:  # one that hangs in its driver must not keep the others from being chosen
            thread.join(max(0.0, end - time.monotonic()))
        with self.change():
            self.looking, self.looked = False, True

    def _try(self, number: int) -> None:
        spec = str(number)
        try:
            source = self._webcam(number)
        except SourceError:
            with self.change():
                self._found.pop(spec, None)
            return
        try:
            preview = preview_of(source)
        finally:
            source.close()
        with self.change():
            self._found[spec] = Camera(spec, say("Camera {number}", number=number), preview)


def preview_of(source: FrameSource) -> bytes | None:
    """A small JPEG of what a source shows once it has found its exposure; None where it shows nothing."""
    start, image = time.monotonic(), None
    while True:
        frame = source.read()
        if frame is None:
            break
        image = frame.image
        if time.monotonic() - start >= WARMING:
            break
    return None if image is None else _small(image)


def _small(image: Image) -> bytes:
    height, width = image.shape[:2]
    size = (PREVIEW, max(1, round(height * PREVIEW / width)))
    return bytes(cv2.imencode(".jpg", np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA)))[1])


def shown_source(spec: str) -> str:
    """A source as screens and lines may name it: of a film its name, of an address neither user nor password."""
    if spec.lower().startswith(ADDRESSES):
        try:
            parts = urlsplit(spec)
            return f"{parts.hostname or ''}{parts.path}"
        except ValueError:
            return say("a stream")
    return Path(spec).name


def webcam_numbers() -> list[int]:
    """The numbers under which this computer may have cameras."""
    numbers = range(MOST_CAMERAS)
    if sys.platform.startswith("linux"):
        return [number for number in numbers if Path(f"/dev/video{number}").exists()]
    return list(numbers)


def _number(spec: str) -> int:
    return int(spec) if spec.isdecimal() else MOST_CAMERAS


CAMERAS = Cameras()
"""The server's one list."""
