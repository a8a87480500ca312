"""`companion simulate`: figures of many games, the same from the same seed."""

from __future__ import annotations

import errno
import json
import os
import pty
import subprocess
import sys
import termios
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion as head
from companion import GAMES
from companion.rules.self_play import PLAYERS, played
from tests.support.front_door import Ask, asking
from tests.support.games.army import GAME


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


def figures(ask: Ask, *arguments: object) -> dict[str, Any]:
    answer = ask("simulate", *arguments, "--json")
    assert (answer.code, answer.err) == (0, "") and answer.out.count("\n") == 1
    told: dict[str, Any] = json.loads(answer.out)
    return told


@pytest.mark.parametrize("play", PLAYERS)
@pytest.mark.parametrize("game_id", GAMES)
def test_two_games_of_any_game(ask: Ask, game_id: str, play: str) -> None:
    """The figures are those of the same two games played here."""
    told = figures(ask, game_id, "--games", 2, "--seed", 5, "--play", play)
    rules = head.load(game_id)
    games = [list(played(rules, Random(f"5 {number}"), PLAYERS[play])) for number in range(2)]
    lengths = sorted(map(len, games))
    outcomes = [rules.outcome(steps[-1].after) for steps in games]
    assert (told["game"], told["players"], told["options"]) == (game_id, 2, {})
    assert (told["games"], told["seed"], told["play"]) == (2, 5, play)
    # of two lengths the later one is both the median (rounded up) and what 95 % stay within
    assert told["length"] == {
        "least": lengths[0],
        "median": lengths[1],
        "p95": lengths[1],
        "most": lengths[1],
        "mean": round(sum(lengths) / 2, 1),
    }
    assert told["endings"] == dict(Counter(outcome.clause for outcome in outcomes if outcome).most_common())
    assert sum(told["first"].values()) == 2 and sum(told["events"].values()) == sum(lengths)
    assert told["forfeits"] == sum(rules.forfeited(*step) for steps in games for step in steps)
    assert figures(ask, game_id, "--games", 2, "--seed", 5, "--play", play) == told


def test_who_was_first_is_told_by_seat_and_drawn_games_as_drawn(ask: Ask) -> None:
    told = figures(ask, GAME, "--games", 60)
    rules, first = head.load(GAME), Counter[str]()
    names = {(0,): "Army (seat 0)", (1,): "Aliens (seat 1)", (0, 1): "drawn"}
    for number in range(60):
        *_, last = played(rules, Random(f"0 {number}"))
        outcome = rules.outcome(last.after)
        assert outcome is not None
        first[names[outcome.ranking[0]]] += 1
    assert told["first"] == dict(first) and set(first) == set(names.values())


def test_partners_win_together(ask: Ask) -> None:
    told = figures(ask, "doubles-wild", "--players", 4, "--option", "teams=true", "--games", 3)
    assert told["options"] == {"teams": True} and told["players"] == 4
    assert set(told["first"]) <= {"Player 1 (seat 0) and Player 3 (seat 2)", "Player 2 (seat 1) and Player 4 (seat 3)"}
    assert sum(told["first"].values()) == 3


def test_forfeits_are_counted(ask: Ask) -> None:
    """Space Checkers: a roll without a legal move costs the turn, and 6 of the 36 first rolls are such (SC-1.2)."""
    told = figures(ask, "space-checkers", "--games", 20)
    assert told["forfeits"] > 0
    lines = ask("simulate", "space-checkers", "--games", 20).lines
    events = sum(told["events"].values())
    assert lines[-1] == f"forfeits  {told['forfeits']:,} ({told['forfeits'] / events:.2%} of the events)"


@pytest.mark.slow
def test_two_processes_play_the_same_games_and_are_gone_on_with(ask: Ask, tmp_path: Path) -> None:
    one = figures(ask, GAME, "--games", 50)
    assert figures(ask, GAME, "--games", 50, "--jobs", 2) == one
    kept = tmp_path / "kept.jsonl"
    figures(ask, GAME, "--games", 40, "--resume", kept)
    before = kept.read_text()
    assert before.count("\n") == 2 and figures(ask, GAME, "--games", 50, "--resume", kept) == one
    assert kept.read_text().startswith(before) and kept.read_text().count("\n") == 3
    figures(ask, GAME, "--games", 50, "--seed", 2, "--resume", kept)
    assert kept.read_text().count("\n") == 6


def test_another_seed_plays_other_games(ask: Ask) -> None:
    one, other = (figures(ask, GAME, "--games", 20, "--seed", seed) for seed in (1, 2))
    assert one["length"] != other["length"]


def test_a_game_that_is_too_long_is_cut_off(ask: Ask) -> None:
    """Two first rolls and three events more are too few for any end but a freak."""
    told = figures(ask, GAME, "--games", 4, "--longest", 5)
    assert told["endings"] == {"cut off": 4} and told["first"] == {}
    assert told["length"] == {"least": 5, "median": 5, "p95": 5, "most": 5, "mean": 5.0}


def test_the_figures_in_words(ask: Ask) -> None:
    answer = ask("simulate", GAME, "--games", 10, "--option", "draw_limit=2", "--play", "greedy")
    told = figures(ask, GAME, "--games", 10, "--option", "draw_limit=2", "--play", "greedy")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0].startswith(
        'Army vs Aliens (2011), 2 players, house rules {"draw_limit": 2}: 10 games, greedy play, seed 0; '
    )
    assert [line.split()[0] for line in answer.lines[1:]] == ["length", "ended", "first", "events", "forfeits"]
    assert f"most {told['length']['most']} events" in answer.lines[1]
    clause, count = next(iter(told["endings"].items()))
    assert answer.lines[2].startswith(f"ended by  {clause} {count / 10:.1%}")
    assert answer.lines[5] == "forfeits  0 (0.00% of the events)"


def test_random_play_is_the_usual(ask: Ask) -> None:
    assert figures(ask, GAME, "--games", 3) == figures(ask, GAME, "--games", 3, "--play", "random", "--seed", "0")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "the following arguments are required: GAME"),
        (("chess",), 'simulate: game: "chess" is no game here ('),
        ((GAME, "--games", "0"), "simulate: --games and --longest have to be at least 1"),
        ((GAME, "--longest", "0"), "simulate: --games and --longest have to be at least 1"),
        ((GAME, "--games", "-1"), "simulate: --games '-1': that is no whole number"),
        ((GAME, "--games", "ten"), "simulate: --games 'ten': that is no whole number"),
        ((GAME, "--games", "1e6"), "simulate: --games '1e6': that is no whole number"),
        ((GAME, "--games", "nan"), "simulate: --games 'nan': that is no whole number"),
        ((GAME, "--games", "٣"), "simulate: --games '\\u0663': that is no whole number"),
        ((GAME, "--games", "9" * 100), "simulate: --games '999999"),
        ((GAME, "--seed", "x\n"), "simulate: --seed 'x\\n': that is no whole number"),
        ((GAME, "--play", "clever"), "argument --play: invalid choice: 'clever'"),
        ((GAME, "--players", "99"), "simulate: players: Army vs Aliens (2011) is supported for "),
        ((GAME, "--option", "draw_limit=0"), "simulate: options.draw_limit: 0 is not allowed"),
        ((GAME, "--option", "draw_limit"), "simulate: --option 'draw_limit': expected KEY=VALUE"),
        ((GAME, "--loud"), "there is no --loud"),
    ],
)
def test_wrong_use_is_one_line(ask: Ask, arguments: tuple[str, ...], line: str) -> None:
    answer = ask("simulate", *arguments)
    assert answer.code == 2 and answer.refusal.startswith(line)


def test_the_command_as_a_process(companion: Any) -> None:
    run = companion("simulate", GAME, "--games", "5")
    assert run.returncode == 0 and run.stderr == "" and run.stdout.count("\n") == 6
    run = companion("simulate", GAME, "--games", "none")
    assert run.returncode == 2 and run.stdout == "" and run.stderr.count("\n") == 1


def simulated(root: Path, shell: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    line = f"exec {sys.executable} -m companion simulate {GAME} --games 300 {shell}"
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=root, text=True, stdout=subprocess.PIPE, timeout=120, check=False, **settings
    )


@pytest.mark.slow
def test_a_bar_shows_on_a_terminal_and_leaves_no_trace_in_the_figures(root: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        run = simulated(root, "", stderr=theirs)
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError as end:
            assert end.errno == errno.EIO  # nobody holds the terminal any more
    finally:
        os.close(ours)
    assert run.returncode == 0 and run.stdout.count("\n") == 6
    assert b"/300" in shown and b"game" in shown


@pytest.mark.slow
def test_a_closed_standard_error_is_no_fault(root: Path) -> None:
    run = simulated(root, "--json 2>&-")
    assert run.returncode == 0 and json.loads(run.stdout)["games"] == 300
