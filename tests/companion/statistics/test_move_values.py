"""Hints: what legal actions are worth, with how sure that is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import companion
from companion.rules.self_play import greedy, played
from companion.statistics.move_values import Hint, explain_hint, hints


def looks(count: int) -> Callable[[], float]:
    """A clock by which there is time for `count` looks at it; each event that is played takes one."""
    left = iter(range(count, 0, -1))
    return lambda: next(left, 0) / count


def choosing(game: Any, seed: int, after: int = 8) -> Any:
    """A position of a game in which there is something to choose."""
    for number, step in enumerate(played(game, Random(seed), greedy)):
        if number >= after and len(game.actions(step.after)) > 1:
            return step.after
    raise AssertionError("nothing was to be chosen")


@pytest.mark.slow
@pytest.mark.parametrize("name", companion.GAMES)
def test_every_legal_action_has_its_hint(name: str) -> None:
    game = companion.load(name)
    position = choosing(game, 4)
    time = max(3000, 2 * len(game.actions(position)) * len(list(played(game, Random(2), greedy, position))))
    found = hints(game, position, Random(1), looks(time))
    assert {game.formatted(one.event) for one in found} == {game.formatted(one) for one in game.actions(position)}
    assert all(0 <= one.low <= one.won <= one.high <= 1 and one.games for one in found)
    assert found == hints(game, position, Random(1), looks(time)), "the same luck gives the same hints"


def test_what_lasts_longest_is_played_most() -> None:
    game = companion.load("space-checkers")
    found = hints(game, choosing(game, 4, 30), Random(1), looks(12_000))
    games = [one.games for one in found]
    assert games == sorted(games, reverse=True) and games[0] > games[-1]
    assert found[0].high - found[0].low < found[-1].high - found[-1].low


def test_an_action_that_wins_at_once_is_the_best() -> None:
    """The last die of the Aliens stands alone: the attack that destroys it ends the game."""
    game = companion.load("army-vs-aliens-2011")
    position, event = next(
        (step.before, step.event)
        for seed in range(30)
        for step in played(game, Random(seed), greedy)
        if len(game.actions(step.before)) > 1
        and (over := game.outcome(step.after)) is not None
        and over.ranking[0] == (game.awaited(step.before).seat,)
    )
    found = hints(game, position, Random(2), looks(8_000))
    best = next(one for one in found if one.event == event)
    assert best.won == found[0].won == 1.0 and best.at_once > 0


def test_nothing_is_played_once_the_time_is_up() -> None:
    """Army vs Aliens has many actions: where the time does not reach for a game from each, the rest say so."""
    game = companion.load("army-vs-aliens-2011")
    position = next(step.after for step in played(game, Random(1), greedy) if len(game.actions(step.after)) > 50)
    asked = 0

    def left() -> float:
        nonlocal asked
        asked += 1
        return 1 - asked / 1000

    found = hints(game, position, Random(1), left)
    assert asked <= 1000 + len(found), "each event asks for the time, and so does each action"
    assert {game.formatted(one.event) for one in found} == {game.formatted(one) for one in game.actions(position)}
    judged = [one for one in found if one.games]
    rest = found[len(judged) :]
    assert 0 < len(judged) < len(found) and max(one.games for one in judged) == 1, "all had their first game in turn"
    assert {(one.games, one.won, one.low, one.high, one.next_turn) for one in rest} == {(0, 0.0, 0.0, 1.0, 0.0)}
    assert min(one.at_once for one in judged) >= max(one.at_once for one in rest)


def test_without_any_time_no_action_is_judged() -> None:
    game = companion.load("space-checkers")
    position = choosing(game, 4, 30)
    found = hints(game, position, Random(1), lambda: 0.0)
    assert len(found) == len(game.actions(position)) and not any(one.games for one in found)


def test_nothing_is_hinted_where_nobody_chooses() -> None:
    for name in companion.GAMES:
        game = companion.load(name)
        if not game.actions(game.start()):
            assert hints(game, game.start(), Random(1), looks(300)) == ()


def test_a_card_that_anybody_may_smack_has_no_best_hand() -> None:
    game = companion.load("dinosaurs-vs-army-men")
    position = next(step.after for step in played(game, Random(3)) if game.awaited(step.after).need == "smack")
    assert hints(game, position, Random(1), looks(300)) == ()


def test_why_in_a_few_words() -> None:
    event = companion.load("doubles-wild").parsed("hold")
    assert (
        explain_hint(Hint(event, 0.5, 0.4, 0.6, 10, 2.0, -0.25))
        == "+2 in the score at once, -0.2 by your next turn on average"
    )
    assert explain_hint(Hint(event, 0.0, 0.0, 1.0, 0, 2.0, 0.0)) == "+2 in the score at once"
    assert explain_hint(Hint(event, 0.5, 0.4, 0.6, 10, 0.0, 0.0)) == "+0.0 by your next turn on average"
