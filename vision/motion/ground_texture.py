"""Measures how the faint texture of a ground shifts between two pictures, by phase correlation block by block.

The weave of a cloth is too weak for corners to be found in it, but thousands of its pixels shift as one. The pictures
compared are grey and twice as large as the small ones of vision.motion.frame_difference, in whose pixels points are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.motion.frame_difference import WIDTH

Texture = NDArray[np.float32]
"""(h, w): how much brighter each pixel is than those around it."""
Points = NDArray[np.float32]
"""(n, 2): x and y in pixels of the small pictures."""

FINER = 2
"""How many pixels of these pictures a small one's side has."""
AROUND, STRONGEST = 7, 4.0
"""Side in pixels of what a pixel is compared with; and the grey levels from which all weigh alike: the outlines of
dice and hands are not to outweigh the ground."""
BLOCK, COLUMNS, ROWS = 112, 5, 3
"""Side in pixels of the blocks, and how many there are across the picture and down, the long side first."""
PEAK = 0.3
"""Height of the correlation's peak from which a block's shift counts: of what stands below few are right."""


def enlarged(image: Image) -> NDArray[np.uint8]:
    """The grey picture whose texture is compared: of twice a small picture's size."""
    height, width = image.shape[:2]
    scale = FINER * min(WIDTH / max(height, width), 1.0)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def texture(picture: NDArray[np.uint8]) -> Texture:
    """The texture of a grey picture (h, w)."""
    around = cv2.boxFilter(picture, cv2.CV_32F, (AROUND, AROUND))
    brighter = np.asarray(cv2.subtract(picture, around, dtype=cv2.CV_32F), np.float32)
    return np.clip(brighter, -STRONGEST, STRONGEST, out=brighter)


def block_shifts(before: Texture, now: Texture) -> tuple[Points, Points]:
    """Where blocks of one texture are, and where the other has them, as far as that can be told: a quarter of a
    block's side away at most. (Farther, a weave that repeats itself is taken for its neighbour.)"""
    height, width = before.shape
    window = cv2.createHanningWindow((BLOCK, BLOCK), cv2.CV_32F)
    columns, rows = (COLUMNS, ROWS) if width >= height else (ROWS, COLUMNS)
    one, other = [], []
    for y in np.linspace(0, height - BLOCK, rows).astype(int) if min(height, width) >= BLOCK else ():
        for x in np.linspace(0, width - BLOCK, columns).astype(int):
            block = np.s_[y : y + BLOCK, x : x + BLOCK]
            (right, down), peak = cv2.phaseCorrelate(before[block], now[block], window)
            if peak >= PEAK:
                one.append((x + BLOCK / 2, y + BLOCK / 2))
                other.append((x + BLOCK / 2 + right, y + BLOCK / 2 + down))
    here, there = (np.array(points, np.float32).reshape(-1, 2) / np.float32(FINER) for points in (one, other))
    return here, there
