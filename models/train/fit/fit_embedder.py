"""Fit the embedder: vectors that are alike for one drawing and part for two."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.data.drawing_sets import turned_copies
from models.train.data.embed_data import Views, as_batch, backgrounds, made_views
from models.train.fit.training_loop import add_fit_arguments, fit_network, prepare
from models.train.nets.die_nets import as_input
from models.train.nets.embed_nets import Embedder
from vision.symbols.embedding import lay_flat

LOT, LOTS = 32, 2
"""Drawings that are made together, and how many such lots a batch has; each drawing is seen twice."""
FRAMED = 0.35
"""How far off the frames are from which vectors are learnt, in what the reader of pips errs; the framer errs by half of
that. Vectors that were learnt from worse frames were not tried."""
KEPT, FRESH = 250, 0.2
"""Lots that are kept to be disturbed and shown again, and how often a new one is made instead: making one is dear."""


def jittered(true: Tensor, rough: float) -> Tensor:
    """True frames as they might have been found; `rough`: 1 as the reader of pips errs."""
    n = len(true)
    size = true[:, 2:].norm(dim=1, keepdim=True) / 2**0.5
    much = rough * torch.exp(torch.randn(n, 1) * 0.5)
    angle, grow = torch.randn(n, 1) * 0.12 * much, torch.exp(torch.randn(n, 1) * 0.1 * much)
    c, s = grow * angle.cos(), grow * angle.sin()
    x, y = true[:, 2:4], true[:, 4:]
    bent = torch.cat([true[:, :2], c * x + s * y, c * y - s * x], 1)
    return bent + torch.randn(n, 6) * size * 0.09 * much


def embedder_loss(net: nn.Module, batch: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    """`batch`: crops (2, n, 64, 64, 3), true frames (2, n, 6), and which drawings (n, n) may be the same."""
    assert isinstance(net, Embedder)
    pixels, true = batch[0].flatten(0, 1), batch[1].flatten(0, 1)
    flat = as_input(torch.from_numpy(lay_flat(pixels.numpy(), jittered(true, FRAMED).numpy())))
    vectors = net.vector(flat)
    one, other = vectors.view(2, -1, vectors.shape[1])
    likeness = one @ other.T * net.sharpness.clamp(max=4).exp()
    which = torch.arange(len(one))
    likeness = likeness.masked_fill(batch[2] & ~torch.eye(len(one), dtype=torch.bool), -30.0)
    return (F.cross_entropy(likeness, which) + F.cross_entropy(likeness.T, which)) / 2


def rendered_views(g: np.random.Generator, file: dict[str, np.ndarray], count: int) -> Views:
    """Views of `count` drawings of a file written by embed_scenes.py."""
    first = file["first"]
    chosen = g.choice(np.flatnonzero(np.diff(first) >= 2), count, replace=False)
    looks = np.stack([g.choice(np.arange(first[n], first[n + 1]), 2, replace=False) for n in chosen], 1)
    copies = np.stack([turned_copies(file["drawings"][n]) for n in chosen])
    return Views(file["crops"][looks], file["frames"][looks], copies)


def batches(
    g: np.random.Generator, seed: int, assets: Path | None, rendered: list[Path], share: float
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Endless batches; a lot of drawings is of true renders in `share` of the cases."""
    tables = backgrounds(assets, 300, seed)
    files = [dict(np.load(path)) for path in rendered]
    kept: list[Views] = []
    while True:
        parts = []
        for _ in range(LOTS):
            if files and g.random() < share:
                parts.append(rendered_views(g, files[int(g.integers(len(files)))], LOT))
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
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="true renders written by embed_scenes.py")
    parser.add_argument("--share", type=float, default=0.25, help="share of the drawings that are true renders")
    add_fit_arguments(parser, steps=4000, rate=3e-3)
    args = parser.parse_args()
    prepare(args.seed, args.threads)

    def drawn(g: np.random.Generator) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        return batches(g, args.seed, args.assets, args.rendered, args.share)

    fit_network(args, Embedder(pretrained=args.start_from is None), drawn, embedder_loss)


if __name__ == "__main__":
    main()
