"""Tells which program with which networks this is, so that results of another are never mixed with its own."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from companion.text import program_version


@cache
def program_identity() -> str:
    """The version and a digest of the networks that are there, whatever the manifest says of them."""
    digest = hashlib.sha256()
    for file in sorted(files("models").iterdir(), key=lambda file: file.name):
        if file.name.endswith((".onnx", ".toml")):
            digest.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return f"version {program_version()}, networks {digest.hexdigest()[:12]}"
