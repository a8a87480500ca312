"""Imports run one way (DESIGN, section 2): `ui` -> `vision` -> `companion.table.view` -> `seeds`; `ui` -> `companion`.

Every module is read as text, so an import inside a function counts like one at the top.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ("companion", "vision", "models", "ui", "seeds")

NUMBERS_AND_SCREENS = ("cv2", "numpy", "onnxruntime", "flet", "flet_web")
FORBIDDEN = {
    "companion": ("vision", "ui", "models", *NUMBERS_AND_SCREENS),
    "vision": ("ui", "flet", "flet_web", "models.train"),
    "models": ("ui", "flet", "flet_web"),
    "ui": ("models.train",),
    "seeds": ("companion", "vision", "models", "ui", *NUMBERS_AND_SCREENS),
}
"""For each package what it may not import, with all that lies below."""

EXCEPTIONS = ("companion.cli", "companion.__main__")
"""The front door: the one place that may import everything."""

OF_COMPANION_FOR_VISION = ("companion.table", "companion.text")
"""Vision fills in what can be seen, says in the players' language what it cannot see, and knows no rule of any game."""


def below(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def modules() -> Iterator[tuple[str, Path]]:
    """Name and file of every module of ours."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(name: str, tree: ast.AST, is_package: bool = False) -> Iterator[str]:
    """Everything that a module imports, wherever in it, as full names; `from a import b` gives a.b, b module or not."""
    package = name.split(".") if is_package else name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__") and node.args:
            yield from (name.value for name in node.args[:1] if isinstance(name, ast.Constant))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def broken_arrows(name: str, imports: list[str]) -> list[str]:
    """Those of the imports that module `name` may not have."""
    if below(name, EXCEPTIONS):
        return []
    package = name.split(".")[0]
    wrong = [other for other in imports if below(other, FORBIDDEN[package])]
    if package == "vision":
        wrong += [
            other for other in imports if below(other, ("companion",)) and not below(other, OF_COMPANION_FOR_VISION)
        ]
    return wrong


@pytest.mark.parametrize(("name", "path"), [pytest.param(*module, id=module[0]) for module in modules()])
def test_imports_run_one_way(name: str, path: Path) -> None:
    assert broken_arrows(name, list(imported(name, parsed(path), path.name == "__init__.py"))) == []


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("companion.rules.game", "import numpy as np", ["numpy"]),
        ("companion.referee.tracker", "def f():\n    from vision import dice", ["vision.dice"]),
        ("companion.games.army", "from ..table import Die\nimport ui.server.server", ["ui.server.server"]),
        ("companion.cli.scan.scan", "import cv2, vision.dice, ui", []),
        ("companion.client", "import vision", ["vision"]),
        ("vision.dice.dice_reader", "from companion.table import Die\nfrom companion import table", []),
        ("vision.dice.dice_reader", "from companion import load", ["companion.load"]),
        ("vision.dice.dice_reader", "import companion", ["companion"]),
        ("vision.dice.dice_reader", "from companion.games import army", ["companion.games.army"]),
        ("vision.dice.dice_reader", "import importlib\nimportlib.import_module('models.train.x')", ["models.train.x"]),
        ("vision.inference.networks", "from importlib.resources import files\nfiles('models')", []),
        ("models.train.fit.training_loop", "import torch\nfrom vision.dice import crop", []),
        ("models.train.fit.training_loop", "from ui import host", ["ui.host"]),
        ("seeds", "from companion import table", ["companion.table"]),
    ],
)
def test_the_test_sees_a_wrong_import(name: str, text: str, wrong: list[str]) -> None:
    assert broken_arrows(name, list(imported(name, ast.parse(text)))) == wrong


@pytest.mark.parametrize(
    ("name", "path"), [pytest.param(*module, id=module[0]) for module in modules() if below(module[0], EXCEPTIONS)]
)
def test_the_front_door_loads_nothing_heavy_at_the_top(name: str, path: Path) -> None:
    """Its imports are inside functions, so that `companion --help` loads no pixels and no screen."""
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            node.body = []
    heavy = ("vision", "ui", "models", *NUMBERS_AND_SCREENS)
    assert [other for other in imported(name, tree, path.name == "__init__.py") if below(other, heavy)] == []


def test_every_module_was_read() -> None:
    names = [name for name, _ in modules()]
    assert {"companion", "companion.cli.scan.scan", "vision.camera.image_files", "models", "ui", "seeds"} <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_names_as_public_is_there(package: str) -> None:
    module = importlib.import_module(package)
    public = getattr(module, "__all__", [])
    assert [name for name in public if not hasattr(module, name)] == [] and len(set(public)) == len(public)
