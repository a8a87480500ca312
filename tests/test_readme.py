"""Every command in the README is run here, or, where it would take long or wait for a person, checked."""

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
from pathlib import Path

import pytest

import companion
from companion.cli import COMMANDS
from companion.cli.app import add_arguments
from companion.record import Record
from tests.support.app.serving import serving
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
LINES = [line.split("   #")[0].strip() for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line]
MAKE = [line for line in [*LINES, *re.findall(r"`(make [^`]+)`", README)] if line.startswith("make ")]
CHEAP = (
    r"\bcompanion (scan|board|kit|rules|explain|odds|hints|replay|simulate|enrol|matches|stats|doctor \w|watch \w+\.)"
)
RUN = [line for line in LINES if re.search(CHEAP, line)]
"""Cheap ones, run as they stand."""
SHOWN = {
    "rules": '"awaited"',
    "explain": "space-checkers",
    "explain doubles-wild": "DW-3.3",
    "explain space-checkers": "geometry",
    "odds": "Awaited: ",
    "hints": "by your next turn on average",
    "replay": "the game goes on",
    "simulate": "200 games",
    "board board.jpg": "32 pieces",
    "scan table.jpg": "18 dice",
    "scan photos": "",
    "scan evening.mp4 --rolls": "2 rolls",
    "scan table.jpg --set": "18 dice",
    "kit doubles-wild": "Print at 100 %",
    "kit dinosaurs": "deck pages 1-14",
    "enrol skulls": "skulls",
    "enrol --list": "army",
    "doctor table.jpg": "18 are seen",
    "matches": "3fa9c01b77",
    "matches show": "The Army rolled 1, 1, 2",
    "matches export": "",
    "matches delete": "Deleted 3fa9c01b77",
    "stats": "Army: 9 dice",
    "watch evening.mp4": "Player 1 threw 1, 3 and 3",
}
"""What a command's answer holds; the longest key that its line has decides."""
APP = [line for line in LINES if line.startswith("companion app")]
CAMERA = ["companion doctor", "companion watch 0 --game army-vs-aliens-2011"]
"""Asks for a camera, which tests have none of."""


def test_every_block_and_line_is_looked_at() -> None:
    assert {kind for kind, _ in BLOCKS} == {"sh", "python", "text"}
    assert set(LINES) <= {*RUN, *APP, *MAKE, *CAMERA}
    assert README.index("make demo") < README.index("make test") < README.index("## "), "it opens with these two"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the README takes it: a photograph, a folder of them, a recorded game, a recorded match, a position,
    and `companion` on the path."""
    monkeypatch.setattr("companion.record.repository.new_id", lambda: "3fa9c01b77")
    with Record(tmp_path / "data" / "tabletop-companion" / "matches.sqlite", clock=time.time) as record:
        journal = record.begin(companion.load("army-vs-aliens-2011")).journal
        journal.play(journal.game.parsed("roll 1 1 2 3 3 4 5 6 6"), "typed")
        rolled = journal.game.apply(journal.position, journal.game.parsed("roll 1 2 2 3 4 4 5 6 6"))
    (tmp_path / "position.json").write_text(json.dumps(journal.game.format_position(rolled)))
    (tmp_path / "evening.txt").write_text(next(text for kind, text in BLOCKS if kind == "text"))
    (tmp_path / "photos").mkdir()
    picture = ROOT / "tests" / "data" / "eighteen.png"
    for name in ("table.jpg", "photos/first.png", "photos/second.png"):
        shutil.copy(picture, tmp_path / name)  # what a picture is shows in it, not in its name
    shutil.copy(ROOT / "tests" / "data" / "board.jpg", tmp_path / "board.jpg")
    shutil.copy(ROOT / "tests" / "data" / "clips" / "rolls.mp4", tmp_path / "evening.mp4")
    shutil.copytree(ROOT / "tests" / "data" / "symbols" / "faces", tmp_path / "looks")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "companion"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    program.chmod(0o755)
    return tmp_path


def on_the_desk(desk: Path) -> dict[str, str]:
    """Nothing that other tests have set decides where the record is."""
    own = {"XDG_DATA_HOME": str(desk / "data")}
    rest = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
    return rest | own | {"PATH": f"{desk / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("line", RUN)
def test_commands_do_what_the_readme_says(line: str, desk: Path) -> None:
    run = subprocess.run(
        ["sh", "-c", line], cwd=desk, env=on_the_desk(desk), capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0
    told = re.sub(r"recorded as (\w+); `--resume \1` plays it on\n", "recorded", run.stderr)
    assert told == ("companion: watch: recorded" if "--record" in line else "")
    assert SHOWN[max((key for key in SHOWN if f"companion {key}" in line), key=len)] in run.stdout
    if "companion rules" in line:
        answer = json.loads(run.stdout)
        assert set(answer) == {"position", "awaited", "actions", "outcome"}
        assert answer["awaited"] == {"need": "roll", "seat": int("--event" in line), "dice": 9}
    elif "scan" in line and "--json" in line:
        read = [json.loads(row) for row in (desk / "readings.jsonl").read_text().splitlines()]
        assert [row["image"] for row in read] == ["photos/first.png", "photos/second.png"]
        assert all(row["dice"] for row in read)
    if "matches export" in line:
        assert (desk / "3fa9.txt").read_text().startswith('[Game "army-vs-aliens-2011"]')
    if "--draw" in line:
        assert sorted(path.name for path in (desk / "drawn").iterdir()) == ["first-read.jpg", "second-read.jpg"]


@pytest.mark.parametrize("line", sorted(set(MAKE)))
def test_make_knows_its_targets(line: str) -> None:
    run = subprocess.run([*shlex.split(line), "-n"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


@pytest.mark.parametrize("line", APP)
def test_the_app_takes_what_the_readme_gives_it(line: str) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_arguments(parser)
    arguments = parser.parse_args(shlex.split(line)[2:])
    assert (arguments.host, arguments.port) == ("127.0.0.1", 8550)


@pytest.mark.parametrize("line", CAMERA)
def test_commands_for_a_camera_take_what_the_readme_gives_them(line: str) -> None:
    _, command, *arguments = shlex.split(line)
    parser = argparse.ArgumentParser(exit_on_error=False)
    importlib.import_module(f"companion.cli.{COMMANDS[command].module}").add_arguments(parser)
    parser.parse_args(arguments)


@pytest.mark.parametrize("text", [text for kind, text in BLOCKS if kind == "python"])
def test_python_runs(text: str, tmp_path: Path) -> None:
    env = os.environ | {"COMPANION_RECORD": str(tmp_path / "matches.sqlite")}
    run = subprocess.run([sys.executable, "-c", text], cwd=ROOT, env=env, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip()


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if "://" not in target and not (ROOT / target).exists()] == []


@pytest.mark.slow
def test_the_demo_answers_and_ends_with_ctrl_c(desk: Path) -> None:
    command = [str(desk / "bin" / "companion"), "app", "--no-browser"]
    with serving([*command, "--demo"], on_the_desk(desk)) as app:
        assert "<html" in app.page().lower()
        second = subprocess.run(
            [*command, "--port", str(app.port)], env=on_the_desk(desk), capture_output=True, text=True, timeout=60
        )
        assert second.returncode == 2 and second.stderr.startswith(f"companion: port {app.port} is in use")
        code, out, err = app.end()
    assert (code, err) == (0, "") and app.address in out
