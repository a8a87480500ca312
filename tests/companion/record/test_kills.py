"""A program that records matches is killed at any moment: what it acknowledged is there, to the last entry.

COMPANION_KILLS=N kills so many times in the slow test, instead of 60, or 200 at night.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.record import Record
from tests.support.paths import ROOT
from tests.support.record.recording import Acknowledged, clock, digests
from tests.support.thoroughness import NIGHTLY

KILLS = int(os.environ.get("COMPANION_KILLS", 200 if NIGHTLY else 60))


@pytest.fixture
def recorder() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.support.record.recording"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        yield program
        assert program.stdin is not None
        program.stdin.close()


def play_and_kill(
    recorder: subprocess.Popen[str], line: str, patience: float, told: Acknowledged, *, from_first: bool
) -> int:
    """Let it play for so many seconds, from its beginning or `from_first` entry that it acknowledges, which a busy
    machine may take long to come to; kill it, and note what it acknowledged; how many entries those were."""
    assert recorder.stdin is not None and recorder.stdout is not None
    recorder.stdin.write(line + "\n")
    recorder.stdin.flush()
    word, child = recorder.stdout.readline().split()
    assert word == "begun"
    timer = threading.Timer(patience, os.kill, (int(child), signal.SIGKILL))
    if not from_first:
        timer.start()
    count = 0
    while (answer := recorder.stdout.readline().split()) != ["ended"]:
        match_id, number, word = answer
        entries = told.setdefault(match_id, [])
        assert int(number) == len(entries)
        entries.append(word)
        count += 1
        if from_first and count == 1:
            timer.start()
    if timer.ident is not None:  # else it ended by itself, without an entry
        timer.join()
    return count


def check(path: Path, told: Acknowledged) -> None:
    """Everything that was acknowledged is there, and what is there beyond it fits."""
    begun = time.thread_time()
    with Record(path, clock=clock) as record:
        assert record.open() is None
        assert time.thread_time() - begun < 1
        for match_id, entries in told.items():
            journal = record.journal(match_id)
            found = digests(journal.game, journal.entries)
            assert found[: len(entries)] == entries
            assert len(found) <= len(entries) + 1, "no more than the one entry that was not told any more"
            entries[:] = found
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.parametrize("kills", [10, pytest.param(KILLS, marks=pytest.mark.slow)])
def test_no_acknowledged_entry_is_lost(kills: int, recorder: subprocess.Popen[str], tmp_path: Path) -> None:
    """The match that was killed goes on, or another is begun; the first kills fall while the file is being made."""
    path, lot = tmp_path / "matches.sqlite", Random(kills)
    told: Acknowledged = {}
    acknowledged, newest = 0, ""
    for kill in range(kills):
        line = f"{path} {kill}"
        if newest and len(told[newest]) < 300 and lot.random() < 0.7:
            with Record(path, clock=clock) as record:
                over = record.summary(newest).state == "over"
            line += "" if over else f" {newest}"
        patience = lot.random() * (0.05 if kill < 3 else 0.25)
        acknowledged += play_and_kill(recorder, line, patience, told, from_first=kill >= 3 and kill % 2 == 1)
        newest = next(reversed(told), "") if told else ""
        recent = dict(list(told.items())[-5:])
        check(path, told if kill == kills - 1 else recent)
    assert acknowledged >= kills // 2 - 1  # of those that wait for the first one
    print(f"{kills} kills, {acknowledged} acknowledged entries in {len(told)} matches")
