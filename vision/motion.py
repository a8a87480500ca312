"""Tells whether anything moves in front of the camera: most frames of a game end here."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame

State = Literal["moving", "settling", "at rest", "idle"]
"""Moving: something changed since the last frame. Settling: not since a moment. At rest: just come to rest, to be read
now. Idle: at rest since before."""

WIDTH = 192
"""Width in pixels of the small grey picture that is compared."""
STEP = 15.0
"""Change of brightness (0..255) of a small pixel that counts. Lower sees fainter motion and more noise."""
PIXELS = 4
"""Small pixels that must change. A die of 20 pixels in a picture of 1280 covers nine."""
QUIET = 0.2
"""Seconds without change until the table counts as at rest."""


def small_grey(frame: Frame) -> NDArray[np.float32]:
    height, width = frame.image.shape[:2]
    step = max(1, width // (2 * WIDTH))  # every step-th pixel is enough, and far cheaper than averaging all
    grey = cv2.cvtColor(np.ascontiguousarray(frame.image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    size = (WIDTH, max(8, round(WIDTH * height / width)))
    return cv2.GaussianBlur(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), (3, 3), 0).astype(np.float32)


def changed(before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    """Whether more than noise or a common change of brightness parts the two small pictures."""
    difference = now - before
    difference -= np.median(difference)  # a lamp or the camera's own exposure changes everything alike
    return int(np.count_nonzero(np.abs(difference) > STEP)) >= PIXELS


class Motion:
    """Follows one stream of frames."""

    def __init__(self, quiet: float = QUIET) -> None:
        self.quiet = quiet
        self._before: NDArray[np.float32] | None = None
        self._rested: NDArray[np.float32] | None = None
        self._since: float | None = None

    def forget(self) -> None:
        """Start again, as for another source."""
        self._before = self._rested = self._since = None

    def see(self, frame: Frame) -> State:
        now = small_grey(frame)
        before, self._before = self._before, now
        if before is None or before.shape != now.shape or changed(before, now):
            self._since, self._rested = frame.time, None
            return "moving"
        if self._rested is not None:
            if changed(self._rested, now):  # crept away too slowly for two frames in turn to show it
                self._since, self._rested = frame.time, None
                return "moving"
            return "idle"
        if self._since is None or frame.time - self._since < self.quiet:
            return "settling"
        self._rested = now
        return "at rest"
