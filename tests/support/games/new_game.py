"""The game that `companion new` makes, in a folder of a test's own, changed as the test says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import seeds
from companion import cli
from companion.games import forget_faults

GAME = "dice-duel"
Change = tuple[str, str, str]
"""A file of the package, a text in it, and what stands there instead."""
Make = Callable[..., str]


def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of a test's games is left: neither in the list, nor on the path, nor among the modules."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(seeds.FOLDERS, "")
    seeds.forget_installed()
    known = set(sys.modules)
    yield
    for name in [name for name in sys.modules if name not in known and name.split(".")[0].startswith("dice_duel")]:
        del sys.modules[name]
    monkeypatch.undo()
    seeds.forget_installed()
    forget_faults()


def make_game(folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: Change) -> str:
    """Makes the game and has it among those that are installed; its id."""
    with redirect_stdout(StringIO()):
        assert cli.main(["new", GAME, "--out", str(folder)]) == 0
    package = folder / GAME / "dice_duel"
    for name, old, new in changes:
        text = (package / name).read_text("utf-8")
        assert old in text, old
        (package / name).write_text(text.replace(old, new, 1), "utf-8")
    for name in [name for name in sys.modules if name.split(".")[0] == "dice_duel"]:
        del sys.modules[name]
    monkeypatch.setenv(seeds.FOLDERS, str(package))
    seeds.forget_installed()
    return GAME
