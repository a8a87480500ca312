"""Training crops for the reader: dice with known faces, and places that are no dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.data.augment import Image, disturb, mirror_lamps
from models.train.data.labels import LabelledDie, LabelledPicture
from vision.dice.pip_classifier import CROP, DOUBTS, MARGIN, crop, frames_of, squares_around

PATCH = 112
"""Side of a stored patch in pixels."""
CONTEXT = 1.75
"""Side of a stored patch in longest sides of its box."""
SMALLEST = 9.0
"""Dice with fewer pixels than this cannot be read by anyone."""
UNKNOWN = -1
"""A face, or a doubt, that nobody labelled: nothing is learnt from it."""
CLEARLY, HARDLY = np.float32([15.0, 0.5, 0.25, 0.3]), np.float32([6.0, 0.5, 0.06, 0.1])
"""From how many degrees of lean, from what it is in a stack, from what hidden and mirroring shares each of DOUBTS is
taught as there, and up to which as not there; between the two nothing is taught."""

OUTSIDE = 1.3
"""Half crops from the middle within which the corners of a face must lie for its frame to be taught."""


@dataclass
class Patches:
    """Stored patches of one kind; parallel arrays."""

    name: str
    images: NDArray[np.uint8]
    """(n, PATCH, PATCH, 3)."""
    classes: NDArray[np.int64]
    """(n,): 0 no pips, 1..6, or UNKNOWN."""
    doubts: NDArray[np.float32]
    """(n, 4): 1, 0 or UNKNOWN for each of DOUBTS."""
    tops: NDArray[np.float32]
    """(n, 3, 2): middle and half sides of the upper face in pixels of the patch, from its left upper edge; or NaN."""

    def __len__(self) -> int:
        return len(self.classes)

    @classmethod
    def without_pips(cls, name: str, images: list[Image]) -> Patches:
        """Patches that show no pips."""
        count = len(images)
        doubts, tops = np.full((count, len(DOUBTS)), UNKNOWN, np.float32), np.full((count, 3, 2), np.nan, np.float32)
        return cls(name, np.stack(images), np.zeros(count, np.int64), doubts, tops)


def doubts_of(die: LabelledDie) -> NDArray[np.float32]:
    """(4,): 1, 0 or UNKNOWN for each of DOUBTS."""
    if not die.measured:
        return np.full(len(DOUBTS), UNKNOWN, np.float32)
    amounts = np.float32([die.tilt, float(die.stacked), die.hidden, die.glare])
    return np.where(amounts >= CLEARLY, 1, np.where(amounts <= HARDLY, 0, UNKNOWN)).astype(np.float32)


def top_of(die: LabelledDie) -> NDArray[np.float32]:
    """(3, 2): middle and half sides of the upper face in pixels of the die's patch, or NaN."""
    if die.top is None:
        return np.full((3, 2), np.nan, np.float32)
    frame = frames_of(np.float32([die.top]), squares_around(np.float32([die.box]), CONTEXT)).reshape(3, 2)
    frame[0] += 1  # from the left upper edge
    return np.asarray(frame * (PATCH / 2), np.float32)


def frame_in(top: NDArray[np.float32], matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """(6,): the frame (see face_frames.py) of an upper face (3, 2) in a view that `matrix` (2, 3) makes of its patch;
    NaN where it is not known, or a corner lies too far outside."""
    turn, shift = matrix[:, :2], matrix[:, 2]
    middle = (turn @ (top[0] - 0.5) + shift + 0.5) * 2 / CROP - 1  # the matrix counts from middles of pixels
    x, y = turn @ top[1] * 2 / CROP, turn @ top[2] * 2 / CROP
    if np.max(np.abs(middle) + np.abs(x) + np.abs(y)) > OUTSIDE:
        return np.full(6, np.nan, np.float32)
    return np.concatenate([middle, x, y]).astype(np.float32)


def collect_dice(pictures: list[LabelledPicture]) -> list[Patches]:
    """The dice of `pictures` by source; printed and pictured dice are "no pips"."""
    images: dict[str, list[Image]] = {}
    classes: dict[str, list[int]] = {}
    doubts: dict[str, list[NDArray[np.float32]]] = {}
    tops: dict[str, list[NDArray[np.float32]]] = {}
    for picture in tqdm(pictures, desc="cutting dice", unit="picture", mininterval=5):
        wanted = [d for d in picture.dice if d.kind in ("printed", "flat") or (d.kind == "d6" and _teaches(d))]
        if not wanted:
            continue
        image = cv2.imread(str(picture.path))
        for die in wanted:
            if die.size < SMALLEST:
                continue
            images.setdefault(picture.source, []).append(crop(image, np.float32(die.box), PATCH, CONTEXT))
            classes.setdefault(picture.source, []).append((die.value or UNKNOWN) if die.kind == "d6" else 0)
            doubts.setdefault(picture.source, []).append(doubts_of(die))
            tops.setdefault(picture.source, []).append(top_of(die))
    return [
        Patches(s, np.stack(images[s]), np.int64(classes[s]), np.stack(doubts[s]), np.stack(tops[s])) for s in images
    ]


def _teaches(die: LabelledDie) -> bool:
    """Whether the face or a reason for doubt is known."""
    return bool(die.value) or bool((doubts_of(die) == 1).any())


def collect_empty(pictures: list[LabelledPicture], each: int, seed: int) -> Patches:
    """Random squares without a die in them, `each` a picture."""
    g = np.random.default_rng(seed)
    images: list[Image] = []
    for picture in tqdm(pictures, desc="cutting empty places", unit="picture", mininterval=5):
        if not picture.complete:
            continue
        image = cv2.imread(str(picture.path))
        height, width = image.shape[:2]
        for _ in range(each):
            size = float(np.exp(g.uniform(np.log(14), np.log(min(height, width) * 0.4))))
            x, y = g.uniform(0, width - size), g.uniform(0, height - size)
            box = np.float32([x, y, x + size, y + size])
            if all(_share(box, np.float32(d.box)) < 0.15 for d in picture.dice):
                images.append(crop(image, box, PATCH, CONTEXT))
    return Patches.without_pips("empty", images)


def _share(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Shared area over the smaller box's area."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return float(w * h / min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1])))


def load_mined(file: Path, leave_out: tuple[str, ...]) -> Patches | None:
    """Patches that a finder took for dice and that are none (from hard_negatives.py), less the sources left out."""
    data = np.load(file)
    keep = np.array([not any(word in source for word in leave_out) for source in data["sources"]], bool)
    if not keep.any():
        return None
    return Patches.without_pips("mined", list(data["images"][keep]))


def load_symbols(file: Path) -> Patches:
    """The dice of embed_scenes.py, which show drawings and no pips, with the frames of their upper faces."""
    data = np.load(file)
    count, scale = len(data["crops"]), PATCH * MARGIN / CONTEXT / CROP
    edge = PATCH / 2 - scale * CROP / 2
    # Middles of pixels: crop pixel (i) lies around (i + 0.5) scale + edge - 0.5.
    shift = 0.5 * scale + edge - 0.5
    matrix = np.array([[scale, 0, shift], [0, scale, shift]])
    views = [cv2.warpAffine(one, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE) for one in data["crops"]]
    patches = Patches.without_pips(f"symbols of {file.stem}", views)
    patches.tops[:] = data["frames"].reshape(count, 3, 2) * (scale * CROP / 2)
    patches.tops[:, 0] += PATCH / 2
    return patches


def random_view(g: Generator, patch: Image) -> tuple[Image, NDArray[np.float64]]:
    """A disturbed (CROP, CROP, 3) view of a stored patch, and the matrix (2, 3) from the patch's pixels to the view's.

    Up mostly stays up: on oblique pictures that is what tells the upper face from the sides.
    """
    margin = MARGIN * np.exp(g.normal(0, 0.1))
    scale = CROP / (PATCH * margin / CONTEXT)
    angle = np.radians(g.normal(0, 12) if g.random() < 0.82 else g.uniform(-180, 180))
    stretch = np.exp(g.normal(0, 0.11))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag(
        [scale * stretch, scale / stretch]
    )
    if g.random() < 0.5:
        turn[:, 0] *= -1
    if g.random() < 0.15:
        turn = turn @ np.array([[1.0, g.normal(0, 0.12)], [0.0, 1.0]])
    middle = np.array([PATCH / 2, PATCH / 2]) + g.normal(0, 0.035, 2) * PATCH / CONTEXT
    matrix = np.hstack([turn, (CROP / 2 - turn @ middle)[:, None]])
    view = cv2.warpAffine(
        patch,
        matrix,
        (CROP, CROP),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if g.random() < 0.08:
        view = mirror_lamps(g, np.asarray(view, np.uint8))
    if g.random() < 0.06:  # something lies over an edge of the die, or it is cut by the picture's rim
        side, depth = int(g.integers(4)), int(g.uniform(0.03, 0.16) * CROP)
        colour = g.integers(0, 256, 3) if g.random() < 0.6 else np.zeros(3)
        area = [np.s_[:depth], np.s_[-depth:], np.s_[:, :depth], np.s_[:, -depth:]][side]
        view[area] = colour
    return disturb(g, np.asarray(view, np.uint8)), matrix
