"""Liar's Dice, clause by clause, at random, and on a table that is watched."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.rules import NotAwaited
from tests.support.games.examples import Table, example_games, refused  # noqa: F401
from ui.match.typed_roll import dice_to_type

THIRTY = 30
LOST = ("bid 1 x 2", "doubt", "lift 0")
"""A round in which whoever begins loses a die, and begins the next one."""


def played(*lines: str, players: int = 2, **options: Any) -> tuple[Any, Any]:
    game = companion.load("liars-dice", players, options)
    position = game.start()
    for line in lines:
        position = game.apply(position, game.parsed(line))
    return game, position


def after(game: Any, position: Any, line: str) -> Any:
    return game.apply(position, game.parsed(line))


def clauses(game: Any, position: Any, line: str) -> tuple[str, ...]:
    """Those that a legal event rests on."""
    ruling = game.rule(position, game.parsed(line))
    assert ruling.legal
    return tuple(ruling.clauses)


def test_a_round_begins_with_a_bid() -> None:
    game, position = played()
    assert clauses(game, position, "bid 1 x 2") == ("LD-2.1",)
    assert game.text(position, game.parsed("bid 3 x 6")) == "Player 1 bids 3 times a 6"
    said = "Nobody has bid yet in this round: player 1 has to."
    assert refused(game, position, game.parsed("doubt")) == (("LD-2.3",), said)
    assert len(game.actions(position)) == 60


def test_no_more_can_be_bid_than_there_are_dice() -> None:
    game, position = played()
    assert clauses(game, position, "bid 10 x 6") == ("LD-2.1",)
    said = "11 dice cannot be bid: there are 10 in play."
    assert refused(game, position, game.parsed("bid 11 x 2")) == (("LD-2.1",), said)
    assert refused(game, position, game.parsed("bid 0 x 2")) == (("LD-2.1",), "A bid is on one die at least.")
    assert game.actions(after(game, position, "bid 10 x 6")) == [game.parsed("doubt")]


@pytest.mark.parametrize("line", ["bid 3 x 5", "bid 3 x 6", "bid 4 x 1"])
def test_more_dice_or_a_higher_face_raise_a_bid(line: str) -> None:
    game, position = played("bid 3 x 4")
    assert clauses(game, position, line) == ("LD-2.1", "LD-2.2")


@pytest.mark.parametrize("bid", [(3, 4), (3, 3), (2, 6)])
def test_others_do_not(bid: tuple[int, int]) -> None:
    game, position = played("bid 3 x 4")
    count, face = bid
    said = f"{count} times a {face} does not go beyond 3 times a 4: bid more dice, or as many of a higher face."
    assert refused(game, position, game.parsed(f"bid {count} x {face}")) == (("LD-2.2",), said)


def test_a_doubt_has_all_cups_lifted() -> None:
    game, position = played("bid 3 x 4", players=3)
    assert clauses(game, position, "doubt") == ("LD-2.3",)
    assert game.text(position, game.parsed("doubt")) == "Player 2 doubts the bid of player 1"
    position = after(game, position, "doubt")
    assert (game.awaited(position).need, game.awaited(position).dice) == ("roll", 15)
    with pytest.raises(NotAwaited):
        game.apply(position, game.parsed("bid 4 x 4"))
    said = "16 dice cannot count: there are 15 in play."
    assert refused(game, position, game.parsed("lift 16")) == (("LD-3.1",), said)


@pytest.mark.parametrize(
    ("wild", "face", "hits"), [(True, 5, 4), (True, 1, 2), (True, 6, 2), (False, 5, 2), (False, 1, 2), (False, 6, 0)]
)
def test_the_face_that_was_bid_counts_and_ones_where_they_are_wild(wild: bool, face: int, hits: int) -> None:
    game, position = played(f"bid 1 x {face}", "doubt", wild=wild)
    assert game.roll_of(position, (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)).hits == hits
    assert game.drawn(position, Random(0)) in dict(game.chances(position))


@pytest.mark.parametrize(("hits", "dice"), [(0, (4, 5)), (2, (4, 5)), (3, (5, 4)), (10, (5, 4))])
def test_after_a_doubt_whoever_was_wrong_loses_a_die_and_begins(hits: int, dice: tuple[int, int]) -> None:
    game, position = played("bid 3 x 4", "doubt")
    assert clauses(game, position, f"lift {hits}") == ("LD-3.1", "LD-3.2", "LD-4.1")
    loser = dice.index(4)
    assert game.text(position, game.parsed(f"lift {hits}")).endswith(f": player {loser + 1} loses a die")
    position = after(game, position, f"lift {hits}")
    assert (position.dice, position.turn, position.bid) == (dice, loser, None)


def test_no_bid_is_called_exact_unless_the_table_plays_so() -> None:
    game, position = played("bid 3 x 4")
    said = "At this table no bid is called exact: player 2 may bid more, or doubt."
    assert refused(game, position, game.parsed("exact")) == (("LD-2.4",), said)
    game, position = played(exact=True)
    said = "Nobody has bid yet in this round: player 1 has to."
    assert refused(game, position, game.parsed("exact")) == (("LD-2.4",), said)
    position = after(game, position, "bid 3 x 4")
    assert clauses(game, position, "exact") == ("LD-2.4",)
    assert game.text(position, game.parsed("exact")) == "Player 2 calls the bid of player 1 exact"


@pytest.mark.parametrize(
    ("hits", "dice", "said"), [(3, (4, 5), "gets a die back"), (2, (4, 3), "loses a die"), (4, (4, 3), "loses a die")]
)
def test_an_exact_call_brings_a_die_back_or_costs_one(hits: int, dice: tuple[int, int], said: str) -> None:
    game, position = played("bid 3 x 4", "doubt", "lift 0", "bid 3 x 4", "doubt", "lift 4", exact=True)
    assert (position.dice, position.turn) == ((4, 4), 1)
    position = after(game, after(game, after(game, position, "bid 1 x 2"), "bid 3 x 4"), "exact")
    assert clauses(game, position, f"lift {hits}") == ("LD-3.1", "LD-3.3", "LD-4.1")
    assert game.text(position, game.parsed(f"lift {hits}")).endswith(f": player 2 {said}")
    position = after(game, position, f"lift {hits}")
    assert (position.dice, position.turn) == (dice, 1)


def test_nobody_has_more_than_five_dice() -> None:
    game, position = played("bid 3 x 4", "exact", exact=True)
    assert game.text(position, game.parsed("lift 3")).endswith(": player 2 keeps all dice")
    assert after(game, position, "lift 3").dice == (5, 5)


def test_whoever_has_no_dice_is_out_and_the_last_one_wins() -> None:
    game, position = played(*LOST * 4, players=3)
    assert (position.dice, position.turn) == ((1, 5, 5), 0)
    position = after(game, after(game, position, "bid 1 x 2"), "doubt")
    assert clauses(game, position, "lift 0") == ("LD-3.1", "LD-3.2", "LD-4.1")
    position = after(game, position, "lift 0")
    assert (position.out, position.turn) == ((0,), 1) and game.awaited(position).seat == 1
    for line in LOST * 4:
        position = after(game, position, line)
    assert position.dice == (0, 1, 5) and len(game.actions(position)) == 36
    position = after(game, after(game, position, "bid 1 x 2"), "doubt")
    assert clauses(game, position, "lift 0") == ("LD-3.1", "LD-3.2", "LD-4.2")
    position = after(game, position, "lift 0")
    outcome = game.outcome(position)
    assert outcome.how == "Player 3 is the last one with dice and wins."
    assert outcome.ranking == ((2,), (1,), (0,))
    said = "Only one player has dice left, nothing more can be done."
    assert refused(game, position, game.parsed("bid 1 x 2")) == (("LD-4.2",), said)


def test_thirty_dice_have_as_many_outcomes_as_numbers_of_dice_that_count() -> None:
    game, position = played("bid 8 x 4", "doubt", players=6)
    chances = game.chances(position)
    assert len(chances) == THIRTY + 1 and sum(odds for _, odds in chances) == 1
    assert dict(chances)[game.parsed("lift 30")] == Fraction(1, 3) ** THIRTY
    game, position = played("bid 8 x 4", "doubt", players=6, wild=False)
    assert dict(game.chances(position))[game.parsed("lift 30")] == Fraction(1, 6) ** THIRTY


def test_a_number_of_dice_is_typed_as_an_event_and_not_die_by_die() -> None:
    game, position = played("bid 3 x 4", "doubt")
    assert dice_to_type(SeatedGame.usual(game), position) == ()
    assert game.text(position, game.parsed("lift 3")) == "3 dice count of 3 that were bid: player 2 loses a die"


def test_the_referee_counts_when_the_cups_are_lifted_and_else_sees_nothing() -> None:
    game, position = played(players=3)
    table = Table(game)
    for line in ("bid 1 x 2", "bid 3 x 6"):
        table.tracker.say(game.parsed(line))
        position = after(game, position, line)
    table.throw(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 2, 2, 2, 2)
    for line in ("doubt", "lift 3"):
        position = after(game, position, line)
    assert table.tracker.position == position and position.dice == (5, 5, 4)
    assert table.throw() == []  # all are under the cups again
    for line in ("bid 1 x 2", "bid 3 x 6", "doubt"):
        table.tracker.say(game.parsed(line))
        position = after(game, position, line)
    table.throw(1, 1, 2, 2, 3)
    table.throw(3, 4, 4, 5, 5, keep=(1, 1, 2, 2, 3))  # cup after cup
    assert table.tracker.position == position
    table.throw(6, 6, 5, 4, keep=(1, 1, 2, 2, 3, 3, 4, 4, 5, 5))
    assert table.tracker.position == after(game, position, "lift 4")


def test_where_a_bid_may_be_called_exact_the_players_are_asked() -> None:
    game, position = played("bid 3 x 6", exact=True)
    table = Table(game, position)
    (question,) = table.throw(1, 1, 2, 2, 3, 3, 4, 4, 5, 6)
    assert question.what == "question" and table.tracker.position == position
    assert {game.formatted(choice.events[0]) for choice in question.choices} == {"doubt", "exact"}
    assert {game.formatted(choice.events[1]) for choice in question.choices} == {"lift 3"}
