"""What a server lacks waits on this computer, whatever ends the program, and is sent once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from companion.club import add_table
from companion.record import NoSuchMatch, Record, RecordedMatch, RecordError
from companion.record.location import outbox_of, place_of
from companion.record.outbox import Outbox
from tests.support.record.postgresql import Server
from tests.support.record.recording import clock, meddled, recorded

pytestmark = pytest.mark.slow
STEPS = 12


def played_while_away(server: Server, where: str, match_id: str | None = None, seed: int = 2) -> RecordedMatch:
    """A match of a program that is gone before the server is back: it closes nothing, and writes nothing more."""
    record = Record(where, clock=clock, table="Window")
    match = recorded(record) if match_id is None else record.resume(match_id)
    server.stop()
    meddled(match.journal, Random(seed), STEPS)
    assert match.trouble is not None and match.is_safe
    record._store._let_go()
    return match


def waiting(where: str) -> int:
    """How many matches are in the outbox."""
    with closing(Outbox(place_of(where), clock)) as outbox:
        return len(outbox.read(lambda connection: connection.exec_driver_sql("SELECT id FROM matches").all()))


def test_what_was_played_before_the_program_was_killed_comes_with_the_next_one(own: Server) -> None:
    where = own.database()
    match = played_while_away(own, where)
    own.start()
    with Record(where, clock=clock) as record:
        notice = f"1 match was sent to {where}, which was away while it was played: {match.id}"
        assert record.open() == notice
        assert record.journal(match.id).entries == match.journal.entries
        assert [one.id for one in record.summaries()[0]] == [match.id] and record.unsent() == []
    assert waiting(where) == 0
    with Record(where, clock=clock) as record:
        assert record.open() is None


def test_a_match_is_resumed_while_the_server_is_away(own: Server) -> None:
    where = own.database()
    match = played_while_away(own, where)
    with Record(where, clock=clock, table="Window") as record:
        with pytest.raises(RecordError, match="does not answer"):
            record.summaries()
        assert [one.id for one in record.unsent()] == [match.id]
        with pytest.raises(RecordError, match="does not answer"):
            record.resume("0123456789")
        again = record.resume(match.id)
        assert again.journal.entries == match.journal.entries == record.journal(match.id).entries
        meddled(again.journal, Random(3), STEPS)
        assert again.is_safe and again.trouble is not None
        own.start()
        again.journal.undo()
        assert again.trouble is None and again.id == match.id
        assert record.journal(match.id).entries == again.journal.entries and len(record.summaries()[0]) == 1
    assert waiting(where) == 0


def test_what_was_begun_while_the_server_was_away_is_sent_with_its_pictures_and_its_table(own: Server) -> None:
    where = own.database()
    with Record(where, clock=clock) as record:
        record.open()
    own.stop()
    record = Record(where, clock=clock, table="Window")
    match = recorded(record)
    game = match.journal.game
    other = record.begin(game, ("Cleo", "Dan"), pictures=True)
    other.journal.play(next(iter(match.journal.history())).event, "camera", picture=b"jpeg")
    assert match.is_safe and other.is_safe
    own.start()
    with Record(where, clock=clock) as record:
        assert {one.id for one in record.summaries()[0]} == {match.id, other.id}
        assert record.picture(other.id, 0) == b"jpeg"
        tables = record.read(lambda connection: connection.exec_driver_sql("SELECT table_name FROM matches").all())
        assert tables == [("Window",), ("Window",)]


def test_a_match_that_was_sent_and_not_taken_out_is_not_doubled(own: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    where = own.database()
    match = played_while_away(own, where)
    own.start()
    monkeypatch.setattr(Outbox, "drop", lambda *_: None)  # as if killed just before
    for _ in range(2):
        with Record(where, clock=clock) as record:
            record.open()
            assert len(record.summaries()[0]) == 1 and record.journal(match.id).entries == match.journal.entries
            assert waiting(where) == 1
    with Record(where, clock=clock) as record:
        on = record.resume(match.id)
        meddled(on.journal, Random(4), 3)
    monkeypatch.undo()
    with Record(where, clock=clock) as record:  # which has more than what waits
        record.open()
        assert record.journal(match.id).entries == on.journal.entries and len(record.summaries()[0]) == 1
    assert waiting(where) == 0


def test_a_match_that_was_played_on_elsewhere_meanwhile_is_kept_twice(own: Server) -> None:
    where = own.database()
    match = played_while_away(own, where)
    path = outbox_of(place_of(where))
    path.rename(path.with_suffix(".aside"))
    own.start()
    with Record(where, clock=clock) as record:
        on = record.resume(match.id)
        meddled(on.journal, Random(5), 3)
    path.with_suffix(".aside").rename(path)
    with Record(where, clock=clock) as record:
        record.open()
        ids = {one.id for one in record.summaries()[0]}
        assert len(ids) == 2 and on.id in ids
        assert record.journal(on.id).entries == on.journal.entries
        assert record.journal(next(iter(ids - {on.id}))).entries == match.journal.entries
    assert waiting(where) == 0


def test_two_programs_that_played_one_match_on_while_the_server_was_away_both_keep_theirs(own: Server) -> None:
    where = own.database()
    first = played_while_away(own, where)
    with Record(where, clock=clock) as record:
        second = record.resume(first.id)
        meddled(second.journal, Random(6), 3)
        meddled(first.journal, Random(7), 3)
        assert first.id != second.id and first.notice is not None and first.is_safe and second.is_safe
    own.start()
    with Record(where, clock=clock) as record:
        for match in (first, second):
            assert record.journal(match.id).entries == match.journal.entries


@pytest.mark.parametrize(
    "how", ["UPDATE entries SET body = '{}' WHERE number = 3", "DELETE FROM entries WHERE number = 3"]
)
def test_what_is_damaged_stays_and_is_told_and_the_rest_is_sent(own: Server, how: str) -> None:
    where = own.database()
    damaged = played_while_away(own, where)
    record = Record(where, clock=clock)
    whole = recorded(record)
    path = outbox_of(place_of(where))
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text(f"{how} AND match_id = :id"), {"id": damaged.id})
    engine.dispose()
    own.start()
    with Record(where, clock=clock) as record:
        notice = record.open()
        assert notice is not None and f"1 match was sent to {where}, " in notice and notice.count("\n") == 0
        assert f"1 match cannot be sent to {where}, and stays in {path}: {damaged.id}" in notice
        assert record.journal(whole.id).entries == whole.journal.entries
    assert waiting(where) == 1


def test_an_outbox_that_is_no_record_is_set_aside_and_the_match_goes_on(own: Server) -> None:
    where = own.database()
    path = outbox_of(place_of(where))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"noise" * 1001)
    match = played_while_away(own, where)
    own.start()
    with Record(where, clock=clock) as record:
        assert record.journal(match.id).entries == match.journal.entries


def test_where_the_outbox_cannot_be_written_the_match_goes_on_in_memory(own: Server, tmp_path: Path) -> None:
    where = own.database()
    (tmp_path / "own").write_text("no folder")
    with Record(where, clock=clock) as record:
        match = recorded(record)
        own.stop()
        meddled(match.journal, Random(8), 3)
        assert match.trouble is not None and "\n" not in match.trouble and not match.is_safe
        assert match.trouble.startswith(f"the record {where} does not answer: ") and "; the record " in match.trouble
        assert match.trouble.endswith("The match goes on in memory, and is written as soon as that is possible again")
        own.start()
        match.journal.undo()
        assert match.trouble is None and record.journal(match.id).entries == match.journal.entries


def test_a_table_with_a_link_of_its_own_sends_its_matches_and_those_alone(own: Server) -> None:
    where = own.database()
    with Record(where, clock=clock) as record:
        record.open()
        links = [add_table(record, name) for name in ("Window", "Door")]
    match = played_while_away(own, links[0])
    own.start()
    with Record(links[1], clock=clock) as record:
        record.open()
        assert record.journal(match.id).entries != match.journal.entries, "another table's outbox is not its own"
    with Record(links[0], clock=clock) as record:
        record.open()
        assert record.journal(match.id).entries == match.journal.entries
        with pytest.raises(NoSuchMatch):
            record.journal("0123456789")
    with Record(where, clock=clock) as record:
        assert [one.id for one in record.summaries()[0]] == [match.id]
