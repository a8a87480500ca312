"""Keeps the state of a fit between two runs, also for another machine.

Each fit has its checkpoint, and a copy of it in models/train/state/, which is committed while the fit goes on: a run
that finds either goes on from the later one. Beside the weights, their average and the optimiser's moments it holds all
generators of random numbers, so that a fit that was broken off ends with the very weights of one that was not, as long
as its batches depend on nothing but the generator given to them. A state of another fit is refused.

The folder of copies holds LIMIT bytes at most. When room is short the moments of a copy are kept in half precision
(bfloat16); when that does not help the copy stays as it was, and the fit goes on with its checkpoint alone. The copy of
a finished fit holds only what others begin with, the averaged weights.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from torch import nn

LIMIT = 30_000_000
"""Bytes that the files in a folder of copies may have together."""
FORMAT = 1
PLACES = ("out", "state", "mark", "threads")
"""Arguments of fits that may differ when they go on."""


class StateError(Exception):
    """A state that cannot be used, in one line that says why and what to do."""


def checksum(config: Mapping[str, Any]) -> str:
    """SHA-256 of a configuration of plain values, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(config, sort_keys=True).encode()).hexdigest()


def refuse_other(file: Path, kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise StateError if the configuration `kept` in `file` is not the one `wanted`, naming the first difference."""
    if checksum(kept) == checksum(wanted):
        return
    name = min(name for name in {*kept, *wanted} if kept.get(name) != wanted.get(name))
    difference = f"{name} {kept.get(name)!r} there, {wanted.get(name)!r} here"
    raise StateError(f"{file}: the state of another fit ({difference}); remove it to begin anew")


def write_whole(file: Path, content: bytes) -> None:
    """Replace `file` at once: whoever reads it finds the old content or the new."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    part.write_bytes(content)
    part.replace(file)


def room_for(file: Path) -> int:
    """Bytes that `file` may have, given the others in its folder."""
    others = sum(one.stat().st_size for one in file.parent.glob("*") if one != file) if file.parent.exists() else 0
    return LIMIT - others


class FitState:
    """The state of one fit: a `checkpoint`, and its copy `shared` with other machines, if any.

    `config`: all that the fit depends on, plain values ("steps" among them). `generator`: what its batches are drawn
    with, saved and restored with the rest."""

    def __init__(self, checkpoint: Path, config: Mapping[str, Any], seed: int, shared: Path | None = None) -> None:
        self.checkpoint, self.config, self.shared = checkpoint, dict(config), shared
        self.generator = np.random.default_rng(seed)
        self.name = checkpoint.stem
        self._told = False

    def load(self) -> dict[str, Any] | None:
        """The later of what the two files hold, and sets all generators as they were then; None: neither is there.

        Raises StateError for a file that is damaged or of another fit."""
        files = [file for file in (self.checkpoint, self.shared) if file is not None and file.exists()]
        states = [self._read(file) for file in files]
        if not states:
            return None
        state = max(states, key=lambda one: int(one["step"]))  # of two alike the first: the checkpoint is exact
        if "random" in state:
            self._restore(json.loads(state["random"]), state["torch_random"])
        else:  # finished elsewhere
            state["net"] = state["average"]
            if not self.checkpoint.exists():
                write_whole(self.checkpoint, _packed(state))
        return state

    def save(self, state: Mapping[str, Any]) -> None:
        """Keep `state`: "net", "average" and "optimiser" (state dicts), "schedule", and "step", the steps done."""
        import torch

        head = {"format": FORMAT, "config": self.config}
        whole = {**state, **head, "random": json.dumps(self._random()), "torch_random": torch.get_rng_state()}
        exact = _packed(whole)
        write_whole(self.checkpoint, exact)
        if self.shared is None:
            return
        room, copy = room_for(self.shared), exact
        if state["step"] >= self.config["steps"]:
            copy = _packed({**head, "average": state["average"], "step": state["step"]})
        elif len(copy) > room:
            copy = _packed({**whole, "optimiser": _halved(state["optimiser"])})
        if len(copy) <= room:
            write_whole(self.shared, copy)
        elif not self._told:
            self._told = True
            print(f"{self.shared}: no room for {len(copy)} bytes in {LIMIT}; it stays as it was", file=sys.stderr)

    def _read(self, file: Path) -> dict[str, Any]:
        import torch

        try:
            state: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True)
            config, version, _ = state["config"], state["format"], int(state["step"])
        except Exception as error:  # torch has no type of its own for what it cannot read
            raise StateError(f"{file}: no state of a fit ({type(error).__name__}); remove it to begin anew") from None
        if version != FORMAT:
            raise StateError(f"{file}: of format {version}, not {FORMAT}; remove it to begin anew")
        refuse_other(file, config, self.config)
        return state

    def _random(self) -> dict[str, Any]:
        legacy = np.random.get_state(legacy=False)
        assert isinstance(legacy, dict)
        legacy = {**legacy, "state": {**legacy["state"], "key": legacy["state"]["key"].tolist()}}
        return {"python": random.getstate(), "numpy": legacy, "batches": self.generator.bit_generator.state}

    def _restore(self, kept: dict[str, Any], of_torch: Any) -> None:
        import torch

        version, numbers, gauss = kept["python"]
        random.setstate((version, tuple(numbers), gauss))
        kept["numpy"]["state"]["key"] = np.array(kept["numpy"]["state"]["key"], np.uint32)
        np.random.set_state(kept["numpy"])
        self.generator.bit_generator.state = kept["batches"]
        torch.set_rng_state(of_torch)


def config_of(arguments: Mapping[str, Any], net: nn.Module) -> dict[str, Any]:
    """The configuration of a fit of `net` with these arguments of its command line.

    Of files only their number counts, since they lie elsewhere on another machine; of photographs, their labels."""
    config = {name: _without_places(value) for name, value in arguments.items() if name not in PLACES}
    photos = arguments.get("photos")
    if photos is not None:
        labels = photos / "labels.json" if photos.is_dir() else photos
        config["photos"] = hashlib.sha256(labels.read_bytes()).hexdigest()
    shapes = {name: list(value.shape) for name, value in net.state_dict().items()}
    return {**config, "net": type(net).__name__, "weights": checksum(shapes)}


def _without_places(value: Any) -> Any:
    if isinstance(value, Path):
        return 1
    if isinstance(value, list) and any(isinstance(one, Path) for one in value):
        return len(value)
    return value


def _packed(state: Mapping[str, Any]) -> bytes:
    import torch

    buffer = io.BytesIO()
    torch.save(dict(state), buffer)
    return buffer.getvalue()


def _halved(optimiser: Mapping[str, Any]) -> dict[str, Any]:
    """The state of an optimiser with its moments in bfloat16, which has the range of float32; loading widens them."""
    import torch

    moments = {
        number: {name: value.to(torch.bfloat16) if value.ndim else value for name, value in of.items()}
        for number, of in optimiser["state"].items()
    }
    return {**optimiser, "state": moments}
