"""The loop that every fit of a network runs: steps of gradient descent, averaged weights, checkpoints, a progress bar.

`run_steps` is the bare loop. `run_fit` adds what a fit of hours needs: AdamW on a one-cycle schedule, a running average
of the weights, and a state that is saved now and then and taken up again by the next run.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from tqdm import tqdm

from models.train.fit.state import FitState, StateError, config_of

LossOf = Callable[[nn.Module, Any], Tensor]
"""The loss (a scalar) of a network on one batch."""
OnStep = Callable[[int, float], None]
"""Called after each step with its number, from 1, and its loss."""
LARGEST_GRADIENT = 5.0
"""Norm to which larger gradients are scaled down."""
SMOOTHING = 0.98
"""Of the loss that the progress bar shows: the share of the earlier steps."""


def add_fit_arguments(parser: argparse.ArgumentParser, steps: int, rate: float) -> None:
    """Add the arguments of every fit; `steps` and `rate` (the highest learning rate) are the defaults."""
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write, and to go on from if it is there")
    parser.add_argument("--state", type=Path, help="copy of it for other machines, in models/train/state")
    parser.add_argument("--start-from", type=Path, help="checkpoint of another fit, whose weights to begin with")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mark", type=Path, help="empty file to leave when the fit is complete")


def prepare(seed: int, threads: int) -> None:
    """Seed all generators, and give torch so many threads and OpenCV one."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)


class Average:
    """A running average of a network's weights: reads better than the last step's weights and costs nothing later."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.keep, self.steps = keep, 0
        self.weights = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def update(self, net: nn.Module) -> None:
        self.steps += 1
        keep = min(self.keep, (1 + self.steps) / (10 + self.steps))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.weights[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
            else:
                self.weights[name].copy_(value)


def run_steps(
    net: nn.Module,
    batches: Iterator[Any],
    loss_of: LossOf,
    optimiser: Optimizer,
    schedule: LRScheduler,
    steps: range,
    on_step: Iterable[OnStep] = (),
    largest_gradient: float | None = None,
    name: str = "",
) -> None:
    """Take the steps of these numbers, counted from 1, each on the next batch, with a progress bar called `name`."""
    shown = 0.0
    with tqdm(total=steps.stop - 1, initial=steps.start - 1, unit="step", desc=name or None, mininterval=5) as bar:
        for step in steps:
            loss = loss_of(net, next(batches))
            optimiser.zero_grad()
            loss.backward()
            if largest_gradient is not None:
                nn.utils.clip_grad_norm_(net.parameters(), largest_gradient)
            optimiser.step()
            schedule.step()
            value = float(loss.detach())
            for call in on_step:
                call(step, value)
            shown = SMOOTHING * shown + (1 - SMOOTHING) * value if shown else value
            bar.update()
            bar.set_postfix(loss=f"{shown:.4f}", refresh=False)


def run_fit(
    net: nn.Module,
    batches: Iterator[Any],
    loss_of: LossOf,
    steps: int,
    state: FitState,
    rate: float = 2e-3,
    start_from: Path | None = None,
    save_every: int = 250,
    on_step: OnStep | None = None,
) -> nn.Module:
    """Fit `net` for `steps` steps with AdamW on a one-cycle schedule and return it with averaged weights.

    The `state` is saved every `save_every` steps and after the last, and taken up when it is there, so that a stopped
    run goes on. `start_from` is a checkpoint of another fit whose averaged weights a new one begins with. `on_step` is
    called after each step, before the state is saved. Raises StateError.
    """
    net = net.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps + 1, pct_start=0.12, final_div_factor=50
    )
    parts = {"net": net, "optimiser": optimiser, "schedule": schedule}
    earlier, done = state.load(), 0
    if start_from is not None and earlier is None:
        net.load_state_dict(torch.load(start_from, weights_only=True)["average"])
    average = Average(net)
    if earlier is not None:
        net.load_state_dict(earlier["net"])
        average.weights, average.steps = earlier["average"], earlier["step"]
        done = min(earlier["step"], steps)
        if done < steps:
            optimiser.load_state_dict(earlier["optimiser"])
            schedule.load_state_dict(earlier["schedule"])

    def save(step: int, _: float) -> None:
        if step % save_every == 0 or step == steps:
            states = {name: part.state_dict() for name, part in parts.items()}
            state.save({**states, "average": average.weights, "step": step})

    calls: list[OnStep] = [lambda *_: average.update(net), *([on_step] if on_step else []), save]
    run_steps(
        net, batches, loss_of, optimiser, schedule, range(done + 1, steps + 1), calls, LARGEST_GRADIENT, state.name
    )
    net.load_state_dict(average.weights)
    return net.eval()


def fit_network(
    args: argparse.Namespace,
    net: nn.Module,
    batches_by: Callable[[np.random.Generator], Iterator[Any]],
    loss_of: LossOf,
) -> None:
    """`run_fit` as the arguments of `add_fit_arguments` say; leaves the mark and prints what was fitted.

    The batches are drawn by a generator that is kept with the state. SystemExit for a state that cannot be used."""
    state = FitState(args.out, config_of(vars(args), net), args.seed, args.state)
    try:
        run_fit(net, batches_by(state.generator), loss_of, args.steps, state, args.rate, args.start_from)
    except StateError as error:
        raise SystemExit(str(error)) from None
    if args.mark:
        args.mark.touch()
    print(f"{args.out}: fitted, {sum(p.numel() for p in net.parameters())} parameters")
