"""Fit the embedder: frames of upper faces, and vectors that are alike for one drawing and part for two."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.drawing_sets import turned_copies
from models.train.embed_data import Views, as_batch, backgrounds, made_views
from models.train.embed_nets import Embedder, half_sides, lay_flat, symmetric, turned
from models.train.fit import run_fit, seed_all

LOT, LOTS = 32, 2
"""Drawings that are made together, and how many such lots a batch has; each drawing is seen twice."""
KEPT, FRESH = 250, 0.2
"""Lots that are kept to be disturbed and shown again, and how often a new one is made instead: making one is dear."""
FAR = 0.3
"""A frame that is further off than this (in half crops) is not worth looking through."""


def aligned(found: Tensor, true: Tensor) -> tuple[Tensor, Tensor]:
    """The found frames (n, 6) with their sides named as the true ones have them, and how far off they are (n,)."""
    turns = torch.stack([turned(found, k) for k in range(4)])
    off = (turns - true).abs().sum(2)
    best = off.argmin(0)
    rows = torch.arange(len(found))
    return turns[best, rows], (turns[best, rows] - true).square().sum(1).sqrt()


def jittered(true: Tensor) -> Tensor:
    """True frames as a network that errs a little might have found them."""
    n = len(true)
    size = true[:, 2:].norm(dim=1, keepdim=True) / 2**0.5
    angle, grow = torch.randn(n) * 0.06, torch.exp(torch.randn(n) * 0.05)
    c, s = (grow * angle.cos())[:, None], (grow * angle.sin())[:, None]
    x, y = true[:, 2:4], true[:, 4:]
    bent = torch.cat([true[:, :2], c * x + s * y, c * y - s * x], 1)
    return bent + torch.randn(n, 6) * size * 0.03


def embedder_loss(net: nn.Module, batch: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    """`batch`: crops (2, n, 64, 64, 3), true frames (2, n, 6), and which drawings (n, n) may be the same."""
    assert isinstance(net, Embedder)
    pixels, true = batch[0].flatten(0, 1), batch[1].flatten(0, 1)
    with torch.autocast("cpu", torch.bfloat16):
        answer = net.frame(pixels)
    answer = answer.float()
    frame_loss = F.smooth_l1_loss(answer, symmetric(true), beta=0.05)
    with torch.no_grad():
        found, off = aligned(half_sides(answer), true)
        own = (torch.rand(len(true)) < 0.5) & (off < FAR)
        frames = torch.where(own[:, None], found, jittered(true))
        flat = lay_flat(pixels, frames)
    with torch.autocast("cpu", torch.bfloat16):
        vectors = net.vector(flat)
    one, other = vectors.view(2, -1, vectors.shape[1])
    likeness = one @ other.T * net.sharpness.clamp(max=4).exp()
    which = torch.arange(len(one))
    likeness = likeness.masked_fill(batch[2] & ~torch.eye(len(one), dtype=torch.bool), -30.0)
    pairs = (F.cross_entropy(likeness, which) + F.cross_entropy(likeness.T, which)) / 2
    return pairs + 8 * frame_loss


def rendered_views(g: np.random.Generator, file: dict[str, np.ndarray], count: int) -> Views:
    """Views of `count` drawings of a file written by embed_scenes.py."""
    first = file["first"]
    chosen = g.choice(np.flatnonzero(np.diff(first) >= 2), count, replace=False)
    looks = np.stack([g.choice(np.arange(first[n], first[n + 1]), 2, replace=False) for n in chosen], 1)
    copies = np.stack([turned_copies(file["drawings"][n]) for n in chosen])
    return Views(file["crops"][looks], file["frames"][looks], copies)


def batches(
    seed: int, assets: Path | None, rendered: Path | None, share: float
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Endless batches; a lot of drawings is of true renders in `share` of the cases."""
    g = np.random.default_rng(seed)
    tables = backgrounds(assets, 300, seed)
    file = None if rendered is None else dict(np.load(rendered))
    kept: list[Views] = []
    while True:
        parts = []
        for _ in range(LOTS):
            if file is not None and g.random() < share:
                parts.append(rendered_views(g, file, LOT))
            elif len(kept) < 2 * LOTS or g.random() < FRESH:
                parts.append(made_views(g, LOT, tables))
                kept = [*kept[-KEPT:], parts[-1]]
            else:
                parts.append(kept[int(g.integers(len(kept)))])
        batch = as_batch(g, parts)
        yield torch.from_numpy(batch.crops), torch.from_numpy(batch.frames), torch.from_numpy(batch.same)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assets", type=Path, help="assets folder for grounds; made up without it")
    parser.add_argument("--rendered", type=Path, help="true renders written by embed_scenes.py")
    parser.add_argument("--share", type=float, default=0.25, help="share of the drawings that are true renders")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--start-from", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    seed_all(args.seed)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    source = batches(args.seed, args.assets, args.rendered, args.share)
    net = run_fit(Embedder(), source, embedder_loss, args.steps, args.out, args.rate, args.start_from)
    print(f"{args.out}: fitted, {sum(p.numel() for p in net.parameters())} parameters")


if __name__ == "__main__":
    main()
