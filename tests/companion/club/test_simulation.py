"""The club in the small: simulated tables, the database and tables killed; `make soak-club` does it for an hour.

Nothing here is about how fast it is: a busy machine takes longer, and finds the same.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.support.club.simulation import simulated
from tests.support.record.postgresql import Server
from tests.support.waiting import until

EACH = 8
"""Entries of each table between two deaths."""


@pytest.fixture
def own_server() -> Iterator[Server]:
    server = Server()
    yield server
    server.remove()


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_where_the_database_and_a_table_are_killed(own_server: Server) -> None:
    with simulated(own_server, tables=3, pace=0.05) as club:

        def wait_for_more() -> None:
            before = dict(club.counts)
            until(lambda: all(club.counts[name] >= before.get(name, 0) + EACH for name in club.links), "more entries")

        wait_for_more()
        own_server.stop(signal.SIGQUIT)
        own_server.start()
        wait_for_more()
        club.kill("Table-1")
        club.begin("Table-1")
        wait_for_more()
        for name in club.links:
            club.kill(name)
        until(club.all_shown, "everything on the page")
        found = club.found()
        assert found.acknowledged >= 3 * 3 * EACH
        assert (found.lost, found.doubled, found.unseen) == (0, 0, 0)
