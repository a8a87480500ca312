"""Matches before a source that no thread looks at: a test shows the frames itself."""

from __future__ import annotations

from typing import Any

from vision.camera.frame import FrameSource

__all__ = ["Unwatched"]


class Unwatched:
    """In the place of a FrameLoop: holds its source, and never looks."""

    def __init__(self, session: Any, source: FrameSource) -> None:
        self.session, self.source, self.ended = session, source, False

    def close(self) -> None:
        self.ended = True
        self.source.close()
