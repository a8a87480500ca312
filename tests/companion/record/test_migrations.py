"""Records of every version are brought to the newest; what is newer or not ours is left or set aside, never lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

import companion
from companion.record import NewerRecord, Record, RecordError
from companion.record.location import place_of
from companion.record.migrations import APPLICATION, NEWEST
from companion.record.schema import METADATA
from tests.support.paths import DATA
from tests.support.record.postgresql import Server
from tests.support.record.recording import Opened, clock, meddled, recorded

OLD = sorted((DATA).glob("record-*.sql"))


def version_of(sql: Path) -> int:
    return int(sql.stem.removeprefix("record-"))


def of_old(where: str, sql: Path) -> None:
    """A record as an old version left it."""
    lines = sql.read_text(encoding="utf-8")
    place = place_of(where)
    if place.path is not None:
        place.path.parent.mkdir(parents=True)
        connection = sqlite3.connect(place.path)
        connection.executescript(lines)
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version_of(sql)};")
        connection.close()
        return
    engine = create_engine(place.url)
    with engine.begin() as begun:
        begun.exec_driver_sql(lines.replace(" DOUBLE ", " DOUBLE PRECISION ").replace(" BLOB ", " BYTEA "))
        begun.exec_driver_sql("CREATE TABLE record_version (version INTEGER NOT NULL)")
        begun.execute(text("INSERT INTO record_version VALUES (:version)"), {"version": version_of(sql)})
    engine.dispose()


def described(where: str) -> dict[str, Any]:
    """The tables that are there, with the columns of each in a stable order."""
    engine = create_engine(place_of(where).url)
    found = inspect(engine)
    told = {
        name: {column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(name)}
        for name in found.get_table_names()
    }
    engine.dispose()
    return told


def test_there_is_a_record_of_every_earlier_version() -> None:
    assert [version_of(sql) for sql in OLD] == list(range(1, NEWEST))


@pytest.mark.slow
@pytest.mark.parametrize("sql", OLD, ids=lambda sql: sql.stem)
def test_matches_of_an_earlier_version_go_on(sql: Path, where: str, opened: Opened) -> None:
    of_old(where, sql)
    record = opened()
    assert record.open() is None
    told, damaged = record.summaries()
    assert [(one.game, one.names, one.entries) for one in told] == [
        ("space-checkers", (), 7),
        ("army-vs-aliens-2011", ("Anna", "Ben"), 7),
    ]
    assert damaged == []
    match = record.resume("0123")
    assert len(match.journal.history()) == 4 and match.journal.history()[0].played.evidence is not None
    match.journal.correct(1, match.journal.history()[1].event, time=1.0)
    again = opened()
    assert again.open() is None and again.resume("0123").journal.entries == match.journal.entries


@pytest.mark.slow
@pytest.mark.parametrize("sql", OLD, ids=lambda sql: sql.stem)
def test_an_old_record_becomes_the_same_as_a_new_one(
    sql: Path, where: str, opened: Opened, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    of_old(where, sql)
    opened().open()
    other = str(tmp_path / "new.sqlite") if place_of(where).path else request.getfixturevalue("server").database()
    with Record(other, clock=clock) as record:
        record.open()
    assert described(where) == described(other)
    names = {table.name: {column.name for column in table.columns} for table in METADATA.sorted_tables}
    found = {name: set(columns) for name, columns in described(where).items() if name != "record_version"}
    assert found == names


def bumped(where: str) -> None:
    """The record by a version that is still to come."""
    place = place_of(where)
    if place.path is not None:
        connection = sqlite3.connect(place.path)
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
        connection.close()
        return
    engine = create_engine(place.url)
    with engine.begin() as begun:
        begun.execute(text("UPDATE record_version SET version = version + 1"))
    engine.dispose()


@pytest.mark.slow
def test_a_newer_record_is_refused_in_one_line_and_left_as_it_is(where: str, opened: Opened) -> None:
    record = opened()
    match = recorded(record)
    record.close()
    bumped(where)
    path = place_of(where).path
    before = {one: one.read_bytes() for one in path.parent.iterdir()} if path else {}
    for work in (record.open, record.summaries, lambda: record.resume(match.id)):
        with pytest.raises(NewerRecord, match=f"by a newer version .* {NEWEST + 1}, and {NEWEST} the newest"):
            work()
    newer = record.begin(companion.load("doubles-wild"))
    meddled(newer.journal, Random(1), 3)
    assert newer.trouble is not None and "newer version" in newer.trouble and "\n" not in newer.trouble
    assert not path or before == {one: one.read_bytes() for one in path.parent.iterdir()}


@pytest.mark.parametrize("raw", [b"no database", b"\0" * 5000, b"SQLite format 3\0"], ids=["text", "nothing", "header"])
def test_a_file_that_is_no_record_is_set_aside(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    path.write_bytes(raw)
    with Record(path, clock=clock) as record:
        aside = f"{path}.damaged-20260921-141320"
        notice = record.open()
        assert notice is not None and notice.endswith(f": it was set aside as {aside}, and a new record was begun")
        assert Path(aside).read_bytes() == raw
        assert recorded(record).trouble is None


def test_a_database_of_something_else_is_set_aside_or_refused(where: str, opened: Opened) -> None:
    place = place_of(where)
    if place.path is not None:
        place.path.parent.mkdir()
    engine = create_engine(place.url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE matches (box TEXT)"))
    engine.dispose()
    record = opened()
    if place.path is None:
        with pytest.raises(RecordError, match=r"^postgresql://.* is a database of something else"):
            record.open()
        return
    assert "is a database of something else: it was set aside as " in (record.open() or "")


def test_a_second_damaged_file_gets_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    for _ in range(3):
        path.write_bytes(b"no database")
        with Record(path, clock=clock) as record:
            assert record.open()
    kept = sorted(one.name for one in tmp_path.iterdir() if "damaged" in one.name)
    assert kept == [f"matches.sqlite.damaged-20260921-141320{ending}" for ending in ("", "-2", "-3")]


def test_other_tables_of_a_servers_database_are_left_alone(server: Server) -> None:
    where = server.database()
    engine = create_engine(place_of(where).url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE members (name TEXT)"))
    engine.dispose()
    with Record(where, clock=clock) as record:
        assert recorded(record).trouble is None


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("mysql://club@host/matches", "name a file, or postgresql://user@host/database"),
        ("postgresql://club@host:port/matches", "is no address of a record"),
        ("http://host/", "name a file, or postgresql://user@host/database"),
    ],
)
def test_an_address_of_another_kind_is_refused_in_one_line(where: str, fault: str) -> None:
    with pytest.raises(RecordError, match=fault):
        Record(where, clock=clock)


def test_a_password_is_never_shown() -> None:
    record = Record("postgresql://club:secret@127.0.0.1:1/matches", clock=clock)
    with pytest.raises(RecordError) as caught:
        record.open()
    assert "secret" not in str(caught.value) and str(caught.value).startswith("the record postgresql://club:***@")
    assert "\n" not in str(caught.value)
