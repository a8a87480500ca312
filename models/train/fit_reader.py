"""Fit the reader on dice cut from rendered scenes and, where given, photographs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.fit import run_fit, seed_all
from models.train.labels import load_folder, load_plain
from models.train.nets import Reader
from models.train.reader_data import Patches, collect_dice, collect_empty, load_mined, random_view
from models.train.widen import load_widened

BATCH = 64


def reader_loss(net: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    pixels, classes = batch
    with torch.autocast("cpu", torch.bfloat16):
        answer = net(pixels)
    return F.cross_entropy(answer.float(), classes, label_smoothing=0.02)


def batches(groups: list[tuple[Patches, float]], seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches; each group of patches is drawn with its weight."""
    g = np.random.default_rng(seed)
    shares = np.array([share for _, share in groups])
    shares /= shares.sum()
    while True:
        views, classes = [], []
        for k in g.choice(len(groups), size=BATCH, p=shares):
            patches = groups[k][0]
            n = int(g.integers(len(patches)))
            views.append(random_view(g, patches.images[n]))
            classes.append(patches.classes[n])
        yield torch.from_numpy(np.stack(views)), torch.from_numpy(np.array(classes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of rendered scenes")
    parser.add_argument("--photos", type=Path, help="folder of photographs in the label format")
    parser.add_argument("--plain", type=Path, help="assets folder whose photographs hold no dice")
    parser.add_argument("--leave-out", nargs="*", default=[])
    parser.add_argument("--widen-with", type=Path, help="finder (ONNX) that widens part boxes")
    parser.add_argument("--mined", type=Path, nargs="*", default=[], help="false finds written by mine.py")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--start-from", type=Path)
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mark", type=Path, help="empty file to leave when the fit is complete")
    args = parser.parse_args()
    seed_all(args.seed)
    torch.set_num_threads(args.threads)
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
    for patches, share in groups:
        print(f"{patches.name}: {len(patches)} patches, share {share:.3f}")
    net = run_fit(Reader(), batches(groups, args.seed), reader_loss, args.steps, args.out, args.rate, args.start_from)
    if args.mark:
        args.mark.touch()
    print(f"{args.out}: fitted, {sum(p.numel() for p in net.parameters())} parameters")


if __name__ == "__main__":
    main()
