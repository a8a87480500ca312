"""The frames of a source one after another: those of a file as fast as they can be read, the newest of a camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.cli import WRONG_USE, Refusal, complain

if TYPE_CHECKING:
    from vision.camera import Frame, FrameSource

RETRY_AFTER = 1.0
"""Seconds between two tries to open a source that broke off."""
TRIES = 10
"""How often that is tried in turn."""
POLL_INTERVAL = 0.004
"""Seconds between two looks for a newer frame of a live source."""


def open_moving(name: str, command: str, picture: str) -> FrameSource:
    """Opens a source, a clip not in real time; `picture` is said of pictures, which are refused. Raises Refusal."""
    from vision.camera import PictureSource, SourceError, VideoClip, open_source

    try:
        source = open_source(name)
    except SourceError as error:
        raise Refusal(f"{command}{error}") from None
    if isinstance(source, PictureSource):
        source.close()
        raise Refusal(f"{command}{name}: {picture}", WRONG_USE)
    if isinstance(source, VideoClip):
        source.realtime = False
    return source


class Follower:
    """The frames of a source, which is opened again when it is live and breaks off."""

    def __init__(self, name: str, source: FrameSource, complain: Callable[[str], None] = complain) -> None:
        self.seconds = 0.0
        """Time of the newest frame."""
        self.broken = False
        """Whether the source has failed for good, or part of it could not be read."""
        self._name = name
        self._source = source
        self._complain = complain

    def close(self) -> None:
        self._source.close()

    def frames(self) -> Iterator[Frame]:
        if not getattr(self._source, "live", False):
            yield from self._file()
            return
        start = time.monotonic()
        while True:
            offset = time.monotonic() - start
            for frame in self._live():
                self.seconds = offset + frame.time
                yield frame._replace(time=self.seconds)
            self._complain(f"{self._name}: the picture has broken off; trying to open it again")
            if not self._open_again():
                self.broken = True
                return

    def _file(self) -> Iterator[Frame]:
        while (frame := self._source.read()) is not None:
            self.seconds = frame.time
            yield frame
        fault = getattr(self._source, "fault", None)
        if fault is not None:
            self._complain(str(fault))
            self.broken = True

    def _live(self) -> Iterator[Frame]:
        """Only the newest frame counts: what came while a roll was read is passed over."""
        from vision.camera import LatestFrame

        latest = LatestFrame(self._source)
        seen: Frame | None = None
        announced: str | None = None
        try:
            while not latest.ended or latest.frame is not seen:
                frame = latest.frame
                if frame is not None and frame is not seen:
                    seen = frame
                    yield frame
                    continue
                trouble = latest.trouble
                if trouble is not None and trouble != announced:
                    self._complain(trouble)
                announced = trouble
                time.sleep(POLL_INTERVAL)
        finally:
            latest.close()

    def _open_again(self) -> bool:
        from vision.camera import SourceError, open_source

        self._source.close()
        error: SourceError | None = None
        for _ in range(TRIES):
            time.sleep(RETRY_AFTER)
            try:
                self._source = open_source(self._name)
                return True
            except SourceError as again:
                error = again
        self._complain(str(error))
        return False
