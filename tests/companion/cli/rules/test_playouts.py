"""Games of hints that workers play: what each came to, in order, and what is left out."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import companion
from companion.cli import Refusal
from companion.cli.common import BatchOptions
from companion.cli.rules import playouts
from companion.cli.rules.playouts import Playouts, play_games
from companion.statistics import Played, Playout, play_out
from tests.companion.statistics.test_move_values import choosing
from tests.support import batch_jobs

GAME = companion.load("doubles-wild")
POSITION = choosing(GAME, 4, 60)
Entered = list[tuple[Playout, Played | None]]


def rows(*seeds: int) -> list[Playout]:
    seat = GAME.awaited(POSITION).seat or 0
    return [Playout(one, GAME.apply(POSITION, one), seat, seed) for seed in seeds for one in GAME.actions(POSITION)]


def played(games: list[Playout], jobs: str, seconds: float = 3600.0) -> tuple[Playouts, Entered]:
    entered: Entered = []
    made = Playouts(GAME, POSITION, lambda: seconds, BatchOptions("hints", jobs, None))
    made.play(iter(games), lambda one, came_to: entered.append((one, came_to)))
    return made, entered


@pytest.mark.slow
def test_two_processes_play_the_same_games_in_their_order() -> None:
    games = rows(*range(12))
    made, entered = played(games, "2")
    assert entered == [(one, play_out(GAME, one, lambda: 1.0)) for one in games] and made.code == 0
    assert len({came_to for _, came_to in entered}) > 1


def test_games_for_which_the_time_does_not_reach_are_not_finished() -> None:
    games = rows(1, 2)
    assert played(games, "1", 0.0)[1] == [(one, None) for one in games]


def test_jobs_get_as_many_games_as_take_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game takes 10 ms here."""
    sizes: list[int] = []

    def counted(_: str, __: float, games: list[Any]) -> tuple[float, list[Played]]:
        sizes.append(len(games))
        return 0.01 * len(games), [Played(1.0, 0.0)] * len(games)

    monkeypatch.setattr(playouts, "play_games", counted)
    played(rows(*range(12)), "1")
    assert sizes[0] == playouts.FIRST and set(sizes[1:-1]) == {round(playouts.TOGETHER / 0.01)}


@pytest.mark.slow
def test_games_that_kill_their_process_twice_are_left_out_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playouts, "play_games", batch_jobs.play_or_die)
    games = rows(*range(batch_jobs.DEADLY - 1, batch_jobs.DEADLY + 3))
    made, entered = played(games, "2")
    left_out = [one for one in games if one not in [other for other, _ in entered]]
    assert entered == [(one, play_out(GAME, one, lambda: 1.0)) for one in games if one not in left_out]
    assert batch_jobs.DEADLY in {one.seed for one in left_out} and len(left_out) < len(games)
    lines = capsys.readouterr().err.splitlines()
    assert lines and all(line.startswith("companion: games ") for line in lines)
    assert all(line.endswith(": ends the process that does it; it is left out") for line in lines)
    assert made.code == 1


def test_a_position_that_a_worker_cannot_read_is_one_line() -> None:
    with pytest.raises(Refusal, match=r'^hints: the key "options" is missing$'):
        play_games(json.dumps({"game": "chess"}), 1.0, [])


def test_what_workers_are_given_is_the_position() -> None:
    for name in companion.GAMES:
        game = companion.load(name)
        position = choosing(game, int(Random(name).random() * 9), 8)
        given, read = companion.load_position(json.dumps(game.format_position(position)))
        assert read == position and given.actions(read) == game.actions(position)
