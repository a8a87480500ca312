"""Fit the network that names colours: `python -m models.train.fit.fit_colour OUT.onnx --scenes DIR ... [--photos DIR]`.

Rendered scenes give every name under every lamp; photographs say how real dice look. A run is seeded and takes
minutes on one core. `--leave-out byler` keeps a source out of it, to be evaluated on; `--judge` says how that went.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.train.data.colour_data import LOOKS, Samples, joined, relit, samples_of
from models.train.export.export import DESCRIPTIONS, write_onnx
from models.train.export.manifest import enter_network
from models.train.fit.training_loop import LossOf, prepare, run_steps
from models.train.nets.colour_net import ColourNet, ColourNetForExport, example
from vision.dice.colour_classifier import NAMES
from vision.dice.pip_classifier import PipClassifier
from vision.inference.networks import load_network, open_network

PICTURES, DICE = 64, 6
"""How many pictures make a step, and how many dice of each."""
FIRST_RATE, LATER_RATE = 6e-3, 2e-3
"""Highest learning rates: from nothing, and of what was fitted before."""
BODY_WEIGHT = 2.0
"""What an error of a body's colour counts beside one of its name."""

Batch = tuple[tuple[Tensor, ...], Tensor, Tensor]
"""What the network takes, names (n,) and bodies (n, 3), NaN where not known."""


def weights_of(samples: Samples, real: int, share: float) -> Tensor:
    """How often each picture is drawn: for its names, and the last `real` (photographs) for `share` of all in all."""
    often = 1 / np.sqrt(np.bincount(samples.names, minlength=len(NAMES)))[samples.names]
    weights = np.bincount(samples.picture, often)
    if real:
        weights[-real:] *= share / weights[-real:].sum()
        weights[:-real] *= (1 - share) / weights[:-real].sum()
    return torch.from_numpy(weights)


def batches(samples: Samples, weights: Tensor, g: torch.Generator) -> Iterator[Batch]:
    """Endless batches of DICE dice from each of PICTURES pictures, which are drawn by `weights` and lit anew."""
    names, bodies = torch.from_numpy(samples.names), torch.from_numpy(samples.bodies)
    crops, pictures = torch.from_numpy(samples.crops), torch.from_numpy(samples.pictures)
    count = torch.from_numpy(np.bincount(samples.picture))
    first = torch.cumsum(count, 0) - count  # the dice of a picture lie side by side
    while True:
        drawn = torch.multinomial(weights, PICTURES, replacement=True, generator=g)
        rows = first[drawn, None] + (torch.rand(PICTURES, DICE, generator=g) * count[drawn, None]).long()
        look = torch.randint(LOOKS, rows.shape, generator=g)
        dice, about = relit(crops[rows, look].float() / 255, pictures[drawn].float() / 255, g)
        rows = rows.flatten()
        yield (dice, about), names[rows], bodies[rows]


def colour_loss(forward: Callable[..., tuple[Tensor, Tensor]], batch: Batch) -> Tensor:
    """Cross entropy of the name and, where it is known, smooth L1 of the body's colour; `forward`: inputs to both."""
    inputs, names, bodies = batch
    named, body = forward(*inputs)
    loss = functional.cross_entropy(named, names, label_smoothing=0.02)
    known = ~torch.isnan(bodies[:, 0])
    if not known.any():
        return loss
    return loss + BODY_WEIGHT * functional.smooth_l1_loss(body[known], bodies[known], beta=0.1)


def fit(samples: Samples, real: int, share: float, steps: int, seed: int, net: ColourNet | None = None) -> ColourNet:
    """A network fitted to `samples`, whose last `real` pictures are photographs; `net` is fitted on, if given."""
    torch.manual_seed(seed)
    g = torch.Generator().manual_seed(seed)
    rate = FIRST_RATE if net is None else LATER_RATE
    net = (net or ColourNet()).train()
    print(f"{sum(p.numel() for p in net.parameters())} numbers, {len(samples.names)} dice, {real} photographs")
    _run(net, net.parameters(), batches(samples, weights_of(samples, real, share), g), colour_loss, steps, rate)
    return net.eval()


def refit(net: ColourNet, samples: Samples, real: int, share: float, steps: int, seed: int) -> ColourNet:
    """`net` with its last layers alone fitted on to `samples`, which takes seconds: what is seen stays what it was."""
    torch.manual_seed(seed)
    g = torch.Generator().manual_seed(seed)
    net.eval()
    features = features_of(net, samples, g)
    count = torch.from_numpy(np.bincount(samples.picture))
    weights = weights_of(samples, real, share)[samples.picture] / count[samples.picture]
    names, bodies = torch.from_numpy(samples.names), torch.from_numpy(samples.bodies)

    def drawn() -> Iterator[Batch]:
        while True:
            rows = torch.multinomial(weights, 2 * PICTURES * DICE, replacement=True, generator=g)
            look = torch.randint(LOOKS, rows.shape, generator=g)
            yield (features[look, rows],), names[rows], bodies[rows]

    last = [*net.mind.parameters(), *net.names.parameters(), *net.bodies.parameters()]
    _run(net, last, drawn(), lambda _, batch: colour_loss(net.answer, batch), steps, LATER_RATE)
    return net


def features_of(net: ColourNet, samples: Samples, g: torch.Generator) -> Tensor:
    """(LOOKS, n, features): what the first layers of `net` make of each look at the n dice, lit anew."""
    crops, pictures = torch.from_numpy(samples.crops), torch.from_numpy(samples.pictures)
    picture = torch.from_numpy(samples.picture)
    looks = []
    with torch.no_grad():
        for look in range(LOOKS):
            parts = []
            for rows in torch.arange(len(samples.names)).split(1024):
                dice, about = crops[rows, look][:, None].float() / 255, pictures[picture[rows]].float() / 255
                parts.append(net.features(*relit(dice, about, g)))
            looks.append(torch.cat(parts))
    return torch.stack(looks)


def _run(
    net: ColourNet, parameters: Iterable[Tensor], batches: Iterator[Batch], loss_of: LossOf, steps: int, rate: float
) -> None:
    optimiser = torch.optim.AdamW(parameters, rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps)
    run_steps(net, batches, loss_of, optimiser, schedule, range(1, steps + 1), name="colour")


def export(net: ColourNet, out: Path) -> None:
    """Write `net` to `out` and check that it answers there as it does here."""
    dice, picture = (part.numpy() for part in example())
    axes = {"dice": {0: "n"}, "names": {0: "n"}, "bodies": {0: "n"}}
    write_onnx(ColourNetForExport(net).eval(), {"dice": dice, "picture": picture}, ["names", "bodies"], axes, out)


def evaluate(net: ColourNet, samples: Samples) -> str:
    """How the labelled dice of `samples` are named: the share that is right, and what the wrong ones were called."""
    with torch.no_grad():
        said = net(
            torch.from_numpy(samples.crops[:, 0]).float() / 255,
            torch.from_numpy(samples.pictures[samples.picture]).float() / 255,  # one picture a die
        )[0].argmax(1)
    lines = []
    for name in np.unique(samples.names):
        of = said[torch.from_numpy(samples.names == name)].numpy()
        called = ", ".join(f"{NAMES[n]} {np.sum(of == n)}" for n in np.unique(of))
        lines.append(f"  {NAMES[name]:8s} {np.mean(of == name):.3f} of {len(of)}: {called}")
    return f"right {np.mean(said.numpy() == samples.names):.4f} of {len(samples.names)}\n" + "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders of rendered scenes")
    parser.add_argument("--photos", type=Path, help="folder of photographs with labelled colours")
    parser.add_argument("--reader", type=Path, help="that tells where upper faces are (default: the package's own)")
    parser.add_argument("--leave-out", nargs="*", default=[], help="words in the paths of photographs to leave out")
    parser.add_argument("--judge", action="store_true", help="evaluate on the photographs left out")
    parser.add_argument("--start", type=Path, help="weights to go on from, as --keep left them")
    parser.add_argument("--last", action="store_true", help="fit on only the last layers of --start: takes seconds")
    parser.add_argument("--keep", type=Path, help="where to leave the weights")
    parser.add_argument("--share", type=float, default=0.25, help="of what is learnt from, the share of photographs")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--version", help="enter the network into the manifest beside it under this version")
    args = parser.parse_args()
    prepare(args.seed, args.threads)
    reader = PipClassifier(open_network(args.reader) if args.reader else load_network("reader"))
    parts = [samples_of(folder, reader) for folder in args.scenes]
    real = samples_of(args.photos, reader, leave_out=tuple(args.leave_out)) if args.photos else None
    samples = joined([*parts, real] if real else parts)
    net = None
    if args.start:
        net = ColourNet()
        net.load_state_dict(torch.load(args.start, weights_only=True))
    how = (samples, len(real.pictures) if real else 0, args.share, args.steps, args.seed)
    net = refit(net, *how) if net and args.last else fit(*how, net)
    if args.keep:
        torch.save(net.state_dict(), args.keep)
    export(net, args.out)
    if args.judge and args.photos and args.leave_out:
        print("left out:", evaluate(net, samples_of(args.photos, reader, only=tuple(args.leave_out))))
    if args.version:
        enter_network("colour", args.out, args.version, DESCRIPTIONS["colour"])


if __name__ == "__main__":
    main()
