"""The source of a match that nobody looks at: it never gives a frame."""

from __future__ import annotations

import threading

from companion.text import say
from vision.camera import Frame

NO_CAMERA = "none"
"""What set-ups remember in the place of a camera's number, an address or a path."""


class NoCamera:
    """A FrameSource without frames, open until it is closed."""

    def __init__(self) -> None:
        self.name = say("No camera")
        self._closed = threading.Event()

    def read(self) -> Frame | None:
        """Waits until the source is closed, and returns None then."""
        self._closed.wait()
        return None

    def close(self) -> None:
        self._closed.set()
