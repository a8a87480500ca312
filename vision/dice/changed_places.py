"""Compares two pictures of one table by places: what looks otherwise, what lies as it lay, and where something came to
lie.

Lamps may shine more or less bright in one than in the other. Boxes are x0, y0, x1, y1 in pixels of the pictures.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Box
from vision.camera import Image
from vision.motion import changes, grey, small_picture

LEAST_CHANGE = 10.0
"""Change of light, 0 to 255, of a few pixels from which a die is read again: fainter pips are read by nobody."""
LEAST_MEAN_CHANGE = 8.0
"""Change of light, in the mean over a die, below which it still lies there: cameras and films flicker."""
FLICKER = 20.0
"""Change of light of a few pixels up to which a die that is not found by looking again lies as it lay: pictures of
patterned cloth flicker by 10 to 17 from one rest to the next, and change by 160 and more where a die is moved."""
LUMP, LEAST_LUMP = 5, 30.0
"""Pixels a side over which it must change so much in the mean, where it changes by more than FLICKER: bright dice
flicker at their edges, and by what moves beside them. Of 1,465 dice that nobody touched on rendered films 89 in 100 lie
as they lay, 76 by FLICKER alone; of 235 that were moved none, which change by 48 and more."""
AROUND = 0.15
"""Sides of a die around its box that must not have changed either."""
SPARSE, EVEN = 16, 0.01
"""Every how many pixels two pictures are compared to tell how much brighter one is, and from what share that counts."""
SMALLEST, LARGEST, LONGEST = 3, 60, 2.5
"""Pixels of the small pictures along the sides of what came to lie, and how many times as long as wide it may be: a few
dice with their shadows, and no arm."""


class RestedPicture:
    """The picture of a table at rest, ready to be compared with those that follow it, one by one."""

    def __init__(self, image: Image) -> None:
        """`image` (height, width, 3): 8-bit blue green red, copied."""
        self.smoothed, self.scratch = np.empty_like(image), np.empty_like(image)
        """A little smoothed; and room for what the newest pair differs by: megabytes that are new to the process take
        longer to get than to fill."""
        self.take(image)

    def take(self, image: Image) -> None:
        """Go on with another picture of the same size."""
        cv2.blur(image, (3, 3), self.smoothed)
        self.sparse = _sparse(image)
        self.small = grey(small_picture(image))

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width and channels."""
        return self.smoothed.shape


class PicturePair:
    """A picture of a table at rest and a later one, and what became of places in between; of use until the rest is
    compared with another picture."""

    def __init__(self, before: RestedPicture, now: Image) -> None:
        """Pictures of one size, 8-bit blue green red."""
        self.before, self.now = before, now

    def changed(self, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
        """(n,): whether something looks otherwise in `boxes` (n, 4)."""
        return np.asarray(self._differences(boxes)[:, 0] > LEAST_CHANGE)

    def still_there(self, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
        """(n,): whether what lay in `boxes` (n, 4) is still there, perhaps with another face up."""
        return np.asarray(self._differences(boxes)[:, 1] < LEAST_MEAN_CHANGE)

    def as_it_lay(self, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
        """(n,): whether what lies in `boxes` (n, 4) differs by no more than pictures flicker."""
        most, mean = self._differences(boxes).T
        same = (most <= FLICKER) & (mean < LEAST_MEAN_CHANGE)
        for n in np.flatnonzero(~same & (mean < LEAST_MEAN_CHANGE)):
            same[n] = self._lump(_box(boxes[n])) < LEAST_LUMP
        return np.asarray(same)

    def changed_places(self) -> NDArray[np.float32]:
        """(n, 4): boxes around what may be a die, or a few, that came to lie or was taken away; the largest first."""
        small = grey(small_picture(self.now))
        moved = changes(self.before.small, small)
        _, _, found, _ = cv2.connectedComponentsWithStats(moved.view(np.uint8))
        x, y, width, height, area = found[1:].T  # the first one is what did not change
        short, long = np.minimum(width, height), np.maximum(width, height)
        sized = (short >= SMALLEST) & (long <= LARGEST) & (long <= LONGEST * short)
        order = np.argsort(-area[sized], kind="stable")
        boxes = np.stack([x, y, x + width, y + height], 1)[sized][order]
        return np.asarray(boxes * (self.now.shape[1] / small.shape[1]), np.float32)

    @cached_property
    def _light(self) -> Image:
        """By how much the light differs, 0 to 255; both pictures a little smoothed, and as bright."""
        old, light = self.before.smoothed, self.before.scratch
        gain = np.median(_sparse(self.now) / self.before.sparse, axis=0).astype(np.float64)
        if np.abs(gain - 1).max() >= EVEN:
            brighter = np.clip(np.arange(256)[:, None, None] * gain, 0, 255).astype(np.uint8)
            old = np.asarray(cv2.LUT(old, brighter), np.uint8)
        cv2.blur(self.now, (3, 3), light)
        return np.asarray(cv2.absdiff(old, light, light), np.uint8)

    def _differences(self, boxes: NDArray[np.float32]) -> NDArray[np.float64]:
        """(n, 2): by how much the light differs in `boxes` (n, 4) at most, and in the mean, 0 to 255."""
        return np.array([self._difference(_box(box)) for box in boxes], np.float64).reshape(-1, 2)

    def _difference(self, box: Box) -> tuple[float, float]:
        light = self._around(box)
        return (cv2.norm(light, cv2.NORM_INF), cv2.norm(light, cv2.NORM_L1) / light.size) if light.size else (0.0, 0.0)

    def _lump(self, box: Box) -> float:
        """By how much it differs at most over LUMP pixels a side."""
        return float(cv2.blur(self._around(box), (LUMP, LUMP)).max())

    def _around(self, box: Box) -> Image:
        """By how much the light differs in and around a box; nothing where that lies beside the pictures."""
        (height, width), (x0, y0, x1, y1) = self.now.shape[:2], box
        more = AROUND * min(x1 - x0, y1 - y0) + 1
        left, top = max(0, int(x0 - more)), max(0, int(y0 - more))
        right, bottom = min(width, int(x1 + more) + 1), min(height, int(y1 + more) + 1)
        return self._light[top : max(top, bottom), left : max(left, right)]


def _box(box: NDArray[np.float32]) -> Box:
    x0, y0, x1, y1 = box.tolist()
    return x0, y0, x1, y1


def _sparse(image: Image) -> NDArray[np.float32]:
    """(n, 3): some pixels of a picture, all over it, none of them 0."""
    return np.asarray(image[::SPARSE, ::SPARSE].reshape(-1, 3), np.float32) + 1
