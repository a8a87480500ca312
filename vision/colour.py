"""Names the colour of a die's body, whatever lamp it lies under: by a small network that looks at the picture too."""

from __future__ import annotations

from typing import NamedTuple, get_args

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from companion.table import Colour
from vision.camera import Image
from vision.faces import CROP, MARGIN, crop
from vision.networks import load_network

NAMES: tuple[Colour, ...] = get_args(Colour)
"""In the order of the network's answers. "mixed" is seldom told: of two colours the network names the stronger one."""
SIDE, THUMB = 16, 20
"""Sides in pixels of what the network sees of a die and of the whole picture."""
SURE = 0.5
"""Probability of a name from which it is told; below it nothing is, since a wrong name is worse than none."""
DARKEST, LIGHTEST = 12, 250
"""A crop with nothing above the one, or nothing below the other, of 0..255, shows no colour at all."""
STEP, ROUNDS = 2, 4
"""Every how manieth pixel of a crop `body_colours` looks at, and how often it forms its two groups anew."""


def shrunk(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, SIDE, SIDE, 3) of the crops (n, side, side, 3), every pixel an average."""
    count, side = crops.shape[:2]
    if not count:
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    if side != 4 * SIDE:
        return np.stack([cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for crop in crops])
    tall: Image = np.ascontiguousarray(crops).reshape(count * side, side, 3)
    for size in (2 * SIDE, SIDE):  # halving is what OpenCV does fastest
        tall = np.asarray(cv2.resize(tall, (size, count * size), interpolation=cv2.INTER_AREA), np.uint8)
    return tall.reshape(count, SIDE, SIDE, 3)


def thumbnail(image: Image) -> NDArray[np.uint8]:
    """(1, THUMB, THUMB, 3): pixels of `image` at the middles of THUMB x THUMB equal cells."""
    rows, columns = (((np.arange(THUMB) + 0.5) * length / THUMB).astype(int) for length in image.shape[:2])
    return np.asarray(image[rows[:, None], columns][None], np.uint8)


class Colours(NamedTuple):
    """The colours of the dice of one picture; parallel arrays."""

    probabilities: NDArray[np.float32]
    """(n, 12): of each of NAMES."""
    bodies: NDArray[np.float32]
    """(n, 3): the body itself as under a white lamp, cube roots of linear blue green red, about 0..1. Not to be shown,
    but compared (see `own_colours`)."""

    def named(self, least: float = SURE) -> list[Colour | None]:
        """The likeliest name of each die; None where its probability is below `least`."""
        best = self.probabilities.argmax(1)
        return [NAMES[k] if row[k] >= least else None for k, row in zip(best, self.probabilities, strict=True)]


class ColourReader:
    """Wraps the colour network (inputs "dice" (n, 16, 16, 3) and "picture" (1, 20, 20, 3) uint8)."""

    def __init__(self, session: ort.InferenceSession | None = None) -> None:
        """Loads the network of the package `models` where none is given; raises networks.ModelError."""
        self.session = session or load_network("colour")

    def look(self, image: Image, crops: NDArray[np.uint8]) -> Colours:
        """The colours of the dice in `crops` (n, side, side, 3), tight and square, cut from `image`."""
        if not len(crops):
            return Colours(np.zeros((0, len(NAMES)), np.float32), np.zeros((0, 3), np.float32))
        dice = shrunk(crops)
        names, bodies = self.session.run(None, {"dice": dice, "picture": thumbnail(image)})
        names = np.asarray(names, np.float32)
        pixels = dice.reshape(len(dice), -1)
        names[(pixels.max(1) < DARKEST) | (pixels.min(1) > LIGHTEST)] = 1 / len(NAMES)
        return Colours(names, np.asarray(bodies, np.float32))

    def look_at(self, image: Image, boxes: NDArray[np.float32]) -> Colours:
        """As `look`, for boxes (n, 4) x0 y0 x1 y1 in pixels of `image`."""
        crops = [crop(image, box, CROP, MARGIN) for box in np.asarray(boxes, np.float32).reshape(-1, 4)]
        return self.look(image, np.stack(crops) if crops else np.zeros((0, CROP, CROP, 3), np.uint8))


def body_colours(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 3) blue green red of the bodies in tight crops (n, side, side, 3): the larger of two groups of pixels each.

    Two-means over some pixels of the middle, all crops at once: pips and body part where their colours do. The colour
    is the one in the picture, lamp and all.
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
