"""Runs the thread that shows a source's frames to a session and draws the picture that all screens share."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any, Generic, TypeVar

import cv2

from companion.rules import CompanionError
from companion.table import Box
from companion.text import language_source, say, using_language
from ui.core import Store, start_thread
from vision.camera import Frame, FrameSource, Image, LatestFrame, Live, VideoClip

WIDTHS = (640, 960, 1280)
"""Pixels across of the pictures that are sent: what a browser cannot show takes its time all the same."""
SOFTENED = 0.9
"""A picture may have this share of the pixels of its place on the screen: nobody sees the rest."""
QUALITY = 80
"""Of the JPEG that is sent, 0 to 100. Raising it costs bandwidth."""
POLL_INTERVAL = 0.05
"""Seconds after which it is seen whether players have asked for something, where no frame comes."""
CALM_INTERVAL = 0.25
"""Seconds between two pictures of a table on which nothing moves: drawing and sending each would warm a laptop."""
SKIPPED, SKIPPED_UNWATCHED = 2, 5
"""Frames of a camera between two that are looked at while nothing moves, and when nobody looks on besides: whoever
comes to the table is seen within a fifth of a second."""
UNWATCHED_INTERVAL = 1.0
"""Seconds between two pictures while nobody looks at them."""
_NUMBERS = count(1)
"""Of sessions."""

LOG = logging.getLogger(__name__)


Scene = TypeVar("Scene")


class FrameSession(Store, Generic[Scene]):
    """Base of what a frame loop shows its frames to: looks at every one and draws nothing over it, unless the class
    that inherits says otherwise. `scene` is what screens show, of one moment, in the language of the context in which
    the session was made."""

    def __init__(self, live: bool) -> None:
        """`live`: whether the source is a camera, which may be unplugged or freeze. Whoever inherits calls `_refresh`
        once all else is there."""
        super().__init__()
        self.number = next(_NUMBERS)
        """What tells it from every other session of this program, of those that are gone, too."""
        self.live = live
        self._language = language_source()
        self._trouble: str | None = None
        """One line about the source."""
        self._ended = False
        self._scene: Scene

    @property
    def scene(self) -> Scene:
        """This moment, whole."""
        return self._scene

    def _now(self) -> Scene:
        """The scene as it is now."""
        raise NotImplementedError

    def _refresh(self) -> None:
        with self.change(), using_language(self._language):
            self._scene = self._now()

    def see(self, frame: Frame) -> None:
        """Take the next frame of the source."""
        raise NotImplementedError

    def work(self) -> None:
        """Do what players have asked for since; called often, whether or not frames come."""

    def stalled(self, line: str) -> None:
        """No frame has come for a while, though the source has not ended; `line` says so."""
        with self.change():
            self._trouble = line
            self._refresh()

    def source_ended(self, error: str | None = None) -> None:
        """No more frames will come; `error` says why, where it is not the natural end."""
        with self.change():
            self._ended, self._trouble = True, error
            self._refresh()

    @property
    def calm(self) -> bool:
        """Whether nothing moves, so that fewer pictures will do."""
        return False

    @property
    def every_frame(self) -> bool:
        """Whether each frame is needed even so, because what happens is told by its time."""
        return True

    @property
    def drawn(self) -> object:
        """What is drawn over the picture now: as long as it is the same, so is the drawing."""
        return None

    def draw(self, image: Image) -> Image:
        """A copy of a picture with what was read drawn over it."""
        return image


class Shot:
    """One picture for the screens: JPEGs of the widths that they ask for, each made once. Any thread may ask."""

    def __init__(self, number: int, image: Image) -> None:
        self.number = number
        self.height, self.width = image.shape[:2]
        """Of the source's frame, in pixels."""
        self._image = image
        self._jpegs: dict[int, bytes] = {}
        self._lock = threading.Lock()

    def jpeg(self, across: float = math.inf) -> bytes:
        """The picture for a place on the screen that is so many pixels wide."""
        width = next((width for width in WIDTHS if width >= SOFTENED * across), WIDTHS[-1])
        with self._lock:
            if width not in self._jpegs:
                self._jpegs[width] = encoded(self._image, width)
            return self._jpegs[width]


class FrameLoop:
    """Shows the frames of a source to a session, in a thread, until closed. `shot`: the newest picture, drawn over."""

    def __init__(self, session: FrameSession[Any], source: FrameSource) -> None:
        self.session = session
        self.source = source
        self.shot: Shot | None = None
        self._frame: Frame | None = None
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._viewers: set[Callable[[], None]] = set()
        if isinstance(source, VideoClip):  # a slow computer shows it more slowly, and reads the same from it
            source.skips = False
        self._latest = LatestFrame(source, self._wake.set, each=isinstance(source, VideoClip))
        self._unsubscribe = session.subscribe(self._wake.set)
        self._thread = start_thread(f"frame loop of {source.name}", self._run)

    def close(self) -> None:
        """Stop the thread and close the source."""
        self._stop.set()
        self._wake.set()
        self._unsubscribe()
        self._latest.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    @property
    def image(self) -> Image | None:
        """The newest picture, with nothing drawn over it."""
        return None if self._frame is None else self._frame.image

    @property
    def flows(self) -> bool:
        """Whether new pictures come."""
        return not self.ended and self._latest.trouble is None

    @property
    def ended(self) -> bool:
        """Whether no more frames will come."""
        return self._latest.ended

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each new picture, in the thread that draws it; the answer ends that."""
        self._viewers.add(listener)
        self._wake.set()  # the newest may be as old as ALONE
        return lambda: self._viewers.discard(listener)

    def show(self, session: FrameSession[Any]) -> None:
        """Show the frames to another session from now on; both have the same kind of source."""
        self._unsubscribe()
        self.session = session
        self._unsubscribe = session.subscribe(self._wake.set)
        self._wake.set()

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
            self._run_until_stopped()
        except CompanionError as fault:  # of the code of a game
            self.session.source_ended(str(fault))
        except Exception:
            LOG.exception("the eyes on %s failed", self.source.name)
            self.session.source_ended(say("{name}: reading the picture failed; open it again", name=self.source.name))

    def _run_until_stopped(self) -> None:
        seen: float | None = None
        frame: Frame | None = None
        shown: tuple[object, float | None] = (None, None)
        """What was over the newest picture, and the time of its frame."""
        drawn_at = -math.inf
        reported: str | None = None
        ended: FrameSession[Any] | None = None
        """Who has been told that the source has ended."""
        live = self.session.live
        while not self._stop.is_set():
            session = self.session
            session.work()
            newest = self._latest.frame
            if isinstance(self.source, Live):
                self.source.passed_over = self._frames_to_skip(session)
            trouble = self._latest.trouble if live else None
            if trouble is not None and trouble != reported:
                session.stalled(trouble)
            reported = trouble
            if newest is not None and newest.time != seen:
                self._frame = frame = newest
                seen = newest.time
                if trouble is None:  # a frozen picture says nothing of the table
                    session.see(frame)
            elif self._latest.ended and ended is not session:
                ended = session
                error = self._latest.error or self._latest.trouble
                if error is None and live:
                    error = say(
                        "{name} has stopped: plug it in again, then open it anew",
                        name=self.source.name,
                    )
                elif error is None and frame is None:
                    error = say("{name} shows no picture; it may be damaged: open another", name=self.source.name)
                session.source_ended(error)
            else:
                self._wake.wait(POLL_INTERVAL if ended is None else 0.2)
                self._wake.clear()
            self._latest.looked_at(newest)
            if frame is not None:
                over, now = (session, session.drawn), time.monotonic()
                rest = UNWATCHED_INTERVAL if not self._viewers else CALM_INTERVAL if session.calm else 0.0
                if over != shown[0] or (seen != shown[1] and now >= drawn_at + rest):
                    shown, drawn_at = (over, seen), now
                    self._draw(frame.image)

    def _frames_to_skip(self, session: FrameSession[Any]) -> int:
        """How many frames need not be looked at between two."""
        if session.every_frame or not session.calm:
            return 0
        return SKIPPED if self._viewers else SKIPPED_UNWATCHED

    def _draw(self, image: Image) -> None:
        number = 0 if self.shot is None else self.shot.number
        self.shot = Shot(number + 1, self.session.draw(image))
        for listener in list(self._viewers):
            listener()


def encoded(image: Image, widest: int = WIDTHS[-1]) -> bytes:
    """The picture as JPEG, no wider than so many pixels."""
    height, width = image.shape[:2]
    if width > widest:
        size = (widest, max(1, round(height * widest / width)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data)
