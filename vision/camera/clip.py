"""Recorded sources: video files and still pictures."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.text import say
from vision.camera.frame import Frame, Image, SourceError, same_picture
from vision.camera.live import release
from vision.decoding import Capture, not_started, open_capture

# A damaged clip makes FFmpeg print a line a block; what is wrong is told by `fault` and SourceError instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


LEAST_FRAME = 8
"""Bytes of a file that a frame takes at least; a header that claims more frames is not believed."""
MOST_GAPS = 200
"""Damaged places that are passed over in one clip."""


MOST_PIXELS = 12_000_000
"""Of a frame, beyond those of 4K: decoding larger ones takes over 400 MB (7680x4320: 670)."""
THREADS = 2
"""Each thread of a film's decoder takes pictures of its own: at 4K two take 260 MB, sixteen 850."""


def _opened(path: str) -> Capture:
    """A film for reading; OSError where no process can be started for it."""
    capture = open_capture(path, cv2.CAP_FFMPEG, (cv2.CAP_PROP_N_THREADS, THREADS), ahead=True)
    if capture.isOpened() or getattr(capture, "fault", None) is not None:  # what ends one decoder is tried in no other
        return capture
    capture.release()
    return open_capture(path, ahead=True)


class VideoClip:
    """A video file. Times are seconds from its start.

    With `realtime` a call waits until its frame is due, and frames that are overdue are skipped, as a camera would, as
    long as `skips` is set; without `realtime` every frame comes at once. What is damaged is passed over, and `fault`
    tells of it.
    """

    def __init__(self, path: str | Path, realtime: bool = True, loop: bool = False) -> None:
        self.name = Path(path).name
        if not Path(path).is_file():
            raise SourceError(say("{path}: no such file; give the path of a video or picture", path=path))
        self._path = os.path.abspath(path)  # the process that decodes it may have been started elsewhere
        try:
            self._capture = _opened(self._path)
        except OSError as error:
            raise SourceError(f"{path}: {not_started(error)}") from None
        if (ended := getattr(self._capture, "fault", None)) is not None:
            raise SourceError(f"{path}: {ended}")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        pixels = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) * self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if not self._capture.isOpened() or not rate or not np.isfinite(rate):
            self._capture.release()
            raise SourceError(say("{path}: not a video that can be played; convert it to MP4 or AVI", path=path))
        if pixels > MOST_PIXELS:
            self._capture.release()
            raise SourceError(
                say("{path}: more than {most} million pixels a frame; save a smaller copy", path=path,
                    most=MOST_PIXELS // 10**6)
            )  # fmt: skip
        self.rate = float(rate)
        self.fault: str | None = None
        """One line, once a part of the file could not be read; what can be read goes on."""
        claimed = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._frames = min(claimed, Path(path).stat().st_size // LEAST_FRAME)
        self._gaps = 0
        self.realtime, self.loop = realtime, loop
        self.skips = True
        """Whether frames that are overdue are left out; otherwise whoever is late gets them all, later."""
        self.position = 0.0
        """Seconds of the newest frame."""
        self._next = 0
        self._due: float | None = None
        self._last: Image | None = None
        self._paused = threading.Event()
        self._closed = threading.Event()
        self._device = threading.Lock()

    @property
    def duration(self) -> float:
        """Seconds that it lasts, as the file has it."""
        return self._frames / self.rate

    @property
    def paused(self) -> bool:
        return self._paused.is_set()

    def pause(self) -> None:
        """Hold the newest frame: `read` goes on giving it, at the clip's pace."""
        self._paused.set()

    def resume(self) -> None:
        self._due = None
        self._paused.clear()

    def begin_at(self, seconds: float) -> None:
        """Go on from the frame of this time, the first one where it lies before that."""
        with self._device:
            number = max(0, round(seconds * self.rate))
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, number)
            self._next, self._due = number, None

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
        whole = np.asarray(image, np.uint8) if good else self._past_damage()
        if whole is None:
            if not self.loop or self._next == 0:
                return None
            self._rewind()
            return self._read()
        self._last, self.position = whole, self._next / self.rate
        self._next += 1
        return Frame(self._last, self.position)

    def _past_damage(self) -> Image | None:
        """The next frame that can be read where one could not; None at the end of the clip."""
        missing = self._frames - self._next
        if (ended := getattr(self._capture, "fault", None)) is not None:
            self.fault = self.fault or f"{self.name}: {ended}"
        if missing > max(5, 0.05 * self._frames):  # the count of some containers is but an estimate
            self.fault = self.fault or say(
                "{name}: damaged at or before {time:.1f} s; copy it again", name=self.name, time=self._next / self.rate
            )
        # Where frames have been lost inside, the end comes before the count is full: what lies "after" was seen before.
        end = self._at(self._frames - 1) if missing > 0 else None
        self._gaps += 1
        if end is None or self._seen(end) or self._gaps > MOST_GAPS:
            return None
        step = 1
        while step < missing:
            image = self._at(self._next + step)
            if image is not None and not self._seen(image):
                self._next += step
                self._due = None
                return image
            step += max(1, step // 3)
        return None

    def _seen(self, image: Image) -> bool:
        """Whether this is the newest frame once more, where a decoder ends up that is asked for what is not there."""
        return self._last is not None and same_picture(image, self._last)

    def _at(self, number: int) -> Image | None:
        """One frame by its number. The file is opened anew: after damage a decoder may find nothing any more."""
        self._capture.release()
        self._capture.open(self._path)
        self._capture.set(cv2.CAP_PROP_POS_FRAMES, number)
        good, image = self._capture.read()
        return np.asarray(image, np.uint8) if good else None

    def _wait_until_due(self) -> None:
        now = time.monotonic()
        if self._due is None:
            self._due = now
        self._due += 1 / self.rate
        if not self.skips:
            self._due = max(now, self._due)
        while now > self._due + 2 / self.rate and self._capture.grab():  # too late: skip as a camera would
            self._next += 1
            self._due += 1 / self.rate
        if now < self._due:
            self._closed.wait(self._due - now)

    def close(self) -> None:
        self._closed.set()
        release(self._capture, self._device)


class PictureSource:
    """Still pictures as a source, each held for `seconds`, the last for ever."""

    def __init__(self, images: Sequence[Image], name: str, seconds: float = 2.0, rate: float = 10.0) -> None:
        if not images:
            raise SourceError(say("{name}: no picture in it", name=name))
        self.name = name
        self.images = list(images)
        self._seconds, self._rate = seconds, rate
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
        return Frame(self.images[min(int(age / self._seconds), len(self.images) - 1)], age)

    def close(self) -> None:
        self._closed.set()
