"""The game keeps what everything relies on, and its clauses say what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion
import seeds
from companion.conformance import check_game

FOLDER = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays the game of this folder, whether it is installed or not."""
    monkeypatch.setenv(seeds.FOLDERS, str(FOLDER))
    seeds.forget_installed()


def test_the_game_is_sound() -> None:
    for check in check_game("dice-duel", games=50):
        assert check.sound, check.findings


def test_a_second_roll_is_the_last() -> None:
    game = companion.load("dice-duel")
    position = game.start()
    for line in ("roll 1 2", "again", "roll 3 4"):
        position = game.apply(position, game.parsed(line))
    (broken,) = game.rule(position, game.parsed("again")).broken
    assert (broken.clause, game.broken_text(broken)) == (
        "DD-2.2",
        "Player 1 has rolled again already: the second roll counts.",
    )
