"""The thread behind a table: newest frame, eyes, session, and the picture that every screen shows."""

from __future__ import annotations

import logging
import threading
from typing import NamedTuple, Protocol

import cv2

from companion.table import Box, TableView, Zones
from ui.session import TableSession
from vision.camera import Frame, FrameSource, Image
from vision.eyes import Look
from vision.latest import Latest
from vision.overlay import draw

WIDEST = 1280
"""Pictures are sent no wider than this, in pixels."""
QUALITY = 80
"""Of the JPEG that is sent, 0 to 100. Raising it costs bandwidth."""
IDLE = 0.01
"""Seconds between two looks for a newer frame."""

LOG = logging.getLogger(__name__)


class Sight(Protocol):
    """What the watcher asks of the eyes."""

    def look(self, frame: Frame) -> Look: ...


class Shot(NamedTuple):
    """One picture as it is sent to the screens."""

    number: int
    jpeg: bytes
    width: int
    height: int


class Watcher:
    """Looks at a source until it is closed. `shot` is the newest picture, drawn over, shared by all screens."""

    def __init__(self, session: TableSession, source: FrameSource, eyes: Sight) -> None:
        self.session = session
        self.source = source
        self.shot: Shot | None = None
        self._frame: Frame | None = None
        self._eyes = eyes
        self._latest = Latest(source)
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._unsubscribe = session.subscribe(self._wake.set)
        self._thread = threading.Thread(target=self._run, name=f"eyes on {source.name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking and let go of the source."""
        self._stop.set()
        self._wake.set()
        self._unsubscribe()
        self._latest.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    def close_up(self, box: Box) -> bytes | None:
        """A JPEG of what lies in a box of the newest picture, with some of the table around it."""
        frame = self._frame
        if frame is None:
            return None
        height, width = frame.image.shape[:2]
        reach = 0.8 * max(box[2] - box[0], box[3] - box[1])
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        x0, x1 = max(0, round(x - reach)), min(width, round(x + reach))
        y0, y1 = max(0, round(y - reach)), min(height, round(y + reach))
        return encoded(frame.image[y0:y1, x0:x1]) if x1 > x0 and y1 > y0 else None

    def _run(self) -> None:
        try:
            self._watch()
        except Exception:
            LOG.exception("the eyes on %s failed", self.source.name)
            self.session.source_ended(f"{self.source.name}: reading the picture failed; open it again")

    def _watch(self) -> None:
        seen: float | None = None
        frame: Frame | None = None
        drawn: object = None
        ended, told = False, None
        live = self.session.kind == "camera"
        while not self._stop.is_set():
            newest = self._latest.frame
            trouble = self._latest.trouble if live else None
            if trouble is not None and trouble != told:
                self.session.stalled(trouble)
            told = trouble
            if newest is not None and newest.time != seen:
                self._frame = frame = newest
                seen = newest.time
                if trouble is None:  # a frozen picture says nothing of the table
                    self.session.saw(self._eyes.look(frame))
            elif self._latest.ended and not ended:
                ended = True
                error = self._latest.error or self._latest.trouble
                if error is None and live:
                    error = f"{self.source.name} has stopped: plug it in again, then open it from the start screen"
                elif error is None and frame is None:
                    error = f"{self.source.name} shows no picture; it may be damaged: open another"
                self.session.source_ended(error)
            else:
                self._wake.wait(IDLE if not ended else 0.2)
                self._wake.clear()
            if frame is not None:
                zones, view = self.session.overlay
                key = (seen, id(view), zones)
                if key != drawn:
                    drawn = key
                    self._draw(frame.image, view, zones)

    def _draw(self, image: Image, view: TableView | None, zones: Zones) -> None:
        number = 0 if self.shot is None else self.shot.number
        jpeg = encoded(draw(image, view if view is not None else (), zones))
        height, width = image.shape[:2]
        self.shot = Shot(number + 1, jpeg, width, height)


def encoded(image: Image) -> bytes:
    """The picture as JPEG, no wider than the screens need."""
    height, width = image.shape[:2]
    if width > WIDEST:
        size = (WIDEST, max(1, round(height * WIDEST / width)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data)
