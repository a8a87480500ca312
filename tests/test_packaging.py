"""The wheel: it carries what the program needs, and works in an empty environment outside the checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.support.app.serving import serving
from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CARRIED = (
    "companion/texts/*.mo",
    "companion/texts/*.po",
    "ui/texts/*.mo",
    "ui/texts/*.po",
    "seeds/*.toml",
    "seeds/de/*.toml",
    "models/*.onnx",
    "models/manifest.toml",
    "models/CARD.md",
    "models/card/*.png",
    "models/LICENCE-EfficientNet",
    "models/faces/*.json",
    "ui/assets/**/*",
    "ui/network/pages/*",
    "ui/recordings/*",
)
"""What is no Python and yet needed at run time."""


def test_the_console_script_is_there() -> None:
    (script,) = PROJECT["scripts"].values()
    assert callable(EntryPoint("companion", script, "console_scripts").load())


def test_nothing_is_required_without_a_reason() -> None:
    """opencv-python and its headless twin share a folder: only one of them may come in."""
    names = {re.split(r"[<>=!~\[ ]", requirement)[0] for requirement in PROJECT["dependencies"]}
    field = {"opencv-python", "onnxruntime", "numpy", "flet", "flet-web", "flet-audio"}
    chores = {"msgspec", "platformdirs", "tqdm", "SQLAlchemy"}  # strict JSON, where things belong, progress, the record
    phones = {"cryptography", "segno"}  # the certificate, the QR code
    assert names == field | chores | phones


def test_the_version_is_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.+?)\]", changelog, re.M)
    assert headings[0] == "Unreleased"
    assert PROJECT["version"] in headings or f"To become {PROJECT['version']}" in changelog


@pytest.mark.parametrize(
    "script", ["scripts/setup.sh", "scripts/python.sh", "scripts/chromium.sh", "scripts/postgresql.sh", ".ci/run"]
)
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    shell = "bash" if script == ".ci/run" else "sh"
    assert subprocess.run([shell, "-n", str(ROOT / script)], capture_output=True).returncode == 0


def test_python_is_found_or_asked_for_in_one_line(tmp_path: Path) -> None:
    script = str(ROOT / "scripts" / "python.sh")
    given = subprocess.run([script], env=os.environ | {"PYTHON": sys.executable}, capture_output=True, text=True)
    assert (given.stdout, given.stderr) == (f"{sys.executable}\n", "")
    wrong = subprocess.run([script], env=os.environ | {"PYTHON": "/bin/false"}, capture_output=True, text=True)
    assert wrong.returncode == 1 and wrong.stdout == ""
    assert wrong.stderr.startswith("Python 3.11 or newer is needed") and wrong.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that the checkout stays as it is."""
    copy = tmp_path_factory.mktemp("source") / "project"
    left = shutil.ignore_patterns(".*", "__pycache__", "build", "dist")
    shutil.copytree(ROOT, copy, ignore=left)
    shutil.copy(ROOT / ".gitignore", copy)
    out = tmp_path_factory.mktemp("dist")
    run = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(copy)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    (built,) = out.glob("*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_carries_what_is_needed_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for pattern in CARRIED:
        files = [path for path in ROOT.glob(pattern) if path.is_file()]
        assert files, f"the checkout has no {pattern}"
        missing = [path for path in files if path.relative_to(ROOT).as_posix() not in names]
        assert missing == [], pattern
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion", "vision", "models", "ui", "seeds"}
    assert [name for name in names if name.endswith((".pyc", ".log", ".pt"))] == []
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment into which the wheel was installed with all that it requires."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run = subprocess.run([*pip, str(wheel)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return programs


@pytest.mark.slow
def test_the_installed_program_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def companion(*arguments: str) -> str:
        program = str(installed / "companion")
        run = subprocess.run([program, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert (run.returncode, run.stderr) == (0, ""), run.stderr
        return run.stdout

    assert companion("--version") == f"companion {PROJECT['version']}\n"
    answer = json.loads(companion("rules", "--new", "army-vs-aliens-2011"))
    assert answer["awaited"] == {"need": "roll", "seat": 0, "dice": 9}
    shutil.copy(ROOT / "tests" / "data" / "eighteen.png", tmp_path / "table.png")
    read = json.loads(companion("scan", "table.png", "--json"))
    assert (read["width"], read["height"]) == (1280, 720) and len(read["dice"]) == 18
    with serving([str(installed / "companion"), "app", "--demo", "--no-browser"], env) as app:
        assert "<html" in app.page().lower()
        assert app.end()[0] == 0
    where = "import companion, vision, models, ui, seeds; print(companion.__file__, ui.__file__, seeds.__file__)"
    run = subprocess.run(
        [str(installed / "python"), "-c", where], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert str(ROOT) not in run.stdout, "what was tested is the installed program"
