"""`companion try`: the verdict on a game, with the place of each fault, and a report with pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.front_door import Ask, asking
from tests.support.games.new_game import forgotten, make_game

ask = pytest.fixture(asking)


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from forgotten(monkeypatch)


@pytest.mark.slow
def test_a_sound_game_has_a_report_with_pictures(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(tmp_path, monkeypatch)
    monkeypatch.delenv("COMPANION_GAMES")
    answer = ask("try", tmp_path / "dice-duel", "--games", 20, "--out", tmp_path / "report")
    assert answer.code == 0 and answer.lines[-1] == "dice-duel: sound"
    names = ["game.toml", "loading", "move tree", "random games", "rulings", "layouts", "print kit", "a match"]
    assert [line[9:].partition(":")[0] for line in answer.lines if line.startswith("sound")] == names
    report = tmp_path / "report"
    page = (report / "report.html").read_text("utf-8")
    assert all(name in page for name in names)
    for name in ("kit-1.png", "result.png"):
        assert (report / name).read_bytes().startswith(b"\x89PNG") and name in page
    assert "Dice Duel" in (report / "match.html").read_text("utf-8")


@pytest.mark.slow
def test_a_fault_is_told_with_its_place_and_nothing_is_played(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(tmp_path, monkeypatch, ("game.toml", "count = 2", "count = 2\nspeed = 1"))
    answer = ask("try", game, "--games", 20)
    assert answer.code == 1 and answer.lines[-1] == "dice-duel: 1 fault"
    assert "FAULT: game.toml:11:1: Object contains unknown field `speed`" in answer.out
    assert "random games" not in answer.out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("nowhere",), "'nowhere': neither a folder with a game.toml nor an installed game (army-vs-aliens-2011, "),
        (("doubles-wild", "--games", "0"), "--games has to be at least 1"),
        (("doubles-wild", "--games", "many"), "--games 'many': that is no whole number"),
        (("doubles-wild", "--seed", "-1"), "--seed"),
    ],
)
def test_wrong_use_is_one_line(ask: Ask, arguments: tuple[str, ...], line: str) -> None:
    answer = ask("try", *arguments)
    assert answer.code == 2 and line in answer.refusal


def test_a_folder_whose_name_is_no_id_is_refused(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "My Game").mkdir()
    (tmp_path / "My Game" / "game.toml").write_text("")
    answer = ask("try", tmp_path / "My Game")
    assert answer.code == 2 and "an id is small letters and digits" in answer.refusal
