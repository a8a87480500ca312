"""The example games, loaded as whoever writes one loads it, and tables on which they are played without pixels."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
import seeds
from companion import Game, IllegalEvent
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.referee.tracker import MatchTracker
from companion.rules.self_play import played
from companion.table.view import Die
from seeds.installed import FOLDERS
from tests.support.referee.sightings import die, view

__all__ = ["Table", "check_random_games", "example_games", "refused"]

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
LONGEST = 20_000
"""No game comes near it; one that never ends would be cut off here and fail."""
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


def check_random_games(game_id: str, games: int = 300, **settled: Any) -> None:
    """Plays games at tables of every size and by all house rules, but for what is settled, and checks whatever holds
    for any game."""
    lot = Random(game_id)
    seed = companion.load(game_id).seed
    for number in range(games):
        options = {
            one.id: lot.choice(one.choices).value for one in seed.options if one.choices and number % 2
        } | settled
        least, most = seed.players
        game = companion.load(game_id, least + number % (most - least + 1), options)
        position = game.start()
        for step in islice(played(game, lot), LONGEST):
            if lot.random() < 0.02:
                _check_step(game, step.before, step.event)
            position = step.after
        outcome = game.outcome(position)
        assert outcome is not None, f"{game_id} with {options} goes on after {LONGEST} events"
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(game.players))
        assert game.awaited(position).need == "nothing" and not game.actions(position) and not game.chances(position)
        assert game.parse_position(game.format_position(position)) == position


def _check_step(game: Game, position: Any, event: Any) -> None:
    assert game.parse_position(game.format_position(position)) == position
    assert game.parse_event(game.format_event(event)) == event and game.parsed(game.formatted(event)) == event
    ruling, after = game.rule(position, event), game.apply(position, event)
    assert ruling.applied and all(game.clause_text(clause) for clause in ruling.applied)
    assert "{" not in game.text(position, event)
    sums = [
        sum(gain.points for gain in game.gains(position, event, after) if gain.seat == s) for s in range(game.players)
    ]
    assert sums == [b - a for a, b in zip(game.scores(position), game.scores(after), strict=True)]
    chances = game.chances(position)
    assert bool(chances) == (game.awaited(position).need == "roll")
    if chances:
        assert sum(odds for _, odds in chances) == 1 and event in dict(chances)


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
