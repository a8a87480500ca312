"""Keeps the last seconds of a stream for a replay in slow motion, within a limit of memory.

Most of what is kept is never asked for: the pictures wait reduced, as a JPEG would hold them (brightness whole, colour
at half the size), and each is encoded when it is looked at.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property

import cv2
import numpy as np

from vision.camera.frame import Frame, Image

LONGEST = 640
"""Pixels of the longer side at which pictures are kept."""
QUALITY = 80
"""Of the JPEGs, 0..100."""
MOST_BYTES = 64_000_000
"""Of all pictures that are kept, the oldest go first: 185 of 640x360, six seconds at 30 a second, three at 60. What a
Replay of three seconds keeps at 30 a second is 31 million."""


class KeptFrame:
    """One frame of a buffer."""

    def __init__(self, time: float, planes: Image) -> None:
        """`planes` (1.5 h, w): brightness, then both colours at half the size, as of COLOR_BGR2YUV_I420."""
        self.time = time
        """Seconds, as its source counts them."""
        self._planes = planes

    @cached_property
    def jpeg(self) -> bytes:
        """Encoded when it is first asked for, which takes about 0.5 ms."""
        return cv2.imencode(".jpg", self.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    @property
    def image(self) -> Image:
        """(h, w, 3), blue green red, made anew each time."""
        return np.asarray(cv2.cvtColor(self._planes, cv2.COLOR_YUV2BGR_I420), np.uint8)

    @property
    def size(self) -> int:
        """Bytes that it takes before it is encoded."""
        return self._planes.nbytes


class FrameBuffer:
    """Keeps the frames of the last `seconds`, MOST_BYTES at most."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._kept: deque[KeptFrame] = deque()
        self._bytes = 0
        self._still: Frame | None = None

    def stay(self, frame: Frame) -> None:
        """Takes a frame in which nothing moves: only the newest such frame is kept, once something moves."""
        self._still = frame

    def add(self, frame: Frame) -> None:
        """Adds a frame; one that downscaled() made small already is not resized again."""
        if self._still is not None:
            still, self._still = self._still, None
            self._keep(still)
        self._keep(frame)

    def since(self, time: float) -> tuple[KeptFrame, ...]:
        """The frames that are kept from `time` on."""
        return tuple(kept for kept in self._kept if kept.time >= time)

    def clear(self) -> None:
        """Drops all frames."""
        self._kept.clear()
        self._bytes, self._still = 0, None

    def _keep(self, frame: Frame) -> None:
        image = downscaled(frame.image)
        even = image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2]
        if not even.size:
            return
        planes = np.asarray(cv2.cvtColor(np.ascontiguousarray(even), cv2.COLOR_BGR2YUV_I420), np.uint8)
        self._kept.append(KeptFrame(frame.time, planes))
        self._bytes += planes.nbytes
        while self._kept and (self._bytes > MOST_BYTES or self._kept[0].time < frame.time - self.seconds):
            self._bytes -= self._kept.popleft().size


def downscaled(image: Image, longest: int = LONGEST) -> Image:
    """Resizes a picture (area average) so that its longer side has `longest` pixels at most."""
    height, width = image.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return image
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
