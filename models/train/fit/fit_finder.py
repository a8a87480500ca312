"""Fit the finder on rendered scenes and, where given, photographs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.finder_data import Gallery, random_crop
from models.train.data.labels import LabelledPicture, load_folder, load_plain
from models.train.data.widen_labels import load_widened
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.die_nets import Finder

BATCH = 32


def finder_loss(net: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    """Penalty-reduced focal loss on the heat, smooth L1 on middle and size."""
    pixels, maps = batch
    with torch.autocast("cpu", torch.bfloat16):
        raw = net(pixels)
    raw = raw.float()
    wanted, weight = maps[:, 0], maps[:, 6]
    p = raw[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    middle = (wanted == 1).float()
    hit = -torch.log(p) * (1 - p) ** 2 * middle
    miss = -torch.log(1 - p) * p**2 * (1 - wanted) ** 4 * (1 - middle)
    count = middle.sum().clamp(min=8)
    heat = ((hit + miss) * weight).sum() / count
    size_weight = maps[:, 5]
    total = size_weight.sum().clamp(min=8)
    place = (F.smooth_l1_loss(raw[:, 1:3], maps[:, 1:3], reduction="none", beta=0.5).sum(1) * size_weight).sum() / total
    size = (F.smooth_l1_loss(raw[:, 3:5], maps[:, 3:5], reduction="none", beta=0.1).sum(1) * size_weight).sum() / total
    return heat + 0.5 * place + 1.0 * size


def batches(galleries: list[tuple[Gallery, float]], g: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches; each gallery is drawn with its weight, and within it each source with the root of its size."""
    shares = np.array([share for _, share in galleries])
    chances = []
    for gallery, _ in galleries:
        sources = [p.source for p in gallery.pictures]
        counts = {s: sources.count(s) for s in set(sources)}
        chance = np.array([counts[s] ** -0.5 for s in sources])
        chances.append(chance / chance.sum())
    while True:
        images, maps = [], []
        for _ in range(BATCH):
            k = int(g.choice(len(galleries), p=shares / shares.sum()))
            image, target = random_crop(g, galleries[k][0], int(g.choice(len(chances[k]), p=chances[k])))
            images.append(image)
            maps.append(target)
        yield torch.from_numpy(np.stack(images)), torch.from_numpy(np.stack(maps))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--photos", type=Path, help="folder of photographs in the label format")
    parser.add_argument("--plain", type=Path, help="assets folder whose photographs hold no dice")
    parser.add_argument("--leave-out", nargs="*", default=[])
    parser.add_argument("--widen-with", type=Path, help="checkpoint of a finder that widens part boxes")
    parser.add_argument("--scene-share", type=float, default=0.45)
    add_fit_arguments(parser, steps=4000, rate=2e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)
    galleries: list[tuple[Gallery, float]] = [(Gallery(load_folder(args.scenes)), args.scene_share)]
    if args.photos:
        photos: list[LabelledPicture] = load_widened(args.photos, tuple(args.leave_out), args.widen_with)
        galleries.append((Gallery([p for p in photos if p.complete]), 1 - args.scene_share))
    if args.plain:
        galleries.append((Gallery(load_plain(args.plain)), 0.12))
    fit_network(args, Finder(), lambda g: batches(galleries, g), finder_loss)


if __name__ == "__main__":
    main()
