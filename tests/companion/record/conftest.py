"""A server that tests of the record may stop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.record.postgresql import Server


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    running = Server()
    yield running
    running.remove()


@pytest.fixture
def own(own_server: Server) -> Server:
    """A server of this file's tests alone, running: a test may stop it."""
    if not own_server.runs:
        own_server.start()
    return own_server
