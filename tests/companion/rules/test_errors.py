"""Malformed, illegal and not awaited: three errors in one tree, told apart in every game."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import companion
from companion import GAMES, CompanionError, IllegalEvent, MalformedError, NotAwaited
from companion.rules.self_play import played

OUT_OF_PLACE = {
    "army-vs-aliens-2011": ("nuke", "attack 4 on 1:6", "roll 1 2"),
    "army-vs-aliens-2012": ("nuke", "attack 4 on 1:6", "roll 1 2"),
    "dinosaurs-vs-army-men": ("choose army", None, "flip D1"),
    "doubles-wild": ("place 5,5", None, "roll red 1 2 blue 3 4"),
    "space-checkers": ("move 1,3 blue", "move 6,6 blue", "roll 1 wild"),
}
"""For each game an action, one that is never legal in the first turn, and an outcome of chance."""


def test_the_tree() -> None:
    assert issubclass(MalformedError, CompanionError) and issubclass(NotAwaited, IllegalEvent)
    assert issubclass(IllegalEvent, CompanionError) and not issubclass(IllegalEvent, MalformedError)


@pytest.mark.parametrize("game_id", GAMES)
def test_an_action_before_its_chance_is_not_awaited(game_id: str) -> None:
    game = companion.load(game_id)
    action = game.parsed(OUT_OF_PLACE[game_id][0])
    with pytest.raises(NotAwaited) as caught:
        game.apply(game.start(), action)
    assert not caught.value.ruling.awaited and caught.value.ruling.clauses
    assert str(caught.value).strip() and "\n" not in str(caught.value)


@pytest.mark.parametrize("game_id", [game_id for game_id, lines in OUT_OF_PLACE.items() if lines[1]])
def test_an_action_in_its_time_that_breaks_a_clause_is_illegal(game_id: str) -> None:
    game = companion.load(game_id)
    lot = Random(3)
    position = next(step.after for step in played(game, lot) if game.actions(step.after))
    with pytest.raises(IllegalEvent) as caught:
        game.apply(position, game.parsed(OUT_OF_PLACE[game_id][1] or ""))
    assert type(caught.value) is IllegalEvent and caught.value.ruling.awaited


@pytest.mark.parametrize("game_id", GAMES)
def test_chance_while_a_player_decides_is_not_awaited(game_id: str) -> None:
    game = companion.load(game_id)
    position = next(step.after for step in played(game, Random(3)) if game.actions(step.after))
    with pytest.raises(NotAwaited):
        game.apply(position, game.parsed(OUT_OF_PLACE[game_id][2]))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_finished_game_awaits_nothing(game_id: str) -> None:
    game = companion.load(game_id)
    *_, last = played(game, Random(5))
    for line in OUT_OF_PLACE[game_id]:
        if line:
            with pytest.raises(NotAwaited):
                game.apply(last.after, game.parsed(line))


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_is_tried_is_legal_illegal_or_not_awaited(game_id: str) -> None:
    """The ruling and the error say the same; what is legal, or of a listed action's kind, is awaited."""
    lot, pool = Random(8), list[Any]()
    for players in (2, 4):
        game = companion.load(game_id, players)
        for step in islice(played(game, lot), 400):
            kinds = {type(event) for event in game.actions(step.before)}
            for event in (step.event, *lot.sample(pool, min(len(pool), 4))):
                ruling = game.rule(step.before, event)
                if ruling.legal:
                    assert ruling.awaited and ruling.applied
                    continue
                assert ruling.broken and not ruling.applied
                assert ruling.awaited or type(event) not in kinds
                with pytest.raises(IllegalEvent) as caught:
                    game.apply(step.before, event)
                assert isinstance(caught.value, NotAwaited) != ruling.awaited
            pool.append(step.event)
