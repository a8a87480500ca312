"""Classifies the upper face of a die in a tight square crop: number of pips, reasons for doubt, and the face's
corners."""

from __future__ import annotations

from collections.abc import Sequence
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


REACH = 1.25
"""How far a face that is laid flat for the face reader reaches, in faces: its frame is off by a little."""
FLAT_LOOKS = 2
"""Looks of the face reader at a face."""
FACE_FEATURES = 112
"""Numbers with which it describes one."""


def squares_around(boxes: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.int64]:
    """(n, 4): left, top, right, bottom in pixels of the squares that `crop` cuts out for `boxes` (n, 4)."""
    wide = boxes.astype(np.float64)
    half = np.maximum((wide[:, 2:] - wide[:, :2]).max(1), 2.0)[:, None] * (margin / 2)
    middle = (wide[:, :2] + wide[:, 2:]) / 2
    low, high = np.floor(middle - half).astype(np.int64), np.ceil(middle + half).astype(np.int64)
    return np.hstack([low, np.maximum(high, low + 2)])


def cut(image: Image, square: Sequence[int], side: int = CROP) -> Image:
    """(side, side, 3): the part of `image` in `square` (left, top, right, bottom; pixels), resized. Beyond the picture
    its edge is repeated."""
    left, top, right, bottom = square
    height, width = image.shape[:2]
    piece: Image = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if left < 0 or top < 0 or right > width or bottom > height:
        beyond = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
        piece = np.asarray(cv2.copyMakeBorder(piece, *beyond, cv2.BORDER_REPLICATE), np.uint8)
    way = cv2.INTER_AREA if piece.shape[0] > 2 * side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(piece, (side, side), interpolation=way), np.uint8)


def crop(image: Image, box: NDArray[np.float32], side: int = CROP, margin: float = MARGIN) -> Image:
    """(side, side, 3): the square around `box` (4,), `margin` times its longest side wide."""
    return cut(image, squares_around(box[None], margin)[0].tolist(), side)


FACES = 7
"""No pips, 1, 2, ... 6."""
DOUBTS: tuple[Doubt, ...] = ("leaning", "stacked", "covered", "glare")
"""What the reader can see that speaks against trusting a face."""


AT_ONCE = 24
"""Crops that a network is shown together: with more at once it works outside of the processor's cache, and each takes a
quarter longer."""


class Faces(NamedTuple):
    """What the reader says of n crops."""

    probabilities: NDArray[np.float32]
    """(n, 7): no pips, 1, 2, ... 6."""
    doubts: NDArray[np.float32]
    """(n, 4): a probability for each of DOUBTS."""
    frames: NDArray[np.float32]
    """(n, 6): middle of the upper face and its half sides x and y, in half crops from the crop's middle, y down."""


def run_batched(session: ort.InferenceSession, pixels: NDArray[np.uint8], numbers: int) -> NDArray[np.float32]:
    """(n, numbers) float32: the output of a network with one input and one output for `pixels` (n, ...), AT_ONCE at a
    time."""
    name = session.get_inputs()[0].name
    parts = [session.run(None, {name: pixels[n : n + AT_ONCE]})[0] for n in range(0, len(pixels), AT_ONCE)]
    return np.concatenate(parts, dtype=np.float32) if parts else np.zeros((0, numbers), np.float32)


class PipClassifier:
    """Wraps the reader network (input (n, 64, 64, 3) uint8, output (n, 17): faces, doubts, frame)."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self.session = session

    def read(self, crops: NDArray[np.uint8]) -> Faces:
        """The faces, doubts and frames of crops (n, 64, 64, 3)."""
        doubts = FACES + len(DOUBTS)
        answer = run_batched(self.session, crops, doubts + 6)
        return Faces(answer[:, :FACES], answer[:, FACES:doubts], answer[:, doubts:])


class FaceClassifier:
    """Wraps the face reader (input (n, 64, 64, 3) uint8, upper faces laid flat; output (n, 118): 1 ... 6 pips, and
    features).

    It was shown other pictures than the reader, and is shown the die in another way: where the one errs, the other
    mostly does not."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self.session = session

    def read(self, crops: NDArray[np.uint8], frames: NDArray[np.float32]) -> NDArray[np.float32]:
        """(FLAT_LOOKS, n, 6): probabilities of 1 ... 6 pips by each look at the faces in `frames` (n, 6) of `crops`
        (n, 64, 64, 3), given that they show pips. A face turned by a quarter in a mirror shows the same pips."""
        one, other = rectify_faces(crops, frames, CROP, REACH), rectify_faces(crops, frames, CROP, REACH * 0.96)
        looks = np.concatenate([one, other.transpose(0, 2, 1, 3)])
        faces = run_batched(self.session, looks, FACES - 1 + FACE_FEATURES)[:, : FACES - 1]
        return faces.reshape(FLAT_LOOKS, len(crops), FACES - 1)

    def features(self, flat: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, FACE_FEATURES): unit vectors of upper faces that were laid flat (n, side, side, 3), REACH as far as they
        are; nearly the same for the same face of one die, however it is turned."""
        large = [cv2.resize(face, (CROP, CROP)) for face in flat]
        turned = np.stack([np.rot90(face, turn) for face in large for turn in range(4)]) if large else flat
        answers = run_batched(self.session, turned, FACES - 1 + FACE_FEATURES)[:, FACES - 1 :]
        means = answers.reshape(-1, 4, FACE_FEATURES).mean(1)
        return np.asarray(means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-6), np.float32)


def cut_crops(image: Image, boxes: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.uint8]:
    """(n, 64, 64, 3): the crop of each of `boxes` (n, 4)."""
    crops = [cut(image, square) for square in squares_around(boxes, margin).tolist()]
    return np.stack(crops) if crops else np.zeros((0, CROP, CROP, 3), np.uint8)


def corners_of(boxes: NDArray[np.float32], frames: NDArray[np.float32], margin: float = MARGIN) -> NDArray[np.float32]:
    """(n, 4, 2) pixels: corners of the upper faces of dice in `boxes` (n, 4), for crops cut with `margin`."""
    squares = squares_around(boxes, margin).astype(np.float32).reshape(-1, 2, 2)
    middle, half = squares.mean(1), (squares[:, 1] - squares[:, 0]) / 2
    c, x, y = frames[:, None, :2], frames[:, None, 2:4], frames[:, None, 4:]
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(middle[:, None] + half[:, None] * (c + signs[:, :1] * x + signs[:, 1:] * y), np.float32)


def frames_of(corners: NDArray[np.float32], squares: NDArray[np.int64]) -> NDArray[np.float32]:
    """(n, 6): the frames of upper faces with `corners` (n, 4, 2) in crops cut from `squares` (n, 4), all in pixels of
    the picture."""
    edges = squares.astype(np.float32).reshape(-1, 2, 2)
    middle, half = edges.mean(1)[:, None], ((edges[:, 1] - edges[:, 0]) / 2)[:, None]
    c = (corners - middle) / half
    x, y = c[:, [1, 2]].sum(1) - c[:, [0, 3]].sum(1), c[:, [2, 3]].sum(1) - c[:, [0, 1]].sum(1)
    return np.hstack([c.mean(1), x / 4, y / 4]).astype(np.float32)


def rectify_faces(crops: NDArray[np.uint8], frames: NDArray[np.float32], side: int, around: float) -> NDArray[np.uint8]:
    """(n, side, side, 3): the faces in `frames` (n, 6) of `crops` (n, 64, 64, 3) as seen from straight above them.

    The square reaches `around` times as far as the face, the middles of its outermost pixels that is.
    """
    flat = np.empty((len(crops), side, side, 3), np.uint8)
    step = 2 * around / (side - 1)
    for n, (image, frame) in enumerate(zip(crops, frames.astype(np.float64), strict=True)):
        middle, x, y = frame.reshape(3, 2)
        start = (middle - around * (x + y) + 1) * (CROP / 2) - 0.5
        matrix = np.stack([x * step * (CROP / 2), y * step * (CROP / 2), start], 1)
        cv2.warpAffine(
            image, matrix, (side, side), flat[n], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
        )
    return flat
