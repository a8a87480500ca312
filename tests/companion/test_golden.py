"""Golden playthroughs: everything the rules say along a game, as text that a person has read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.golden import replay

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_playthrough_is_as_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert replay(text) == text


def test_there_is_a_playthrough() -> None:
    assert [path.stem for path in FILES] == ["army_vs_aliens_2011"]
