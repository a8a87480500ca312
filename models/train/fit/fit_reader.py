"""Fit the reader on dice cut from rendered scenes and, where given, photographs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.labels import load_folder, load_plain
from models.train.data.reader_data import (
    UNKNOWN,
    Patches,
    collect_dice,
    collect_empty,
    frame_in,
    load_mined,
    load_symbols,
    random_view,
)
from models.train.data.widen_labels import load_widened
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.die_nets import CLASSES, FRAME, Reader
from models.train.nets.face_frames import symmetric

BATCH = 64


DOUBTS_COUNT, FRAME_COUNT = 0.3, 2.0
"""Weights of the doubts' and the frame's loss beside that of the face."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Pixels (n, 64, 64, 3), classes (n,), doubts (n, 4) and frames (n, 6)."""


def reader_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of the face and of each doubt, smooth L1 of the frame, each where it is known."""
    pixels, classes, doubts, frames = batch
    answer = net(pixels)
    loss = F.cross_entropy(answer[:, : len(CLASSES)], classes, ignore_index=UNKNOWN, label_smoothing=0.02)
    known = doubts != UNKNOWN
    if known.any():
        said = answer[:, len(CLASSES) : FRAME][known]
        loss = loss + DOUBTS_COUNT * F.binary_cross_entropy_with_logits(said, doubts[known])
    framed = ~frames.isnan().any(1)
    if framed.any():
        loss = loss + FRAME_COUNT * F.smooth_l1_loss(answer[framed, FRAME:], symmetric(frames[framed]), beta=0.05)
    return loss


def batches(groups: list[tuple[Patches, float]], g: np.random.Generator) -> Iterator[Batch]:
    """Endless batches; each group of patches is drawn with its weight."""
    shares = np.array([share for _, share in groups])
    shares /= shares.sum()
    while True:
        views, classes, doubts, frames = [], [], [], []
        for k in g.choice(len(groups), size=BATCH, p=shares):
            patches = groups[k][0]
            n = int(g.integers(len(patches)))
            view, matrix = random_view(g, patches.images[n])
            views.append(view)
            classes.append(patches.classes[n])
            doubts.append(patches.doubts[n])
            frames.append(frame_in(patches.tops[n], matrix))
        yield (
            torch.from_numpy(np.stack(views)),
            torch.from_numpy(np.array(classes)),
            torch.from_numpy(np.stack(doubts)),
            torch.from_numpy(np.stack(frames)),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--photos", type=Path, help="folder of photographs in the label format")
    parser.add_argument("--plain", type=Path, help="assets folder whose photographs hold no dice")
    parser.add_argument("--leave-out", nargs="*", default=[])
    parser.add_argument("--widen-with", type=Path, help="finder (ONNX) that widens part boxes")
    parser.add_argument("--mined", type=Path, nargs="*", default=[], help="false finds written by hard_negatives.py")
    parser.add_argument("--symbols", type=Path, nargs="*", default=[], help="symbol dice written by embed_scenes.py")
    add_fit_arguments(parser, steps=10000, rate=2e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)
    leave_out = tuple(args.leave_out)
    scenes = load_folder(args.scenes)
    groups = [(patches, 0.45) for patches in collect_dice(scenes)]
    empty = list(scenes[::4])
    if args.photos:
        photos = load_widened(args.photos, leave_out, args.widen_with)
        by_source = collect_dice(photos)
        roots = np.array([len(p) ** 0.5 for p in by_source])
        groups += [(p, 0.42 * float(r)) for p, r in zip(by_source, roots / roots.sum(), strict=True)]
        empty += photos
    if args.plain:
        empty += load_plain(args.plain)
    groups.append((collect_empty(empty, 4, args.seed), 0.08))
    for file in args.mined:
        mined = load_mined(file, leave_out)
        if mined is not None:
            groups.append((mined, 0.10))
    groups += [(load_symbols(file), 0.08 / len(args.symbols)) for file in args.symbols]
    for patches, share in groups:
        print(f"{patches.name}: {len(patches)} patches, share {share:.3f}")
    fit_network(args, Reader(pretrained=args.start_from is None), lambda g: batches(groups, g), reader_loss)


if __name__ == "__main__":
    main()
