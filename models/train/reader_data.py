"""Training crops for the reader: dice with known faces, and places that are no dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.augment import Image, disturb
from models.train.labels import LabelledPicture
from models.train.nets import CROP
from vision.faces import MARGIN, crop

PATCH = 112
"""Side of a stored patch in pixels."""
CONTEXT = 1.75
"""Side of a stored patch in longest sides of its box."""
SMALLEST = 9.0
"""Dice with fewer pixels than this cannot be read by anyone."""


@dataclass
class Patches:
    """Stored patches of one kind; parallel arrays."""

    name: str
    images: NDArray[np.uint8]
    """(n, PATCH, PATCH, 3)."""
    classes: NDArray[np.int64]
    """(n,): 0 no pips, 1..6."""

    def __len__(self) -> int:
        return len(self.classes)


def collect_dice(pictures: list[LabelledPicture]) -> list[Patches]:
    """The dice of `pictures` by source; printed dice are "no pips"."""
    images: dict[str, list[Image]] = {}
    classes: dict[str, list[int]] = {}
    for picture in tqdm(pictures, desc="cutting dice", unit="picture", mininterval=5):
        wanted = [d for d in picture.dice if (d.kind == "d6" and d.value) or d.kind == "printed"]
        if not wanted:
            continue
        image = cv2.imread(str(picture.path))
        for die in wanted:
            if die.size < SMALLEST:
                continue
            images.setdefault(picture.source, []).append(crop(image, np.float32(die.box), PATCH, CONTEXT))
            classes.setdefault(picture.source, []).append(die.value if die.kind == "d6" and die.value else 0)
    return [Patches(s, np.stack(images[s]), np.int64(classes[s])) for s in images]


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
    return Patches("empty", np.stack(images), np.zeros(len(images), np.int64))


def _share(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Shared area over the smaller box's area."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return float(w * h / min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1])))


def load_mined(file: Path, leave_out: tuple[str, ...]) -> Patches | None:
    """Patches that a finder took for dice and that are none (written by mine.py), less the sources left out."""
    data = np.load(file)
    keep = np.array([not any(word in source for word in leave_out) for source in data["sources"]], bool)
    if not keep.any():
        return None
    return Patches("mined", data["images"][keep], np.zeros(int(keep.sum()), np.int64))


def random_view(g: Generator, patch: Image) -> Image:
    """A disturbed (CROP, CROP, 3) view of a stored patch.

    Up mostly stays up: on oblique pictures that is what tells the upper face from the sides.
    """
    margin = MARGIN * np.exp(g.normal(0, 0.1))
    scale = CROP / (PATCH * margin / CONTEXT)
    angle = np.radians(g.normal(0, 12) if g.random() < 0.82 else g.uniform(-180, 180))
    stretch = np.exp(g.normal(0, 0.08))
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
        flags=cv2.INTER_AREA if scale < 0.8 else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if g.random() < 0.06:  # something lies over an edge of the die, or it is cut by the picture's rim
        side, depth = int(g.integers(4)), int(g.uniform(0.03, 0.16) * CROP)
        colour = g.integers(0, 256, 3) if g.random() < 0.6 else np.zeros(3)
        area = [np.s_[:depth], np.s_[-depth:], np.s_[:, :depth], np.s_[:, -depth:]][side]
        view[area] = colour
    return disturb(g, np.asarray(view, np.uint8))
