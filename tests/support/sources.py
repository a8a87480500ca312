"""Sources of frames for tests."""

from __future__ import annotations

from collections.abc import Sequence

from vision.camera.frame import Frame


class ScriptedSource:
    """Yields given frames, one by one."""

    def __init__(self, frames: Sequence[Frame], name: str = "script", live: bool = False) -> None:
        self.name, self.live = name, live
        self._frames = list(frames)

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()
