"""One browser for all tests of the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Posing, chromium, serve
from tests.support.waiting import until

START = """
import sys, threading
from ui.app_state import AppState
from ui.server.server import run
app = AppState()
def listen():
    for _ in sys.stdin:
        app.host.leave()
        print("left", flush=True)
threading.Thread(target=listen, daemon=True).start()
run(port=0, state=app)
"""
"""The app on its start screen; it goes back there with each line of standard input."""


@pytest.fixture(scope="session", autouse=True)
def own_record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The record into which the app writes what is played here: not the one of whoever runs the tests."""
    path = tmp_path_factory.mktemp("record") / "matches.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_RECORD", str(path))
        yield path


@pytest.fixture(scope="module", autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folders in which the app keeps settings and sets of faces: not those of whoever runs the tests."""
    path = tmp_path_factory.mktemp("settings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_SETTINGS", str(path))
        patch.setenv("XDG_DATA_HOME", str(path))
        yield path


@pytest.fixture(scope="session")
def films(readings: Path) -> None:
    """What is to be read of the bundled films has been read."""
    from tests.support.vision.recorded_readings import read_all

    read_all()


@pytest.fixture(scope="session")
def posing(browser: Any, own_record: Path) -> Iterator[Posing]:
    """An app for matches that stand still."""
    with serve(Posing.CODE) as server:
        yield Posing(server)


@pytest.fixture(scope="session")
def browser(films: None) -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(autouse=True)
def on_start_screen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that fails with a table open leaves none to the next one."""
    yield
    used = request.node.funcargs.get("app") if hasattr(request.node, "funcargs") else None
    if isinstance(used, AppServer):
        before = used.lines.count("left\n")
        used.tell("leave")
        until(lambda: used.lines.count("left\n") > before, "an empty table")


@pytest.fixture(scope="module")
def app(browser: Any, own_settings: Path) -> Iterator[AppServer]:
    """The app on its start screen."""
    with serve(START) as server:
        yield server
