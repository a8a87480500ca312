"""`companion hints`: every action with its share of wins, and the exact odds of a battle."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import companion as head
from tests.companion.games.doubles_wild.test_battle_odds import in_battle
from tests.companion.statistics.test_move_values import choosing
from tests.support.front_door import Ask, asking

EVENT = 1e-4
"""Seconds that an event takes by the clock of these tests."""


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    looks = itertools.count()
    monkeypatch.setattr("companion.cli.rules.hints.CLOCK", lambda: EVENT * next(looks))
    return asking(capsys, monkeypatch)


@pytest.mark.slow
def test_the_hints_of_a_position_in_words_and_as_json(ask: Ask) -> None:
    game = head.load("space-checkers")
    position = choosing(game, 4, 30)
    given = json.dumps(game.format_position(position))
    answer = ask("hints", "-", "--seconds", "0.6", given=given)
    assert (answer.code, answer.err) == (0, "")
    first, *lines = answer.out.splitlines()
    assert first.startswith("Won by ") and len(lines) == len(game.actions(position))
    assert all("games)" in line and "by your next turn on average" in line for line in lines)
    told = json.loads(ask("hints", "-", "--seconds", "0.6", "--json", given=given).out)
    assert told["odds"] is None and {*told["hints"][0]} >= {"event", "won", "low", "high", "games"}


def test_actions_for_which_the_time_does_not_reach_are_named(ask: Ask) -> None:
    game = head.load("army-vs-aliens-2011")
    position = choosing(game, 4)
    given = json.dumps(game.format_position(position))
    answer = ask("hints", "-", "--seconds", str(EVENT), given=given)
    _, *lines = answer.out.splitlines()
    assert len(lines) == len(game.actions(position))
    assert all(line.startswith("  not judged in time: ") for line in lines)
    listed = json.loads(ask("hints", "-", "--seconds", str(EVENT), "--json", given=given).out)["hints"]
    assert {(one["games"], one["low"], one["high"]) for one in listed} == {(0, 0.0, 1.0)}


def test_a_battle_has_exact_odds_even_before_a_throw(ask: Ask) -> None:
    game, position = in_battle(3)
    given = json.dumps(game.format_position(position))
    answer = ask("hints", "-", given=given)
    assert answer.out.startswith("Player ") and "to win the battle for row" in answer.out
    told = json.loads(ask("hints", "-", "--json", given=given).out)
    assert 0 < told["odds"]["chance"] < 1 and told["odds"]["actions"] == [] and told["hints"] == []


def test_a_first_position_leaves_nothing_to_choose(ask: Ask) -> None:
    assert ask("hints", "--new", "doubles-wild").out == "There is nothing to choose\n"


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon", "1e9"])
def test_wrong_use_is_one_line(ask: Ask, seconds: str) -> None:
    answer = ask("hints", "--new", "doubles-wild", "--seconds", seconds)
    assert answer.code == 2 and len(answer.err.splitlines()) == 1 and "--seconds" in answer.err


@pytest.mark.parametrize(
    ("how", "line"),
    [
        (("--jobs", "0"), "hints: --jobs 0: 1 to 512 processes"),
        (("--jobs", "many"), "hints: --jobs 'many': that is no whole number"),
        (
            ("--jobs", "1", "--cluster", "tcp://127.0.0.1:1"),
            "hints: --jobs is for this machine; a cluster has its workers",
        ),
    ],
)
def test_wrong_numbers_of_processes_are_one_line(ask: Ask, how: tuple[str, ...], line: str) -> None:
    answer = ask("hints", "--new", "doubles-wild", *how)
    assert (answer.code, answer.refusal) == (2, line)


@pytest.mark.parametrize(
    ("how", "shared"),
    [
        ((), False),
        (("--seconds", "4.9"), False),
        (("--seconds", "5"), True),
        (("--seconds", "5", "--jobs", "1"), False),
        (("--jobs", "2"), True),
        (("--cluster", "tcp://127.0.0.1:1"), True),
    ],
)
def test_processes_are_started_where_that_pays_or_is_asked_for(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...], shared: bool
) -> None:
    made: list[Any] = []

    class NonePlayed:
        code = 0

        def __init__(self, *given: object) -> None:
            made.append(given)

        def play(self, *_: object) -> None:
            return

    monkeypatch.setattr("companion.batch.cores", lambda: 2)
    monkeypatch.setattr("companion.cli.rules.hints.Playouts", NonePlayed)
    monkeypatch.setattr("companion.statistics.move_values.play_here", lambda *_: NonePlayed().play)
    game = head.load("doubles-wild")
    given = json.dumps(game.format_position(choosing(game, 4, 60)))
    assert ask("hints", "-", *how, given=given).code == 0
    assert bool(made[0]) is shared


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_is_one_line(ask: Ask, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    looks = itertools.count()

    def clock() -> float:
        if next(looks) == 2:
            raise KeyboardInterrupt
        return 0.0

    monkeypatch.setattr("companion.cli.rules.hints.CLOCK", clock)
    game = head.load("doubles-wild")
    answer = ask("hints", "-", "--jobs", jobs, given=json.dumps(game.format_position(choosing(game, 4, 60))))
    assert (answer.code, answer.refusal) == (
        130,
        "hints: stopped before there was an answer; it takes --seconds at most",
    )
