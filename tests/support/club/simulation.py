"""A club in the small or the large: simulated tables, the page's server, one reader of the page, and what was lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from companion.club import add_table
from companion.record import Record
from tests.support.app.serving import free_port
from tests.support.paths import ROOT
from tests.support.record.postgresql import Server
from tests.support.record.recording import digests
from tests.support.waiting import until


class Told(NamedTuple):
    """An entry that was acknowledged to a table."""

    word: str
    played: float
    late: bool
    """Whether the database was away just before."""


class Found(NamedTuple):
    """What became of the entries that were acknowledged."""

    acknowledged: int
    lost: int
    doubled: int
    unseen: int
    """How many never came to the page."""
    latencies: tuple[float, ...]
    """Seconds from an event to the page, of those that were played while the database was there, sorted."""

    def percentile(self, share: float) -> float:
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]


class Simulation:
    """Tables of one club. `told` and `shown` grow in threads of their own."""

    def __init__(self, server: Server, where: str, tables: int, pace: float) -> None:
        self.server, self.where, self.pace = server, where, pace
        self.told: dict[str, dict[int, Told]] = defaultdict(dict)
        self.shown: dict[str, list[tuple[int, float]]] = defaultdict(list)
        """By match, how many entries the page had, and since when."""
        self.counts: dict[str, int] = defaultdict(int)
        """By table, how many entries were acknowledged."""
        self.matches: dict[str, str] = {}
        """By table, the newest match."""
        self.measured_from = 0.0
        """Events played earlier are not timed: while all tables are started, the machine is busy with that."""
        self._seed = 0
        self._ended = False
        self._gone: list[str] = []
        with Record(where, clock=time.time) as record:
            record.open()
            self.links = {f"Table-{n}": add_table(record, f"Table-{n}") for n in range(1, tables + 1)}
        self.players = subprocess.Popen(
            [sys.executable, "-m", "tests.support.club.tables"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"XDG_DATA_HOME": str(server.folder / "tables")}, start_new_session=True,
        )  # fmt: skip
        self.port = free_port()
        command = [sys.executable, "-m", "companion", "club", "--record", where, "--port", str(self.port)]
        self.said = (server.folder / f"club-{self.port}").open("w+")
        self.club = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=self.said)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._hear, self._look)]
        for thread in self._threads:
            thread.start()
        for name in self.links:
            self.begin(name)

    def begin(self, name: str) -> None:
        """Let a table play, on with its match."""
        self._seed += 1
        on = self.matches.get(name, "")
        self._say(f"begin {name} {self.links[name]} {self._seed} {self.pace} {on}")

    def kill(self, name: str) -> None:
        """Kill a table, and wait until all that it said is heard."""
        before = len(self._gone)
        self._say(f"kill {name}")
        until(lambda: len(self._gone) > before, "the end of a table")

    def _say(self, line: str) -> None:
        assert self.players.stdin is not None
        self.players.stdin.write(line + "\n")
        self.players.stdin.flush()

    def _hear(self) -> None:
        assert self.players.stdout is not None
        for line in self.players.stdout:
            name, match, *rest = line.split()
            if match == "killed":
                self._gone.append(name)
                continue
            number, word, played, late = rest
            self.told[match][int(number)] = Told(word, float(played), late == "1")
            self.matches[name] = match
            self.counts[name] += 1

    def _look(self) -> None:
        while not self._ended:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/events", timeout=60) as page:
                    for line in page:
                        if line.startswith(b"data: "):
                            now = time.time()
                            self._see(json.loads(line[6:]), now)
            except OSError:
                time.sleep(0.1)

    def _see(self, news: dict[str, Any], now: float) -> None:
        for match in news.get("matches", ()):
            seen = self.shown[match["id"]]
            count = match.get("entries", 0)
            if not seen or seen[-1][0] < count:
                seen.append((count, now))

    def usage(self) -> tuple[float, float]:
        """Seconds of the processor that the club's server took, and its megabytes."""
        stat = Path("/proc", str(self.club.pid), "stat").read_text().rpartition(")")[2].split()
        status = Path("/proc", str(self.club.pid), "status").read_text()
        resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), resident / 1024

    def all_shown(self) -> bool:
        """Whether the page has every entry that was acknowledged."""
        return all(
            self.shown.get(match) and self.shown[match][-1][0] > max(entries)
            for match, entries in dict(self.told).items()
        )

    def found(self) -> Found:
        """Compare what was acknowledged with what the record holds and the page showed; tables are to stand still."""
        lost = doubled = unseen = acknowledged = 0
        latencies: list[float] = []
        with Record(self.where, clock=time.time) as record:
            for match, entries in self.told.items():
                journal = record.journal(match)
                held = digests(journal.game, journal.entries)
                acknowledged += len(entries)
                lost += sum(number >= len(held) or held[number] != one.word for number, one in entries.items())
                doubled += max(0, len(held) - max(entries) - 2)  # the newest may be written and not acknowledged
                for number, one in entries.items():
                    at = next((when for count, when in self.shown.get(match, ()) if count > number), None)
                    unseen += at is None
                    if at is not None and not one.late and one.played >= self.measured_from:
                        latencies.append(at - one.played)
            summaries, damaged = record.summaries()
            others = {one.id for one in summaries if one.entries > 1} - set(self.told)
            doubled += len(damaged) + max(0, len(others) - len(self._gone) - len(self.links))
        return Found(acknowledged, lost, doubled, unseen, tuple(sorted(latencies)))

    def close(self) -> None:
        self._ended = True
        os.killpg(self.players.pid, signal.SIGKILL)  # the tables, too: they hold the pipe that is closed below
        for process in (self.players, self.club):
            process.kill()
            process.wait()
        self._threads[0].join(10)
        for pipe in (self.players.stdin, self.players.stdout):
            if pipe is not None:
                pipe.close()
        self.said.close()


@contextmanager
def simulated(server: Server, tables: int, pace: float) -> Iterator[Simulation]:
    """A club with so many tables, each with an event every `pace` seconds."""
    simulation = Simulation(server, server.database(), tables, pace)
    try:
        yield simulation
    finally:
        simulation.close()
