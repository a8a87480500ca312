"""What players touch to show an action, and what is meant by things that they touch."""

from __future__ import annotations

from random import Random

import pytest

import companion
from companion.rules.self_play import played
from companion.table import DieAt
from companion.table.view import Cell

TOLD_APART = {"rally", "attack", "overlord", "mothership", "place"}
"""Actions that no other one touches the same things for."""


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_who_touches_what_an_action_touches_means_it(game_id: str) -> None:
    game, met = companion.load(game_id), set()
    for step in played(game, Random(3)):
        for action in game.actions(step.after):
            touched, did = game.touches(step.after, action), game.format_event(action)["do"]
            if touched and did in TOLD_APART:
                assert game.meant(step.after, touched) == action
                met.add(did)
    assert bool(met) == (game_id not in ("dinosaurs-vs-army-men", "space-checkers"))


def test_a_pawn_goes_the_way_in_which_the_other_square_lies() -> None:
    game = companion.load("space-checkers")
    position = next(one.after for one in played(game, Random(3)) if game.awaited(one.after).need == "action")
    square = Cell("board", 6, 2)
    for row, col, step in ((0, 2, (-1, 0)), (11, 2, (1, 0)), (6, 11, (0, 1)), (2, 6, (-1, 1)), (9, 0, (1, -1))):
        event = game.meant(position, (square, Cell("board", row, col)))
        assert event is not None
        wanted = [name for name, one in game.board.steps.items() if one == step]
        assert [game.format_event(event)["toward"]] == wanted
    assert game.meant(position, (square,)) is not None


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_nothing_is_meant_by_what_is_no_part_of_the_game(game_id: str) -> None:
    game = companion.load(game_id)
    for step in (next(played(game, Random(1))), *list(played(game, Random(1)))[2:4]):
        assert game.meant(step.after, ()) is None
        assert game.meant(step.after, (Cell("chess", 1, 1),)) is None
    assert game.meant(game.start(), (DieAt("combat", 0, 1),)) is None
