"""Records for the tests of the head: files, and databases of a server that lives as long as the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record import Record
from tests.support.record.postgresql import Server
from tests.support.record.recording import Opened, clock


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a server that is away is kept in the user's folder, which is another one for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server; skips where there is none."""
    running = Server()
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a record that does not exist yet, of both kinds."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "matches.sqlite")
    return str(request.getfixturevalue("server").database())


@pytest.fixture
def opened(where: str) -> Iterator[Opened]:
    """Opens the record as often as it is asked, as several programs would; all are closed in the end."""
    records: list[Record] = []

    def another() -> Record:
        records.append(Record(where, clock=clock))
        return records[-1]

    yield another
    for record in records:
        record.close()
