"""A disk that is full, a folder that may not be written, another program on the same file: the match goes on."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, Engine, event

import companion
from companion.record import Record, RecordedMatch, RecordError, sqlite
from companion.record.location import Place
from tests.support.paths import ROOT
from tests.support.record.disk import Disk
from tests.support.record.recording import at_once, clock, digests, meddled, recorded

MEMORY = ". The match goes on in memory, and is written as soon as that is possible again"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    try:
        small = Disk(tmp_path / "disk")
    except OSError as error:
        pytest.skip(f"no file system can be mounted here: {error}")
    yield small
    small.remove()


def check_in_memory(match: RecordedMatch, why: str) -> None:
    assert match.trouble is not None and "\n" not in match.trouble
    assert why in match.trouble and match.trouble.endswith(MEMORY), match.trouble


def check_written(match: RecordedMatch, path: Path) -> None:
    assert match.trouble is None
    with Record(path, clock=clock) as record:
        assert record.open() is None
        assert record.journal(match.id).entries == match.journal.entries


@pytest.mark.slow
def test_a_full_disk_stops_no_match_and_all_is_written_once_there_is_room(disk: Disk) -> None:
    path = disk.folder / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = recorded(record)
        disk.fill()
        written = len(match.journal.entries)
        for seed in range(40):
            meddled(match.journal, Random(seed), 5)
        check_in_memory(match, f"the record {path} cannot be used: the disk is full: make room")
        assert len(match.journal.entries) > written + 100
        other = record.begin(companion.load("doubles-wild"))
        check_in_memory(other, "the disk is full")
        disk.empty()
        meddled(other.journal, Random(1), 3)
        match.journal.undo()
        check_written(match, path)
        check_written(other, path)


def test_a_disk_that_is_full_from_the_start(disk: Disk) -> None:
    disk.fill()
    with Record(disk.folder / "data" / "matches.sqlite", clock=clock) as record:
        match = recorded(record)
        assert match.trouble is not None and len(match.journal.entries) > 20
        disk.empty()
        assert match.flush()
        check_written(match, disk.folder / "data" / "matches.sqlite")


def test_a_folder_that_may_not_be_written_stops_no_match(disk: Disk) -> None:
    path = disk.folder / "matches.sqlite"
    disk.writable(False)
    with Record(path, clock=clock) as record:
        match = recorded(record)
        check_in_memory(match, "may not be written")
        with pytest.raises(RecordError, match="may not be written"):
            record.open()
        disk.writable(True)
        match.journal.undo()
        check_written(match, path)
        record.close()
        disk.writable(False)
        match.journal.undo()
        check_in_memory(match, "may not be written")
        disk.writable(True)
        assert match.flush()
        check_written(match, path)


@pytest.mark.parametrize("goes", ["deleted", "renamed", "its folder deleted", "emptied", "overwritten", "log deleted"])
def test_a_file_that_goes_while_a_match_runs_costs_nothing_that_was_acknowledged(tmp_path: Path, goes: str) -> None:
    path = tmp_path / "kept" / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = recorded(record)
        if goes == "deleted":
            path.unlink()
        elif goes == "renamed":
            path.rename(path.with_name("elsewhere.sqlite"))
        elif goes == "emptied":
            path.write_bytes(b"")
        elif goes == "overwritten":
            path.write_bytes(b"noise" * 1001)
        elif goes == "log deleted":
            Path(f"{path}-wal").unlink()
        else:
            shutil.rmtree(path.parent)
        meddled(match.journal, Random(3), 5)
        check_written(match, path)
        if goes == "log deleted":
            assert record.notice is None, "it is written into the file, and nothing has happened"
        elif goes in ("deleted", "renamed", "its folder deleted"):
            assert record.notice is not None and record.notice.endswith("a new record was begun")
        meddled(match.journal, Random(4), 5)
        check_written(match, path)
    if goes == "renamed":
        with Record(path.with_name("elsewhere.sqlite"), clock=clock) as record:
            assert record.journal(match.id).entries, "what was written before is still there"


def test_a_file_that_goes_between_a_commit_and_its_acknowledgement_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = recorded(record)
        write = RecordedMatch._write
        gone = []

        def unlinking(self: RecordedMatch, connection: Connection, written: int | None) -> str:
            stands = write(self, connection, written)
            if not gone:
                gone.append(path.unlink())
            return stands

        monkeypatch.setattr(RecordedMatch, "_write", unlinking)
        match.journal.undo()
        check_written(match, path)


def test_a_file_that_is_another_one_each_time_is_no_place_for_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    monkeypatch.setattr("companion.record.database.file_of", lambda path: (1, next(numbers)))
    with Record(tmp_path / "matches.sqlite", clock=clock) as record:
        check_in_memory(record.begin(companion.load("doubles-wild")), "it is another file each time")


def test_a_record_on_read_only_media_is_looked_at_and_resumed(disk: Disk) -> None:
    path = disk.folder / "matches.sqlite"
    left_behind(path)
    disk.writable(False)
    with Record(path, clock=clock) as record:
        told, damaged = record.summaries()
        assert len(told) == 1 and damaged == []
        assert record.notice == f"{path} cannot be written now: it is shown as it is"
        match = record.resume(told[0].id)
        assert len(match.journal.entries) == told[0].entries > 20
        match.journal.undo()
        check_in_memory(match, "may not be written")
        disk.writable(True)
        assert match.flush()
        check_written(match, path)


def test_a_record_is_looked_at_after_a_kill_on_a_full_disk(disk: Disk) -> None:
    path = disk.folder / "matches.sqlite"
    left_behind(path)
    assert Path(f"{path}-wal").stat().st_size, "what was acknowledged is in the log alone"
    Path(f"{path}-shm").unlink()
    disk.fill()
    with Record(path, clock=clock) as record:
        told, damaged = record.summaries()
        assert [one.entries > 20 for one in told] == [True] and damaged == []
        assert record.journal(told[0].id).entries


def left_behind(path: Path) -> None:
    """What a program leaves that was killed in the middle of a match."""
    code = (
        "import os, sys; from companion.record import Record\n"
        "from tests.support.record.recording import clock, recorded\n"
        "recorded(Record(sys.argv[1], clock=clock)); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True, cwd=ROOT)


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Record(tmp_path / "file" / "matches.sqlite", clock=clock) as record:
        check_in_memory(recorded(record), "matches.sqlite cannot be used: ")
    with Record("a\0b", clock=clock) as record:
        check_in_memory(recorded(record), "is no name of a file")


@pytest.mark.slow
def test_a_quota_of_the_database_is_a_full_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same without a file system of its own: SQLite refuses to let the file grow."""
    path = tmp_path / "matches.sqlite"
    most = 16
    unlimited = sqlite.opened

    def limited(place: Place) -> Engine:
        engine = unlimited(place)

        @event.listens_for(engine, "connect")
        def limit(connection: sqlite3.Connection, _: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {most}")

        return engine

    monkeypatch.setattr(sqlite, "opened", limited)
    with Record(path, clock=clock) as record:
        match = recorded(record, "space-checkers")
        for seed in range(40):
            meddled(match.journal, Random(seed), 5)
        check_in_memory(match, "the disk is full")
        most = 100_000
        record.close()
        match.journal.undo()
        check_written(match, path)


def test_a_program_that_holds_the_file_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite.file, "BUSY_TIMEOUT", 0.1)
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = recorded(record)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        match.journal.undo()
        check_in_memory(match, "another program holds it")
        holder.execute("ROLLBACK")
        holder.close()
        match.journal.undo()
        check_written(match, path)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.0, pytest.param(3.0, marks=pytest.mark.slow)])
def test_two_programs_at_once_on_one_file_keep_all_matches(seconds: float, tmp_path: Path) -> None:
    """Both begin while there is no file yet, and write as fast as they can; then both are killed."""
    path = tmp_path / "matches.sqlite"
    told = at_once([(str(path), seed) for seed in range(2)], seconds)
    assert len(told) >= 2
    with Record(path, clock=clock) as record:
        assert record.open() is None
        for match_id, entries in told.items():
            journal = record.journal(match_id)
            assert digests(journal.game, journal.entries)[: len(entries)] == entries
