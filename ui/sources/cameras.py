"""Lists the cameras to choose from: those of this computer, found in the background, and those that others offer, such
as paired phones."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.text import later, say
from ui.core import Store, start_thread
from ui.sources.no_camera import NO_CAMERA
from vision.camera import (
    ADDRESSES,
    ENDINGS,
    VIDEO_ENDINGS,
    FrameSource,
    Image,
    Phones,
    SourceError,
    Webcam,
    open_source,
)

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
    own_name: str | None
    """What it is called; None: it goes by its number."""
    preview: bytes | None = None
    """A JPEG of what it shows, PREVIEW pixels wide; None: it showed nothing."""

    @property
    def name(self) -> str:
        """What screens call it."""
        return say("Camera {number}", number=self.spec) if self.own_name is None else self.own_name


class Cameras(Store):
    """The list, for any number of screens. Any thread may call."""

    def __init__(
        self,
        numbers: Callable[[], list[int]] | None = None,
        webcam: Callable[[int], FrameSource] = Webcam,
        phones: Phones | None = None,
    ) -> None:
        """`numbers`: those of the computer's cameras to try; `webcam` opens one or raises SourceError; `phones`: those
        that are paired."""
        super().__init__()
        self._phones = phones or Phones()
        self._numbers, self._webcam = numbers or webcam_numbers, webcam
        self._found: dict[str, Camera] = {}
        self._offered: dict[str, tuple[Camera, Callable[[], FrameSource]]] = {}
        self.searching = False
        """Whether the computer's cameras are being looked for."""
        self.searched = False
        """Whether they have been at least once."""

    @property
    def all(self) -> tuple[Camera, ...]:
        """Those that are offered, then the computer's own by number."""
        with self._lock:
            offered = (camera for camera, _ in self._offered.values())
            return (*offered, *(self._found[spec] for spec in sorted(self._found, key=_number)))

    def search(self) -> None:
        """Look for the computer's cameras in the background; what is found appears as it is found."""
        with self.change():
            if self.searching:
                return
            self.searching = True
        start_thread("search for cameras", self._search)

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
        if spec == NO_CAMERA:
            raise SourceError(say(NOTHING))
        with self._lock:
            offered = self._offered.get(spec)
        return open_source(spec, self._phones) if offered is None else offered[1]()

    def fault(self, spec: str) -> str | None:
        """What is wrong with a source as it is written, before it is opened; None: nothing."""
        with self._lock:
            offered = spec in self._offered
        if not spec:
            return say(NOTHING)
        if offered or spec == NO_CAMERA or (spec.isdecimal() and len(spec) <= 3):
            return None
        if spec.lower().startswith(ADDRESSES):
            return None if spec.partition("://")[2].strip("/") else say(NO_MACHINE)
        path = Path(spec).expanduser()
        if path.is_dir():
            return None
        if not path.is_file():
            return say(NO_FILE, path=spec)
        return None if path.suffix.lower() in VIDEO_ENDINGS | ENDINGS else say(NO_FILM, name=path.name)

    def _search(self) -> None:
        threads = [start_thread(f"trying camera {number}", self._try, number) for number in self._numbers()]
        end = time.monotonic() + PATIENCE
        for thread in threads:  # one that hangs in its driver must not keep the others from being chosen
            thread.join(max(0.0, end - time.monotonic()))
        with self.change():
            self.searching, self.searched = False, True

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
            self._found[spec] = Camera(spec, None, preview)


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
    if spec == NO_CAMERA:
        return say("No camera")
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
