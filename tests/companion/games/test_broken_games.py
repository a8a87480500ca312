"""Games of others that are broken: each is named with its file, and keeps nobody from anything else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.games.broken_games import BROKEN, environment, make_games
from tests.support.paths import ROOT

TRIED = """
import json
import companion
from companion.games import fault_of, listed_games, time_limit
time_limit.SECONDS = 1.0

def tried(game_id):
    try:
        game = companion.load(game_id)
        position = game.start()
        game.actions(position)
    except companion.CompanionError as fault:
        return f"{type(fault).__name__} {fault}"
    return game.title

before = [(one.id, one.fault) for one in listed_games()]
said = {game: tried(game) for game in companion.GAMES}
after = [(one.id, one.fault) for one in listed_games()]
print(json.dumps([before, said, after]))
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "empty").mkdir()
    return [*make_games(folder, "sound-game", *BROKEN), folder / "empty"]


@pytest.fixture(scope="module")
def tried(folders: list[Path]) -> list[Any]:
    """The list of games, what came of loading each, and the list after that, of a process that has them all."""
    done = subprocess.run(
        [sys.executable, "-c", TRIED], cwd=ROOT, env=environment(folders), capture_output=True, text=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", BROKEN)
def test_what_is_broken_is_one_line_with_its_file(game: str, tried: list[Any]) -> None:
    _, said, after = tried
    line = said[game]
    assert line.startswith("BrokenSeed ") and BROKEN[game][3] in line and "\n" not in line
    assert game.replace("-", "_") in line
    if BROKEN[game][0] == "rules.py":
        assert dict(after)[game] == line.removeprefix("BrokenSeed ")


def test_other_games_are_played(tried: list[Any]) -> None:
    before, said, after = tried
    assert said["sound-game"] == "Sound Game" and said["space-checkers"] == "Space Checkers"
    sound = [game for game, fault in after if not fault]
    assert {*said} - {*BROKEN} == {*sound} and [game for game, _ in after[: len(sound)]] == sound
    assert [game for game, _ in before[-4:-1]] == ["no-title", "no-toml", "other-api"]  # known from the heads of files
    assert before[-1][0] == "empty" and "no game.toml" in before[-1][1]


def command(folders: list[Path], *words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "companion", *words]
    return subprocess.run(line, cwd=ROOT, env=environment(folders), capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_commands_start_and_name_what_is_broken(folders: list[Path]) -> None:
    listed = command(folders, "explain")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "Sound Game" in listed.stdout and "no_title/game.toml: " in listed.stdout
    fault = command(folders, "explain", "fails-at-import")
    assert (fault.returncode, fault.stdout) == (1, "")
    assert fault.stderr.count("\n") == 1 and "fails_at_import/rules.py, line 8: ZeroDivisionError" in fault.stderr
    played = command(folders, "simulate", "sound-game", "--games", "3")
    assert played.returncode == 0, played.stderr
