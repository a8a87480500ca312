"""Opens films and streams as cv2.VideoCapture does, in a process of their own where the system has such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from vision.decoding.process import (
    APART,
    PATIENCE,
    DecoderEnded,
    DecoderError,
    DecoderProcess,
    give_back,
    not_started,
    take,
)

if TYPE_CHECKING:
    from vision.decoding.unpack import Image

ANY = 0
"""OpenCV's cv2.CAP_ANY."""
LEAVE = 2.0
"""Seconds that a decoder gets to let go of a film; one that takes longer is ended."""
MOST_DEATHS = 3
"""Processes that one film may use up before nothing more is read from it."""


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...
    def open(self, name: str) -> bool: ...
    def get(self, prop: int) -> float: ...
    def set(self, prop: int, value: float) -> bool: ...
    def grab(self) -> bool: ...
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


def open_capture(name: str, api: int = ANY, options: Sequence[int] = (), *, ahead: bool) -> Capture:
    """A film or stream by its path or address; `api` and `options` as OpenCV has them. Whether it could be opened is
    asked of it. `ahead`: whether the next frame is decoded while this one is looked at; a live one would be old then.
    Raises OSError where no process can be started."""
    if not APART:
        import cv2

        return cv2.VideoCapture(name, api, [*options]) if options else cv2.VideoCapture(name, api)
    return ProcessCapture(name, api, options, ahead)


class ProcessCapture:
    """A cv2.VideoCapture in a process of its own.

    What ends the process reads like a frame that could not be had; `fault` tells of it. Opened once more it goes on in
    another process, MOST_DEATHS times.
    """

    def __init__(self, name: str, api: int, options: Sequence[int], ahead: bool) -> None:
        self._api, self._options, self._reads_ahead = api, [*options], ahead
        self.fault: str | None = None
        """Why something could not be had the last time, and what to do, where more is known than that."""
        self._deaths = 0
        self._ahead = False
        """Whether the next frame was asked for, and has not come yet."""
        self._next: Any = None
        """The next frame, where it came before it was read."""
        self._process: DecoderProcess | None = take()
        self._opened = self._ask("open", name, self._api, self._options) is True

    def isOpened(self) -> bool:
        return self._opened and self._process is not None

    def open(self, name: str) -> bool:
        if self._process is None and self._deaths < MOST_DEATHS:
            try:
                self._process = take()
            except OSError as error:
                self.fault = not_started(error)
        self._opened = self._ask("open", name, self._api, self._options) is True
        self._next = None
        return self._opened

    def get(self, prop: int) -> float:
        return float(self._ask("get", prop) or 0.0)

    def set(self, prop: int, value: float) -> bool:
        done = bool(self._ask("set", prop, float(value)))
        self._next = None
        return done

    def grab(self) -> bool:
        return self.read()[0] if self._ahead or self._next is not None else bool(self._ask("grab"))

    def read(self) -> tuple[bool, Image | None]:
        if self._next is not None:
            image, self._next = self._next, None
        else:
            image = self._finish() if self._ahead else self._ask("read")
        if image is None or image is False or self._process is None:
            return False, None
        if self._reads_ahead:
            self._process.begin("read")
            self._ahead = True
        return True, image

    def release(self) -> None:
        if self._ahead:
            self._finish(LEAVE)
        if self._process is not None:
            self._process.begin("release")
            self._finish(LEAVE)
        if self._process is not None:
            give_back(self._process)
            self._process = None
        self._opened, self._next = False, None

    def _ask(self, job: str, *arguments: Any) -> Any:
        """What a job leads to: its picture, or its value; None where the process has ended."""
        if self._ahead:
            self._next = self._finish()
        if self._process is None:
            return None
        self._process.begin(job, *arguments)
        return self._finish()

    def _finish(self, patience: float = PATIENCE) -> Any:
        self._ahead = False
        if self._process is None:
            return None
        try:
            value, image = self._process.finish(patience)
        except DecoderEnded as ended:
            self.fault, self._process, self._deaths = str(ended), None, self._deaths + 1
            return None
        except DecoderError as refusal:
            self.fault = str(refusal)
            return None
        return value if image is None else image
