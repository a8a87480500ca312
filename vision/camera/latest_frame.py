"""Reads a source in a thread and keeps its newest frame; detects sources that stall or freeze."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from companion.text import language_source, later, say, use_language
from vision.camera.frame import Frame, FrameSource, SourceError, same_picture
from vision.camera.live import STALL

REMEDY = later("check its cable")
"""What helps where a source says nothing else."""


class MonotonicTimes:
    """Makes the times of frames monotonic: after a jump back, or a time that is no number, it goes on from the newest
    time by one STEP."""

    STEP = 1 / 30

    def __init__(self) -> None:
        self._raw = self._given = -math.inf
        self._offset = 0.0

    def stamp(self, frame: Frame) -> Frame:
        """The frame with its monotonic time in seconds."""
        raw = frame.time
        if math.isfinite(raw) and raw >= self._raw:
            self._given = max(self._given, raw + self._offset)
        else:
            self._given = self._given + self.STEP if math.isfinite(self._given) else 0.0
        if math.isfinite(raw):
            self._raw, self._offset = raw, self._given - raw
        return Frame(frame.image, self._given)


class LatestFrame:
    """Reads a source on a thread of its own and keeps only the newest frame, so that a slow reader sees no old ones.

    The times of its frames never fall. What is wrong with a source that goes on is told by `trouble`.
    """

    def __init__(self, source: FrameSource, tell: Callable[[], None] = lambda: None, *, each: bool = False) -> None:
        """`tell` is called after each frame and at the end, in the thread that reads; with `each` the next frame is not
        read before this one has been given to `looked_at`."""
        self.source = source
        self._tell = tell
        self.frame: Frame | None = None
        """The newest frame, or None before the first."""
        self.ended = False
        self.error: str | None = None
        """One line, when the source broke down."""
        self._came = self._changed = time.monotonic()
        self._stop = threading.Event()
        self._each, self._looked = each, threading.Event()
        self._last_looked: Frame | None = None
        self._language = language_source()
        self._thread = threading.Thread(target=self._run, name=f"frames of {source.name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """One line while a live source sends nothing or the same picture again and again, or once a clip has shown
        damage; None when all is well."""
        if not getattr(self.source, "live", False):
            return getattr(self.source, "fault", None)
        now = time.monotonic()
        if self.ended:
            return None
        if now - self._came > STALL:
            remedy = getattr(self.source, "remedy", REMEDY)
            return say("{name} sends no new picture: {remedy}", name=self.source.name, remedy=say(remedy))
        if now - self._changed > STALL:
            return say(
                "{name} sends the same picture over and over: it has frozen, open it again", name=self.source.name
            )
        return None

    def _run(self) -> None:
        use_language(self._language)
        onward = MonotonicTimes()
        try:
            while not self._stop.is_set():
                frame = self.source.read()
                if frame is None:
                    break
                self._came = time.monotonic()
                if self.frame is None or not same_picture(self.frame.image, frame.image):
                    self._changed = self._came
                self.frame = onward.stamp(frame)
                self._tell()
                while self._each and self._last_looked is not self.frame and not self._stop.is_set():
                    self._looked.wait()
                    self._looked.clear()
        except SourceError as error:
            self.error = str(error)
        except Exception as error:  # a broken driver or file must not take the table down with it
            self.error = say("{name} has stopped ({reason}); open it again", name=self.source.name, reason=error)
        finally:
            self.ended = True
            self._tell()

    def looked_at(self, frame: Frame | None) -> None:
        """Say that this value of `frame` was looked at."""
        self._last_looked = frame
        self._looked.set()

    def close(self) -> None:
        """Closes the source and ends the thread."""
        self._stop.set()
        self._looked.set()
        self.source.close()
        self._thread.join(timeout=2)
