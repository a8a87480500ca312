"""Writes models/manifest.toml: one table a network, and the trust models."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HEAD = "# What lies here, one table a network; a file whose SHA-256 differs is refused. Written by models/train.\n\n"


def enter(name: str, table: Mapping[str, Any], manifest: Path) -> None:
    """Put `table` into `manifest` as `name`, in place of what goes by that name; the other tables stay."""
    tables = tomllib.loads(manifest.read_text()) if manifest.exists() else {}
    tables[name] = table
    write_tables(tables, manifest, HEAD)


def write_tables(tables: Mapping[str, Mapping[str, Any]], manifest: Path, head: str) -> None:
    """Write `tables` in the order of their names, the trust models last, under the comment `head`."""
    order = sorted(tables, key=lambda n: (n == "trust", n))
    manifest.write_text(head + "\n".join(to_toml(n, tables[n]) for n in order))


def enter_network(name: str, file: Path, version: str, description: Mapping[str, Any]) -> None:
    """Put the network `file` into the manifest beside it."""
    checksum = hashlib.sha256(file.read_bytes()).hexdigest()
    table = {"file": file.name, "version": version, "sha256": checksum, "licence": "MIT", **description}
    enter(name, table, file.with_name("manifest.toml"))


def to_toml(name: str, table: Mapping[str, Any]) -> str:
    """A table of numbers, plain strings, lists of them, and tables of these."""
    plain = [f"{key} = {_value(value)}" for key, value in table.items() if not isinstance(value, Mapping)]
    nested = [to_toml(f"{name}.{key}", value) for key, value in table.items() if isinstance(value, Mapping)]
    return "\n".join(["\n".join([f"[{name}]", *plain]) + "\n", *nested])


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value) if isinstance(value, int | float) else f'"{value}"'
