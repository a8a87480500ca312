"""`companion scan` of many pictures: processes, going on where it stopped, Ctrl+C."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import threading
from pathlib import Path

import pytest

from companion.cli.scan import scan
from tests.support.front_door import Ask, asking
from tests.support.paths import DATA, ROOT
from tests.support.waiting import until

ask = pytest.fixture(asking)

SCENES = sorted((DATA / "scenes").glob("*.jpg"))


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r'"ms":[\d.]+|[\d.]+ ms', "ms", line) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("form", [["--json"], []])
def test_two_processes_print_what_one_does(ask: Ask, tmp_path: Path, form: list[str]) -> None:
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    names = [*SCENES[:3], tmp_path / "cut.jpg", tmp_path / "gone.jpg", *SCENES[3:]]
    copies = [tmp_path / "one", tmp_path / "two"]
    one, two = (
        ask("scan", *names, *form, "--jobs", jobs, "--draw", folder)
        for jobs, folder in zip((1, 2), copies, strict=True)
    )
    assert without_times(one.lines) == without_times(two.lines) and len(one.lines) >= len(SCENES)
    assert (one.code, one.err) == (two.code, two.err) and one.code == 1 and one.err.count("\n") == 2
    drawn = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in copies]
    assert drawn[0] == drawn[1] and len(drawn[0]) == len(SCENES)


def test_what_was_read_is_not_read_again(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.jsonl"
    first = ask("scan", *SCENES[:2], "--json", "--resume", kept)
    assert first.code == 0 and kept.read_text().count("\n") == 2
    read: list[str] = []
    reading = scan.read_photograph

    def counted(source: str, name: str, *how: object) -> object:
        read.append(name)
        return reading(source, name, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(scan, "read_photograph", counted)
    again = ask("scan", *SCENES[:3], "--json", "--resume", kept)
    assert again.lines[:2] == first.lines and len(again.lines) == 3
    assert read == [str(SCENES[2])]
    people = ask("scan", SCENES[0], "--resume", kept)
    assert people.lines[0].startswith(f"{SCENES[0]}  640 x ") and len(read) == 2, "another form is read anew"


@pytest.mark.parametrize(
    ("how", "line"),
    [
        (("--jobs", "0"), "scan: --jobs 0: 1 to 512 processes"),
        (("--jobs", "many"), "scan: --jobs 'many': that is no whole number"),
        (
            ("--jobs", "2", "--cluster", "tcp://127.0.0.1:1"),
            "scan: --jobs is for this machine; a cluster has its workers",
        ),
        (("--resume", "."), "scan: --resume .: Is a directory"),
        (
            ("--resume", "kept", "--draw", "drawn"),
            "--resume keeps what was read, and no copies; leave it or --draw out",
        ),
    ],
)
def test_wrong_use_is_one_line(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ask("scan", SCENES[0], *how)
    assert (answer.code, answer.refusal) == (2, line)


@pytest.mark.slow
def test_ctrl_c_tells_what_is_done_and_leaves_no_process(tmp_path: Path) -> None:
    """With a bar on a terminal; then the same command goes on."""
    (tmp_path / "many").mkdir()
    for number in range(300):
        (tmp_path / "many" / f"{number:03}.jpg").write_bytes(SCENES[number % 2].read_bytes() + bytes([number % 250]))
    command = [sys.executable, "-W", "ignore", "-m", "companion", "scan", "many", "--json", "--jobs", "2"]
    command += ["--resume", "kept.jsonl"]
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    settings = os.environ | {"PYTHONPATH": str(ROOT)}
    shown = bytearray()

    def look_on() -> None:
        with contextlib.suppress(OSError):  # nobody holds the terminal any more: all processes are gone
            while piece := os.read(ours, 65536):
                shown.extend(piece)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, by that
    with subprocess.Popen(
        command, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, stderr=theirs, text=True, start_new_session=True
    ) as process:
        signal.signal(signal.SIGINT, before)
        os.close(theirs)
        watcher = threading.Thread(target=look_on)  # a full terminal would keep the program waiting
        watcher.start()
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
        out = process.stdout.read()
    watcher.join()
    os.close(ours)
    assert process.returncode == 130
    assert b"/300" in shown and b"Traceback" not in shown
    told = re.search(rb"companion: scan: stopped, (\d+) of 300 are done; the same command goes on from there", shown)
    assert told is not None and int(told[1]) in (out.count("\n"), out.count("\n") + 1)
    kept = (tmp_path / "kept.jsonl").read_text().splitlines()
    assert 1 <= len(kept) < 300 and all(json.loads(line)["result"]["read"]["dice"] for line in kept)
    until(lambda: not there(process.pid), "the end of all processes")


def there(group: int) -> bool:
    """Whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
