"""What both fits share: the schedule, checkpoints that a later run goes on from, and the progress bar."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm


def seed_all(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def add_fit_arguments(parser: argparse.ArgumentParser, steps: int, rate: float) -> None:
    """What every fit is told: its checkpoint, what it starts from, for how long, how fast, and by which chance."""
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--start-from", type=Path)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)


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


def run_fit(
    net: nn.Module,
    batches: Iterator[Any],
    loss_of: Callable[[nn.Module, Any], Tensor],
    steps: int,
    checkpoint: Path,
    rate: float = 2e-3,
    start_from: Path | None = None,
    save_every: int = 250,
) -> nn.Module:
    """Fit `net` for `steps` steps with AdamW on a one-cycle schedule and return it with averaged weights.

    `checkpoint` is written now and then and read first when it exists, so that a stopped run goes on.
    """
    net = net.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps + 1, pct_start=0.12, final_div_factor=50
    )
    done = 0
    if start_from is not None and not checkpoint.exists():
        net.load_state_dict(torch.load(start_from, weights_only=True)["average"])
    average = Average(net)
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(state["net"])
        average.weights, average.steps = state["average"], state["step"]
        if state["step"] < steps:
            optimiser.load_state_dict(state["optimiser"])
            schedule.load_state_dict(state["schedule"])
        done = state["step"]
    checkpoint.parent.mkdir(parents=True, exist_ok=True)

    def save(step: int) -> None:
        state = {
            "net": net.state_dict(),
            "average": average.weights,
            "step": step,
            "optimiser": optimiser.state_dict(),
            "schedule": schedule.state_dict(),
        }
        part = checkpoint.with_suffix(".part")
        torch.save(state, part)
        part.replace(checkpoint)

    shown = 0.0
    with tqdm(total=steps, initial=min(done, steps), unit="step", desc=checkpoint.stem, mininterval=5) as bar:
        for step in range(done + 1, steps + 1):
            loss = loss_of(net, next(batches))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            average.update(net)
            shown = 0.98 * shown + 0.02 * float(loss.detach()) if shown else float(loss.detach())
            bar.update()
            bar.set_postfix(loss=f"{shown:.4f}", refresh=False)
            if step % save_every == 0 or step == steps:
                save(step)
    net.load_state_dict(average.weights)
    return net.eval()
