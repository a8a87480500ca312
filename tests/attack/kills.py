"""Kills of a program that records matches, at any moment: what it acknowledged is to be there."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

from companion.record import Record
from tests.attack.outcome import Outcome
from tests.support.paths import ROOT
from tests.support.record.recording import at_once, clock, digests


def kills(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Let two programs record into one file, and kill both."""
    lot, outcome = Random(seed), Outcome("kills")
    path = folder / "killed.sqlite"
    for number in range(count // 2):
        told = at_once([(str(path), seed + 2 * number), (str(path), seed + 2 * number + 1)], lot.uniform(0.01, 0.3))
        begun = time.monotonic()
        missing = []
        with Record(path, clock=clock) as record:
            for match_id, words in told.items():
                journal = record.journal(match_id)
                found = digests(journal.game, journal.entries)
                if found[: len(words)] != words:
                    missing.append(match_id)
        seconds = time.monotonic() - begun
        for _ in range(2):
            outcome.note("lost" if missing else "survived", seconds, why=f"acknowledged entries of {missing}")
    return outcome


def full_and_gone(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Take the file away under a program that records, in each of a few ways."""
    lot, outcome = Random(seed), Outcome("files taken away")
    code = (
        "import sys, pathlib, random; from companion.record import Record\n"
        "from tests.support.record.recording import clock, meddled, recorded, digests\n"
        "path = pathlib.Path(sys.argv[1]); way = sys.argv[2]\n"
        "record = Record(path, clock=clock); match = recorded(record, steps=int(sys.argv[3]))\n"
        "if way == 'unlink': path.unlink()\n"
        "if way == 'rename': path.rename(path.with_suffix('.moved'))\n"
        "if way == 'noise': path.write_bytes(random.Random(1).randbytes(5000))\n"
        "if way == 'empty': path.write_bytes(b'')\n"
        "if way == 'log': pathlib.Path(f'{path}-wal').unlink(missing_ok=True)\n"
        "meddled(match.journal, random.Random(2), 5)\n"
        "print(match.id, match.trouble is None, *digests(match.journal.game, match.journal.entries))\n"
    )
    for number in range(count):
        way, path = lot.choice(["unlink", "rename", "noise", "empty", "log"]), folder / f"taken-{number}.sqlite"
        command = [sys.executable, "-c", code, str(path), way, str(lot.randrange(1, 40))]
        begun = time.monotonic()
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        why = run.stderr
        if run.returncode == 0:
            match_id, whole, *words = run.stdout.split()
            with Record(path, clock=clock) as record:
                journal = record.journal(match_id)
                kept = digests(journal.game, journal.entries) == words
            why = "" if kept or whole == "False" else f"{way}: acknowledged and not there"
        outcome.note("lost" if why else "survived", time.monotonic() - begun, why=why)
    return outcome
