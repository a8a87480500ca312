"""The networks of the folds, in models/folds/: fitted without some sources, so that those can judge them.

`make train PHOTOS=...` writes them in the form in which networks are shipped, `make evaluate PHOTOS=...` reads them,
and they are committed: to fit them again takes days. manifest.toml there has a table for each fold: the sources it
leaves out, what it was fitted on, seed, date and figures, and for each network its file, SHA-256 and recipe.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from models.train.export.manifest import write_tables

FOLDS_FOLDER = Path(__file__).parents[2] / "folds"
FACE_READER = FOLDS_FOLDER.with_name("face_reader.onnx")
"""It saw no photograph, and is the same in every fold."""
KINDS = ("finder", "reader")
HEAD = "# The networks of the folds, and what they were fitted without. Written by models/train.\n\n"

Tables = dict[str, dict[str, Any]]


class FoldError(Exception):
    """Networks of folds that are missing or not those of the manifest, in one line that says what to do."""


def read_folds(folder: Path = FOLDS_FOLDER) -> Tables:
    """The manifest: a table for each fold; empty where there is none. Raises FoldError."""
    file = folder / "manifest.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FoldError(f"{file}: damaged ({error}); take it from the history again") from None


def fold_network(folder: Path, fold: str, kind: str, recipe: str | None = None) -> Path | None:
    """The network `kind` of `fold`; None where it is missing, or came from another recipe than a given one.

    Raises FoldError if it is not the file of the manifest."""
    entry = read_folds(folder).get(fold, {}).get(kind)
    if entry is None or (recipe is not None and entry["recipe"] != recipe) or not (folder / entry["file"]).exists():
        return None
    file = folder / str(entry["file"])
    if _sha256(file) != entry["sha256"]:
        raise FoldError(f"{file}: not the file of {folder / 'manifest.toml'}; take both from the history again")
    return file


def all_networks(folds: Mapping[str, Sequence[str]], folder: Path = FOLDS_FOLDER) -> dict[str, dict[str, Path]]:
    """The networks of all `folds` (fold: sources that it leaves out) by fold and kind.

    Raises FoldError that names all that are missing, or left something else out."""
    found: dict[str, dict[str, Path]] = {}
    missing = []
    for fold, left_out in folds.items():
        there = {kind: file for kind in KINDS if (file := fold_network(folder, fold, kind)) is not None}
        if sorted(read_folds(folder).get(fold, {}).get("leaves_out", ())) != sorted(left_out):
            there = {}
        if lacking := [kind for kind in KINDS if kind not in there]:
            missing.append(f"{' and '.join(lacking)} of fold {fold} (without {', '.join(left_out)})")
        found[fold] = there
    if missing:
        raise FoldError(f"{folder}: no {'; no '.join(missing)}: `make train PHOTOS=folder` fits and keeps them")
    return found


def keep_network(folder: Path, fold: str, kind: str, network: Path, recipe: Mapping[str, Any], checksum: str) -> None:
    """Copy `network` into `folder` and enter it with the `recipe` it was fitted by and that one's `checksum`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{fold}-{kind}.onnx"
    part = file.with_suffix(".part")
    part.write_bytes(network.read_bytes())
    part.replace(file)
    tables = read_folds(folder)
    table = tables.setdefault(fold, {})
    table.update(
        leaves_out=list(recipe["leave_out"]),
        fitted_on=str(recipe["fitted_on"]),
        seed=int(recipe["seed"]),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
    )
    table[kind] = {"file": file.name, "sha256": _sha256(file), "steps": int(recipe["steps"]), "recipe": checksum}
    write_tables(tables, folder / "manifest.toml", HEAD)


def keep_figures(folder: Path, fold: str, figures: Mapping[str, Any]) -> None:
    """Enter how the networks of `fold` did on what they were fitted without."""
    tables = read_folds(folder)
    tables.setdefault(fold, {})["figures"] = dict(figures)
    write_tables(tables, folder / "manifest.toml", HEAD)


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
