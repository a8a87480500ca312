"""A club's record on a PostgreSQL server: several tables write at once, and the server may go away."""

from __future__ import annotations

import signal
import sys
from random import Random
from typing import Any

import pytest

import companion
from companion.record import Record, RecordError, database
from companion.record.database import REST, Store
from tests.support.record.postgresql import Server
from tests.support.record.recording import STARTED, at_once, clock, digests, meddled, recorded

KEPT = ". The match is kept on this computer, and is sent as soon as that is possible again"


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "seconds"), [(2, 1.0), pytest.param(4, 3.0, marks=pytest.mark.slow)])
def test_several_tables_write_at_once_and_are_killed(tables: int, seconds: float, server: Server) -> None:
    """All begin on an empty database; afterwards every acknowledged entry is there, in its own match."""
    where = server.database()
    told = at_once([(where, seed) for seed in range(tables)], seconds)
    assert len(told) >= tables
    with Record(where, clock=clock) as record:
        summaries, damaged = record.summaries()
        assert damaged == [] and {one.id for one in summaries} >= set(told)
        for match_id, entries in told.items():
            journal = record.journal(match_id)
            assert digests(journal.game, journal.entries)[: len(entries)] == entries


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "broken off"])
def test_a_server_that_goes_away_stops_no_match_and_is_caught_up_with(own: Server, how: signal.Signals) -> None:
    where = own.database()
    with Record(where, clock=clock) as record:
        match = recorded(record)
        own.stop(how)
        meddled(match.journal, Random(2), 8)
        assert match.trouble is not None and "\n" not in match.trouble
        assert match.trouble.startswith(f"the record {where} does not answer: ")
        assert match.trouble.endswith(KEPT)
        with pytest.raises(RecordError, match="does not answer"):
            record.summaries()
        begun = record.begin(companion.load("doubles-wild"))
        assert begun.trouble is not None
        own.start()
        match.journal.undo()
        assert match.trouble is None and begun.flush()
        assert record.journal(match.id).entries == match.journal.entries
        assert {one.id for one in record.summaries()[0]} == {match.id, begun.id}


@pytest.mark.slow
def test_a_server_that_was_started_anew_is_not_even_noticed(own: Server) -> None:
    with Record(own.database(), clock=clock) as record:
        match = recorded(record)
        own.stop()
        own.start()
        match.journal.undo()
        assert match.trouble is None and record.journal(match.id).entries == match.journal.entries


@pytest.mark.slow
def test_a_server_that_stands_still_holds_the_players_up_once(own: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes what is sent and answers nothing, as a laptop does that sleeps: nobody waits for it at each event."""
    monkeypatch.setattr(database, "ANSWER", 0.3)
    monkeypatch.setitem(database._SERVER, "connect_timeout", 2)
    now = [STARTED]

    def ticking() -> float:  # so that each look at the clock comes a second later
        now[0] += 1
        return now[0]

    with Record(own.database(), clock=ticking) as record:
        match = recorded(record)
        own.freeze(True)
        match.journal.undo()
        assert match.trouble is not None and "does not answer" in match.trouble
        tries: list[int] = []
        asked = Store._run

        def counted(store: Store, *work: Any, **how: Any) -> Any:
            if store.place == record.place:
                tries.append(1)
            return asked(store, *work, **how)

        monkeypatch.setattr(Store, "_run", counted)
        meddled(match.journal, Random(2), 8)
        assert tries == [] and match.trouble is not None
        own.freeze(False)
        assert match.flush(), "who asks for it is not kept waiting"
        assert record.journal(match.id).entries == match.journal.entries
        own.freeze(True)
        match.journal.undo()
        own.freeze(False)
        now[0] += REST
        match.journal.undo()
        assert match.trouble is None and record.journal(match.id).entries == match.journal.entries


def test_without_psycopg_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(RecordError, match=r"needs psycopg: pip install 'tabletop-companion\[club\]'$"):
        Record("postgresql://club@host/matches", clock=clock).open()
