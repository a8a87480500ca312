"""Loads the trained networks: checks each file's SHA-256 against the manifest, and its inputs and outputs by a trial
run."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import onnxruntime as ort

from companion.text import later, say

AGAIN = later("install the package again")


class ModelError(Exception):
    """A network is missing, damaged or not the one that the manifest names. The message is one line for the user."""


class Contract(NamedTuple):
    """The shapes that a network must take and return: uint8 in, float32 out."""

    pixels: tuple[int, ...]
    answer: tuple[int, ...]
    beside: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """Shapes of its further inputs, float32, by name."""


CONTRACTS = {
    "finder": Contract((1, 32, 48, 3), (1, 5, 8, 12)),
    "reader": Contract((2, 64, 64, 3), (2, 17)),
    "face_reader": Contract((2, 64, 64, 3), (2, 118)),
    "framer": Contract((2, 64, 64, 3), (2, 6)),
    "cells": Contract((1, 96, 96, 3), (1, 18, 4, 4), {"lean": (1, 4, 4, 2)}),
    "embedder": Contract((2, 48, 48, 3), (2, 64)),
}
"""A file may be the one that the manifest names and yet not the one that this program needs: by name, what is tried
when it is loaded, in about a millisecond. Networks that are not listed are not tried."""


def read_manifest(folder: Traversable | Path | None = None) -> dict[str, Any]:
    """The tables of `manifest.toml` in `folder` (default: the installed package `models`); ModelError without one."""
    folder = files("models") if folder is None else folder
    try:
        return tomllib.loads((folder / "manifest.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        reason = say("is missing")
    except OSError as error:
        reason = say("cannot be read ({reason})", reason=error.strerror)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        reason = say("is damaged ({reason})", reason=error)
    raise ModelError(say("models/manifest.toml {reason}; {again}", reason=reason, again=say(AGAIN)))


def _file_and_checksum(name: str, folder: Traversable | Path | None) -> tuple[str, str]:
    entry = read_manifest(folder).get(name)
    if not isinstance(entry, dict):
        raise ModelError(
            say("models/manifest.toml does not name the network {name!r}; {again}", name=name, again=say(AGAIN))
        )
    file, wanted = entry.get("file"), entry.get("sha256")
    if not isinstance(file, str) or not isinstance(wanted, str) or not file or Path(file).name != file:
        raise ModelError(
            say(
                "models/manifest.toml does not name a file and its SHA-256 for the network {name!r}; {again}",
                name=name,
                again=say(AGAIN),
            )
        )
    return file, wanted.lower()


def checksum(name: str, folder: Traversable | Path | None = None) -> str:
    """SHA-256 of the network `name` as the manifest has it, to which whoever loads it is held; raises ModelError."""
    return _file_and_checksum(name, folder)[1]


def network_bytes(name: str, folder: Traversable | Path | None = None) -> bytes:
    """The file of the network `name`, checked against the manifest.

    Raises ModelError when the manifest or the file is missing or the file's SHA-256 is not the manifest's.
    """
    folder = files("models") if folder is None else folder
    file, wanted = _file_and_checksum(name, folder)
    try:
        data = (folder / file).read_bytes()
    except FileNotFoundError:
        raise ModelError(say("models/{file} is missing; {again}", file=file, again=say(AGAIN))) from None
    except OSError as error:
        raise ModelError(
            say("models/{file} cannot be read ({reason}); {again}", file=file, reason=error.strerror, again=say(AGAIN))
        ) from None
    if not data:
        raise ModelError(say("models/{file} is empty; {again}", file=file, again=say(AGAIN)))
    if hashlib.sha256(data).hexdigest() != wanted:
        raise ModelError(
            say(
                "models/{file} is not the file that models/manifest.toml describes (SHA-256 differs); it was changed, "
                "swapped or cut short: {again}",
                file=file,
                again=say(AGAIN),
            )
        )
    return data


def load_network(name: str, folder: Traversable | Path | None = None) -> ort.InferenceSession:
    """The network that the manifest in `folder` (default: the installed package `models`) lists as `name`.

    Raises ModelError when it is missing, damaged, or does not what `CONTRACTS` asks of it.
    """
    data = network_bytes(name, folder)
    try:
        session = _session(data)
    except Exception as error:  # onnxruntime has a dozen kinds of its own without a common base
        raise ModelError(
            say(
                "the network {name!r} cannot be run ({reason}); {again}",
                name=name,
                reason=_first_line(error),
                again=say(AGAIN),
            )
        ) from None
    if name in CONTRACTS:
        _try(name, session, CONTRACTS[name])
    return session


def _try(name: str, session: ort.InferenceSession, contract: Contract) -> None:
    """ModelError unless `session` keeps the contract."""
    inputs, outputs = session.get_inputs(), session.get_outputs()
    wanted = ["tensor(uint8)", *("tensor(float)" for _ in contract.beside)]
    if [one.type for one in inputs] != wanted or len(outputs) != 1:
        taken = f"{len(inputs)} x {inputs[0].type if inputs else 'nothing'}"
        raise _not_ours(name, say("it takes {inputs}", inputs=taken))
    given: dict[str, Any] = {name: np.zeros(shape, np.float32) for name, shape in contract.beside.items()}
    try:
        answer = session.run(None, {inputs[0].name: np.zeros(contract.pixels, np.uint8), **given})[0]
    except Exception as error:  # as above
        raise _not_ours(name, _first_line(error)) from None
    if answer.shape != contract.answer or answer.dtype != np.float32 or not np.isfinite(answer).all():
        answered = f"{answer.dtype} {answer.shape}"
        raise _not_ours(name, say("it answers {answer}, not {wanted}", answer=answered, wanted=str(contract.answer)))


def _not_ours(name: str, reason: str) -> ModelError:
    return ModelError(
        say(
            "the network {name!r} of models/manifest.toml is not the one that this program needs ({reason}); {again}",
            name=name,
            reason=reason,
            again=say(AGAIN),
        )
    )


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _session(data: bytes) -> ort.InferenceSession:
    options = ort.SessionOptions()
    # One thread a session: the nets are so small that handing work to a second one costs more than it saves.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what goes wrong is raised, and need not be printed as well
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def open_network(path: Path) -> ort.InferenceSession:
    """A network outside of the manifest, for training and evaluation only."""
    return _session(path.read_bytes())
