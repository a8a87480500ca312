"""Training crops for the finder: pieces of pictures at random scales, with the map that the finder should answer."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.data.augment import Image, disturb
from models.train.data.labels import LabelledPicture
from models.train.nets.die_nets import STRIDE

SIDE = 192
SMALLEST, LARGEST = 11.0, 150.0
"""Dice outside of these sizes (longest side in pixels of the crop) teach nothing."""
LEAST_SHARE = 0.3
"""A die of which less is inside the crop teaches nothing."""
MOST_PIXELS = 1600
"""Longer pictures are halved when loaded: nothing is ever looked at more finely."""


class Gallery:
    """Pictures held in memory at falling sizes, each with its boxes."""

    def __init__(self, pictures: list[LabelledPicture]) -> None:
        self.pictures = pictures
        self.levels: list[list[Image]] = []
        self.boxes: list[NDArray[np.float32]] = []
        for picture in pictures:
            image = cv2.imread(str(picture.path))
            if image is None:
                raise SystemExit(f"{picture.path}: cannot be read as a picture; take it out of the labels")
            if picture.width == 0:
                picture.height, picture.width = image.shape[:2]
            levels = [image]
            while max(levels[-1].shape[:2]) >= 320:
                levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
            if max(image.shape[:2]) > MOST_PIXELS:
                levels[0] = np.zeros((0, 0, 3), np.uint8)
            self.levels.append(levels)
            self.boxes.append(np.float32([d.box for d in picture.dice]).reshape(-1, 4))

    def piece(self, number: int, transform: NDArray[np.float64], side: int) -> Image:
        """`transform` (2x3) takes pixels of the picture at full size to pixels of the piece."""
        scale = float(np.sqrt(abs(np.linalg.det(transform[:, :2]))))
        levels = self.levels[number]
        level = int(np.clip(np.floor(np.log2(1 / max(scale, 1e-6)) + 0.35), 0, len(levels) - 1))
        while levels[level].size == 0:
            level += 1
        f = 2.0**level
        matrix = transform.copy()
        matrix[:, :2] *= f
        # Pixel middles: level pixel (i) covers full pixels around (i + 0.5) f - 0.5.
        matrix[:, 2] += transform[:, :2] @ np.array([0.5 * f - 0.5, 0.5 * f - 0.5])
        border = cv2.BORDER_REPLICATE if number % 3 else cv2.BORDER_CONSTANT  # not mirrored: no label
        return cv2.warpAffine(levels[level], matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border)


def target_maps(boxes: NDArray[np.float32], kinds: list[str], side: int) -> NDArray[np.float32]:
    """(7, side / 4, side / 4): heat, offset x and y, log width and height, weight of the sizes, weight of the heat.

    The heat is a round hill over each die's middle, as wide as the die's size asks: CenterNet (Zhou et al. 2019).
    """
    n = side // STRIDE
    maps = np.zeros((7, n, n), np.float32)
    maps[6] = 1
    y, x = np.mgrid[0:n, 0:n].astype(np.float32)
    for box, kind in zip(boxes, kinds, strict=True):
        w, h = box[2] - box[0], box[3] - box[1]
        cx, cy = (box[0] + box[2]) / 2 / STRIDE, (box[1] + box[3]) / 2 / STRIDE
        i, j = int(np.floor(cx)), int(np.floor(cy))
        longest = max(w, h)
        if kind in ("ignore", "flat") or not SMALLEST <= longest <= LARGEST:
            x0, y0 = max(0, int(box[0] / STRIDE)), max(0, int(box[1] / STRIDE))
            maps[6, y0 : int(box[3] / STRIDE) + 1, x0 : int(box[2] / STRIDE) + 1] = 0
            continue
        if not (0 <= i < n and 0 <= j < n):
            continue
        spread = max(0.7, 0.09 * longest / STRIDE)
        hill = np.exp(-((x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2) / (2 * spread * spread))
        maps[0] = np.maximum(maps[0], hill)
        maps[0, j, i] = 1
        maps[6, j, i] = 1
        for dj in (-1, 0, 1):  # sizes are learnt around the middle too: the peak may fall a cell beside it
            for di in (-1, 0, 1):
                a, b = i + di, j + dj
                if 0 <= a < n and 0 <= b < n and (di == dj == 0 or maps[5, b, a] == 0):
                    maps[1, b, a], maps[2, b, a] = cx - a, cy - b
                    maps[3, b, a], maps[4, b, a] = np.log(w / 16), np.log(h / 16)
                    maps[5, b, a] = 1.0 if di == dj == 0 else 0.3
    return maps


def random_crop(g: Generator, gallery: Gallery, number: int, side: int = SIDE) -> tuple[Image, NDArray[np.float32]]:
    """A disturbed piece of picture `number` and its maps."""
    picture, boxes = gallery.pictures[number], gallery.boxes[number]
    longest = max(picture.width, picture.height)
    if len(boxes) and g.random() < 0.75:
        box = boxes[int(g.integers(len(boxes)))]
        size = max(box[2] - box[0], box[3] - box[1])
        scale = float(np.exp(g.uniform(np.log(14), np.log(125)))) / size
        centre = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        centre = centre + g.uniform(-0.42, 0.42, 2) * side / scale
    else:
        scale = float(np.exp(g.uniform(np.log(200), np.log(1100)))) / longest
        centre = g.uniform(0, 1, 2) * (picture.width, picture.height)
    if g.random() < 0.85:  # mostly stay inside the picture
        room = np.minimum(side / 2 / scale, np.array([picture.width, picture.height]) / 2)
        centre = np.clip(centre, room, np.array([picture.width, picture.height]) - room)
    angle = np.radians(g.normal(0, 8) if g.random() < 0.8 else g.uniform(-180, 180))
    stretch = np.exp(g.normal(0, 0.08))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag(
        [scale * stretch, scale / stretch]
    )
    if g.random() < 0.5:
        turn[:, 0] *= -1
    matrix = np.hstack([turn, (side / 2 - turn @ centre)[:, None]])
    image = disturb(g, gallery.piece(number, matrix, side))
    if len(boxes):
        # A turned box grows; dice are nearly round seen from above, so half of the growth is taken back.
        middles = (
            np.stack([(boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2], 1) @ turn.T + matrix[:, 2]
        )
        w, h = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
        grown_w = np.abs(turn[0, 0]) * w + np.abs(turn[0, 1]) * h
        grown_h = np.abs(turn[1, 0]) * w + np.abs(turn[1, 1]) * h
        fixed_w, fixed_h = np.hypot(turn[0, 0] * w, turn[0, 1] * h), np.hypot(turn[1, 0] * w, turn[1, 1] * h)
        half = np.stack([grown_w + fixed_w, grown_h + fixed_h], 1) / 4
        whole = np.hstack([middles - half, middles + half]).astype(np.float32)
        moved = np.clip(whole, 0, side)  # the box of a die that the rim cuts is what can be seen of it
        shares = np.prod(moved[:, 2:] - moved[:, :2], 1) / np.prod(whole[:, 2:] - whole[:, :2], 1)
    else:
        moved, shares = boxes, np.zeros(0)
    kinds = [d.kind if share > LEAST_SHARE else "ignore" for d, share in zip(picture.dice, shares, strict=True)]
    return image, target_maps(moved, kinds, side)
