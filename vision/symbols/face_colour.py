"""Measures the ground colour of rectified faces, by which faces that differ in colour alone are told apart."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image

STEP, ROUNDS = 2, 4
"""Every how manieth pixel of a face is looked at, and how often the two groups are formed anew."""
TAKEN_BACK, MOST_BACK = 0.4, 1.2
"""Share of a picture's tint that is put down to the lamp, and the most that a channel is raised or lowered by: nobody
knows how much of it is the table's."""


def ground_colours(flat: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 3) blue green red of flat faces (n, side, side, 3): the larger of two groups of pixels each.

    Two-means over some pixels of the middle, all faces at once: drawing and ground part where their colours do.
    """
    side = flat.shape[1]
    edge = side // 6
    pixels = flat[:, edge : side - edge : STEP, edge : side - edge : STEP].reshape(len(flat), -1, 3).astype(np.float32)
    light = pixels.sum(2)
    first = (light > np.median(light, 1)[:, None]).astype(np.float32)
    one = other = pixels.mean(1)
    for _ in range(ROUNDS):
        count = first.sum(1)[:, None]
        one = np.einsum("np,npc->nc", first, pixels) / np.maximum(count, 1)
        other = np.einsum("np,npc->nc", 1 - first, pixels) / np.maximum(pixels.shape[1] - count, 1)
        between = np.einsum("nc,nc->n", one - other, (one + other) / 2)[:, None]
        first = (np.einsum("npc,nc->np", pixels, one - other) > between).astype(np.float32)
    larger = first.sum(1) * 2 >= pixels.shape[1]
    return np.asarray(np.where(larger[:, None], one, other), np.float32)


def lamp_factors(image: Image) -> NDArray[np.float32]:
    """(3,) factors, blue green red, that take the lamp's part of a picture's tint back."""
    step = max(1, max(image.shape[:2]) // 64)  # single pixels tell as much as averages, and cost nothing
    small = image[step // 2 :: step, step // 2 :: step].reshape(-1, 3).astype(np.float32)
    light = small.sum(1)
    bright = small[light >= np.median(light)]
    # Strongly coloured things say more about themselves than about the lamp.
    spread = bright.max(1) - bright.min(1)
    mean = bright[spread <= np.percentile(spread, 60)].mean(0) + 1
    return np.asarray(np.clip((mean.mean() / mean) ** TAKEN_BACK, 1 / MOST_BACK, MOST_BACK), np.float32)


def lab_of(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3) a third of the lightness, a and b (CIE Lab) of colours (n, 3) blue green red, 0..255; NaN stays NaN.

    Lamps change how light a face is more than they change its colour.
    """
    known = np.nan_to_num(np.clip(colours, 0, 255) / 255).astype(np.float32)
    lab = cv2.cvtColor(known[None], cv2.COLOR_BGR2LAB)[0] / np.array([3, 1, 1], np.float32)
    return np.asarray(np.where(np.isfinite(colours), lab, np.nan), np.float32)
