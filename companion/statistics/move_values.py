"""Estimates the value of each legal action: how often games that go on from it are won, and what it brings at once.

The program plays on from every action, greedily by the score (companion.rules.self_play), and counts. Actions that do
badly are dropped half at a time, so that most games are played where they matter; how sure a share is, its interval
tells. That is an estimate, of players who look one event ahead. What can be reckoned exactly is told by `Game.odds`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Any, NamedTuple

from companion.rules import Event, Rules, greedy, lead, played
from companion.statistics.fairness import wilson
from companion.text import digits, say

LONGEST_PLAYOUT = 2000
"""Events after which a game that is played on is broken off, and counts as drawn by all sides."""
FEWEST = 2
"""Games from each action before any is dropped."""


class Hint(NamedTuple):
    """One action that is legal now."""

    event: Event
    won: float
    """The share of the games from it that the side of the player on turn won; a draw counts as a part of one."""
    low: float
    """The true share of such games lies between `low` and `high`, but for one time in twenty."""
    high: float
    games: int
    """0: there was no time for any, and `won`, `low`, `high` and `next_turn` say nothing (0, 0, 1 and 0)."""
    at_once: float
    """By how much it changes the lead of that side in the score."""
    next_turn: float
    """By how much the lead has changed when the player is on turn again, on average."""


@dataclass
class _Tried:
    """An action with the games played from it."""

    event: Event
    after: Any
    at_once: float
    games: int = 0
    won: float = 0.0
    turned: float = 0.0

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def rank(self) -> tuple[bool, float]:
        """The sort key: the highest share first, actions without a game last."""
        return not self.games, -self.share


def hints(game: Rules, position: Any, lot: Random, left: Callable[[], float]) -> tuple[Hint, ...]:
    """Every legal action, the best first; empty where no action is awaited, or it is anybody's (a card to be smacked).

    `left` tells how much of the time there is is left, from 1 down to 0. It is asked before each event that is played,
    and at 0 all ends: games are played from the actions in turn, those that bring most at once first, so that each gets
    as many as the others or one fewer; where there is no time for one each, the rest have 0 games.
    """
    seat = game.awaited(position).seat
    actions = game.actions(position)
    if seat is None or not actions:
        return ()
    now = lead(game, position, seat)
    reached = [(event, game.apply(position, event)) for event in actions]
    tried = [_Tried(event, after, lead(game, after, seat) - now) for event, after in reached]
    still = tried = sorted(tried, key=lambda one: -one.at_once)
    rounds = max(1, ceil(log2(len(tried))))
    for number in range(1, rounds + 1):
        while (time := left()) > 0 and (still[-1].games < FEWEST or time > 1 - number / rounds):
            seed = lot.random()  # the same luck for each, as far as it goes
            for one in still:
                if left() <= 0:
                    break
                _play_on(game, one, seat, Random(seed), left)
        if number < rounds:
            still = sorted(still, key=lambda one: one.rank)[: max(2, ceil(len(still) / 2))]
    kept = {id(one): place for place, one in enumerate(sorted(still, key=lambda one: one.rank))}
    order = sorted(tried, key=lambda one: (kept.get(id(one), len(tried)), one.rank))
    return tuple(_hint(one, now) for one in order)


def _play_on(game: Rules, one: _Tried, seat: int, lot: Random, left: Callable[[], float]) -> None:
    """Play one game from an action to its end and count it; a game for which no time is left is not counted."""
    position, others_came, turned = one.after, False, None
    for step in played(game, lot, greedy, one.after, LONGEST_PLAYOUT):
        if left() <= 0:
            return
        whose = game.awaited(step.before).seat
        others_came = others_came or whose not in (seat, None)
        if others_came and whose == seat and turned is None:
            turned = lead(game, step.before, seat)
        position = step.after
    one.turned += lead(game, position, seat) if turned is None else turned
    one.games += 1
    one.won += _won(game, position, seat)


def _won(game: Rules, position: Any, seat: int) -> float:
    """1 where the side of a seat alone came first, its part where others did as well."""
    sides = game.sides
    outcome = game.outcome(position)
    if outcome is None:
        return 1 / len(sides)
    first = [side for side in sides if set(side) & set(outcome.ranking[0])]
    return 1 / len(first) if any(seat in side for side in first) else 0.0


def _hint(one: _Tried, now: float) -> Hint:
    low, high = wilson(one.won, one.games)
    next_turn = one.turned / one.games - now if one.games else 0.0
    return Hint(one.event, one.share, low, high, one.games, one.at_once, next_turn)


def explain_hint(hint: Hint) -> str:
    """What speaks for an action or against it, in a few words; empty where nothing is known."""
    words = []
    if hint.at_once:
        words.append(say("{points} in the score at once", points=digits(hint.at_once, "+.2g")))
    if hint.games:
        words.append(say("{points} by your next turn on average", points=digits(hint.next_turn, "+.1f")))
    return ", ".join(words)
