"""Fit the reader of boards on rendered boards and, where given, photographs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.cell_data import UNKNOWN, batches, load_boards
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.cell_net import ANSWERS, CellNet

BATCH = 16
COUNTS = (1.0, 0.7, 0.3)
"""Weights of the losses of what a site holds, of its piece's colour, and of its form."""
SMOOTHED = (0.002, 0.01, 0.01)
"""How much of each answer is spread over all, so that none is ever quite sure."""


def cell_loss(net: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
    pixels, lean, *wanted = batch
    total = torch.zeros(())
    answers = net(pixels, lean).split(ANSWERS, 1)
    for answer, want, count, smoothed in zip(answers, wanted, COUNTS, SMOOTHED, strict=True):
        if (want != UNKNOWN).any():
            total = total + count * F.cross_entropy(answer, want, ignore_index=UNKNOWN, label_smoothing=smoothed)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=Path, nargs="+", required=True, help="folders written by board_scenes.py")
    parser.add_argument("--photos", type=Path, help="labels file of photographs of boards")
    parser.add_argument("--only", nargs="*", default=[], help="words in the paths of the photographs that are used")
    parser.add_argument("--share", type=float, default=0.15, help="share of photographs")
    add_fit_arguments(parser, steps=3000, rate=2e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)
    rendered = [flat for folder in args.boards for flat in load_boards(folder / "labels.json", args.seed)]
    groups = [(rendered, 1 - args.share if args.photos else 1.0)]
    if args.photos:
        groups.append((load_boards(args.photos, args.seed, tuple(args.only)), args.share))
    for flats, share in groups:
        print(f"{len(flats)} boards laid flat, share {share:.2f}", flush=True)

    def tensors(g: np.random.Generator) -> Iterator[tuple[Tensor, ...]]:
        for batch in batches(groups, BATCH, g):
            yield tuple(torch.from_numpy(part) for part in batch)

    fit_network(args, CellNet(pretrained=args.start_from is None), tensors, cell_loss)


if __name__ == "__main__":
    main()
