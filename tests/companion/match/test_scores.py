"""Score sheets of games of every kind: what they add up to, and what they say."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

import companion
from companion.match.journal import Journal
from companion.match.scores import ScoreSheet, score_sheet
from companion.rules.self_play import greedy, played
from tests.support.games.strategies import journals


def sheet_of(journal: Journal) -> ScoreSheet:
    return score_sheet(journal.game, journal.start, journal.history())


def greedy_game(game_id: str, players: int = 2, seed: int = 1, options: dict[str, object] | None = None) -> Journal:
    game = companion.load(game_id, players, options)
    journal = Journal(game)
    for step in played(game, Random(seed), greedy, longest=3000):
        journal.play(step.event, "lot")
    return journal


@given(journals())
def test_gains_and_sub_sums_add_up_to_the_scores(journal: Journal) -> None:
    sheet = sheet_of(journal)
    scores = tuple(journal.game.scores(journal.position))
    assert sheet.totals == scores and len(sheet.course) == len(journal.history()) + 1
    assert tuple(sum(one.points for one in own) for own in sheet.sums) == scores
    for line in sheet.lines:
        differences = Counter(dict.fromkeys(range(len(scores)), 0))
        for gain in line.gains:
            differences[gain.seat] += gain.points
        was, now = sheet.course[line.number - 1], sheet.course[line.number]
        assert [differences[seat] for seat in range(len(scores))] == [b - a for a, b in zip(was, now, strict=True)]


@pytest.mark.parametrize(
    ("game_id", "players", "words"),
    [
        ("army-vs-aliens-2011", 2, "(rank "),
        ("army-vs-aliens-2011", 4, "(rank "),
        ("army-vs-aliens-2012", 2, " lost"),
        ("dinosaurs-vs-army-men", 3, "Battles won"),
        ("doubles-wild", 2, "Three in a "),
        ("doubles-wild", 4, "Three "),
        ("space-checkers", 3, " pawns"),
    ],
)
def test_a_sheet_says_what_was_scored(game_id: str, players: int, words: str) -> None:
    sheets = [sheet_of(greedy_game(game_id, players, seed)) for seed in range(4)]
    said = [one.what for sheet in sheets for own in sheet.sums for one in own]
    assert any(words in one for one in said), said
    # Headings of events stand only where a game has nothing closer to say, which these games have.
    headings = {"Single attack", "Triple attack", "Ability", "Flip", "Choice", "Smack", "Square", "Battle"}
    assert not headings & set(said), said
