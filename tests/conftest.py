"""What tests of several folders share."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.games import forget_faults
from companion.text import use_language
from tests.support.thoroughness import PROFILE

ROOT = Path(__file__).parents[1]

# No deadline: a shared machine may stop for a moment in any example. The same examples whenever a change is judged;
# others are looked for at night.
for name, examples in (("dev", 30), ("ci", 100), ("nightly", 1000)):
    settings.register_profile(name, deadline=None, max_examples=examples, derandomize=name != "nightly")
settings.load_profile(PROFILE)

# Compiled modules are kept, wherever that is switched off: each worker would rewrite the assertions of all tests, and
# each command that a test starts compile the whole program, every time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The app speaks the language of the system where nobody has chosen one.
os.environ["LC_ALL"] = "C.UTF-8"

Companion = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is long begins first. Each file is run by one process, whose fixtures it shares, but for what is spread.
    Whatever needs a browser is slow."""
    for item in items:
        if "browser" in item.nodeid.split("::")[0] or "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("spread") is None and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(Path(item.nodeid.split("::")[0]).stem))
    items.sort(key=_turn)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes name no test: those of an archive hold the time at which it was made, and every process of a run has to
    find the same names."""
    return argname if isinstance(val, bytes) else None


def pytest_collection_finish() -> None:
    """Thousands of tests, and all that they import, are there to the end: looking through them whenever memory is
    searched for what is not needed takes a tenth of the time of a run, and searching as often as usual some more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _turn(item: pytest.Item) -> int:
    if item.get_closest_marker("spread") is not None:
        return 0 if "browser" in item.nodeid else 2
    return 1 if "tests/ui/browser" in item.nodeid else 3


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English, whatever the one before it spoke."""
    use_language("en")
    yield
    use_language("en")


@pytest.fixture(autouse=True)
def sound() -> Iterator[None]:
    """Every test begins with all games taken for sound, whatever the one before it broke."""
    yield
    forget_faults()


@pytest.fixture(scope="session")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of what was read of the bundled films, of all processes of this run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "readings"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_READINGS", str(folder))
        yield folder


@pytest.fixture
def recorded(readings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bundled films are read from pixels once a run of the tests, and else replayed."""
    from tests.support.vision.recorded_readings import RecordedReader

    monkeypatch.setattr("vision.table.table_factory.TableReader", RecordedReader)


@pytest.fixture
def from_pixels(readings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is read from pixels here, and kept for the others."""
    from tests.support.vision.recorded_readings import RecordingReader

    monkeypatch.setattr("vision.table.table_factory.TableReader", RecordingReader)


@pytest.fixture
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture
def shared() -> Path:
    """The folder of material beside the checkout, which is no part of the project; skips where it is absent."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder `shared` is not beside the checkout")
    return folder


@pytest.fixture
def companion(tmp_path: Path) -> Companion:
    """Runs `companion ARGUMENT...` as a user does, in an empty folder; gives what it printed and its exit code."""

    def run(
        *arguments: str | Path, given: str = "", folder: Path = tmp_path, **env: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "companion", *map(str, arguments)],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | env,
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run
