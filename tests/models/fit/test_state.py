"""The state of a fit: what is refused, how much room it takes, and that a fit taken up elsewhere ends as in one go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from models.train.fit import state as states
from models.train.fit.state import FitState, StateError, checksum, refuse_other, room_for, write_whole
from tests.support.paths import ROOT


def torch_or_skip() -> Any:
    return pytest.importorskip("torch", reason="training needs the extra `train`")


# Without torch


def test_a_configuration_has_one_checksum_whatever_the_order() -> None:
    assert checksum({"steps": 4, "rate": 0.1}) == checksum({"rate": 0.1, "steps": 4})
    assert checksum({"steps": 4}) != checksum({"steps": 5})


def test_the_state_of_another_fit_is_refused_in_one_line() -> None:
    refuse_other(Path("a.pt"), {"steps": 4, "rate": 0.1}, {"rate": 0.1, "steps": 4})
    with pytest.raises(StateError) as refusal:
        refuse_other(Path("a.pt"), {"steps": 4, "rate": 0.1}, {"steps": 5, "rate": 0.1})
    assert str(refusal.value) == "a.pt: the state of another fit (steps 4 there, 5 here); remove it to begin anew"
    with pytest.raises(StateError, match=r"\(share None there, 0.5 here\)"):
        refuse_other(Path("a.pt"), {"steps": 4}, {"steps": 4, "share": 0.5})


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "state" / "a.pt"
    write_whole(file, b"old")

    def breaks(_: Path, content: bytes) -> int:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "write_bytes", breaks)
        with pytest.raises(OSError):
            write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    write_whole(file, b"new")
    assert [(one.name, one.read_bytes()) for one in file.parent.iterdir()] == [("a.pt", b"new")]


def test_the_others_in_the_folder_take_room_and_the_file_itself_none(tmp_path: Path) -> None:
    file = tmp_path / "state" / "a.pt"
    assert room_for(file) == states.LIMIT
    write_whole(file, bytes(500))
    write_whole(file.with_name("b.pt"), bytes(300))
    assert room_for(file) == states.LIMIT - 300


# With torch

FIT = """
import itertools, random, sys
import numpy as np
import torch
from pathlib import Path
from models.train.fit.state import FitState, StateError
from models.train.fit.training_loop import prepare, run_fit

checkpoint, shared, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
prepare(3, 1)

def batches(g):
    for _ in range(count):
        noise = random.random() + np.random.random()
        yield torch.from_numpy(g.normal(size=(8, 3, 8, 8)).astype(np.float32)) + noise * torch.randn(1)

net = torch.nn.Sequential(
    torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.Dropout(0.3), torch.nn.Conv2d(4, 2, 6)
)
state = FitState(checkpoint, {"steps": 12}, 3, shared)
try:
    run_fit(net, batches(state.generator), lambda net, x: net(x).square().mean(), 12, state, save_every=6)
except StopIteration:
    sys.exit(7)  # broken off
except StateError as error:
    sys.exit(str(error))
"""


def fit(checkpoint: Path, shared: Path, batches: int) -> tuple[int, str]:
    command = [sys.executable, "-c", FIT, str(checkpoint), str(shared), str(batches)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    return run.returncode, run.stderr


def test_a_fit_taken_up_on_another_machine_ends_with_the_same_weights(tmp_path: Path) -> None:
    torch = torch_or_skip()
    here, there, whole = (tmp_path / name for name in ("here", "there", "whole"))
    shared = tmp_path / "state" / "toy.pt"
    assert fit(whole / "toy.pt", tmp_path / "none" / "toy.pt", 12)[0] == 0
    assert fit(here / "toy.pt", shared, 6)[0] == 7
    assert fit(there / "toy.pt", shared, 6)[0] == 0, "six steps are left"
    one, two = (torch.load(folder / "toy.pt", weights_only=True) for folder in (whole, there))
    assert one["step"] == two["step"] == 12
    for name, weights in one["average"].items():
        assert torch.equal(weights, two["average"][name]), name
        assert torch.equal(one["net"][name], two["net"][name]), name
    kept = torch.load(shared, weights_only=True)
    assert set(kept) == {"format", "config", "average", "step"}, "of a finished fit only what others begin with"
    assert fit(tmp_path / "third" / "toy.pt", shared, 0)[0] == 0, "nothing is left to do"
    assert torch.load(tmp_path / "third" / "toy.pt", weights_only=True)["step"] == 12


def some_state(step: int, width: int = 4) -> dict[str, Any]:
    torch = torch_or_skip()
    net = torch.nn.Linear(width, width)
    optimiser = torch.optim.AdamW(net.parameters())
    net(torch.ones(1, width)).sum().backward()
    optimiser.step()
    weights = net.state_dict()
    return {"net": weights, "average": weights, "optimiser": optimiser.state_dict(), "schedule": {}, "step": step}


def test_the_later_of_two_states_is_taken(tmp_path: Path) -> None:
    torch_or_skip()
    here, there = (FitState(tmp_path / name / "a.pt", {"steps": 9}, 1, tmp_path / "s" / "a.pt") for name in "ab")
    assert here.load() is None
    here.save(some_state(3))
    first = here.generator.random()
    there.save(some_state(6))
    again = here.load()
    assert again is not None and again["step"] == 6
    (tmp_path / "s" / "a.pt").unlink()
    again = here.load()
    assert again is not None and again["step"] == 3 and here.generator.random() == first


@pytest.mark.parametrize("content", [b"", b"no state of anything", None])
def test_what_is_no_state_or_of_another_fit_is_refused_in_one_line(content: bytes | None, tmp_path: Path) -> None:
    torch_or_skip()
    file = tmp_path / "a.pt"
    if content is None:
        FitState(file, {"steps": 8}, 1).save(some_state(3))
    else:
        file.write_bytes(content)
    with pytest.raises(StateError) as refusal:
        FitState(file, {"steps": 9}, 1).load()
    said = str(refusal.value)
    assert said.startswith(f"{file}: ") and said.endswith("; remove it to begin anew") and "\n" not in said


def test_a_copy_keeps_within_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch = torch_or_skip()
    state, shared = some_state(3, 200), tmp_path / "s" / "a.pt"
    kept = FitState(tmp_path / "a.pt", {"steps": 9}, 1, shared)
    kept.save(state)
    exact = shared.stat().st_size
    monkeypatch.setattr(states, "LIMIT", exact - 1)
    kept.save(state)
    assert 0.6 * exact < shared.stat().st_size < 0.8 * exact, "two of four parts are half as long"
    moments = torch.load(shared, weights_only=True)["optimiser"]["state"][0]
    assert moments["exp_avg"].dtype == torch.bfloat16
    optimiser = torch.optim.AdamW(torch.nn.Linear(200, 200).parameters())
    optimiser.load_state_dict(torch.load(shared, weights_only=True)["optimiser"])
    assert optimiser.state_dict()["state"][0]["exp_avg_sq"].dtype == torch.float32
    monkeypatch.setattr(states, "LIMIT", exact // 2)
    before = shared.read_bytes()
    for step in (4, 5):
        kept.save(state | {"step": step})
    assert shared.read_bytes() == before
    assert torch.load(tmp_path / "a.pt", weights_only=True)["step"] == 5, "the checkpoint goes on"
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "it stays as it was" in said
