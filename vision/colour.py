"""Names the colour of a die's body from the pixels of its face, after taking back the lamp's colour."""

from __future__ import annotations

import colorsys

import numpy as np
from numpy.typing import NDArray

from companion.table import Colour
from vision.camera import Image

SHARES = (0.0, 0.5, 1.0)
"""How much of the picture's tint is put down to the lamp, in the views of a colour that are compared."""
STEP, ROUNDS = 2, 4
"""Every how manieth pixel of a crop is looked at, and how often the two groups are formed anew."""
COLOURLESS = 0.22
"""Saturation below which a body is white, grey or black. Raising it calls pale and dirty colours colourless."""
HUES: tuple[tuple[float, Colour], ...] = (
    (8, "red"),
    (21, "orange"),
    (36, "yellow"),
    (88, "green"),
    (130, "blue"),
    (165, "purple"),
    (181, "red"),
)
"""Upper ends of the hues (OpenCV's 0..180) that carry each name."""


def tint_of(image: Image) -> NDArray[np.float32]:
    """(3,) factors, blue green red, that take the lamp's colour back: from the brighter part of the whole picture."""
    step = max(1, max(image.shape[:2]) // 64)  # single pixels tell as much as averages, and cost nothing
    small = image[step // 2 :: step, step // 2 :: step].reshape(-1, 3).astype(np.float32)
    bright = small[small.sum(1) >= np.percentile(small.sum(1), 50)]
    # Strongly coloured things say more about themselves than about the lamp.
    spread = bright.max(1) - bright.min(1)
    calm = bright[spread <= np.percentile(spread, 60)]
    mean = calm.mean(0) + 1.0
    return np.asarray(mean.mean() / mean, np.float32)


def body_colours(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 3) blue green red of the bodies in tight crops (n, side, side, 3): the larger of two groups of pixels each.

    Two-means over some pixels of the middle, all crops at once: pips and body part where their colours do.
    """
    side = crops.shape[1]
    edge = side // 5
    middle = crops[:, edge : side - edge : STEP, edge : side - edge : STEP]
    pixels = middle.reshape(len(crops), -1, 3).astype(np.float32)
    light = pixels.sum(2)
    first = (light > np.median(light, 1)[:, None]).astype(np.float32)
    for _ in range(ROUNDS):
        count = first.sum(1)[:, None]
        one = np.einsum("np,npc->nc", first, pixels) / np.maximum(count, 1)
        other = np.einsum("np,npc->nc", 1 - first, pixels) / np.maximum(pixels.shape[1] - count, 1)
        axis, between = one - other, (one + other) / 2
        side_of = np.einsum("npc,nc->np", pixels, axis) > np.einsum("nc,nc->n", between, axis)[:, None]
        first = side_of.astype(np.float32)
    larger = first.sum(1) * 2 >= pixels.shape[1]
    return np.asarray(np.where(larger[:, None], one, other), np.float32)


def colourless(high: float, saturation: float) -> Colour | None:
    """White, grey or black for a body of this brightness (0..255) and saturation (0..1); None where it has a hue."""
    if (high < 50 and saturation < 0.45) or (high < 85 and saturation < 0.35) or high < 25:
        return "black"
    if saturation < COLOURLESS:
        return "white" if high > 135 else "grey" if high > 85 else "black"
    return None


def name_of(views: NDArray[np.float32]) -> Colour:
    """The name of a body from its colour, (k, 3) blue green red of 0..255, with none to all of the tint taken back.

    Nobody knows how much of the tint is the lamp's: a body that any of the views shows without colour has none.
    """
    high = views.max(1)
    saturation = (high - views.min(1)) / np.maximum(high, 1)
    calmest = int(saturation.argmin())
    plain = colourless(float(high[calmest]), float(saturation[calmest]))
    if plain is not None:
        return plain
    middle = len(views) // 2
    b, g, r = (float(c) / 255 for c in views[middle])
    hue = colorsys.rgb_to_hsv(r, g, b)[0] * 180
    if saturation[middle] < 0.42 and high[middle] > 165 and 8 < hue < 36:  # ivory is a white
        return "white"
    name = next(name for end, name in HUES if hue < end)
    if (name in ("red", "orange") and 6 < hue < 90 and high[middle] < 130) or (name == "yellow" and high[middle] < 100):
        return "brown"
    return name


def name_colours(image: Image, crops: NDArray[np.uint8]) -> list[Colour]:
    """A name for each of `crops` (n, side, side, 3), cut from `image`."""
    if not len(crops):
        return []
    tint = tint_of(image)
    bodies = body_colours(crops)
    return [name_of(np.stack([body * tint**share for share in SHARES])) for body in bodies]
