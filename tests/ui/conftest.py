"""One browser for all tests of the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Posing, chromium, serve

START = "from ui.server.server import run; run(port=0)"


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


@pytest.fixture(scope="module")
def app(browser: Any, own_settings: Path) -> Iterator[AppServer]:
    """The app on its start screen."""
    with serve(START) as server:
        yield server
