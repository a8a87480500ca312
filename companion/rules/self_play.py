"""Plays games by itself: at random, or greedily by the score.

Play is real: every event goes through `apply` with its full ruling, chance is drawn at its exact odds, and the same
source of chance plays the same game again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from companion.rules.rules_protocol import Rules
from companion.rules.vocabulary import Event

Player: TypeAlias = Callable[[Rules, Any, Sequence[Event], Random], Event]
"""Chooses one of the actions that are legal in a position; there is at least one."""


class Step(NamedTuple):
    """One event between its positions."""

    before: Any
    event: Event
    after: Any


def at_random(game: Rules, position: Any, actions: Sequence[Event], lot: Random) -> Event:
    """Any action, each with the same odds."""
    return actions[int(lot.random() * len(actions))]


def greedy(game: Rules, position: Any, actions: Sequence[Event], lot: Random) -> Event:
    """An action after which the own side's scores lead those of the others, mean against mean, by most; drawn among
    equals.

    Looks one event ahead: a roll to come counts for nothing. Draws where it is nobody's turn (a card that anybody may
    smack).
    """
    seat = game.awaited(position).seat
    if seat is None or len(actions) == 1:
        return at_random(game, position, actions, lot)
    best: list[Event] = []
    most = float("-inf")
    for action in actions:
        leads = lead(game, game.apply(position, action), seat)
        if leads > most:
            best, most = [action], leads
        elif leads == most:
            best.append(action)
    return at_random(game, position, best, lot)


def lead(game: Rules, position: Any, seat: int) -> float:
    """By how much the scores of the side of `seat` lead those of the others, mean against mean; alone, its score."""
    own = next(side for side in game.sides if seat in side)
    scores = game.scores(position)
    others = [score for other, score in enumerate(scores) if other not in own]
    return sum(scores[one] for one in own) / len(own) - sum(others) / max(len(others), 1)


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedy}
"""The ways to play, by name."""


def played(
    game: Rules, lot: Random, player: Player = at_random, start: Any = None, longest: int | None = None
) -> Iterator[Step]:
    """One game from `start` (the game's own, if None) to its end, or to `longest` events."""
    position = game.start() if start is None else start
    steps = 0
    while longest is None or steps < longest:
        actions = game.actions(position)
        if actions:
            event = player(game, position, actions, lot)
        elif game.awaited(position).need == "nothing":
            return
        else:
            event = game.drawn(position, lot)
        before, position = position, game.apply(position, event)
        yield Step(before, event, position)
        steps += 1
