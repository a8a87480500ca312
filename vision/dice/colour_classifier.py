"""Classifies the colour of a die's body by a small network that sees the rectified upper face and a thumbnail of the
picture. The face alone, since the rest of a crop shows table, shadow and neighbours."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, get_args

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from companion.table import Colour
from vision.camera import Image
from vision.dice.pip_classifier import CROP, cut, frames_of, rectify_faces, squares_around
from vision.inference import load_network

NAMES: tuple[Colour, ...] = get_args(Colour)
"""In the order of the network's answers. "mixed" is seldom told: of two colours the network names the stronger one."""
SIDE, THUMB = 16, 20
"""Sides in pixels of what the network sees of a face and of the whole picture."""
AROUND = 1.1
"""How much further than the face the flat square reaches."""
BODY_SIDE, WITHIN = 8, 0.85
"""Side in pixels of a face laid flat whose body is compared, and how much of it is shown: another may lie beside it."""
EDGE = 4
"""Pixels along the edges of a crop in which the ground is looked for."""
SURE = 0.5
"""Least probability of a reported name; below it none is, since a wrong name is worse than none."""
OTHER_DICE = 0.02
"""How much rarer than one in play a die of another colour is on a table where a game is played."""
DARKEST, LIGHTEST = 12, 250
"""A crop with nothing above the one, or nothing below the other, of 0..255, shows no colour at all."""


def upper_faces(crops: NDArray[np.uint8], frames: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, 2 SIDE, 2 SIDE, 3): the upper faces of the dice in `crops` (n, 64, 64, 3), which lie in `frames` (n, 6)."""
    return rectify_faces(crops, frames, 2 * SIDE, AROUND)


def body_colours(crops: NDArray[np.uint8], frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3): the colours of most of the upper faces in `frames` (n, 6) of `crops` (n, 64, 64, 3), which are seldom
    those of their pips, in OpenCV's L*a*b* of 8 bits. Under the picture's lamps: to be compared within it."""
    return _usual_colours(rectify_faces(crops, frames, BODY_SIDE, WITHIN))


def ground_colours(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 3): the colour of most of what lies along the edges of `crops` (n, 64, 64, 3), as `body_colours` has it."""
    turned = crops.transpose(0, 2, 1, 3)
    return _usual_colours(np.concatenate([crops[:, :EDGE], crops[:, -EDGE:], turned[:, :EDGE], turned[:, -EDGE:]], 1))


def _usual_colours(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, 3): the medians of L*a*b* over pictures (n, height, width, 3)."""
    if not len(pictures):
        return np.zeros((0, 3), np.float32)
    count, _, width = pictures.shape[:3]
    lab = cv2.cvtColor(pictures.reshape(-1, width, 3), cv2.COLOR_BGR2Lab).reshape(count, -1, 3)
    return np.asarray(np.median(lab, 1), np.float32)


def shrunk(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, SIDE, SIDE, 3) of the faces (n, side, side, 3), every pixel an average."""
    count, side = faces.shape[:2]
    if not count:
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    if side != 2 * SIDE:
        return np.stack([cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for face in faces])
    tall: Image = np.ascontiguousarray(faces).reshape(count * side, side, 3)  # halving is what OpenCV does fastest
    small = cv2.resize(tall, (SIDE, count * SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(count, SIDE, SIDE, 3)


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
    but compared (see vision.boards.named_colours)."""

    def named(self, least: float = SURE, among: Collection[Colour] = NAMES) -> list[Colour | None]:
        """The likeliest name of each die; None where its probability is below `least`. `among`: the colours of the dice
        in play, beside which others are rare."""
        weighed = self.probabilities * np.where(np.isin(NAMES, list(among)), 1, OTHER_DICE)
        weighed /= weighed.sum(1, keepdims=True)
        return [NAMES[k] if row[k] >= least else None for k, row in zip(weighed.argmax(1), weighed, strict=True)]


class ColourClassifier:
    """Wraps the colour network (inputs "dice" (n, 16, 16, 3) and "picture" (1, 20, 20, 3) uint8)."""

    def __init__(self, session: ort.InferenceSession | None = None) -> None:
        """Loads the network of the package `models` where none is given; raises ModelError."""
        self.session = session or load_network("colour")

    def look(self, image: Image, faces: NDArray[np.uint8]) -> Colours:
        """The colours of the dice in `image` whose upper faces, laid flat, are `faces` (n, side, side, 3)."""
        if not len(faces):
            return Colours(np.zeros((0, len(NAMES)), np.float32), np.zeros((0, 3), np.float32))
        dice = shrunk(faces)
        names, bodies = self.session.run(None, {"dice": dice, "picture": thumbnail(image)})
        names = np.asarray(names, np.float32)
        pixels = dice.reshape(len(dice), -1)
        names[(pixels.max(1) < DARKEST) | (pixels.min(1) > LIGHTEST)] = 1 / len(NAMES)
        return Colours(names, np.asarray(bodies, np.float32))

    def look_at(self, image: Image, tops: NDArray[np.float32]) -> Colours:
        """As `look`, for the corners (n, 4, 2) of upper faces in pixels of `image`, as dice tell them."""
        corners = np.asarray(tops, np.float32).reshape(-1, 4, 2)
        squares = squares_around(np.hstack([corners.min(1), corners.max(1)]), AROUND)
        crops = [cut(image, square) for square in squares.tolist()]
        frames = frames_of(corners, squares)
        return self.look(image, upper_faces(np.asarray(crops, np.uint8).reshape(-1, CROP, CROP, 3), frames))
