"""A game that hangs, ends its process or eats memory is one finding, and this process goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.conformance import CHECKS, Check, check_apart
from tests.support.games.new_game import Change, forgotten, make_game

ACTIONS = "    def actions(self, position: Position) -> list[Any]:\n"


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from forgotten(monkeypatch)


def apart(folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: Change, patience: float = 60.0) -> list[Check]:
    game = make_game(folder, monkeypatch, *changes)
    said = list(check_apart(game, games=6, patience=patience))
    return [one for one in said if isinstance(one, Check)]


@pytest.mark.slow
def test_a_sound_game_is_checked_there_as_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = apart(tmp_path, monkeypatch)
    assert tuple(check.name for check in found) == CHECKS and all(check.sound for check in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("        while True:\n            pass\n", "does not come back within 3 s"),
        ("        import os\n        os._exit(7)\n", "this ended the process that checks (exit 7)"),
        ("        held = [bytes(2**28) for _ in range(100)]\n", "MemoryError"),
        ("        return self.actions(position)\n", "calls itself without end"),
        ("        raise SystemExit(3)\n", "this ended the process that checks (exit 3)"),
        ("        return [Keep() for _ in range(100_000)]\n", "actions() gives 100,000 actions for one position"),
    ],
)
def test_code_that_runs_wild_is_one_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, line: str
) -> None:
    found = apart(tmp_path, monkeypatch, ("rules.py", ACTIONS, ACTIONS + body), patience=3.0)
    faults = [finding for check in found for finding in check.findings if finding.level == "fault"]
    assert any(line in finding.text for finding in faults), faults
    if "come back" in line or "Memory" in line:
        assert any(finding.place.startswith("rules.py:6") for finding in faults)
