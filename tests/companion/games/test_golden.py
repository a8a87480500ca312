"""Golden playthroughs: everything the rules say along a game, as text that a person has read."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import GAMES
from tests.support.games.golden import replay

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_playthrough_is_as_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert replay(text) == text


def test_there_is_a_playthrough_of_every_game() -> None:
    assert {path.stem for path in FILES} >= {game_id.replace("-", "_") for game_id in GAMES}
