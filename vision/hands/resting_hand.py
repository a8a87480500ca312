"""Matches a stationary hand against a snapshot of it taken before another hand covered part of it, which gives an
occlusion mask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.card_distance import Grid
from vision.hands.hand_segmentation import Bits
from vision.motion import Small, greatest_channel

FRONT = 90.0
"""Millimetres from the tip: the hand without its sleeve."""
SAME_CHANNEL = 20
"""Difference of a channel up to which a pixel still shows the same; noise is small after blurring."""
RESTS = 0.6
"""Share of the outline of its front that must show the same for the hand to lie where it lay."""
TIPS = 20.0
"""Millimetres from the tip: what shows that a hand goes on, though it looks alike all over."""
ROUND, LEAST = 4, 6
"""Pixels ahead of them that are looked at, and of how many of those, that stand out from the hand, it can be told."""
SEEN = 0.5
"""Share of its front that must show the same for it to be known that it lies there still."""


class HandSnapshot:
    """A hand without another one at it: picture, mask and reach."""

    def __init__(self, soft: Small, mask: Bits, reach: Grid, still: bool) -> None:
        """`soft` (h, w, 3): the small picture, blurred over 3 x 3 pixels; `mask` (h, w): the hand's pixels; `reach` (h,
        w): millimetres along the arm's direction; `still`: whether it was at rest."""
        self.soft, self.mask = soft, mask
        self._reach = reach
        self.still = still
        """Whether it is known to have been at rest then."""

    @cached_property
    def parts(self) -> Parts:
        """The regions that are compared; computed on first use."""
        x, y, w, h = cv2.boundingRect(self.mask)
        height, width = self.mask.shape
        box = (
            slice(max(0, y - ROUND), min(height, y + h + ROUND)),
            slice(max(0, x - ROUND), min(width, x + w + ROUND)),
        )
        mask, reach = self.mask[box], self._reach[box]
        _, tip, _, at = cv2.minMaxLoc(reach, mask)
        front = mask & (reach > tip - FRONT)
        outline = front - (front & np.asarray(cv2.erode(mask, _SQUARE), np.uint8))
        ends = reach > tip - TIPS
        move = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
        move[:, 2] = ROUND * _forward(reach, at)
        ahead = np.asarray(
            cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0]), flags=cv2.INTER_NEAREST), np.uint8
        )
        ahead &= ~np.asarray(cv2.dilate(mask, _SQUARE), np.uint8)
        colour = cv2.mean(self.soft[box], (front & ends).astype(np.uint8))
        off = greatest_channel(cv2.absdiff(self.soft[box], np.full_like(self.soft[box], colour[:3])))
        before = ahead & ends & (off > 2 * SAME_CHANNEL)
        return Parts(box, front, outline, np.asarray(before, np.uint8))

    @cached_property
    def far(self) -> Grid:
        """(h, w): distance to the hand in pixels."""
        return np.asarray(cv2.distanceTransform(1 - self.mask, cv2.DIST_L2, 3), np.float32)


class Parts(NamedTuple):
    """Binary regions of a hand, within its bounding box grown by ROUND pixels."""

    box: tuple[slice, slice]
    front: Bits
    outline: Bits
    """Of the front."""
    before: Bits
    """Pixels of the table around its tips that stand out from it."""


class RestingHand(NamedTuple):
    """A hand that still lies where its snapshot has it."""

    mask: Bits
    """(h, w): where it lies."""
    covered: Bits
    """(h, w): where something else is seen there."""
    sure: bool
    """Whether enough of it is seen."""
    tips: bool
    """Whether the table before its tips is seen as it was."""


def match_resting_hand(look: HandSnapshot, soft: Small) -> RestingHand | None:
    """Compares a snapshot with the picture `soft` (h, w, 3), blurred over 3 x 3 pixels; None where less than RESTS of
    the outline of its front looks the same, so that it has moved."""
    box, front, outline, before = look.parts
    apart = greatest_channel(cv2.absdiff(soft[box], look.soft[box]))
    alike = np.asarray(cv2.threshold(apart, SAME_CHANNEL, 1, cv2.THRESH_BINARY_INV)[1], np.uint8)
    if _share(outline, alike) < RESTS:
        return None
    tips = int(cv2.countNonZero(before)) >= LEAST and _share(before, alike) >= RESTS
    covered = np.zeros_like(look.mask)
    covered[box] = np.asarray(cv2.morphologyEx(look.mask[box] & (1 - alike), cv2.MORPH_OPEN, _SQUARE), np.uint8)
    return RestingHand(look.mask, covered, _share(front, alike) >= SEEN and (tips or look.still), tips)


def _forward(reach: Grid, at: Sequence[int]) -> NDArray[np.float32]:
    """The unit vector in pixels, x and y, along which the reach grows at a pixel x, y."""
    height, width = reach.shape
    x, y = min(max(at[0], 1), width - 2), min(max(at[1], 1), height - 2)
    way = np.array([reach[y, x + 1] - reach[y, x - 1], reach[y + 1, x] - reach[y - 1, x]], np.float32)
    return way / max(float(np.hypot(*way)), 1e-6)


def _share(part: Bits, alike: Bits) -> float:
    return int(cv2.countNonZero(part & alike)) / max(int(cv2.countNonZero(part)), 1)


_SQUARE = np.ones((3, 3), np.uint8)
