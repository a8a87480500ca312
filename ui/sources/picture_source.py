"""Pictures as a frame source: one is shown until the players turn to the next."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

from ui.sources.cameras import Cameras
from ui.sources.no_camera import NO_CAMERA, NoCamera
from vision.camera import Frame, FrameSource, Image, PictureError, PictureSource, SourceError, pictures_in, read_picture

RATE = 8.0
"""Frames a second; the eyes need a few of the same before they take the table for at rest."""


class Album:
    """A FrameSource of pictures, each shown until the next is asked for, and read only then."""

    def __init__(self, name: str, first: Image, rest: Sequence[Path] = ()) -> None:
        self.name = name
        self._image = first
        self._rest = list(rest)
        self._start = time.monotonic()
        self._closed = threading.Event()

    @property
    def remaining(self) -> int:
        """How many pictures come after this one."""
        return len(self._rest)

    def again(self) -> Album:
        """The same, once more from the picture that lies there now."""
        return Album(self.name, self._image, self._rest)

    def next_picture(self) -> None:
        """On to the next picture. Raises vision.camera.image_files.PictureError for a bad one, and leaves it out."""
        if self._rest:
            self._image = read_picture(self._rest.pop(0))

    def show(self, image: Image, name: str) -> None:
        """Lay another picture on top."""
        self.name, self._image = name, image

    def read(self) -> Frame | None:
        """The picture, again and again, at a steady pace; None once closed."""
        if self._closed.wait(1 / RATE):
            return None
        return Frame(self._image, time.monotonic() - self._start)

    def close(self) -> None:
        self._closed.set()


def open_for_match(spec: str, cameras: Cameras) -> FrameSource:
    """What a match can be played before: a camera index (`0`, `webcam:0`), an address, what others offer as a camera,
    or the path of a film, a picture or a folder of pictures; NO_CAMERA for none of them. Raises SourceError."""
    if spec == NO_CAMERA:
        return NoCamera()
    path = Path(spec).expanduser()
    try:
        if path.is_dir():
            first, *rest = pictures_in(path)
            return Album(path.name, read_picture(first), rest)
        source = cameras.open(str(path) if path.exists() else spec)
        if not isinstance(source, PictureSource):
            return source
        source.close()
        return Album(path.name, read_picture(path))
    except PictureError as fault:
        raise SourceError(str(fault)) from None
