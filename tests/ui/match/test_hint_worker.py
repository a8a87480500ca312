"""Hints in a match: asked for, reckoned elsewhere, gone with the position, and switched off for good."""

from __future__ import annotations

import subprocess
import threading
from random import Random
from typing import Any

import pytest

import companion
from companion.rules.self_play import greedy, played
from tests.support.waiting import until
from ui.match.hint_worker import HintWorker, hints_by_process


def choosing() -> tuple[Any, Any, Any]:
    """A game, and two positions of it with several moves."""
    game = companion.load("space-checkers")
    both = [one.after for one in played(game, Random(4), greedy, longest=80) if len(game.actions(one.after)) > 2]
    return game, both[0], both[1]


@pytest.mark.slow
def test_hints_come_for_the_position_they_were_asked_for() -> None:
    game, position, later = choosing()
    desk = HintWorker(game)
    assert desk.of(position) is None and not desk.is_computing(position)
    heard: list[int] = []
    desk.subscribe(lambda: heard.append(desk.version))
    desk.ask(position)
    assert desk.is_computing(position)
    until(lambda: desk.of(position) is not None)
    found = desk.of(position)
    assert found is not None and {one.event for one in found} == set(game.actions(position))
    assert desk.of(later) is None and not desk.is_computing(later) and len(heard) == 2


def test_a_match_without_hints_has_none() -> None:
    game, position, _ = choosing()
    desk = HintWorker(game)
    desk.forbid()
    desk.ask(position)
    assert not desk.allowed and not desk.is_computing(position) and desk.of(position) is None


@pytest.mark.slow
def test_hints_that_come_after_they_were_forbidden_are_not_shown() -> None:
    game, position, _ = choosing()
    desk = HintWorker(game)
    desk.ask(position)
    desk.forbid()
    for one in threading.enumerate():
        if one.name == "hints":
            one.join()
    assert desk.of(position) is None


def test_one_core_is_left_to_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def runs(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, '{"hints": []}')

    monkeypatch.setattr(subprocess, "run", runs)
    game, position, _ = choosing()
    assert hints_by_process(game, position, 60.0) == ()
    assert asked[0][asked[0].index("--jobs") + 1] == "1"


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [OSError("no process"), subprocess.TimeoutExpired("hints", 1), subprocess.CalledProcessError(70, "hints")],
)
def test_a_process_that_fails_is_one_line(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(subprocess, "run", fails)
    game, position, _ = choosing()
    desk = HintWorker(game)
    desk.ask(position)
    until(lambda: desk.trouble is not None)
    assert desk.trouble is not None and "ask again" in desk.trouble and not desk.is_computing(position)
    monkeypatch.undo()
    desk.ask(position)
    until(lambda: desk.of(position) is not None)
    assert desk.trouble is None
