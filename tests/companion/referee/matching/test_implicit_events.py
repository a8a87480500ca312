"""What happens because nothing else can, and what has to be asked because the table does not show it."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.referee.matching.implicit_events import forced_action, undecidable_actions
from companion.rules.self_play import greedy, played


def test_the_choice_of_a_battle_is_asked_for_and_does_not_happen_by_itself() -> None:
    game = companion.load("dinosaurs-vs-army-men")
    position = game.apply(game.start(), game.parsed("flip B"))
    question = undecidable_actions(SeatedGame.usual(game), position)
    assert question is not None and question.ahead
    assert [choice.events for choice in question.choices] == [(one,) for one in game.actions(position)]
    assert forced_action(SeatedGame.usual(game), position) is None


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_what_moves_things_is_neither_forced_nor_asked_for(game_id: str) -> None:
    game = companion.load(game_id)
    seated = SeatedGame.usual(game)
    for step in islice(played(game, Random(3), greedy), 60):
        actions = game.actions(step.before)
        things = seated.layout(step.before).things
        after = [seated.layout(game.apply(step.before, action)).things for action in actions]
        event, question = forced_action(seated, step.before), undecidable_actions(seated, step.before)
        if event is not None:
            assert actions == [event] and after == [things]
        if question is not None:
            assert len(question.choices) == len(actions) and len({str(one) for one in after}) == 1
        if after and all(one != things for one in after):
            assert event is None
