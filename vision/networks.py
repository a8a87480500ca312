"""The trained networks: read whole, checked against the manifest, then loaded from memory."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import onnxruntime as ort


class ModelError(Exception):
    """A network is missing, damaged or not the one that the manifest names. The message is one line for the user."""


def _session(data: bytes) -> ort.InferenceSession:
    options = ort.SessionOptions()
    # One thread a session: the nets are so small that handing work to a second one costs more than it saves.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def load_network(name: str, folder: Traversable | Path | None = None) -> ort.InferenceSession:
    """The network that `manifest.toml` in `folder` (default: the installed package `models`) lists as `name`.

    Raises ModelError when the manifest or the file is missing or the file's SHA-256 is not the manifest's.
    """
    folder = files("models") if folder is None else folder
    try:
        manifest = tomllib.loads((folder / "manifest.toml").read_text())
        entry = manifest[name]
        path, wanted = folder / entry["file"], entry["sha256"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise ModelError(
            f"models/manifest.toml does not name the network {name!r} ({error}); install the package again"
        ) from None
    try:
        data = path.read_bytes()
    except OSError:
        raise ModelError(f"models/{entry['file']} is missing; install the package again") from None
    if hashlib.sha256(data).hexdigest() != wanted:
        raise ModelError(
            f"models/{entry['file']} is not the file that models/manifest.toml describes (SHA-256 differs);"
            " it was changed or damaged: install the package again"
        )
    return _session(data)


def open_network(path: Path) -> ort.InferenceSession:
    """A network outside of the manifest, for training and evaluation only."""
    return _session(path.read_bytes())
