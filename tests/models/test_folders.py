"""How large the checkout may be: what is committed stays in its history for ever."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from models.train.fit.state import LIMIT
from tests.support.paths import ROOT

MOST = {
    "models/folds": 8,
    "models/train/state": LIMIT / 1e6,
    "models": 18 + LIMIT / 1e6,
    "ui": 20,
    "tests": 10,
    "docs": 6,
    ".": 50 + LIMIT / 1e6,
}
"""Folders of the checkout, and how many MB (of a million bytes) their files may have together."""


def committed() -> list[Path]:
    """The files that are in the checkout to stay: those that git does not ignore; all, without git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        files = [ROOT / name for name in run.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        files = [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return [file for file in files if file.is_file()]


@pytest.mark.parametrize("folder", MOST)
def test_a_folder_stays_in_bounds(folder: str) -> None:
    size = sum(file.stat().st_size for file in committed() if (ROOT / folder) in file.parents) / 1e6
    assert size <= MOST[folder], f"{folder}: {size:.1f} MB"
    if folder not in ("models/folds", "models/train/state"):
        assert size > 0


def test_no_file_is_larger_than_a_forge_takes() -> None:
    assert [file for file in committed() if file.stat().st_size > 50e6] == []
