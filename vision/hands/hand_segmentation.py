"""Segments hands and arms by background subtraction: what differs from a reference picture of the table and touches the
picture's edge, shadows apart.

All pictures are small and coloured, (h, w, 3) uint8, as of vision.motion.frame_difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion import Small, greatest_channel

Bits = NDArray[np.uint8]
"""(h, w) of 0 and 1."""
Labels = NDArray[np.uint16]

LEAST_DIFFERENCE, SURE_DIFFERENCE = 12.0, 28.0
"""Difference from the table at which a small pixel shows something else: the first where there is no noise."""
WHOLE = 128
"""All of the table's light: shares of it are counted in bytes."""
DARKEST = 29
"""Of that, what the deepest shade leaves to the table."""
TINGE = 9.0
"""How far the colour of a shaded pixel may be off the table's own, darkened. Higher takes more of a hand for shade."""
LEAST = 40
"""Small pixels that something must cover to be looked at."""
HOLE = 90
"""Small pixels up to which a hole in a hand is closed; the gap that hands around a card leave is larger."""


class HandPixels(NamedTuple):
    """What one picture shows of hands."""

    parts: Labels
    """(h, w): 0 where the table is as it was, else the number of the connected part; shade and lone things included."""
    solid: Bits
    """Where it is neither table nor shade."""
    reaching: tuple[int, ...]
    """Numbers of the parts that reach in over the picture's edge."""
    soft: Small
    """The picture, blurred over three pixels."""


class HandSegmenter:
    """Segments pictures by difference from a reference picture of the table."""

    def __init__(self, small: Small) -> None:
        self.small = small
        self._soft = np.asarray(cv2.blur(small, (3, 3)), np.uint8)

    def hands(self, small: Small) -> HandPixels | None:
        """The segmentation of `small` (h, w, 3); None where nothing differs."""
        gain = self.gain(small)
        before = np.asarray(cv2.LUT(self._soft, _ramps(gain)), np.uint8)
        now = np.asarray(cv2.blur(small, (3, 3)), np.uint8)
        other, noise = _difference(now, before)
        if int(cv2.countNonZero(other)) < LEAST:
            return None
        other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_CLOSE, _SQUARE), np.uint8)
        count, parts, stats, _ = cv2.connectedComponentsWithStats(other, connectivity=8, ltype=cv2.CV_16U)
        height, width = other.shape
        reaching = tuple(
            n
            for n in range(1, count)
            if stats[n, 4] >= LEAST
            and (
                stats[n, 0] <= 1
                or stats[n, 1] <= 1
                or stats[n, 0] + stats[n, 2] >= width - 1
                or stats[n, 1] + stats[n, 3] >= height - 1
            )
        )
        return HandPixels(np.asarray(parts, np.uint16), _without_shade(other, before, now, noise), reaching, now)

    def patched(self, small: Small, area: Bits) -> HandSegmenter:
        """A segmenter whose reference is updated from `small` where `area` (h, w) is set, with the gain between both
        removed."""
        gain = self.gain(small)
        mixed = self.small.copy()
        mixed[area > 0] = np.clip(small[area > 0] / np.maximum(gain, 0.05) + 0.5, 0, 255).astype(np.uint8)
        return HandSegmenter(mixed)

    def changed(self, small: Small, area: Bits) -> float:
        """The share of `area` that looks different in `small`."""
        pixels = self.hands(small)
        return 0.0 if pixels is None else float(((pixels.parts > 0) & (area > 0)).sum() / max(int(area.sum()), 1))

    def gain(self, small: Small) -> NDArray[np.float32]:
        """(3,): median brightness of each channel over that of the reference."""
        ratio = (small[::6, ::6].reshape(-1, 3) + np.float32(6)) / (self.small[::6, ::6].reshape(-1, 3) + np.float32(6))
        return np.asarray(np.median(ratio, axis=0), np.float32)


def covered_anew(before: Small, now: Small) -> Bits:
    """(h, w) mask of what changed from one frame to the next, shadows left out: where another hand came over one at
    rest."""
    was, become = (np.asarray(cv2.blur(picture, (3, 3)), np.uint8) for picture in (before, now))
    other, noise = _difference(become, was)
    return _without_shade(other, was, become, noise) if cv2.countNonZero(other) else other


_SQUARE = np.ones((3, 3), np.uint8)
_STEPS = np.arange(256, dtype=np.float32)


def _difference(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> tuple[Bits, float]:
    """(h, w) mask of where two blurred pictures differ, and the noise between them: the median difference."""
    most = greatest_channel(cv2.absdiff(now, before))
    noise = float(np.median(most[::4, ::4]))
    bound = min(max(LEAST_DIFFERENCE, 4.5 * noise), SURE_DIFFERENCE)
    return np.asarray(cv2.threshold(most, bound, 1, cv2.THRESH_BINARY)[1], np.uint8), noise


def _ramps(gain: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.asarray(np.clip(_STEPS[None, :, None] * gain[None, None, :] + 0.5, 0, 255), np.uint8)


def _without_shade(other: Bits, before: NDArray[np.uint8], now: NDArray[np.uint8], noise: float) -> Bits:
    """`other` (h, w) less shadows: pixels in which all channels have the same share (at least DARKEST / WHOLE) of the
    reference's light."""
    x, y, w, h = cv2.boundingRect(other)
    box = np.s_[y : y + h, x : x + w]
    was, become = cv2.split(before[box]), cv2.split(now[box])
    light = cv2.divide(_sum(become), _sum(was), scale=WHOLE, dtype=cv2.CV_8U)  # the share that is left, in bytes
    off: Any = np.zeros((h, w), np.uint8)
    for old, new in zip(was, become, strict=True):
        off = cv2.max(off, cv2.absdiff(new, cv2.multiply(old, light, scale=1 / WHOLE)))
    bound = cv2.convertScaleAbs(cv2.max(cv2.max(*become[:2]), become[2]), alpha=0.03, beta=max(TINGE, 3.0 * noise))
    shade = cv2.bitwise_and(cv2.compare(off, bound, cv2.CMP_LT), cv2.inRange(light, DARKEST, WHOLE - 1))
    solid = np.zeros_like(other)
    solid[box] = cv2.bitwise_and(other[box], cv2.bitwise_not(shade))
    solid = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, _SQUARE), np.uint8)
    solid = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, _SQUARE), np.uint8)
    outlines, nesting = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for n, outline in enumerate(outlines):
        if nesting[0][n][3] >= 0 and cv2.contourArea(outline) <= HOLE:
            cv2.drawContours(solid, outlines, n, 1, cv2.FILLED)
    return solid


def _sum(channels: Sequence[Any]) -> Any:
    """(h, w) of 16 bits: all channels, and a little against what is nearly black."""
    blue, green, red = channels
    return cv2.add(cv2.add(blue, green, dtype=cv2.CV_16U), red, dtype=cv2.CV_16U) + np.uint16(12)
