"""Tells what share of the branches and statements of each room the tests have taken: `python -m scripts.coverage`,
after `make coverage` has run them. A room is a folder of the product; the workshop in models/train is none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT

COUNTED = ("covered_branches", "num_branches", "covered_lines", "num_statements")


def summed(files: dict[str, dict[str, dict[str, int]]]) -> dict[str, Counter[str]]:
    """The counts of coverage.py's JSON report, added up by the top folder of each file, and under `all` together."""
    rooms: dict[str, Counter[str]] = {}
    for name, told in files.items():
        for room in (Path(name).parts[0], "all"):
            rooms.setdefault(room, Counter()).update({what: told["summary"][what] for what in COUNTED})
    return rooms


def table(rooms: dict[str, Counter[str]]) -> str:
    """A line for each room, all of them last."""
    lines = ["                branches             statements"]
    for room in sorted(rooms, key=lambda name: (name == "all", name)):
        counts = rooms[room]
        shares = []
        for taken, there in (("covered_branches", "num_branches"), ("covered_lines", "num_statements")):
            share = 100 * counts[taken] / max(counts[there], 1)
            shares.append(f"{counts[taken]:6} of {counts[there]:6} {share:5.1f} %")
        lines.append(f"{room:10}" + "".join(f"{one:>24}" for one in shares))
    return "\n".join(lines)


def main() -> None:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(report)]
        subprocess.run(command, cwd=ROOT, check=True)
        print(table(summed(json.loads(report.read_text())["files"])))


if __name__ == "__main__":
    main()
