"""Selects the frames of a clip or camera in which nothing moves, for enrolment of faces shown one by one."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Frame, FrameSource, Image

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


class StillnessDetector:
    """Selects frames at which the picture stands still, one every AGAIN seconds."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self._compared, self._given = -EVERY, -AGAIN
        self.moving = True
        """Whether something moved before the newest frame that was compared."""

    def worth(self, frame: Frame) -> bool:
        """Whether the picture stands still, and no other of this pose was given within AGAIN seconds."""
        if 0 <= frame.time - self._compared < EVERY:
            return False
        self._compared = frame.time
        now = _small(frame.image)
        self.moving = self._before is None or float(np.abs(now - self._before).mean()) > CALM
        self._before = now
        if self.moving:
            self._given = -AGAIN  # the next pose is looked at as soon as it rests
        elif self._given < 0 or frame.time - self._given >= AGAIN:
            self._given = frame.time
            return True
        return False


def frames_at_rest(source: FrameSource, seconds: float | None = None) -> Iterator[Frame]:
    """The frames of `source` (its first `seconds`, where given) at which the picture stands still; MOST at most.

    The source is read to its end and left open.
    """
    calm, count = StillnessDetector(), 0
    while count < MOST:
        frame = source.read()
        if frame is None or (seconds is not None and frame.time > seconds):
            return
        if calm.worth(frame):
            count += 1
            yield frame
