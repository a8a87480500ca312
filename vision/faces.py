"""Reads the upper face of a die from a tight square crop."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from companion.table import Doubt
from vision.camera import Image

CROP = 64
"""Side of the reader's input in pixels."""
MARGIN = 1.1
"""Side of the crop in longest sides of the box. Wider shows neighbours, tighter may cut pips off."""


def square_around(box: NDArray[np.float32], margin: float = MARGIN) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in pixels of the square that `crop` cuts out."""
    x0, y0, x1, y1 = (float(v) for v in box)
    half = max(x1 - x0, y1 - y0, 2.0) * margin / 2
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    left, top = int(np.floor(cx - half)), int(np.floor(cy - half))
    return left, top, max(int(np.ceil(cx + half)), left + 2), max(int(np.ceil(cy + half)), top + 2)


def crop(image: Image, box: NDArray[np.float32], side: int = CROP, margin: float = MARGIN) -> Image:
    """(side, side, 3): the square around `box`, `margin` times its longest side wide.

    Beyond the picture its edge goes on.
    """
    left, top, right, bottom = square_around(box, margin)
    height, width = image.shape[:2]
    piece: Image = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if left < 0 or top < 0 or right > width or bottom > height:
        beyond = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
        piece = np.asarray(cv2.copyMakeBorder(piece, *beyond, cv2.BORDER_REPLICATE), np.uint8)
    way = cv2.INTER_AREA if piece.shape[0] > 2 * side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(piece, (side, side), interpolation=way), np.uint8)


FACES = 7
"""No pips, 1, 2, ... 6."""
DOUBTS: tuple[Doubt, ...] = ("leaning", "stacked", "covered", "glare")
"""What the reader can see that speaks against trusting a face."""


AT_ONCE = 64
"""Crops that a network is shown together: hundreds at once would fill the memory."""


class Faces(NamedTuple):
    """What the reader says of n crops."""

    probabilities: NDArray[np.float32]
    """(n, 7): no pips, 1, 2, ... 6."""
    doubts: NDArray[np.float32]
    """(n, 4): a probability for each of DOUBTS."""
    frames: NDArray[np.float32]
    """(n, 6): middle of the upper face and its half sides x and y, in half crops from the crop's middle, y down."""


def in_parts(session: ort.InferenceSession, pixels: NDArray[np.uint8], numbers: int) -> NDArray[np.float32]:
    """(n, numbers): what a network with one input and one output answers for `pixels` (n, ...), some at a time."""
    name = session.get_inputs()[0].name
    parts = [session.run(None, {name: pixels[n : n + AT_ONCE]})[0] for n in range(0, len(pixels), AT_ONCE)]
    return np.concatenate(parts, dtype=np.float32) if parts else np.zeros((0, numbers), np.float32)


class FaceReader:
    """Wraps the reader network (input (n, 64, 64, 3) uint8, output (n, 17): faces, doubts, frame)."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self.session = session

    def read(self, crops: NDArray[np.uint8]) -> Faces:
        """The faces, doubts and frames of crops (n, 64, 64, 3)."""
        doubts = FACES + len(DOUBTS)
        answer = in_parts(self.session, crops, doubts + 6)
        return Faces(answer[:, :FACES], answer[:, FACES:doubts], answer[:, doubts:])


def cut_crops(
    image: Image, boxes: NDArray[np.float32], margin: float = MARGIN, mirrored: bool = False
) -> NDArray[np.uint8]:
    """(n, 64, 64, 3): the crop of each of `boxes` (n, 4), left and right exchanged if `mirrored`."""
    crops = [crop(image, box, CROP, margin) for box in boxes]
    if not crops:
        return np.zeros((0, CROP, CROP, 3), np.uint8)
    return np.stack([one[:, ::-1] for one in crops] if mirrored else crops)


def corners_of(boxes: NDArray[np.float32], frames: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.float32]:
    """(n, 4, 2) pixels: corners of the upper faces of dice in `boxes` (n, 4), for crops cut with `margin`."""
    squares = np.array([square_around(box, margin) for box in boxes], np.float32).reshape(-1, 2, 2)
    middle, half = squares.mean(1), (squares[:, 1] - squares[:, 0]) / 2
    c, x, y = frames[:, None, :2], frames[:, None, 2:4], frames[:, None, 4:]
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(middle[:, None] + half[:, None] * (c + signs[:, :1] * x + signs[:, 1:] * y), np.float32)
