"""Finds events without visible effect: forced actions, and choices that only players can declare."""

from __future__ import annotations

from typing import Any

from companion.referee.matching.explanations import Explanation, Question, SeatedGame
from companion.rules import Event


def forced_action(seated: SeatedGame, position: Any) -> Event | None:
    """Returns the only legal action where it moves nothing on the table, such as a square on which nothing can be done;
    None otherwise."""
    game = seated.game
    actions = game.actions(position)
    if len(actions) != 1 or game.lifts(actions[0]):
        return None
    moves = seated.layout(game.apply(position, actions[0])).things != seated.layout(position).things
    event: Event = actions[0]
    return None if moves else event


def undecidable_actions(seated: SeatedGame, position: Any) -> Question | None:
    """Returns the question between actions that leave the table alike; None where a view can tell them apart."""
    game = seated.game
    actions = game.actions(position)
    if not actions or any(map(game.lifts, actions)):
        return None
    things = seated.layout(position).things
    after = [seated.layout(game.apply(position, action)).things for action in actions]
    if all(one == things for one in after) or (all(one == after[0] for one in after) and len(actions) > 1):
        return Question(tuple(Explanation((action,)) for action in actions), ahead=True)
    return None
