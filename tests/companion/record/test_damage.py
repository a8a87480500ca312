"""Files that were cut or altered: whatever is told of them is what was written, and the rest is said to be missing.

Files are cut at the edges of what SQLite writes as a whole (pages, frames of the log and their headers), a byte before
and after, and at places by lot; with COMPANION_CUTS=all at every byte, in the profile `dev` at few of those places.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import companion
from companion.record import DamagedMatch, NewerRecord, NoSuchMatch, Record
from companion.record.sqlite.wal import hides_frames
from tests.support.record.recording import clock, digests, meddled
from tests.support.thoroughness import DEV

COUNT = re.compile(r" with the (\d) of its matches that are whole$")

SAMPLES = 100
"""Places by lot at which a file is cut."""
PAGE, HEADER, FRAME_HEADER = 512, 32, 24
"""Bytes of a page of these records, of a log's header, and of that of each of its frames, which holds a page."""
ALL = os.environ.get("COMPANION_CUTS") == "all"


class Written(NamedTuple):
    """The files of a record as a killed program leaves them, and what was acknowledged by then."""

    folder: Path
    told: dict[str, list[str]]
    steps: list[tuple[int, dict[str, int]]]
    """How long the log was after each entry, and how many entries of each match there were by then."""


def written(folder: Path, checkpoint: bool) -> Written:
    """Two short matches in small pages. With `checkpoint` everything is in the file; otherwise most is in the log."""
    folder.mkdir()
    path = folder / "matches.sqlite"
    small = sqlite3.connect(path)
    small.executescript(f"PRAGMA page_size = {PAGE}; VACUUM")
    small.close()
    told: dict[str, list[str]] = {}
    steps: list[tuple[int, dict[str, int]]] = []
    with Record(path, clock=clock) as record:
        matches = [record.begin(companion.load(game_id), ("Anna", "Ben")) for game_id in companion.GAMES[:2]]
        for number in range(8):
            match = matches[number % 2]
            meddled(match.journal, Random(number), 1)
            told[match.id] = digests(match.journal.game, match.journal.entries)
            log = Path(f"{path}-wal").stat().st_size
            steps.append((log, {match_id: len(entries) for match_id, entries in told.items()}))
        if checkpoint:
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
        kept = folder.parent / f"{folder.name}-killed"
        shutil.copytree(folder, kept)
    (kept / "matches.sqlite-shm").unlink()
    return Written(kept, told, steps)


@pytest.fixture(scope="module")
def in_file(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return written(tmp_path_factory.mktemp("record") / "file", checkpoint=True)


@pytest.fixture(scope="module")
def in_log(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return written(tmp_path_factory.mktemp("record") / "log", checkpoint=False)


@pytest.fixture
def desk() -> Iterator[Path]:
    """A folder that costs no time, where the system has one in memory: thousands of records are opened in it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder) / "desk"


def laid_out(desk: Path, files: dict[str, bytes]) -> Path:
    shutil.rmtree(desk, ignore_errors=True)
    desk.mkdir()
    for name, raw in files.items():
        (desk / name).write_bytes(raw)
    return desk / "matches.sqlite"


def files_of(written: Written) -> dict[str, bytes]:
    return files_in(written.folder)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.stat().st_size}


def look(path: Path, told: dict[str, list[str]], wanted: dict[str, int] | None = None) -> str:
    """Open a record that something was done to. Every match is whole, or that it is not is said.

    With `wanted` a match that has fewer entries than that, and nothing said, is a loss. Answers what was said: "whole",
    "aside", "rescued", "log" or "damaged".
    """
    with Record(path, clock=clock) as record:
        try:
            notice = record.open()
        except NewerRecord:
            return "newer"  # its version was altered: it is left alone, and that is said
        if notice is not None and "set aside" in notice:
            assert re.search(r" is .* set aside as .*\.damaged-\d{8}-\d{6}, and a new record was begun", notice), notice
            assert [one for one in path.parent.iterdir() if ".damaged-" in one.name], "nothing is ever deleted"
            rescued, damaged = record.summaries()
            assert damaged == [] and len(rescued) == (int(count[1]) if (count := COUNT.search(notice)) else 0)
            for summary in rescued:
                journal = record.journal(summary.id)
                assert digests(journal.game, journal.entries) == told[summary.id][: summary.entries]
            return "rescued" if rescued else "aside"
        answer = "whole" if notice is None else "log"
        for match_id, entries in told.items():
            least = len(entries) if wanted is None else wanted.get(match_id, 0)
            try:
                journal = record.journal(match_id)
            except DamagedMatch:
                answer = "damaged"
                continue
            except NoSuchMatch:
                assert record.notice is not None or least == 0 or record.summaries()[1], (
                    "it is gone, and nobody says so"
                )
                continue
            found = digests(journal.game, journal.entries)
            assert found == entries[: len(found)], "told, and not what was written"
            assert len(found) >= least or record.notice is not None, "lost, and nobody says so"
        return answer


def cut(in_desk: Path, written: Written, name: str, places: list[int]) -> list[str]:
    """What is said for every place at which one of the files is cut."""
    files = files_of(written)
    answers = []
    for place in places:
        path = laid_out(in_desk, files | {name: files[name][:place]})
        wanted = None
        if name.endswith("-wal"):
            wanted = next((there for size, there in reversed(written.steps) if size <= place), {})
        answers.append(look(path, written.told, wanted))
    return answers


def places_in(written: Written, name: str) -> list[int]:
    """Where to cut a file."""
    size = len(files_of(written)[name])
    if ALL:
        return list(range(size))
    if name.endswith("-wal"):
        frames = range(HEADER, size, FRAME_HEADER + PAGE)
        edges = [*frames, *(start + FRAME_HEADER for start in frames)]
    else:
        edges = [100, *range(0, size, PAGE)]  # the header of the file is in its first page
    around = {edge + step for edge in (0, *edges, size) for step in (-1, 0, 1)}
    places = sorted({*around, *Random(1).sample(range(size), SAMPLES)} & {*range(size)})
    return sorted({0, *Random(2).sample(places, 50)}) if DEV else places


def test_a_log_cut_anywhere_holds_every_entry_before_the_cut(in_log: Written, desk: Path) -> None:
    places = places_in(in_log, "matches.sqlite-wal")
    answers = cut(desk, in_log, "matches.sqlite-wal", places)
    assert set(answers) <= {"whole", "log"} and 100 * answers.count("log") < len(answers)


@pytest.mark.slow
def test_a_file_cut_anywhere_is_never_taken_for_a_whole_one(in_file: Written, desk: Path) -> None:
    places = places_in(in_file, "matches.sqlite")[1:]  # at 0 nothing is left to be told of
    answers = cut(desk, in_file, "matches.sqlite", places)
    assert set(answers) <= {"aside", "rescued", "damaged"} and answers.count("damaged") < len(answers) * 0.2


@pytest.mark.slow
def test_a_file_cut_anywhere_beside_a_whole_log(in_log: Written, desk: Path) -> None:
    places = places_in(in_log, "matches.sqlite")
    assert set(cut(desk, in_log, "matches.sqlite", places)) <= {"whole", "aside", "rescued", "damaged"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["matches.sqlite", "matches.sqlite-wal"])
@pytest.mark.parametrize("times", [1000 if ALL else 40 if DEV else 120])
def test_bytes_that_were_altered_are_never_taken_for_what_was_written(
    name: str, times: int, in_file: Written, in_log: Written, desk: Path
) -> None:
    written = in_log if name.endswith("-wal") else in_file
    files, lot = files_of(written), Random(times)
    answers: list[str] = []
    for _ in range(times):
        raw = bytearray(files[name])
        for _ in range(lot.choice((1, 1, 2, 8))):
            raw[lot.randrange(len(raw))] ^= lot.randint(1, 255)
        answers.append(look(laid_out(desk, files | {name: bytes(raw)}), written.told))
    print({answer: answers.count(answer) for answer in sorted(set(answers))})
    if name.endswith("-wal"):
        assert "whole" not in answers
    else:  # much of a page is empty, and what stands there means nothing
        assert {"aside", "rescued", "damaged"} <= set(answers)


@pytest.mark.slow
def test_a_frame_that_was_begun_over_an_older_one_is_no_damage(tmp_path: Path) -> None:
    """A program was killed between the header of a frame and its page, in a log that goes round the second time."""
    path = tmp_path / "play" / "matches.sqlite"
    path.parent.mkdir()
    with Record(path, clock=clock) as record:
        match = record.begin(companion.load("doubles-wild"))
        meddled(match.journal, Random(1), 60)
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.close()
        meddled(match.journal, Random(2), 1)
        told, before = {match.id: digests(match.journal.game, match.journal.entries)}, files_in(path.parent)
        meddled(match.journal, Random(3), 1)
        after = files_in(path.parent)
    log, salts = bytearray(before["matches.sqlite-wal"]), before["matches.sqlite-wal"][16:24]
    step = 24 + 4096
    frames = [place for place in range(32, len(log), step) if log[place + 8 : place + 16] == salts]
    begun = frames[-1] + step
    assert begun + step <= len(log), "frames of the first round are behind"
    log[begun : begun + 24] = after["matches.sqlite-wal"][begun : begun + 24]
    unfinished = before | {"matches.sqlite-wal": bytes(log)}
    assert look(laid_out(tmp_path / "killed", unfinished), told) == "whole"

    log[frames[-1] + 1000] ^= 1  # an acknowledged one is damaged too
    assert look(laid_out(tmp_path / "damaged", unfinished | {"matches.sqlite-wal": bytes(log)}), told) == "log"
    del unfinished["matches.sqlite-shm"]
    assert look(laid_out(tmp_path / "unsure", unfinished), told) == "log", "it might have been acknowledged"


def test_a_log_without_its_file_is_kept(in_log: Written, desk: Path) -> None:
    files = files_of(in_log)
    for there in ({}, {"matches.sqlite": b""}):
        path = laid_out(desk, there | {"matches.sqlite-wal": files["matches.sqlite-wal"]})
        assert look(path, in_log.told) == "aside"
        (kept,) = path.parent.glob("*.damaged-*-wal")
        assert kept.read_bytes() == files["matches.sqlite-wal"]


def test_matches_that_are_whole_are_rescued_from_a_damaged_file(tmp_path: Path) -> None:
    """The pages of one match are overwritten; the other goes on in the new record, its picture with it."""
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as record:
        kept = record.begin(companion.load("space-checkers"), ("Anna", "Ben"), pictures=True)
        kept.journal.play(kept.journal.game.parsed("roll 3 blue"), "seen", picture=b"jpeg")
        lost = record.begin(companion.load("doubles-wild"))
        meddled(lost.journal, Random(1), 200)
        assert len(lost.journal.entries) > 50
    raw = bytearray(path.read_bytes())
    for page in range(len(raw) // 4096 - 3, len(raw) // 4096):
        raw[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(bytes(raw))
    with Record(path, clock=clock) as record:
        notice = record.open()
        assert notice is not None and notice.endswith("a new record was begun with the 1 of its matches that are whole")
        assert record.journal(kept.id).position == kept.journal.position
        assert record.picture(kept.id, 0) == b"jpeg"
        with pytest.raises(NoSuchMatch):
            record.journal(lost.id)
        again = record.resume(kept.id)
        again.journal.undo()
        assert again.trouble is None
    with Record(path, clock=clock) as record:
        assert record.open() is None


def test_damage_that_is_met_while_playing_costs_no_entry(tmp_path: Path) -> None:
    """The file is overwritten under a match that is being played: it goes on in a new one, from its first entry."""
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = record.begin(companion.load("doubles-wild"))
        meddled(match.journal, Random(1), 10)
        record.close()
        path.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 100)
        meddled(match.journal, Random(2), 10)
        assert match.trouble is None
        assert match.notice is not None and "set aside" in match.notice
        assert record.journal(match.id).entries == match.journal.entries


@pytest.mark.parametrize("raw", [b"", b"short", b"\x37\x7f\x06\x82" + b"\0" * 28])
def test_a_log_of_another_kind_hides_nothing(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(raw)
    assert not hides_frames(tmp_path / "log", 0)
    assert not hides_frames(tmp_path / "none", 0)
