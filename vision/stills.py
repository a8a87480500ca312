"""The frames of a clip or camera in which nothing moves: what is worth a look when faces are shown one by one."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame, FrameSource, Image

EVERY = 0.2
"""Seconds between two frames that are compared."""
CALM = 3.0
"""Mean difference of two frames, in steps of 255 on their small grey copies, up to which nothing moved."""
AGAIN = 0.8
"""Seconds from one look to the next while nothing moves: a few of the same pose average its noise out."""
MOST = 240


def _small(image: Image) -> NDArray[np.float32]:
    grey = cv2.cvtColor(cv2.resize(image, (80, 60), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32)


def stills(source: FrameSource, seconds: float | None = None) -> Iterator[Frame]:
    """The frames of `source` (its first `seconds`, where given) at which the picture stands still; MOST at most.

    The source is read to its end and left open.
    """
    before: NDArray[np.float32] | None = None
    compared, given, count = -EVERY, -AGAIN, 0
    while count < MOST:
        frame = source.read()
        if frame is None or (seconds is not None and frame.time > seconds):
            return
        if 0 <= frame.time - compared < EVERY:
            continue
        compared = frame.time
        now = _small(frame.image)
        calm = before is not None and float(np.abs(now - before).mean()) <= CALM
        before = now
        if not calm:
            given = -AGAIN  # the next pose is looked at as soon as it rests
        elif given < 0 or frame.time - given >= AGAIN:
            given = frame.time
            count += 1
            yield frame
