"""Films that are shown frame by frame, as fast as they are looked at: whoever is slow misses nothing of them, and
nobody waits for what they show."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import ClassVar

import ui.sources.frame_loop
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, FrameSource
from vision.camera.latest_frame import LatestFrame, MonotonicTimes

__all__ = ["EachFrame", "show_each_frame"]


class EachFrame(LatestFrame):
    """Stands in the place of `LatestFrame` in a FrameLoop: what is asked for `frame` reads the next one of a film. What
    is no film is read as usual. A film that begins again and again keeps its own pace."""

    hold_at: ClassVar[float] = float("inf")
    """Seconds of all films after which they stand still, until this is set to more."""

    def __init__(self, source: FrameSource, tell: Callable[[], None] = lambda: None, *, each: bool = False) -> None:
        self._clip = source if isinstance(source, VideoClip) else None
        self._frame: Frame | None = None
        if self._clip is None:
            super().__init__(source, tell, each=each)
            return
        self.source, self.ended, self.error = source, False, None
        self._clip.realtime = False
        self._stop, self._times = threading.Event(), MonotonicTimes()

    @property
    def frame(self) -> Frame | None:  # type: ignore[override]
        clip = self._clip
        if clip is not None and not self.ended and (self._frame is None or clip.position < self.hold_at):
            if clip.loop:
                self._stop.wait(1 / clip.rate)
            read = None if self._stop.is_set() else clip.read()
            if read is None:
                self.ended = True
            elif not (clip.paused and self._frame is not None):
                self._frame = self._times.stamp(read)
        return self._frame

    @frame.setter
    def frame(self, newest: Frame | None) -> None:
        self._frame = newest

    def looked_at(self, frame: Frame | None) -> None:
        if self._clip is None:
            super().looked_at(frame)

    def close(self) -> None:
        if self._clip is None:
            super().close()
            return
        self._stop.set()
        self._clip.close()


def show_each_frame() -> None:
    """Let all tables of this process see films so."""
    ui.sources.frame_loop.LatestFrame = EachFrame  # type: ignore[misc]
