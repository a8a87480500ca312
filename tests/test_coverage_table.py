"""The table of `make coverage`: branches and statements by room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from scripts.coverage import summed, table

CODE = """
def sign(number):
    if number < 0:
        return -1
    return 1

sign({})
"""


def measure(folder: Path, *arguments: str) -> None:
    """Run coverage.py in a folder, apart from one that measures the tests themselves."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=folder, env=env, check=True)


def test_branches_and_statements_are_added_up_by_room(tmp_path: Path) -> None:
    for room, number in (("one", 1), ("two", -1)):
        (tmp_path / room).mkdir()
        (tmp_path / room / "code.py").write_text(CODE.format(number))
        measure(tmp_path, "run", "--branch", "--append", f"--source={tmp_path}", f"{room}/code.py")
    measure(tmp_path, "json", "--quiet")
    rooms = summed(json.loads((tmp_path / "coverage.json").read_text())["files"])
    assert [" ".join(line.split()) for line in table(rooms).splitlines()[1:]] == [
        "one 1 of 2 50.0 % 4 of 5 80.0 %",
        "two 1 of 2 50.0 % 4 of 5 80.0 %",
        "all 2 of 4 50.0 % 8 of 10 80.0 %",
    ]
