"""Our own games pass the checks that anybody's have to; `companion try GAME` plays a thousand games of each."""

from __future__ import annotations

import pytest

import companion
from companion.conformance import check_game


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("game", companion.GAMES)
def test_each_of_our_games_is_sound(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.conformance.rulings.EVENTS", 1_500)
    for check in check_game(game, games=20):
        assert check.sound, [finding.line for finding in check.findings if finding.level == "fault"]
