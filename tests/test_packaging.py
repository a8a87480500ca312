"""The package: versions, pins, what the wheel carries, and that it works outside the checkout on what it requires."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.app.serving import serving
from tests.support.paths import ROOT

SETTINGS: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
NEXT = Version(SETTINGS["tool"]["hatch"]["version"]["fallback-version"])
"""What is built where git does not tell; its number is that of the release to come."""
PYTHONS = ("3.11", "3.12", "3.13")
PACKAGES = ("companion", "models", "seeds", "ui", "vision")
WORKSHOP = ("models/train/", "models/folds/")
"""What the networks are made and judged with: in the source distribution alone."""


def test_the_console_script_is_there() -> None:
    (script,) = PROJECT["scripts"].values()
    assert callable(EntryPoint("companion", script, "console_scripts").load())


def test_nothing_is_required_without_a_reason() -> None:
    """opencv-python and its headless twin share a folder: only one of them may come in."""
    names = {Requirement(requirement).name for requirement in PROJECT["dependencies"]}
    field = {"opencv-python", "onnxruntime", "numpy", "flet", "flet-web", "flet-audio"}
    chores = {"msgspec", "platformdirs", "tqdm", "SQLAlchemy"}  # strict JSON, where things belong, progress, the record
    phones = {"cryptography", "segno"}  # the certificate, the QR code
    assert names == field | chores | phones | {"fpdf2"}  # the print kit


def test_the_pythons_that_are_named_are_those_that_are_tested() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", line)]
    assert tuple(named) == PYTHONS and PROJECT["requires-python"] == f">={PYTHONS[0]}"


# Pins


def lock(name: str) -> str:
    """A lock file with each pin in one line."""
    return (ROOT / "scripts" / "lock" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", "")


def pins(python: str, name: str = "dev") -> dict[str, str]:
    """The release of each package that a lock file gives this system under one Python."""
    found: dict[str, str] = {}
    for line in lock(name).splitlines():
        if not line.startswith("#"):
            text, *hashes = line.split(" --hash=sha256:")
            assert hashes and all(re.fullmatch(r"[0-9a-f]{64}", one.strip()) for one in hashes), line
            pin = Requirement(text)
            (exact,) = pin.specifier
            assert exact.operator == "==" and pin.url is None, line
            under = {"python_version": python, "python_full_version": f"{python}.0"}
            if pin.marker is None or pin.marker.evaluate(under):
                assert found.setdefault(canonicalize_name(pin.name), exact.version) == exact.version, line
    return found


def closure(requirements: Iterable[Requirement]) -> dict[str, Requirement]:
    """Distributions of this environment that `requirements` bring in, and theirs, by name: one that asks for it."""
    found: dict[str, Requirement] = {}
    waiting = [(requirement, "") for requirement in requirements]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found.setdefault(name, requirement)
        for wanted in {"", *requirement.extras}:
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(Requirement(line), wanted) for line in distribution(name).requires or ()]
    return found


@pytest.mark.parametrize("python", PYTHONS)
def test_every_requirement_is_pinned_within_its_range(python: str) -> None:
    extras = [lines for extra, lines in PROJECT["optional-dependencies"].items() if extra != "train"]
    pinned = pins(python)
    for line in sum(extras, PROJECT["dependencies"]):
        wanted = Requirement(line)
        assert wanted.specifier.contains(pinned[canonicalize_name(wanted.name)]), f"{line}: `make lock`"


@pytest.mark.parametrize("python", PYTHONS)
def test_what_the_program_needs_is_pinned_as_it_is_tested(python: str) -> None:
    needed, tested = pins(python, "app"), pins(python)
    for line in PROJECT["dependencies"] + SETTINGS["build-system"]["requires"]:
        assert canonicalize_name(Requirement(line).name) in needed, f"{line}: `make lock`"
    assert needed.items() <= tested.items() and "pytest" not in needed


def test_what_is_brought_in_by_others_is_pinned_too() -> None:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    extras = PROJECT["optional-dependencies"]
    brought = closure(map(Requirement, [*PROJECT["dependencies"], *extras["club"], *extras["dev"]]))
    assert set(brought) - set(pins(python)) == set(), "`make lock`"
    assert set(closure(map(Requirement, PROJECT["dependencies"]))) - set(pins(python, "app")) == set(), "`make lock`"


@pytest.mark.parametrize("name", ["app", "dev"])
def test_the_pins_name_no_place(name: str) -> None:
    text = lock(name).replace("--hash=sha256:", "")
    assert not re.search(r"://|--|@|[\w-]+\.(org|com|io|net)\b", text)


def test_tests_that_need_the_training_extra_skip_without_it() -> None:
    """Continuous integration installs `dev` alone; whoever trains would not notice an import that it lacks."""
    extras = PROJECT["optional-dependencies"]
    only = {canonicalize_name(Requirement(line).name) for line in extras["train"]}
    only -= set(closure([Requirement(line) for line in [*PROJECT["dependencies"], *extras["dev"]]]))
    roots = {name for name, owners in packages_distributions().items() if only & {canonicalize_name(o) for o in owners}}
    told = f"import sys, pytest; sys.modules.update(dict.fromkeys({sorted(roots)})); "
    told += "sys.exit(pytest.main(['--collect-only', '-q', '-p', 'no:cacheprovider', 'tests']))"
    collected = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=False)
    assert collected.returncode == 0, collected.stdout[-2000:]


# Versions


def test_the_version_to_come_is_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.+?)\]", changelog, re.M)
    assert headings[0] == "Unreleased"
    assert NEXT.is_devrelease and f"To become {NEXT.base_version}" in changelog
    released = [Version(heading) for heading in headings[1:]]
    assert released == sorted(released, reverse=True) and all(one < NEXT for one in released)
    tags = subprocess.run(["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    assert [tag for tag in tags if Version(tag) not in released] == [], "a release has its heading"


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def version_of(folder: Path) -> str:
    """The version that a build in `folder` would have."""
    run = subprocess.run([sys.executable, "-m", "hatchling", "version"], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.slow
def test_a_version_is_a_tag_or_follows_one_and_no_git_is_needed(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    assert version_of(folder) == str(NEXT)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "First")
    untagged = Version(version_of(folder))
    assert untagged.is_devrelease and untagged.local is None and untagged.release[:2] == NEXT.release[:2]
    git(folder, "tag", "v7.2.0")
    assert version_of(folder) == "7.2.0"
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "Second")
    assert version_of(folder) == "7.2.1.dev1"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--no-tags", f"file://{folder}", "shallow")
    assert Version(version_of(tmp_path / "shallow")).is_devrelease


# Scripts


SCRIPTS = [f"scripts/{name}.sh" for name in ("setup", "lock", "python", "chromium", "postgresql")]


@pytest.mark.parametrize("script", [*SCRIPTS, ".ci/run"])
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


# The distributions


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with a history of its own, which is tagged v7.2.0."""
    copy = tmp_path_factory.mktemp("source") / "project"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".?*", "__pycache__", "build", "dist"))
    shutil.copytree(ROOT / ".ci", copy / ".ci")
    shutil.copy(ROOT / ".gitignore", copy)
    git(copy, "init", "--quiet")
    git(copy, "-c", "core.compression=0", "add", ".")
    git(copy, "commit", "--quiet", "-m", "All")
    git(copy, "tag", "v7.2.0")
    return copy


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution, and the wheel that was built from it, where there is no git."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / "tabletop_companion-7.2.0-py3-none-any.whl"


def files_below(folder: Path, *tops: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for top in tops for path in (folder / top).rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_wheel_carries_what_runs_and_nothing_else(wheel: Path, source: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    left_out = (".po", "/rendering.toml")  # what catalogues and films are made from
    found = files_below(source, *PACKAGES)
    wanted = {name for name in found if not name.startswith(WORKSHOP) and not name.endswith(left_out)}
    assert {name for name in names if ".dist-info/" not in name} == wanted
    assert {"models/reader.onnx", "models/card/risk.png", "ui/texts/de.mo", "ui/assets/icons/icon-192.png"} <= wanted
    assert {"LICENSE", "models/LICENCE-EfficientNet"} == {
        name.partition(".dist-info/licenses/")[2] for name in names if "/licenses/" in name
    }


@pytest.mark.slow
def test_the_source_distribution_carries_the_workshop_and_the_tests_too(built: Path, source: Path) -> None:
    with tarfile.open(built / "tabletop_companion-7.2.0.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    left_out = files_below(source, *PACKAGES, "tests", "scripts", ".ci") - names
    assert left_out == {str(file.relative_to(source)) for file in (source / "models" / "train" / "state").glob("*")}
    assert {"models/train/pipeline.py", "scripts/lock/app.txt", "Makefile", "CHANGELOG.md", "pyproject.toml"} <= names


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has the wheel and what it requires, and nothing else.

    The requirements are links to this environment's, so that nothing is fetched."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--no-compile"]
    run = subprocess.run([*pip, "--quiet", str(wheel)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip())
    for name in closure(map(Requirement, PROJECT["dependencies"])):
        found = distribution(name)
        for top in {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}:
            target = Path(str(found.locate_file(top))).resolve()
            if not (packages / top).exists():
                (packages / top).symlink_to(target)
    return programs


@pytest.mark.slow
def test_the_installed_program_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def companion(*arguments: str) -> str:
        program = str(installed / "companion")
        run = subprocess.run([program, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert (run.returncode, run.stderr) == (0, ""), run.stderr
        return run.stdout

    assert companion("--version") == "companion 7.2.0\n"
    answer = json.loads(companion("rules", "--new", "army-vs-aliens-2011"))
    assert answer["awaited"] == {"need": "roll", "seat": 0, "dice": 9}
    shutil.copy(ROOT / "tests" / "data" / "eighteen.png", tmp_path / "table.png")
    read = json.loads(companion("scan", "table.png", "--json"))
    assert (read["width"], read["height"]) == (1280, 720) and len(read["dice"]) == 18
    assert "Print at 100 %" in companion("kit", "doubles-wild", "--only", "sheets")
    assert (tmp_path / "doubles-wild-sheets-A4.pdf").read_bytes().startswith(b"%PDF-")
    with serving([str(installed / "companion"), "app", "--demo", "--no-browser"], env) as app:
        assert "<html" in app.page().lower()
        assert app.end()[0] == 0
    where = "import companion, vision, models, ui, seeds; print(companion.__file__, ui.__file__, seeds.__file__)"
    run = subprocess.run(
        [str(installed / "python"), "-c", where], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert str(ROOT) not in run.stdout, "what was tested is the installed program"


def test_each_file_of_tests_stays_with_one_process(request: pytest.FixtureRequest) -> None:
    """Whose fixtures its tests share. A pytest too new for pytest-xdist deals them out one by one and says nothing."""
    by_file = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@test_packaging") == by_file
