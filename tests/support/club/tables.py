"""Simulated tables of a club: processes that play at random into one record, and are killed.

`python -m tests.support.club.tables` reads lines `begin NAME LINK SEED PACE` and lets a process of its own play as that
table, an event each PACE seconds (0: as fast as can be); `kill NAME` kills it. Every entry that was acknowledged, by
the record or while that is away by the table's own disk, is told as a line `NAME MATCH NUMBER DIGEST SECONDS LATE`,
with when it was played and whether the record was away then or just before.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from random import Random

import companion
from companion.record import Record, RecordedMatch
from tests.support.games.strategies import another, meddle
from tests.support.record.recording import digests

GAMES = ("army-vs-aliens-2011", "doubles-wild", "space-checkers")


def play(name: str, link: str, seed: int, pace: float, match_id: str) -> None:
    """Play until killed, on with the match that is named, if any."""
    lot = Random(seed)
    record = Record(link, clock=time.time, table=name)
    match: RecordedMatch | None = None
    if match_id:
        while match is None:
            try:
                match = record.resume(match_id)
            except companion.CompanionError:  # the database is away
                time.sleep(0.5)
    told = 0 if match is None else len(match.journal.entries)
    next_at = time.time() + lot.random() * pace
    while True:
        if match is None or (match.state == "over" and match.trouble is None):
            names = [f"Person {lot.randrange(60)}", f"Person {60 + lot.randrange(60)}"]
            match, told = record.begin(companion.load(lot.choice(GAMES)), names), 0
        late = match.trouble is not None
        played = time.time()
        step(match, lot)
        late = late or match.trouble is not None
        match.catch_up()
        if match.is_safe:
            entries = match.journal.entries
            words = digests(match.journal.game, entries[told:])
            for number, word in enumerate(words, told):
                os.write(1, f"{name} {match.id} {number} {word} {played} {int(late)}\n".encode())
            told = len(entries)
        next_at += pace
        time.sleep(max(0.0, next_at - time.time()))


def step(match: RecordedMatch, lot: Random) -> None:
    """Add an entry, now and then an undo or a correction."""
    journal = match.journal
    before = len(journal.entries)
    while match.state != "over" and len(journal.entries) == before:
        if lot.random() < 0.1:
            meddle(journal, lot)
        elif (event := another(journal.game, journal.position, lot)) is not None:
            journal.play(event, "typed", time=time.time())


def main() -> None:
    running: dict[str, int] = {}
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        does, name, *rest = line.split()
        if does == "kill":
            os.kill(running.pop(name), signal.SIGKILL)
            os.write(1, f"{name} killed\n".encode())
            continue
        link, seed, pace, *match_id = rest
        child = os.fork()
        if child == 0:
            sys.stdin.close()
            try:
                play(name, link, int(seed), float(pace), next(iter(match_id), ""))
            finally:
                os._exit(1)
        running[name] = child
    for child in running.values():
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
