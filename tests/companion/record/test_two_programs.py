"""Several records of one file in a program, as the app has for table and history, and another program beside it."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.record import Record
from companion.record.sqlite.connection import CountedConnection, unless_open
from tests.support.app.archives import play_into
from tests.support.paths import ROOT
from tests.support.record.recording import clock

LOOK = """
import sys
from companion.record import Record
with Record(sys.argv[1], clock=lambda: 0.0) as record:
    print(len(record.summaries()[0]))
"""


def seen_by_another_program(path: Path) -> int:
    command = [sys.executable, "-c", LOOK, str(path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(run.stdout)


@pytest.mark.slow
def test_what_is_written_after_another_program_has_looked_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as history, Record(path, clock=clock) as table:
        history.open()
        table.open()
        assert seen_by_another_program(path) == 0
        play_into(table, "space-checkers", events=5)
        assert seen_by_another_program(path) == 1
        assert len(history.summaries()[0]) == 1
        table.close()
        play_into(history, "space-checkers", events=5)
        assert seen_by_another_program(path) == 2


def test_a_file_is_free_when_its_last_connection_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file.sqlite"
    first, second = sqlite3.connect(path, factory=CountedConnection), sqlite3.connect(path, factory=CountedConnection)
    free = []
    for close in (lambda: None, first.close, first.close, second.close):
        close()
        with unless_open(path) as now:
            free.append(now)
    assert free == [False, False, False, True]
    with unless_open(tmp_path / "none") as now:
        assert now


def test_a_record_that_is_dropped_leaves_no_connection(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    Record(path, clock=clock).open()
    gc.collect()
    with unless_open(path) as now:
        assert now
