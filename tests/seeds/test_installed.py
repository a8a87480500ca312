"""Games are found by the entry points of what is installed, and in folders that are named; what is wrong is told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import seeds
from seeds import installed
from seeds.installed import FOLDERS, GROUP


@pytest.fixture(autouse=True)
def looked_for_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    seeds.forget_installed()
    yield
    seeds.forget_installed()


def announce(monkeypatch: pytest.MonkeyPatch, *pairs: tuple[str, str]) -> None:
    entries = [EntryPoint(name, value, GROUP) for name, value in pairs]
    monkeypatch.setattr(installed, "entry_points", lambda group: entries if group == GROUP else [])


def package(folder: Path, name: str, text: str = "") -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "game.toml").write_text(text, "utf-8")
    return folder / name


def test_a_package_elsewhere_is_found_without_being_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = package(tmp_path, "ludo_game")
    (folder / "__init__.py").write_text("raise AssertionError('imported')", "utf-8")
    sys.path.append(str(tmp_path))
    announce(monkeypatch, ("ludo", "ludo_game"), ("doubles-wild", "companion.games.doubles_wild"))
    assert list(seeds.installed_games()) == ["doubles-wild", "ludo"]
    assert seeds.installed_games()["ludo"].folder == folder and "ludo_game" not in sys.modules
    assert seeds.installed_games()["ludo"].shown() == "ludo_game/game.toml"


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("ludo", "no_such_package", "there is no package no_such_package"),
        ("ludo", "companion.games.nowhere", "there is no package companion.games.nowhere"),
        ("ludo", "companion.games", "the package companion.games has no game.toml"),
        ("ludo", "companion:GAMES", "'companion:GAMES' is no package"),
        ("ludo", "", "'' is no package"),
        ("Lu do", "companion.games.doubles_wild", "an id is small letters and digits, with hyphens between words"),
        ("l" * 41, "companion.games.doubles_wild", "an id is small letters and digits, with hyphens between words"),
    ],
)
def test_what_cannot_be_found_is_told_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, fault: str
) -> None:
    announce(monkeypatch, (name, value), ("doubles-wild", "companion.games.doubles_wild"))
    assert list(seeds.installed_games()) == ["doubles-wild"]
    assert [(one.id, one.fault) for one in seeds.installation_faults()] == [(name, fault)]


def test_our_own_game_goes_before_another_of_the_same_id(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package(tmp_path, "aaa")
    sys.path.append(str(tmp_path))
    announce(monkeypatch, ("doubles-wild", "aaa"), ("doubles-wild", "companion.games.doubles_wild"))
    assert seeds.installed_games()["doubles-wild"].package == "companion.games.doubles_wild"
    assert [one.fault for one in seeds.installation_faults()] == ["an unnamed package has a game of this id already"]


def test_folders_that_are_named_are_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside = package(tmp_path / "project", "long_ludo")
    alone = package(tmp_path, "short")
    (tmp_path / "empty").mkdir()
    named = [tmp_path / "project", alone, tmp_path / "empty", tmp_path / "gone"]
    monkeypatch.setenv(FOLDERS, os.pathsep.join(map(str, named)))
    games = seeds.installed_games()
    assert (games["long-ludo"].folder, games["short"].folder) == (inside, alone)
    assert games["long-ludo"].origin == str(inside) and "doubles-wild" in games
    assert [(one.id, one.fault) for one in seeds.installation_faults()] == [
        ("empty", "there is no game.toml in this folder"),
        ("gone", "there is no game.toml in this folder"),
    ]


def test_games_of_a_wrong_id_are_told_where_they_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDERS, str(package(tmp_path, "ludo", 'game = "chess"')))
    assert "ludo" in seeds.game_ids()
    with pytest.raises(seeds.SeedError, match=r"^ludo/game\.toml: Object missing required field"):
        seeds.read("ludo", seeds.Seed)
    with pytest.raises(seeds.SeedError, match=r"^chess: no such game is installed$"):
        seeds.module_of("chess", "rules")


def test_our_games_come_by_the_entry_points_of_what_is_installed() -> None:
    listing = "import seeds, sys; print(*seeds.game_ids()); print('companion.games' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    games, imported = ran.stdout.splitlines()
    assert games.split() == list(seeds.game_ids()) and len(games.split()) >= 5
    assert imported == "False"
