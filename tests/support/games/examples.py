"""The example games, loaded as whoever writes one loads it, and tables on which they are played without pixels."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import seeds
from companion import Game, IllegalEvent
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.referee.tracker import MatchTracker
from companion.table.view import Die
from seeds.installed import FOLDERS
from tests.support.referee.sightings import die, view

__all__ = ["Table", "example_games", "refused"]

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
PAUSE = 10.0
"""Seconds between two views, long enough for questions to be asked."""


@pytest.fixture(autouse=True)
def example_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Finds the games of `examples/games`, and forgets them afterwards."""
    folders = sorted(path for path in EXAMPLES.iterdir() if (path / "pyproject.toml").is_file())
    monkeypatch.setenv(FOLDERS, os.pathsep.join(map(str, folders)))
    monkeypatch.setattr(sys, "path", [*sys.path])
    seeds.forget_installed()
    monkeypatch.setattr("companion.games.GAMES", seeds.game_ids())
    yield
    seeds.forget_installed()


def refused(game: Game, position: Any, event: Any) -> tuple[tuple[str, ...], str]:
    """The clauses that an illegal event breaks, and what is said of it."""
    with pytest.raises(IllegalEvent) as refusal:
        game.apply(position, event)
    return refusal.value.ruling.clauses, str(refusal.value)


class Table:
    """Dice on a table that a referee watches, as perfect eyes see them."""

    def __init__(self, game: Game, position: Any = None) -> None:
        journal = None if position is None else Journal(game, position)
        self.tracker = MatchTracker(SeatedGame.usual(game), journal)
        self.dice: list[Die] = []
        self._time, self._lot = 0.0, Random(0)
        self._look(())

    def throw(self, *faces: int, keep: Sequence[int] = ()) -> list[Notice]:
        """Takes up all dice but some that show the faces to `keep`, and throws as many as there are `faces`."""
        left = list(self.dice)
        self.dice = [left.pop(next(n for n, one in enumerate(left) if one.value == face)) for face in keep]
        thrown = [die(face, "white", at=(self._lot.uniform(0, 1200), self._lot.uniform(0, 650))) for face in faces]
        self.dice += thrown
        return self._look(thrown)

    def take_up(self, *faces: int) -> list[Notice]:
        """Takes dice into a hand, and no more."""
        for face in faces:
            self.dice.remove(next(one for one in self.dice if one.value == face))
        return self._look(())

    def _look(self, thrown: Sequence[Die]) -> list[Notice]:
        self._time += PAUSE
        notices = self.tracker.observe(view(*self.dice, time=self._time), thrown, hands=())
        return notices + self.tracker.due_notices(self._time + PAUSE / 2)
