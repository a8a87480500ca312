"""How long a record of very many matches takes to be listed, searched and added up.

`python -m tests.support.club.many_matches 100000` fills a PostgreSQL database with copies of a few finished matches
under other names and times, and prints milliseconds at 50 and 95 %.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from sqlalchemy import Connection, insert

import companion
import companion.match
from companion.club import Results, history, those
from companion.record import Record, chained, entries, matches
from companion.record.schema import sealed
from companion.rules import played
from tests.support.record.postgresql import Server

BATCH = 2000
PEOPLE = 400
YEARS = 5


def fill(record: Record, count: int) -> None:
    """Add so many finished matches between people drawn by lot."""
    patterns = [_pattern(record, game_id, seed) for game_id in companion.GAMES for seed in range(4)]
    lot = Random(1)
    record.write(lambda connection: connection.exec_driver_sql("ALTER TABLE matches DISABLE TRIGGER record_told"))
    begun = time.time() - YEARS * 365 * 86400
    for first in range(0, count, BATCH):
        rows, kept = [], []
        for number in range(first, min(count, first + BATCH)):
            row, own = lot.choice(patterns)
            names = lot.sample(range(PEOPLE), 2)
            row = row | {"id": f"{number:010x}", "names": json.dumps([f"Person Nr. {one}" for one in names])}
            row["started"] = row["written"] = begun + number * YEARS * 365 * 86400 / count
            row["chain"] = row["id"]
            for one in own:
                row["chain"] = chained(row["chain"], one["number"], one["body"], one["evidence"])
                kept.append(one | {"match_id": row["id"]})
            rows.append(row | {"seal": sealed(row), "table_name": f"Table {number % 50}"})

        def work(connection: Connection, rows: list[Any] = rows, kept: list[Any] = kept) -> None:
            connection.execute(insert(matches), rows)
            connection.execute(insert(entries), kept)

        record.write(work)
    record.write(lambda connection: connection.exec_driver_sql("ALTER TABLE matches ENABLE TRIGGER record_told"))


def _pattern(record: Record, game_id: str, seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    game = companion.load(game_id)
    match = record.begin(game, ("Anna", "Ben"))
    for step in list(played(game, Random(seed)))[-1:]:
        match.journal.add(companion.match.Played(companion.match.SetUp(step.after), "typed"))
    row = match._match_row()
    own = [match._entry_row(number, entry) for number, entry in enumerate(match.journal.entries)]
    return row, own


def found(record: Record, results: Results, search: str) -> list[Any]:
    """What the page shows of a search."""
    match_ids = results.search(search)
    return record.read(lambda connection: those(connection, match_ids))


def figures(work: Callable[[], object], times: int = 40) -> tuple[float, float]:
    """Milliseconds at 50 and 95 %."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - begun))
    taken.sort()
    return taken[times // 2], taken[int(0.95 * times)]


def main() -> None:
    count = int(sys.argv[1])
    server = Server()
    try:
        with Record(server.database(), clock=time.time) as record:
            record.open()
            begun = time.perf_counter()
            fill(record, count)
            record.write(lambda connection: connection.exec_driver_sql("ANALYZE"))
            print(f"{count} matches filled in within {time.perf_counter() - begun:.0f} s")
            results = Results(record)
            begun = time.perf_counter()
            results.catch_up()
            rated = time.perf_counter()
            results.shown()
            print(f"results read in {rated - begun:.1f} s, rated in {time.perf_counter() - rated:.1f} s, once")
            pages = [one["id"] for one in record.read(history)]
            lot = Random(2)
            for what, work in {
                "list": lambda: record.read(history),
                "list, a page on": lambda: record.read(lambda one: history(one, pages[-1])),
                "search of a name": lambda: found(record, results, f"NR. {lot.randrange(PEOPLE)}"),
                "search of what is not there": lambda: found(record, results, "Ähnliches"),
                "statistics": results.statistics,
                "ratings": results.shown,
                "one more result": results.catch_up,
            }.items():
                half, most = figures(work)
                print(f"{what}: {half:.0f} ms at 50 %, {most:.0f} ms at 95 %")
    finally:
        server.remove()


if __name__ == "__main__":
    main()
