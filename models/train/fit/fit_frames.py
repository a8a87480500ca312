"""Fit the network that tells where the upper face of a die lies, on true renders and on quick views."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.augment import disturb, mirror_lamps
from models.train.data.embed_data import backgrounds, made_views
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.face_frames import symmetric
from models.train.nets.frame_net import FrameNet
from vision.dice.pip_classifier import CROP

BATCH = 64
LOT, KEPT, FRESH = 32, 400, 0.12
"""Drawings of a lot of quick views, lots that are kept to be shown again, and how often a batch brings a new one."""
LOOSE_SIZE, LOOSE_TURN, LOOSE_PLACE = 0.05, 0.08, 0.03
"""Standard deviations of how another box would have cut the crop: size (of its logarithm), turn in radians, place in
sides of the crop."""
GLARE = 0.08

Crops = tuple[NDArray[np.uint8], NDArray[np.float32]]
"""Crops (n, CROP, CROP, 3) and the frames (n, 6) of the upper faces in them."""


def another_view(g: Generator, crop: NDArray[np.uint8], frame: NDArray[np.float32]) -> Crops:
    """One crop (CROP, CROP, 3) and its frame (6,) as another box, camera and lamp would have given them."""
    size, turn = np.exp(g.normal(0, LOOSE_SIZE)), g.normal(0, LOOSE_TURN)
    shift = g.normal(0, LOOSE_PLACE, 2) * CROP
    c, s = size * np.cos(turn), size * np.sin(turn)
    matrix = np.array([[c, -s, 0], [s, c, 0]])
    middle = np.full(2, (CROP - 1) / 2)
    matrix[:, 2] = middle + shift - matrix[:, :2] @ middle
    view = np.asarray(cv2.warpAffine(crop, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    moved = frame.reshape(3, 2) @ matrix[:, :2].T
    moved[0] += shift / (CROP / 2)
    if g.random() < 0.5:
        view, moved = np.ascontiguousarray(view[:, ::-1]), moved * [-1, 1]
    if g.random() < GLARE:
        view = mirror_lamps(g, view)
    return disturb(g, view), moved.reshape(6).astype(np.float32)


def batches(
    g: Generator, seed: int, assets: Path | None, rendered: list[Path], share: float
) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches, of true renders in `share` of the cases."""
    tables = backgrounds(assets, 300, seed)
    true = [(file["crops"], file["frames"]) for file in map(np.load, rendered)]
    quick: list[Crops] = []
    while True:
        if len(quick) < 40 or g.random() < FRESH:
            views = made_views(g, LOT, tables)
            quick = [*quick[-KEPT:], (views.crops.reshape(-1, CROP, CROP, 3), views.frames.reshape(-1, 6))]
        crops, frames = [], []
        for _ in range(BATCH):
            pool = true if true and g.random() < share else quick
            of, where = pool[int(g.integers(len(pool)))]
            n = int(g.integers(len(of)))
            crop, frame = another_view(g, of[n], where[n])
            crops.append(crop)
            frames.append(frame)
        yield torch.from_numpy(np.stack(crops)), torch.from_numpy(np.stack(frames))


def frame_loss(net: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    return 10 * F.smooth_l1_loss(net(batch[0]), symmetric(batch[1]), beta=0.03)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assets", type=Path, help="assets folder for grounds; made up without it")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="true renders written by embed_scenes.py")
    parser.add_argument("--share", type=float, default=0.6, help="share of the crops that are true renders")
    add_fit_arguments(parser, steps=9000, rate=2e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)

    def drawn(g: Generator) -> Iterator[tuple[Tensor, Tensor]]:
        return batches(g, args.seed, args.assets, args.rendered, args.share)

    fit_network(args, FrameNet(pretrained=args.start_from is None), drawn, frame_loss)


if __name__ == "__main__":
    main()
