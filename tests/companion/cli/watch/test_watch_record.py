"""A film that is watched for the record: killed in the middle, it goes on exactly where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion import MalformedError
from companion.match.entries import Played
from companion.record import Record
from companion.referee.matching.explanations import SeatedGame
from companion.rules.self_play import played as play
from tests.support.front_door import Ask, asking
from tests.support.paths import FILMS, ROOT
from tests.support.thoroughness import NIGHTLY

FILM = FILMS["space-checkers"]
TRUTH = FILM.with_suffix(".json")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


def played(place: Path, match_id: str) -> list[Played]:
    with Record(place, clock=time.time) as record:
        assert record.open() is None
        return [moment.played for moment in record.journal(match_id).history()]


def told(lines: list[str]) -> list[Any]:
    """What was told, but for the views: a reading may come out a hair otherwise where other frames came before it."""
    return [{key: one[key] for key in ("time", "what", "text", "position")} for one in map(json.loads, lines)]


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("events", [1, 2, 3] if NIGHTLY else [2])
def test_a_film_that_was_killed_goes_on_exactly_where_it_was(events: int, ask: Ask, tmp_path: Path) -> None:
    place, whole = tmp_path / "matches.sqlite", tmp_path / "whole.sqlite"
    command = [sys.executable, "-m", "companion", "watch", str(FILM), "--game", "space-checkers", "--json"]
    with subprocess.Popen(
        [*command, "--record", str(place)], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        before = [child.stdout.readline() for _ in range(events)]
        os.kill(child.pid, signal.SIGKILL)
        match_id = child.stderr.readline().split()[4].rstrip(";")
        before += [line for line in child.stdout if line.endswith("\n")]  # what it told before the signal came
    kept = played(place, match_id)
    assert len(before) <= len(kept) <= len(before) + 1, "whatever was told is on disk"

    after = ask("watch", FILM, "--resume", match_id, "--record", place, "--json")
    assert after.code == 0 and after.err.count("\n") == 1 and match_id in after.err
    unbroken = ask("watch", FILM, "--game", "space-checkers", "--record", whole, "--json")
    other_id = unbroken.err.split()[4].rstrip(";")
    assert told([*before, *unbroken.lines[len(before) : len(kept)], *after.lines]) == told(unbroken.lines)
    ours, theirs = played(place, match_id), played(whole, other_id)
    assert [(one.event, one.source, one.time) for one in ours] == [(one.event, one.source, one.time) for one in theirs]
    assert all(one.evidence is not None and one.confidence is not None and one.confidence > 0.9 for one in ours)
    assert [round(one.time or 0, 3) for one in ours] == [one["time"] for one in told(unbroken.lines)]


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_a_resumed_match_is_scored_as_a_whole(ask: Ask, tmp_path: Path) -> None:
    place = tmp_path / "matches.sqlite"
    first = ask("watch", FILM, "--truth", TRUTH, "--record", place)
    match_id = first.err.split()[4].rstrip(";")
    again = ask("watch", FILM, "--truth", TRUTH, "--record", place, "--resume", match_id)
    assert again.code == 0 and again.lines == first.lines[-1:], "all of it is known, and nothing is told again"


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_stats_and_the_list_know_a_match_that_was_filmed(ask: Ask, tmp_path: Path) -> None:
    place = tmp_path / "matches.sqlite"
    match_id = ask("watch", FILM, "--truth", TRUTH, "--record", place).err.split()[4].rstrip(";")
    (listed,) = json.loads(ask("matches", "--record", place, "--json").out)
    assert (listed["id"], listed["state"], listed["entries"]) == (match_id, "playing", 4)
    assert ask("stats", "--record", place).code == 0
    assert "Yellow rolled 4, WILD" in ask("matches", "show", match_id, "--record", place).out


def test_a_match_that_is_over_or_unknown_is_not_resumed(ask: Ask, tmp_path: Path) -> None:
    place = tmp_path / "matches.sqlite"
    game = companion.load("army-vs-aliens-2011")
    *_, last = play(game, Random(1))
    with Record(place, clock=time.time) as record:
        match = record.begin(game, start=last.before)
        match.journal.play(last.event, "typed")
        over = match.id
    answer = ask("watch", FILM, "--resume", over, "--record", place)
    assert answer.code == 2 and "that match is over" in answer.refusal
    answer = ask("watch", FILM, "--resume", "zzz", "--record", place)
    assert answer.code == 1 and "there is no match" in answer.refusal


@pytest.mark.slow
def test_the_colours_of_the_pieces_are_recorded_and_taken_up_again(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "matches.sqlite"
    with Record(place, clock=time.time) as record:
        match_id = record.begin(companion.load("space-checkers"), colours=("purple", "white")).id
    seen: list[object] = []

    def table(seated: SeatedGame, *_: object, **__: object) -> None:
        seen.append(seated.colours)
        raise MalformedError("", "the table is all that is looked at here")

    monkeypatch.setattr("ui.live.MatchPipeline", table)
    ask("watch", FILM, "--resume", match_id, "--record", place)
    ask("watch", FILM, "--resume", match_id, "--record", place, "--colours", "red,green")
    ask("watch", FILM, "--game", "space-checkers", "--colours", "pink,brown", "--record", place)
    assert seen == [("purple", "white"), ("red", "green"), ("pink", "brown")]
    with Record(place, clock=time.time) as record:
        assert {one.colours for one in record.summaries()[0]} == {("purple", "white"), ("pink", "brown")}
