"""What a game tells of its board for those who draw it: ways, lines that count, cells on which nothing may lie."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.rules.self_play import greedy, played
from companion.table.view import Cell


def test_a_pawns_way_leads_from_where_it_stands_to_where_it_comes_to_stand() -> None:
    game = companion.load("space-checkers")
    seated, last, warps = SeatedGame.usual(game), game.board.n - 1, 0
    for step in played(game, Random(3), greedy, longest=200):
        for action in game.actions(step.after):
            trail = game.trail(step.after, action)
            assert len(trail) == step.after.rolled.number + 1
            before, after = (seated.layout(one).pieces for one in (step.after, game.apply(step.after, action)))
            assert trail[0] in before and trail[0] not in after and before[trail[0]] == after[trail[-1]]
            for one, other in pairwise(trail):
                apart = {abs(one.row - other.row), abs(one.col - other.col)}
                assert apart <= {0, 1} or apart == {0, last}
                warps += last in apart
    assert warps, "one of them went over the edge"


def test_what_is_rolled_has_no_way() -> None:
    for name in companion.GAMES:
        game = companion.load(name)
        first = next(played(game, Random(1)))
        assert game.trail(first.before, first.event) == ()


def test_the_lines_of_doubles_wild_are_the_points() -> None:
    game, seen = companion.load("doubles-wild"), 0
    seated = SeatedGame.usual(game)
    for step in played(game, Random(2), greedy):
        position = step.after
        if position.playoff is not None:
            break
        lines = game.lines(position)
        assert len(lines) == sum(position.score)
        pieces = seated.layout(position).pieces
        for line in lines:
            assert len(line) == 3 and len({pieces[cell] for cell in line}) == 1
        seen = max(seen, len(lines))
    assert seen > 5


def test_nothing_lies_on_the_earth() -> None:
    earth = companion.load("space-checkers").closed()
    assert earth == {Cell("board", row, col) for row in range(4, 8) for col in range(4, 8)}
    assert all(not companion.load(name).closed() for name in companion.GAMES if name != "space-checkers")
