"""Matches for the tests of the record, and a program that records them until it is killed.

`python -m tests.support.record.recording` reads lines `WHERE SEED [MATCH]` and lets a process of its own play for each:
at random, with undos and corrections, on with the match that is named. Every entry that was acknowledged is told as
a line `MATCH NUMBER DIGEST`, before them `begun PID`, and `ended` when the process is gone. With WHERE and SEED as
arguments the program itself plays.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from random import Random

import companion
from companion.match.entries import Entry, format_entry
from companion.match.journal import Journal
from companion.record import Record, RecordedMatch
from companion.record.schema import digest
from companion.rules import Game
from tests.support.games.strategies import meddle
from tests.support.paths import ROOT

Opened = Callable[[], Record]
"""Opens a record once more."""

Acknowledged = dict[str, list[str]]
"""What was acknowledged: the digest of each entry, by match."""

STARTED = 1_790_000_000.0


def clock() -> float:
    """A clock that stands still: 21 September 2026, 14:13:20 UTC."""
    return STARTED


def recorded(record: Record, game_id: str = companion.GAMES[0], steps: int = 30, seed: int = 1) -> RecordedMatch:
    """A match with so many random steps, some of them undos and corrections."""
    match = record.begin(companion.load(game_id), ("Anna", "Ben"))
    meddled(match.journal, Random(seed), steps)
    return match


def meddled(journal: Journal, lot: Random, steps: int) -> None:
    for _ in range(steps):
        meddle(journal, lot)


def digests(game: Game, entries: tuple[Entry, ...]) -> list[str]:
    """A word for each entry with its evidence."""
    return [digest(json.dumps(format_entry(game, entry)), getattr(entry, "evidence", None)) for entry in entries]


def at_once(
    players: list[tuple[str, int]], seconds: float, meanwhile: Callable[[float], None] = time.sleep
) -> Acknowledged:
    """Let a program record for each (WHERE, SEED) at the same time, and kill them all; `meanwhile` takes so long, once
    all have something that is kept."""
    program = [sys.executable, "-m", "tests.support.record.recording"]
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen([*program, where, str(seed)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            )
            for where, seed in players
        ]
        lines = [one.stdout.readline() for one in running if one.stdout is not None]  # all of them have begun
        meanwhile(seconds)
        for one in running:
            one.kill()
        lines += [line for one in running if one.stdout is not None for line in one.stdout]
    told: Acknowledged = {}
    for line in lines:
        match_id, _, word = line.split()
        told.setdefault(match_id, []).append(word)
    return told


def _play(where: str, seed: int, match_id: str | None) -> None:
    lot = Random(seed)
    record = Record(where, clock=clock)
    while True:
        match = (
            record.begin(companion.load(lot.choice(companion.GAMES))) if match_id is None else record.resume(match_id)
        )
        journal, match_id, told = match.journal, None, len(match.journal.entries)
        while match.state != "over" and len(journal.entries) < 400:
            meddle(journal, lot)
            if match.trouble is not None:  # somebody else wrote all the time: nothing is acknowledged yet
                continue
            for number, word in enumerate(digests(journal.game, journal.entries[told:]), told):
                os.write(1, f"{match.id} {number} {word}\n".encode())
            told = len(journal.entries)


def main() -> None:
    if len(sys.argv) == 3:
        _play(sys.argv[1], int(sys.argv[2]), None)
    for line in sys.stdin:
        where, seed, *match_id = line.split()
        child = os.fork()
        if child == 0:
            try:
                _play(where, int(seed), next(iter(match_id), None))
            finally:
                os._exit(1)
        print("begun", child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
