"""A small part of each attack; `make attack` does all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.grammar import by_schema
from tests.attack.inputs import inputs
from tests.attack.kills import full_and_gone, kills
from tests.attack.outcome import Outcome, table
from tests.attack.peers import KINDS, peers
from tests.attack.pictures import films, pictures
from tests.attack.records import clocks, damaged, disks, servers

pytestmark = pytest.mark.slow  # processes, and an app of its own


def held(outcome: Outcome, tried: int) -> None:
    assert outcome.tried == tried == outcome.refused + outcome.survived, table([outcome])
    assert outcome.lost == []


def test_pictures_and_films_with_anything_done_to_them(tmp_path: Path) -> None:
    held(pictures(150), 150)
    held(films(8, tmp_path), 8)


def test_bad_input_at_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_RECORD", str(tmp_path / "matches.sqlite"))
    held(inputs(120, tmp_path), 120)
    held(by_schema(30, tmp_path), 30)


def test_programs_that_are_killed_and_files_that_are_taken_away(tmp_path: Path) -> None:
    held(kills(6, tmp_path), 6)
    held(full_and_gone(5, tmp_path), 5)


def test_records_that_are_damaged_and_clocks_that_jump(tmp_path: Path) -> None:
    held(disks(2, tmp_path), 2)
    held(damaged(15, tmp_path), 15)
    held(clocks(5, tmp_path), 5)


def test_a_server_that_is_killed_or_cut_off() -> None:
    held(servers(3), 3)


def test_hostile_peers(tmp_path: Path) -> None:
    held(peers(len(KINDS), tmp_path / "network"), len(KINDS))
