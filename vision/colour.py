"""Names the colour of a die's body from the pixels of its face, after taking back the lamp's colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Colour
from vision.camera import Image

BALANCE = 0.6
"""How much of the picture's tint is put down to the lamp, 0..1. At 1 a green cloth would turn grey things red."""
COLOURLESS = 0.22
"""Saturation below which a body is white, grey or black. Raising it calls pale and dirty colours colourless."""
HUES: tuple[tuple[float, Colour], ...] = (
    (8, "red"), (21, "orange"), (36, "yellow"), (88, "green"), (130, "blue"), (165, "purple"), (181, "red"),
)  # fmt: skip
"""Upper ends of the hues (OpenCV's 0..180) that carry each name."""


def tint_of(image: Image) -> NDArray[np.float32]:
    """(3,) factors, blue green red, that take the lamp's colour back: from the brighter part of the whole picture."""
    small = cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    bright = small[small.sum(1) >= np.percentile(small.sum(1), 50)]
    # Strongly coloured things say more about themselves than about the lamp.
    spread = bright.max(1) - bright.min(1)
    calm = bright[spread <= np.percentile(spread, 60)]
    mean = calm.mean(0) + 1.0
    return np.asarray((mean.mean() / mean) ** BALANCE, np.float32)


def body_colour(crop: Image) -> NDArray[np.float32]:
    """(3,) blue green red of the body: the larger of two groups of pixels in the middle of a tight crop."""
    side = crop.shape[0]
    middle = crop[side // 5 : side - side // 5, side // 5 : side - side // 5]
    pixels = cv2.resize(middle, (16, 16), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 8, 1.0)
    start = (pixels.sum(1) > np.median(pixels.sum(1))).astype(np.int32)[:, None]
    _, labels, _ = cv2.kmeans(pixels, 2, start, criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    group = labels[:, 0] == (1 if labels.sum() * 2 >= len(labels) else 0)
    return np.asarray(np.median(pixels[group], 0), np.float32)


def name_of(colour: NDArray[np.float32]) -> Colour:
    """The name of a balanced colour, (3,) blue green red of 0..255."""
    b, g, r = (float(np.clip(c, 1, 255)) for c in colour)
    high, low = max(b, g, r), min(b, g, r)
    saturation = (high - low) / high
    hue, _, _ = cv2.cvtColor(np.uint8([[[b, g, r]]]), cv2.COLOR_BGR2HSV)[0, 0]
    if high < 50 or (high < 85 and saturation < 0.35):
        return "black"
    if saturation < COLOURLESS or (saturation < 0.42 and high > 165 and 8 < hue < 36):  # ivory is a white
        return "white" if high > 135 else "grey" if high > 85 else "black"
    name = next(name for end, name in HUES if hue < end)
    if name in ("orange", "red") and hue > 6 and high < 130:
        return "brown"
    return name


def name_colours(image: Image, crops: NDArray[np.uint8]) -> list[Colour]:
    """A name for each of `crops` (n, side, side, 3), cut from `image`."""
    if not len(crops):
        return []
    tint = tint_of(image)
    return [name_of(body_colour(crop) * tint) for crop in crops]
