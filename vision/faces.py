"""Reads the upper face of a die from a tight square crop."""

from __future__ import annotations

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.camera import Image

CROP = 64
"""Side of the reader's input in pixels."""
MARGIN = 1.1
"""Side of the crop in longest sides of the box. Wider shows neighbours, tighter may cut pips off."""


def crop(image: Image, box: NDArray[np.float32], side: int = CROP, margin: float = MARGIN) -> Image:
    """(side, side, 3): the square around `box`, `margin` times its longest side wide.

    Beyond the picture its edge goes on.
    """
    x0, y0, x1, y1 = (float(v) for v in box)
    half = max(x1 - x0, y1 - y0, 2.0) * margin / 2
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    left, top = int(np.floor(cx - half)), int(np.floor(cy - half))
    right, bottom = max(int(np.ceil(cx + half)), left + 2), max(int(np.ceil(cy + half)), top + 2)
    height, width = image.shape[:2]
    piece: Image = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if left < 0 or top < 0 or right > width or bottom > height:
        beyond = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
        piece = np.asarray(cv2.copyMakeBorder(piece, *beyond, cv2.BORDER_REPLICATE), np.uint8)
    way = cv2.INTER_AREA if piece.shape[0] > 2 * side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(piece, (side, side), interpolation=way), np.uint8)


class FaceReader:
    """Wraps the reader network (input (n, 64, 64, 3) uint8, output (n, 7): no pips, 1, 2, ... 6)."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self.session = session
        self._input = session.get_inputs()[0].name

    def probabilities(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, 7) for crops (n, 64, 64, 3)."""
        if not len(crops):
            return np.zeros((0, 7), np.float32)
        return np.asarray(self.session.run(None, {self._input: crops})[0], np.float32)

    def read(self, image: Image, boxes: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.float32]:
        """(n, 7) probabilities for the dice in `boxes` (n, 4) of `image`."""
        crops = [crop(image, box, CROP, margin) for box in boxes]
        return self.probabilities(np.stack(crops) if crops else np.zeros((0, CROP, CROP, 3), np.uint8))
