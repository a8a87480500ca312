"""What happens to a record: disks that are full, files that are damaged, clocks that jump, servers that go away."""

from __future__ import annotations

import contextlib
import io
import signal
import time
from collections.abc import Callable
from functools import partial
from itertools import count as counting
from pathlib import Path
from random import Random

from companion import cli
from companion.record import Record, RecordError
from tests.attack.outcome import Outcome, Verdict
from tests.attack.pictures import altered
from tests.support.record.disk import Disk
from tests.support.record.postgresql import Server
from tests.support.record.proxy import Proxy
from tests.support.record.recording import Acknowledged, at_once, clock, digests, meddled, recorded

SLOWEST = 5.0
"""Seconds within which a damaged record is opened, read and written on."""


def disks(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Let two programs record, fill their disk, kill both, and look: before there is room again, and after."""
    lot, outcome = Random(seed), Outcome("full disks")
    for number in range(count):
        try:
            disk = Disk(folder / f"disk-{number}")
        except OSError as error:
            outcome.note("refused", 0.0)
            outcome.what = f"full disks ({error})"
            continue
        begun = time.monotonic()
        try:
            path = disk.folder / "matches.sqlite"
            told = _while_recording([(str(path), seed + number)], lot.uniform(0.2, 0.5), disk.fill, lot)
            if lot.random() < 0.3:
                disk.writable(False)
            with Record(path, clock=clock) as record, contextlib.suppress(RecordError):
                record.summaries()
            disk.writable(True)
            disk.empty()
            missing = _missing(str(path), told)
        finally:
            disk.remove()
        outcome.note("lost" if missing else "survived", time.monotonic() - begun, why=missing)
    return outcome


def servers(count: int, seed: int = 1) -> Outcome:
    """Let two programs record on a PostgreSQL server that is killed, or whose network is cut or stands still."""
    lot, outcome = Random(seed), Outcome("servers")
    server = Server()
    try:
        for number in range(count):
            where, proxy = server.database(), Proxy(server.port)
            through = where.replace(f":{server.port}/", f":{proxy.port}/")
            ways = [partial(_killed, server), proxy.cut, partial(_frozen, proxy, lot)]
            begun = time.monotonic()
            players = [(through, seed + 2 * number), (through, seed + 2 * number + 1)]
            told = _while_recording(players, lot.uniform(0.5, 1.5), lot.choice(ways), lot)
            proxy.close()
            missing = _missing(where, told)
            outcome.note("lost" if missing else "survived", time.monotonic() - begun, why=missing)
    finally:
        server.remove()
    return outcome


def _killed(server: Server) -> None:
    server.stop(signal.SIGQUIT)
    server.start()


def _frozen(proxy: Proxy, lot: Random) -> None:
    proxy.freeze(True)
    time.sleep(lot.uniform(0.05, 0.5))
    proxy.freeze(False)


def _while_recording(
    players: list[tuple[str, int]], seconds: float, happens: Callable[[], None], lot: Random
) -> Acknowledged:
    """What programs that record were told is kept; something happens meanwhile, and they are killed."""

    def meanwhile(seconds: float) -> None:
        before = lot.uniform(0.0, 1.0) * seconds
        time.sleep(before)
        happens()
        time.sleep(seconds - before)

    return at_once(players, seconds, meanwhile)


def _missing(where: str, told: Acknowledged) -> str:
    """What is wrong with the matches of a record; nothing where all is there that was acknowledged."""
    with Record(where, clock=clock) as record:
        for match_id, words in told.items():
            journal = record.journal(match_id)
            if digests(journal.game, journal.entries)[: len(words)] != words:
                return f"acknowledged entries of {match_id}"
    return ""


def damaged(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Alter the files of a record: what is read of it is right or refused, and a match can be recorded."""
    lot, outcome = Random(seed), Outcome("damaged records")
    source = folder / "whole"
    source.mkdir()
    at_once([(str(source / "matches.sqlite"), seed)], 0.3)
    with Record(source / "matches.sqlite", clock=clock) as record:
        told = {one.id: record.journal(one.id) for one in record.summaries()[0]}
        words = {match_id: digests(one.game, one.entries) for match_id, one in told.items()}
        whole = {one.name: one.read_bytes() for one in source.iterdir() if not one.name.endswith("-shm")}
    for number in range(count):
        place = folder / f"damaged-{number}"
        place.mkdir()
        name = lot.choice([one for one, data in whole.items() if data])
        how, data = altered(whole[name], lot)
        for one, kept in whole.items():
            (place / one).write_bytes(data if one == name else kept)
        begun = time.monotonic()
        verdict, why = _looked_at(place / "matches.sqlite", words)
        seconds = time.monotonic() - begun
        if seconds > SLOWEST:
            verdict, why = "lost", f"{seconds:.1f} s"
        outcome.note(verdict, seconds, why=f"{name}, {how}: {why}")
    return outcome


def _looked_at(path: Path, words: dict[str, list[str]]) -> tuple[Verdict, str]:
    verdict: Verdict = "survived"
    try:
        with Record(path, clock=clock) as record:
            try:
                summaries, ill = record.summaries()
                verdict = "refused" if ill else verdict
            except RecordError:
                summaries, verdict = [], "refused"
            for one in summaries:
                try:
                    journal = record.journal(one.id)
                except RecordError:
                    verdict = "refused"
                    continue
                found, true = digests(journal.game, journal.entries), words.get(one.id, [])
                if found != true[: len(found)]:
                    return "lost", f"entries of {one.id} that were never made"
            match = recorded(record, steps=5)
            if match.trouble is None and record.journal(match.id).entries != match.journal.entries:
                return "lost", "a new match is not kept"
            if "\n" in (match.trouble or ""):
                return "lost", match.trouble or ""
    except Exception as fault:
        return "lost", repr(fault)
    return verdict, ""


def clocks(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Record by clocks that jump by seconds to centuries, and list, count and show what was recorded."""
    lot, outcome = Random(seed), Outcome("clocks")
    for number in range(count):
        path, steps = folder / f"clock-{number}.sqlite", counting()
        jumps = [lot.choice([0.0, -1.0, 1e9, -1e9, 1e11, -1e11, 4e12, 1e18, -1e18]) for _ in range(5)]

        def jumping(jumps: list[float] = jumps, steps: counting[int] = steps) -> float:
            return clock() + next(steps) + jumps[next(steps) % len(jumps)]

        begun = time.monotonic()
        verdict, why = _by_clock(path, jumping)
        outcome.note(verdict, time.monotonic() - begun, why=f"{jumps}: {why}")
    return outcome


def _by_clock(path: Path, jumping: Callable[[], float]) -> tuple[Verdict, str]:
    out, told = io.StringIO(), io.StringIO()
    try:
        with Record(path, clock=jumping) as record:
            matches = [recorded(record, steps=10, seed=number) for number in range(2)]
            meddled(matches[0].journal, Random(1), 3)
            for match in matches:
                if record.journal(match.id).entries != match.journal.entries:
                    return "lost", "entries that were acknowledged"
            if {one.id for one in record.summaries()[0]} != {match.id for match in matches}:
                return "lost", "a match is not listed"
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
            codes = [cli.main([*words, "--record", str(path)]) for words in (["matches", "list"], ["stats"])]
    except BaseException as fault:
        return "lost", repr(fault)
    return ("lost", f"{codes} {told.getvalue()}") if any(codes) else ("survived", "")
