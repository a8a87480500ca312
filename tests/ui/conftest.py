"""One browser for all tests of the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import AppServer, chromium, serve
from tests.support.app.each_frame import EachFrame

OBEYING = "from tests.support.app.posed import serve_obeying; serve_obeying()"
ANEW = """
import ui.match.open_match, ui.match.session
from tests.support.app.each_frame import EachFrame
from tests.support.app.one_app import reset
from ui.live import MatchPipeline
from ui.match.card_pile import new_secret
from ui.rolls import LOT
reset()
EachFrame.hold_at = float("inf")
ui.match.open_match.MatchPipeline = MatchPipeline
ui.match.open_match.new_secret, ui.match.session.LOT = new_secret, LOT
"""


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


@pytest.fixture
def replayed(films: None, recorded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Films are shown frame by frame, as fast as they are looked at, and what was read of them is replayed."""
    monkeypatch.setattr("ui.sources.frame_loop.LatestFrame", EachFrame)
    monkeypatch.setattr(EachFrame, "hold_at", EachFrame.hold_at)


@pytest.fixture(scope="session")
def browser(films: None) -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def server(films: None, own_record: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app that all tests of this process share."""
    folder = tmp_path_factory.mktemp("server")
    with serve(OBEYING, COMPANION_SETTINGS=str(folder), XDG_DATA_HOME=str(folder)) as running:
        running.folder = folder
        yield running


@pytest.fixture
def anew(own_record: Path, own_settings: Path) -> Iterator[None]:
    """The app of this process as on its first day, before and after a test without a browser."""
    from tests.support.app.one_app import reset

    reset()
    yield
    reset()


@pytest.fixture
def app(server: AppServer) -> Iterator[AppServer]:
    """The app as on its first day, on its start screen."""
    server.run(ANEW)
    yield server
    server.run(ANEW)
