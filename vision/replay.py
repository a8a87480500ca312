"""The last moments of a stream as small JPEGs, for a replay in slow motion; what is kept stays bounded."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from vision.camera import Frame, Image

WIDTH = 640
"""Pixels of the longer side at which pictures are kept."""
QUALITY = 80
"""Of the JPEGs, 0..100."""
MOST_BYTES = 32_000_000
"""Of all pictures that are kept; the oldest go first."""


class KeptFrame(NamedTuple):
    """One picture of a replay."""

    time: float
    """Seconds, as its source counts them."""
    jpeg: bytes


class Replay:
    """Keeps the frames of the last `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._kept: deque[KeptFrame] = deque()
        self._bytes = 0
        self._still: Frame | None = None

    def stay(self, frame: Frame) -> None:
        """Nothing moves: only the newest such frame counts, and it is not worth the work before something does."""
        self._still = frame

    def add(self, frame: Frame) -> None:
        if self._still is not None:
            still, self._still = self._still, None
            self._keep(still)
        self._keep(frame)

    def since(self, time: float) -> tuple[KeptFrame, ...]:
        """The frames that are kept from `time` on."""
        return tuple(kept for kept in self._kept if kept.time >= time)

    def clear(self) -> None:
        self._kept.clear()
        self._bytes, self._still = 0, None

    def _keep(self, frame: Frame) -> None:
        good, jpeg = cv2.imencode(".jpg", _reduced(frame.image), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good:
            return
        self._kept.append(KeptFrame(frame.time, jpeg.tobytes()))
        self._bytes += len(self._kept[-1].jpeg)
        while self._kept and (self._bytes > MOST_BYTES or self._kept[0].time < frame.time - self.seconds):
            self._bytes -= len(self._kept.popleft().jpeg)


def _reduced(image: Image) -> Image:
    height, width = image.shape[:2]
    scale = WIDTH / max(height, width)
    if scale >= 1:
        return image
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
