"""Every command in the README and on the pages of docs/ is run, in this process but for those that need a shell.

One that would wait for a camera or a person is checked.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import companion
from companion.cli import COMMANDS
from companion.club import Tournaments
from companion.record import FORMAT, MisreadingReport, PackedReport, Record, pack_report
from companion.rules import played
from companion.table import TableView
from tests.support.app.serving import serving
from tests.support.front_door import Answer, Ask, asking
from tests.support.paths import DATA, FILMS, ROOT
from vision.diagnostics import machine_checks

ask = pytest.fixture(asking)

OTHERWISE = "add-a-game.md"
"""A page whose blocks follow on each other: test_add_a_game.py follows them."""
PAGES = [ROOT / "README.md", *(one for one in sorted((ROOT / "docs").glob("*.md")) if one.name != OTHERWISE)]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """One fenced block of a page."""

    page: str
    kind: str
    text: str


BLOCKS = [
    Block(page.name, kind, text) for page in PAGES for kind, text in BLOCK.findall(page.read_text(encoding="utf-8"))
]
PROSE = "\n".join(BLOCK.sub("", page.read_text(encoding="utf-8")) for page in PAGES)
LINES = list(
    dict.fromkeys(
        re.split(r"\s+# ", line)[0].strip()
        for block in BLOCKS
        if block.kind == "sh"
        for line in block.text.splitlines()
    )
)
INLINE = re.findall(r"`((?:make|companion|python -m) [^`]+)`", PROSE)

MAKE = sorted({line for line in (*LINES, *INLINE) if line.startswith("make ")})
WAITS = {
    "companion app",
    "companion club",
    "companion doctor",
    "companion watch 0 --game army-vs-aliens-2011",
    "companion scan photos --cluster tcp://127.0.0.1:8786",
}
"""What waits for a browser, or asks for a camera or a cluster: the arguments alone are looked at."""
CHECKED = [line for line in LINES if line in WAITS or line.startswith("companion app ")]
SHELL = [line for line in LINES if re.search(r"[|>]", line)]
"""Run by a shell, each as a process."""
RUN = [line for line in LINES if line not in {*MAKE, *CHECKED, *SHELL}]
SHOWN = {
    "rules": '"awaited"',
    "explain": "space-checkers",
    "explain doubles-wild": "DW-3.3",
    "explain space-checkers": "geometry",
    "odds": "Awaited: ",
    "odds --new doubles-wild --json": '"probability"',
    "hints": "of 100 games",
    "hints position.json --json": '"next_turn"',
    "replay": "the game goes on",
    "simulate": "200 games",
    "simulate doubles-wild": '"games": 3',
    "board board.jpg": "32 pieces",
    "board board.jpg --grid 9x9 --tap": "cherry: ",
    "scan table.jpg": "18 dice",
    "scan photos --json": "",
    "scan photos --draw": "18 dice",
    "scan photos --jobs": "18 dice",
    "scan evening.mp4 --rolls": "2 rolls",
    "scan table.jpg --set": "18 dice",
    "kit doubles-wild": "Print at 100 %",
    "kit dinosaurs": "deck pages 1-14",
    "enrol skulls": "skulls",
    "enrol --list": "army",
    "games": "doubles-wild             Doubles Wild, 2 to 4 players: rules, referee, kit, screen, film",
    "new king-of-dice": "a game of two dice that plays",
    "try doubles-wild": "doubles-wild: sound",
    "doctor table.jpg": "18 are seen",
    "club tournament": "Autumn Cup: swiss of doubles-wild, 4 people",
    "club tournament standings": "place  person",
    "club ratings": "Nobody is rated yet.",
    "club results": "match,date,game,people,winners",
    "matches": "3fa9c01b77",
    "matches show": "The Army rolled 1, 1, 2",
    "matches export": "",
    "matches delete": "Deleted 3fa9c01b77",
    "stats": "Army: 9 dice",
    "report": "Written: misreading.zip",
    "judge": "right    sent.zip: then no dice, now 4 4 3",
    "review films": "doubles-wild.mp4: doubles-wild, 0 against the rules, nothing is open",
    "watch films": "friday.mp4: space-checkers\n     6.42 s  1. Yellow rolled 4, WILD",
    "watch evening.mp4": "Player 1 threw 1, 3 and 3",
}
"""What a command's answer holds; the longest key that its line has decides."""


def test_there_are_commands_and_every_kind_of_block_is_looked_at() -> None:
    assert {block.kind for block in BLOCKS} == {"sh", "python", "text", "json"}  # the last: see test_pages.py
    assert all(line.startswith(("companion ", "echo ", "make ")) for line in LINES)
    assert len(RUN) > 25 and len(SHELL) <= 3 and MAKE and CHECKED
    readme = PAGES[0].read_text(encoding="utf-8")
    assert readme.index("make demo") < readme.index("make test") < readme.index("## "), "it opens with these two"
    assert len(readme.splitlines()) <= 150


HOLD = companion.load("doubles-wild").parsed("hold")
RECORD = Path("data", "tabletop-companion", "matches.sqlite")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The folder as the pages take it, in which the test is: pictures, a film, a recorded game, a recorded match, a
    position and an event, and `companion` on the path of processes."""
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(name)  # nothing that other tests have set decides where the record is
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine_checks, "FRAME_TIME", 1e9)  # the machine that tests is busy
    with monkeypatch.context() as named, Record(RECORD, clock=time.time) as record:
        named.setattr("companion.record.repository.new_id", lambda: "3fa9c01b77")
        journal = record.begin(companion.load("army-vs-aliens-2011")).journal
        journal.play(journal.game.parsed("roll 1 1 2 3 3 4 5 6 6"), "typed")
        if "tournament" in request.node.name and " new " not in request.node.name:
            tournaments = Tournaments(record)
            tournaments.begin("Autumn Cup", "swiss", "doubles-wild", ["Anna", "Ben", "Cleo", "Dan"])
            for one in tournaments.pair("Autumn Cup").played:
                tournaments.decide("Autumn Cup", one.round, one.board, 1.0)
    game = companion.load("doubles-wild")
    battle = next(step.after for step in played(game, Random(3)) if HOLD in game.actions(step.after))
    (tmp_path / "position.json").write_text(json.dumps(game.format_position(battle)))
    (tmp_path / "event.json").write_text(json.dumps([game.format_event(HOLD)]))
    (tmp_path / "evening.txt").write_text(next(block.text for block in BLOCKS if block.text.startswith("[Game")))
    (tmp_path / "photos").mkdir()
    for name in ("table.jpg", "photos/first.png", "photos/second.png"):
        shutil.copy(DATA / "eighteen.png", tmp_path / name)  # what a picture is shows in it, not in its name
    lying = TableView(time=0.0, width=1280, height=720)
    true = (1, 1, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6)
    report = MisreadingReport(format=FORMAT, program="0.1.0", networks={}, view=lying, faces=true)
    (tmp_path / "sent.zip").write_bytes(pack_report(PackedReport(report, (DATA / "eighteen.png").read_bytes())))
    shutil.copy(DATA / "board.jpg", tmp_path / "board.jpg")
    shutil.copy(DATA / "clips" / "rolls.mp4", tmp_path / "evening.mp4")
    (tmp_path / "films").mkdir()
    shutil.copy(FILMS["doubles-wild"], tmp_path / "films")
    (tmp_path / "answers.json").write_text('{"answers": []}')
    shutil.copytree(DATA / "symbols" / "faces", tmp_path / "looks")
    shutil.copy(FILMS["space-checkers"], tmp_path / "films" / "friday.mp4")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "companion"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    program.chmod(0o755)
    return tmp_path


EXPORTED = {
    "text": ("txt", b'[Game "army-vs-aliens-2011"]'),
    "html": ("html", b"<!doctype html>"),
    "png": ("png", b"\x89PNG"),
}
"""How the file of each form ends, and with what it begins."""


def check(line: str, answer: Answer, desk: Path) -> None:
    """What a page says that a command does."""
    assert answer.code == 0, answer
    told = re.sub(r"recorded as (\w+); `--resume \1` plays it on\n", "recorded", answer.err)
    assert told == ("companion: watch: recorded" if "--record" in line else "")
    assert SHOWN[max((key for key in SHOWN if f"companion {key}" in line), key=len)] in answer.out
    if "companion rules" in line:
        rules = json.loads(answer.out)
        assert set(rules) == {"position", "awaited", "actions", "outcome"}
        if "--new" in line:
            assert rules["awaited"] == {"need": "roll", "seat": int("--event" in line), "dice": 9}
    elif "--json >" in line:
        read = [json.loads(row) for row in (desk / "readings.jsonl").read_text().splitlines()]
        assert [row["image"] for row in read] == ["photos/first.png", "photos/second.png"]
        assert all(row["dice"] for row in read)
    if "matches export" in line:
        (form,) = (name for name in EXPORTED if f"--as {name}" in line)
        ending, begin = EXPORTED[form]
        assert (desk / f"3fa9.{ending}").read_bytes().startswith(begin)
    if "--draw" in line:
        assert sorted(path.name for path in (desk / "drawn").iterdir()) == ["first-read.jpg", "second-read.jpg"]


@pytest.mark.slow
@pytest.mark.parametrize("line", RUN)
def test_commands_do_what_the_pages_say(line: str, desk: Path, ask: Ask) -> None:
    program, *arguments = shlex.split(line)
    assert program == "companion"
    check(line, ask(*arguments), desk)


@pytest.mark.slow
@pytest.mark.parametrize("line", SHELL)
def test_commands_for_a_shell_do_what_the_pages_say(line: str, desk: Path) -> None:
    run = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)
    check(line, Answer(run.returncode, run.stdout, run.stderr), desk)


@pytest.mark.parametrize("line", CHECKED)
def test_commands_that_wait_take_what_the_pages_give_them(line: str) -> None:
    _, command, *arguments = shlex.split(line)
    parsed = parser_of(command).parse_args(arguments)
    if command == "app":
        assert (parsed.host, parsed.port) == ("127.0.0.1", 8550)


@cache
def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(exit_on_error=False)
    importlib.import_module(f"companion.cli.{COMMANDS[command].module}").add_arguments(parser)
    return parser


def options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from options_of(sub)


def test_commands_and_options_in_the_text_are_there() -> None:
    known = {option for command in COMMANDS for option in options_of(parser_of(command))}
    named = set(re.findall(r"`[^`\n]*?(?<![\w-])(--[a-z][a-z-]*)", PROSE))
    assert named and named - known == set()
    assert {line.split()[1] for line in INLINE if line.startswith("companion ")} <= {*COMMANDS}


def test_modules_in_the_text_are_there() -> None:
    modules = {line.split()[2] for line in INLINE if line.startswith("python ")}
    assert modules
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []


def test_make_knows_its_targets() -> None:
    for line in MAKE:
        run = subprocess.run([*shlex.split(line), "-n"], cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        assert run.stdout.strip(), line


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.kind == "python"], ids=lambda block: block.page)
def test_python_runs(block: Block, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block.text, block.page, "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_the_demo_answers_and_ends_with_ctrl_c(desk: Path) -> None:
    command = [str(desk / "bin" / "companion"), "app", "--no-browser"]
    with serving([*command, "--demo"], os.environ) as app:
        assert "<html" in app.page().lower()
        second = subprocess.run([*command, "--port", str(app.port)], capture_output=True, text=True, timeout=60)
        assert second.returncode == 2 and second.stderr.startswith(f"companion: port {app.port} is in use")
        code, out, err = app.end()
    assert (code, err) == (0, "") and app.address in out
