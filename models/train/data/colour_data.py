"""Makes samples of dice with colour names from labelled pictures: small crops and thumbnails, cached."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from tqdm import tqdm

from vision.dice.colour_classifier import NAMES, SIDE, shrunk, thumbnail, upper_faces
from vision.dice.pip_classifier import CROP, MARGIN, PipClassifier, crop

LOOKS = 3
"""Looks at a die, each in a box that is a little off, as those of the finder are."""
LEAST_SIDE, MOST_HIDDEN = 10, 0.4
"""Pixels across from which, and the hidden share up to which, a die is learnt from."""
GAMMA = 2.2
BLURRED = 0.2
"""Share of the dice that are blurred, so that pips and body run together."""


class Samples(NamedTuple):
    """Parallel arrays over dice, but for `pictures`, which `picture` points into."""

    crops: NDArray[np.uint8]
    """(n, LOOKS, SIDE, SIDE, 3)."""
    names: NDArray[np.int64]
    """(n,): index into NAMES."""
    bodies: NDArray[np.float32]
    """(n, 3): cube roots of the linear blue green red; NaN where nobody knows them."""
    picture: NDArray[np.int64]
    pictures: NDArray[np.uint8]
    """(m, THUMB, THUMB, 3)."""


def _shown(label: dict[str, Any]) -> bool:
    """Whether enough of a labelled die can be seen; photographs do not say, and show them."""
    x0, y0, x1, y1 = label["box"]
    return max(x1 - x0, y1 - y0) >= LEAST_SIDE and label.get("hidden", 0.0) <= MOST_HIDDEN


def samples_of(
    folder: Path, reader: PipClassifier, only: tuple[str, ...] = (), leave_out: tuple[str, ...] = ()
) -> Samples:
    """The dice with a labelled colour in a folder in the label format (see `labels.py`), their upper faces where
    `reader` says.

    Only pictures with one of the words `only`, if any, and none of `leave_out` in their path.
    """
    index = folder / "labels.json"
    entries = (
        json.loads(index.read_text())
        if index.exists()
        else [json.loads(p.read_text()) for p in sorted(folder.glob("*.json"))]
    )
    crops, names, bodies, picture, pictures = [], [], [], [], []
    g = np.random.default_rng(0)
    for entry in tqdm(entries, unit="picture", mininterval=5, desc=str(folder)):
        dice = [o for o in entry["objects"] if o.get("colour") in NAMES and o.get("box") and _shown(o)]
        if not dice or (only and not any(word in entry["image"] for word in only)):
            continue
        if any(word in entry["image"] for word in leave_out):
            continue
        image = cv2.imread(str(folder / entry["image"]))
        for die in dice:
            box = np.float32(die["box"])
            side = max(box[2] - box[0], box[3] - box[1])
            looks = []
            for _ in range(LOOKS):
                off = np.tile(g.normal(0, 0.05, 2), 2).astype(np.float32) * side
                looks.append(crop(image, box + off, CROP, MARGIN * float(np.exp(g.normal(0, 0.09)))))
            cuts = np.stack(looks)
            crops.append(shrunk(upper_faces(cuts, reader.read(cuts).frames)))
            names.append(NAMES.index(die["colour"]))
            known = "body" in die and die["colour"] != "mixed"
            bodies.append(np.cbrt(np.float32(die["body"][0][::-1])) if known else np.full(3, np.nan, np.float32))
            picture.append(len(pictures))
        pictures.append(thumbnail(image)[0])
    if not crops:
        raise SystemExit(f"{folder}: no die with a labelled colour; expected labels.json or rendered scenes in it")
    return Samples(np.stack(crops), np.array(names), np.float32(bodies), np.array(picture), np.stack(pictures))


def joined(parts: list[Samples]) -> Samples:
    starts = np.cumsum([0] + [len(part.pictures) for part in parts])
    moved = [part._replace(picture=part.picture + start) for part, start in zip(parts, starts, strict=False)]
    return Samples(*(np.concatenate(arrays) for arrays in zip(*moved, strict=True)))


def relit(dice: Tensor, pictures: Tensor, g: torch.Generator) -> tuple[Tensor, Tensor]:
    """Dice (m, k, SIDE, SIDE, 3) and the m pictures they lie in, 0..1, as other cameras show them under other lamps."""
    m, k = dice.shape[:2]

    def normal(scale: float, *shape: int) -> Tensor:
        return torch.randn(*shape, generator=g) * scale

    warmth, tint, light = normal(0.28, m, 1), normal(0.05, m, 1), normal(0.25, m, 1)
    gains = torch.exp(torch.cat([-warmth, tint, warmth * 0.8], 1) + light)[:, None]  # blue green red
    bend = torch.exp(normal(0.1, m, 1, 1))
    vivid = torch.exp(normal(0.12, m, 1, 1))

    def lit(pixels: Tensor, shade: Tensor | float) -> Tensor:
        """Of (m, p, 3), with what the display makes of light multiplied before it is shown."""
        shown = (pixels * (gains * shade) ** (1 / GAMMA)).clamp(1e-3, 1) ** bend
        grey = shown.mean(-1, keepdim=True)
        return (grey + (shown - grey) * vivid).clamp(0, 1)

    shades = torch.exp(normal(0.12, m, k, 1)).repeat_interleave(SIDE * SIDE, 1)
    seen = lit(dice.reshape(m, -1, 3), shades).reshape(m * k, SIDE, SIDE, 3)
    soft = torch.rand(m * k, generator=g) < BLURRED
    coarse = functional.avg_pool2d(seen[soft].permute(0, 3, 1, 2), 2)
    seen[soft] = functional.interpolate(coarse, scale_factor=2.0, mode="bilinear").permute(0, 2, 3, 1)
    seen = seen + torch.randn(seen.shape, generator=g) * normal(0.015, m * k, 1, 1, 1).abs()
    seen = torch.where(torch.rand(m * k, 1, 1, 1, generator=g) < 0.5, seen.transpose(1, 2), seen)
    for axis in (1, 2):
        if torch.rand((), generator=g) < 0.5:
            seen = seen.flip(axis)
    return seen.clamp(0, 1), lit(pictures.reshape(m, -1, 3), 1.0).reshape(pictures.shape)
