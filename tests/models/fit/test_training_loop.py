"""The loop that fits networks: it learns, is taken up where it stopped, and averages weights."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.fit.state import FitState
from models.train.fit.training_loop import Average, run_fit

Batch = tuple["torch.Tensor", "torch.Tensor"]


def toy_batches() -> Iterator[Batch]:
    generator = torch.Generator().manual_seed(0)
    while True:
        x = torch.randn(32, 4, generator=generator)
        yield x, (x[:, :1] > 0).float()


def toy_loss(net: torch.nn.Module, batch: Batch) -> torch.Tensor:
    return torch.nn.functional.binary_cross_entropy_with_logits(net(batch[0]), batch[1])


class Toy(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


def state_in(checkpoint: Path, steps: int) -> FitState:
    return FitState(checkpoint, {"steps": steps}, seed=0)


def test_a_stopped_fit_goes_on_where_it_was(tmp_path: Path) -> None:
    torch.manual_seed(1)
    checkpoint = tmp_path / "toy.pt"
    run_fit(Toy(), toy_batches(), toy_loss, 40, state_in(checkpoint, 40), rate=0.05, save_every=20)
    assert torch.load(checkpoint, weights_only=True)["step"] == 40
    net = run_fit(Toy(), toy_batches(), toy_loss, 40, state_in(checkpoint, 40), rate=0.05)
    assert torch.equal(net.layer.weight, torch.load(checkpoint, weights_only=True)["average"]["layer.weight"])


class Memory:
    """Keeps the states of a fit in a list."""

    name = "toy"

    def __init__(self, states: list[dict[str, Any]]) -> None:
        self.states = states

    def load(self) -> dict[str, Any] | None:
        return self.states[-1] if self.states else None

    def save(self, state: dict[str, Any]) -> None:
        self.states.append(copy.deepcopy(state))


def test_a_fit_that_is_taken_up_ends_as_one_without_a_break() -> None:
    """And each step is told once."""

    def fitted(states: list[dict[str, Any]], batches: Iterator[Batch]) -> tuple[torch.nn.Module, list[int]]:
        torch.manual_seed(1)
        steps: list[int] = []

        def note(step: int, loss: float) -> None:
            assert loss > 0
            steps.append(step)

        net = run_fit(Toy(), batches, toy_loss, 40, Memory(states), save_every=15, on_step=note)
        return net, steps

    states: list[dict[str, Any]] = []
    whole, steps = fitted(states, toy_batches())
    assert steps == list(range(1, 41)) and [state["step"] for state in states] == [15, 30, 40]
    rest = toy_batches()
    for _ in range(15):
        next(rest)
    later, steps = fitted(states[:1], rest)
    assert steps == list(range(16, 41))
    assert torch.equal(whole.layer.weight, later.layer.weight)


def test_a_fit_learns(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = run_fit(Toy(), toy_batches(), toy_loss, 150, state_in(tmp_path / "toy.pt", 150), rate=0.1)
    x, wanted = next(iter(toy_batches()))
    assert ((net(x) > 0).float() == wanted).float().mean() > 0.9


def test_the_average_follows_the_weights() -> None:
    net = Toy()
    average = Average(net, keep=0.5)
    with torch.no_grad():
        net.layer.weight.fill_(1.0)
    for _ in range(80):
        average.update(net)
    assert torch.allclose(average.weights["layer.weight"], torch.ones(1, 4), atol=1e-3)
