"""Finds the dice in a picture: a heat-map network looks at it at three sizes, and the boxes of all looks are merged."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.camera import Image

LOOKS = (640, 320, 160)
"""Longest sides in pixels at which the network sees the picture: small dice in the first, dice close by in the last."""
LEAST_HEAT = 0.25
"""Peaks below are no dice. Raising it loses dice, lowering it finds more that are none."""
MOST_CANDIDATES = 64
"""The strongest peaks that are kept; more dice than this in one picture are not read."""
MOST_FINDS = 8 * MOST_CANDIDATES
"""How many finds are compared with each other, all with all; a picture full of noise has thousands of weak ones."""
COMFORT = (13.0, 20.0, 110.0, 170.0)
"""Sizes (pixels of a look) at which the network's word counts nothing, fully, fully, nothing: as it was trained."""
OVERLAP = 0.35
"""Two boxes that overlap further than this (intersection over union) are one die."""
WITHIN = 0.7
"""Share of the smaller box that must lie in the larger one for both to be one die: a pip may look like a die."""
STRIDE = 4


class Candidates(NamedTuple):
    """Parallel arrays, strongest first."""

    boxes: NDArray[np.float32]
    """(n, 4): x0, y0, x1, y1 in pixels of the picture."""
    heat: NDArray[np.float32]
    """(n,): the network's probability that this is a die."""


def _same_dice(boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, n): which of `boxes` (n, 4) are the same die: much overlap, or the smaller lies within the larger one."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(2)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    both, less = area[:, None] + area[None], np.minimum(area[:, None], area[None])
    return np.asarray((shared > OVERLAP * (both - shared)) | (shared > WITHIN * less))


def merge(boxes: NDArray[np.float32], heat: NDArray[np.float32]) -> NDArray[np.intp]:
    """Indices of the boxes that stay, strongest first: none is the same die as a stronger one."""
    order = np.argsort(-heat, kind="stable")[:MOST_FINDS]
    same = _same_dice(boxes[order])
    left = np.ones(len(order), bool)
    kept: list[int] = []
    for n in range(len(order)):
        if left[n] and len(kept) < MOST_CANDIDATES:
            kept.append(int(order[n]))
            left &= ~same[n]
    return np.asarray(kept, np.intp)


def _ramp(sizes: NDArray[np.float32]) -> NDArray[np.float32]:
    low, full, still, high = COMFORT
    return np.interp(sizes, [low, full, still, high], [0.0, 1.0, 1.0, 0.0]).astype(np.float32)


def halvings(image: Image, count: int) -> list[Image]:
    """The picture and its `count` successive halves: averaging by twos is many times faster than by any factor."""
    levels = [image]
    for _ in range(count):
        height, width = levels[-1].shape[:2]
        half = cv2.resize(levels[-1], (max(width // 2, 1), max(height // 2, 1)), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(half, np.uint8))
    return levels


def look_sized(levels: list[Image], longest: int) -> Image:
    """A picture, given with its halves, made about `longest` pixels long: what the network sees of it in one look."""
    height, width = levels[0].shape[:2]
    scale = longest / max(height, width)
    size = max(16, round(width * scale / 16) * 16), max(16, round(height * scale / 16) * 16)
    nearest = next((level for level in reversed(levels) if max(level.shape[:2]) >= 0.95 * longest), levels[0])
    return np.asarray(cv2.resize(nearest, size, interpolation=cv2.INTER_LINEAR), np.uint8)


class DiceFinder:
    """Wraps the finder network (input (1, h, w, 3) uint8, output (1, 5, h / 4, w / 4): see models/train/nets.py)."""

    def __init__(self, session: ort.InferenceSession, least_heat: float = LEAST_HEAT) -> None:
        self.session = session
        self.least_heat = least_heat
        self._input = session.get_inputs()[0].name

    def look(self, levels: list[Image], longest: int) -> Candidates:
        """Candidates of one look at a picture (given with its halves) made about `longest` pixels long."""
        small = look_sized(levels, longest)
        (height, width), (h, w) = levels[0].shape[:2], small.shape[:2]
        maps = self.session.run(None, {self._input: small[None]})[0][0]
        rows, columns = np.nonzero(maps[0] > self.least_heat * 0.5)
        heat, dx, dy, bw, bh = maps[:, rows, columns]
        cx, cy = (columns + dx) * STRIDE, (rows + dy) * STRIDE
        heat = heat * _ramp(np.maximum(bw, bh))
        boxes = np.stack([cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2], 1)
        boxes *= np.array([width / w, height / h, width / w, height / h], np.float32)
        return Candidates(boxes.astype(np.float32), heat.astype(np.float32))

    def find(self, image: Image) -> Candidates:
        """The dice of `image`, strongest first; boxes end at the picture's edge."""
        levels = halvings(image, max(0, int(np.log2(max(image.shape[:2]) / (0.95 * min(LOOKS))))))
        looks = [self.look(levels, longest) for longest in LOOKS]
        boxes = np.concatenate([look.boxes for look in looks])
        heat = np.concatenate([look.heat for look in looks])
        strong = heat >= self.least_heat
        boxes, heat = boxes[strong], heat[strong]
        kept = merge(boxes, heat)
        height, width = image.shape[:2]
        boxes = np.clip(boxes[kept], 0, np.array([width, height, width, height], np.float32))
        return Candidates(boxes, heat[kept])
