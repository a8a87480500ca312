"""What 50 installed games cost against five: `python -m tests.support.app.games_figures` prints it.

45 copies of Farkle, each with its package and its distribution, are put where Python finds them. What starts is timed
with them and without, in turns, by the processor that it takes, which a busy machine changes less than the clock.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.app.serving import free_port
from tests.support.paths import ROOT

__all__ = ["add_games", "main"]

MORE = 45
ROUNDS = 7
LISTED = "from companion.games import listed_games; print(len(listed_games()))"
STARTED: dict[str, Sequence[str]] = {
    "companion --help": ("-m", "companion", "--help"),
    "companion scan --help": ("-m", "companion", "scan", "--help"),
    "companion explain, which lists the games": ("-m", "companion", "explain"),
    "the list of games of the start screen": ("-c", LISTED),
    "companion app, until it serves": ("-m", "companion", "app", "--no-browser", "--port"),
}


def add_games(folder: Path, count: int = MORE) -> None:
    """Install so many copies of Farkle in a folder, as pip does."""
    source = ROOT / "examples" / "games" / "farkle" / "farkle"
    for number in range(1, count + 1):
        package, game = f"farkle_{number:02}", f"farkle-{number:02}"
        shutil.copytree(source, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = folder / package / "game.toml"
        text = manifest.read_text(encoding="utf-8").replace('game = "farkle"', f'game = "{game}"')
        manifest.write_text(text, encoding="utf-8")
        info = folder / f"tabletop_{package}-1.0.dist-info"
        info.mkdir()
        said = f"Metadata-Version: 2.1\nName: tabletop-{game}\nVersion: 1.0\n"
        (info / "METADATA").write_text(said, encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[tabletop_companion.games]\n{game} = {package}\n", encoding="utf-8")


def started(command: Sequence[str], env: dict[str, str]) -> float:
    """Seconds of the processor that a Python program takes to its end, or, where it serves, to the line that says so;
    on a machine that does nothing else they are those that pass."""
    serves = command[-1] == "--port"
    line = [sys.executable, "-W", "ignore", *command, *([str(free_port())] if serves else [])]
    before = _of_children()
    with subprocess.Popen(line, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if serves:
            next(said for said in process.stdout if "http://" in said)
            process.kill()
        process.communicate()
    return _of_children() - before


def _of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main() -> int:
    """Measure, and print a line each."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "games").mkdir()
        add_games(folder / "games")
        own = {"COMPANION_SETTINGS": name, "COMPANION_RECORD": f"{name}/matches.sqlite", "XDG_DATA_HOME": name}
        five = os.environ | own | {"PYTHONPATH": str(ROOT)}
        fifty = five | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder / "games")))}
        for what, command in STARTED.items():
            times: tuple[list[float], list[float]] = ([], [])
            for turn in range(ROUNDS + 1):
                for taken, env in zip(times, (five, fifty), strict=True):
                    spent = started(command, env)
                    if turn:  # the first compiles
                        taken.append(1000 * spent)
            few, many = map(statistics.median, times)
            differences = [after - before for before, after in zip(*times, strict=True)]
            print(
                f"{what}: {few:.0f} ms with 5 games, {many:.0f} ms with {5 + MORE}: "
                f"{statistics.median(differences):+.0f} ms (median of {ROUNDS} pairs)",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
