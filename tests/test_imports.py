"""Rooms and the way imports run: the contracts in pyproject.toml hold, and what they cannot say holds too."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.support.paths import ROOT

PACKAGES = ("companion", "vision", "models", "ui", "seeds")
HEAVY = ("vision", "ui", "models", "cv2", "numpy", "onnxruntime", "flet", "flet_web")
MOST = 15
"""Modules in a folder, beside its `__init__`."""
LINT = (sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    return subprocess.run(LINT, cwd=folder, env=env, capture_output=True, text=True)


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    """Name and file of every module in these packages."""
    for package in packages:
        for path in sorted((ROOT / package.replace(".", "/")).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_the_contracts_are_kept() -> None:
    told = lint(ROOT)
    assert told.returncode == 0, told.stdout + told.stderr
    assert " 0 broken" in told.stdout


@pytest.mark.slow
def test_the_contracts_see_a_wrong_import(tmp_path: Path) -> None:
    for package in (*PACKAGES, "scripts"):
        shutil.copytree(
            ROOT / package,
            tmp_path / package,
            ignore=lambda folder, names: [n for n in names if not n.endswith(".py") and not Path(folder, n).is_dir()],
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    behind_a_door = next(name for name, path in modules("vision.plane") if path.name != "__init__.py")
    broken = {
        "Rooms are entered by the door": ("ui/core", f"import {behind_a_door}"),
        "The head knows no pixels and no screen": ("companion/rules", "def later():\n    import numpy"),
        "The eyes know no rule and no screen": ("vision/dice", "import companion.rules"),
        "The product does without the workshop": ("ui/core", "import models.train"),
        "The workshop needs no screen, and the seeds need nobody": ("seeds", "import ui.core"),
        "The head, from the front door down": ("companion/table", "import companion.referee"),
        "The eyes, from the whole table down to a frame": ("vision/camera", "import vision.table"),
        "The app, from the server down to what every part stands on": ("ui/core", "import ui.server"),
        "The match pipeline needs neither screen nor the rest of the app": ("ui/live", "import flet"),
        "Commands take of the app its server, match pipeline and shares alone": ("companion/cli", "import ui.core"),
        "Widgets, from those of one page down to those of every page": ("ui/widgets/basic", "import ui.widgets.match"),
    }
    for where, wrong in broken.values():
        with (tmp_path / where / "__init__.py").open("a") as module:
            module.write(f"\n{wrong}\n")
    told = lint(tmp_path)
    assert told.returncode == 1, told.stdout + told.stderr
    assert [name for name in broken if f"{name} BROKEN" not in told.stdout] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=True)
    arrows = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as fault:
        pytest.fail(" -> ".join(reversed(fault.args[1])))


def test_no_folder_holds_too_many_modules() -> None:
    folders = [path.parent for _, path in modules(*PACKAGES) if path.name != "__init__.py"]
    assert {str(one.relative_to(ROOT)) for one in folders if folders.count(one) > MOST} == set()


def test_what_a_room_names_as_its_own_is_there() -> None:
    for name, path in modules(*PACKAGES):
        if path.name != "__init__.py" or name.startswith("models.train"):
            continue
        room = importlib.import_module(name)
        public = list(getattr(room, "__all__", []))
        assert [one for one in public if not hasattr(room, one)] == [] and len(set(public)) == len(public), name


def test_the_front_door_loads_nothing_heavy_at_the_top() -> None:
    """Its imports are inside functions, so that `companion --help` loads no pixels and no screen."""
    for name, path in [*modules("companion.cli"), ("companion.__main__", ROOT / "companion" / "__main__.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) or (
                isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            ):
                node.body = []
        found = {one for node in ast.walk(tree) for one in imported(node)}
        assert [one for one in sorted(found) if one.split(".")[0] in HEAVY] == [], name


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield str(node.module)


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, companion.cli; companion.cli.main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    loaded = ast.literal_eval(told.stderr.splitlines()[-1])
    assert "companion.cli" in loaded and [one for one in loaded if one.split(".")[0] in HEAVY] == []
