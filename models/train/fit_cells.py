"""Fit the reader of boards on rendered boards and, where given, photographs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.cell_data import UNKNOWN, batches, load_boards
from models.train.cell_net import CellNet
from models.train.fit import add_fit_arguments, run_fit, seed_all
from vision.cells import HOLDS

BATCH = 8
COLOUR_COUNTS = 0.7
"""Weight of the colour's loss beside that of what a site holds."""


def cell_loss(net: nn.Module, batch: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    pixels, holds, colours = batch
    answer = net(pixels)
    loss = F.cross_entropy(answer[:, : len(HOLDS)], holds, ignore_index=UNKNOWN, label_smoothing=0.01)
    if (colours != UNKNOWN).any():
        told = F.cross_entropy(answer[:, len(HOLDS) :], colours, ignore_index=UNKNOWN, label_smoothing=0.02)
        loss = loss + COLOUR_COUNTS * told
    return loss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=Path, nargs="+", required=True, help="folders written by board_scenes.py")
    parser.add_argument("--photos", type=Path, help="labels file of photographs of boards")
    parser.add_argument("--only", nargs="*", default=[], help="words in the paths of the photographs that are used")
    parser.add_argument("--share", type=float, default=0.15, help="share of photographs")
    add_fit_arguments(parser, steps=3000, rate=2e-3)
    args = parser.parse_args()
    seed_all(args.seed)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    rendered = [flat for folder in args.boards for flat in load_boards(folder / "labels.json", args.seed)]
    groups = [(rendered, 1 - args.share if args.photos else 1.0)]
    if args.photos:
        groups.append((load_boards(args.photos, args.seed, tuple(args.only)), args.share))
    for flats, share in groups:
        print(f"{len(flats)} boards laid flat, share {share:.2f}", flush=True)

    def tensors() -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        for pixels, holds, colours in batches(groups, BATCH, args.seed):
            yield torch.from_numpy(pixels), torch.from_numpy(holds), torch.from_numpy(colours)

    fresh = CellNet(pretrained=args.start_from is None)
    net = run_fit(fresh, tensors(), cell_loss, args.steps, args.out, args.rate, args.start_from)
    print(f"{args.out}: fitted, {sum(p.numel() for p in net.parameters())} parameters")


if __name__ == "__main__":
    main()
