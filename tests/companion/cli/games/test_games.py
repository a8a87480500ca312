"""`companion games` and `companion new`: what is installed and how complete it is, and a folder for a new game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
import seeds
from tests.support.front_door import Ask, asking
from tests.support.games.new_game import forgotten, make_game

ask = pytest.fixture(asking)


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from forgotten(monkeypatch)


def test_our_own_games_are_complete(ask: Ask) -> None:
    answer = ask("games", "--json")
    rows = [json.loads(line) for line in answer.lines]
    assert answer.code == 0 and [row["game"] for row in rows] == list(companion.GAMES)
    for row in rows:
        assert row["has"] == ["rules", "referee", "kit", "screen", "film"] and row["fault"] is None
        assert row["from"].startswith("tabletop-companion ")


def test_a_game_in_a_folder_is_listed_with_what_it_has(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_game(tmp_path, monkeypatch)
    line = next(line for line in ask("games").lines if line.startswith("dice-duel "))
    assert "Dice Duel, 2 to 6 players: rules, referee (" in line


def test_a_game_that_cannot_be_used_is_named_with_the_reason(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_game(tmp_path, monkeypatch, ("rules.py", "DICE = 2", "DICE = ="))
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv(seeds.FOLDERS, os.pathsep.join([os.environ[seeds.FOLDERS], str(tmp_path / "empty")]))
    seeds.forget_installed()
    answer = ask("games")
    assert answer.code == 1
    faulty = [line for line in answer.lines if "cannot be used" in line]
    assert faulty[0].startswith("dice-duel ") and "rules.py" in faulty[0] and "SyntaxError" in faulty[0]
    assert faulty[1].startswith("empty ") and faulty[1].endswith("there is no game.toml in this folder")
    assert len(answer.lines) == len(companion.GAMES) + 2


def test_a_new_game_has_its_own_names_throughout(ask: Ask, tmp_path: Path) -> None:
    answer = ask("new", "king-of-dice", "--out", tmp_path)
    assert answer.code == 0 and "companion try" in answer.out
    texts = {path.name: path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    assert set(texts) == {"pyproject.toml", "__init__.py", "game.toml", "rules.py", "test_game.py"}
    assert 'king-of-dice = "king_of_dice"' in texts["pyproject.toml"]
    assert 'title = "King Of Dice"' in texts["game.toml"] and '"KOD-2.1"' in texts["game.toml"]
    assert not any(word in text for text in texts.values() for word in ("dice-duel", "dice_duel", "Dice Duel", "DD-"))


@pytest.mark.parametrize(
    ("game", "prefix"), [("pig", "PI"), ("a", "AX"), ("ten-10-x", "TX"), ("a-b-c-d", "ABC"), ("go-9", "GX")]
)
def test_clauses_have_a_prefix_that_can_be_one(ask: Ask, tmp_path: Path, game: str, prefix: str) -> None:
    assert ask("new", game, "--out", tmp_path).code == 0
    text = next((tmp_path / game).glob("*/game.toml")).read_text("utf-8")
    assert f'id = "{prefix}-1.1"' in text


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("King", "'King': an id is small letters and digits, with hyphens between words, such as king-of-dice"),
        ("-", "'-': an id is small letters and digits"),
        ("a" * 41, "an id is small letters and digits"),
        ("doubles-wild", "doubles-wild: a game of this id is installed already; take another"),
    ],
)
def test_an_id_that_is_none_or_taken_is_refused(ask: Ask, tmp_path: Path, game: str, line: str) -> None:
    answer = ask("new", game, "--out", tmp_path)
    assert answer.code == 2 and line in answer.refusal and list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "pig").mkdir()
    answer = ask("new", "pig", "--out", tmp_path)
    assert answer.code == 1 and "this is there already" in answer.refusal
    (tmp_path / "file").write_text("")
    answer = ask("new", "pig", "--out", tmp_path / "file")
    assert answer.code == 1 and "cannot be written" in answer.refusal
