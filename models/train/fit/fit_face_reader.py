"""Fit the face reader on the upper faces of dice in rendered scenes, laid flat.

It has the reader's shape, and begins with what that learnt of the same scenes. Since it sees no photograph it is the
same in every fold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.flat_faces import flat_view, readable
from models.train.data.labels import load_folder
from models.train.data.reader_data import Patches, collect_dice
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.die_nets import CLASSES, Reader

BATCH = 64

Batch = tuple[Tensor, Tensor]
"""Pixels (n, 64, 64, 3) and classes (n,)."""


def face_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of the face."""
    pixels, classes = batch
    return F.cross_entropy(net(pixels)[:, : len(CLASSES)], classes, label_smoothing=0.02)


def batches(groups: list[Patches], g: np.random.Generator) -> Iterator[Batch]:
    """Endless batches of the faces in `groups`, each as often as any other."""
    dice = [(patches, int(n)) for patches in groups for n in readable(patches)]
    while True:
        drawn = [dice[n] for n in g.integers(len(dice), size=BATCH)]
        views = [flat_view(g, patches.images[n], patches.tops[n]) for patches, n in drawn]
        classes = np.array([patches.classes[n] for patches, n in drawn])
        yield torch.from_numpy(np.stack(views)), torch.from_numpy(classes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    add_fit_arguments(parser, steps=9000, rate=1e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)
    groups = collect_dice(load_folder(args.scenes))
    fit_network(args, Reader(pretrained=args.start_from is None), lambda g: batches(groups, g), face_loss)


if __name__ == "__main__":
    main()
