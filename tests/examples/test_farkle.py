"""Farkle, the example that others are modelled on: clause by clause, at random, and on a table that is watched."""

from __future__ import annotations

from typing import Any

import pytest

import companion
from tests.support.games.examples import Table, example_games, refused  # noqa: F401

RANDOM = "roll 1 1 2 3 4 5"


def played(*lines: str, players: int = 2, **options: Any) -> tuple[Any, Any]:
    """A game after some events; the first points may be any, unless that is said otherwise."""
    game = companion.load("farkle", players, {"opening": 0} | options)
    position = game.start()
    for line in lines:
        position = game.apply(position, game.parsed(line))
    return game, position


def clauses(game: Any, position: Any, line: str) -> tuple[str, ...]:
    """Those that a legal event rests on."""
    ruling = game.rule(position, game.parsed(line))
    assert ruling.legal
    return tuple(ruling.clauses)


def test_a_turn_begins_with_six_dice_and_a_farkle_ends_it() -> None:
    game, position = played()
    assert clauses(game, position, RANDOM) == ("FK-2.1",)
    assert refused(game, position, game.parsed("roll 1 1 5")) == (("FK-2.1",), "Player 1 has 6 dice to roll.")
    event = game.parsed("roll 2 2 3 4 6 6")
    after = game.apply(position, event)
    assert game.forfeited(position, event, after) and (after.turn, after.points) == (1, 0)
    assert not game.forfeited(position, game.parsed(RANDOM), game.apply(position, game.parsed(RANDOM)))


def test_what_is_set_aside_has_to_score_and_the_rest_is_rolled() -> None:
    game, position = played(RANDOM)
    assert clauses(game, position, "keep 1 1") == ("FK-2.2",)
    after = game.apply(position, game.parsed("keep 1 1"))
    assert (after.points, after.aside, game.awaited(after).dice) == (200, (1, 1), 4)
    said = "These dice were not rolled: player 1 has 1 1 2 3 4 5 to choose from."
    assert refused(game, position, game.parsed("keep 1 1 1")) == (("FK-2.2",), said)
    said = "1 2 does not score: every die that is set aside has to."
    assert refused(game, position, game.parsed("keep 1 2")) == (("FK-2.2",), said)
    assert refused(game, position, game.parsed("keep none"))[0] == ("FK-2.2",)


def test_with_all_six_aside_all_six_are_rolled() -> None:
    game, position = played("roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6")
    assert (position.points, position.aside, game.awaited(position).dice) == (1500, (), 6)


def test_banking_takes_what_scores_most_and_passes_the_dice_on() -> None:
    game, position = played(RANDOM, "keep 1", "roll 2 2 2 5 6")
    assert clauses(game, position, "bank") == ("FK-2.3",)
    event = game.parsed("bank")
    after = game.apply(position, event)
    assert (after.totals, after.turn, game.awaited(after).dice) == ((350, 0), 1, 6)
    assert game.text(position, event) == "Player 1 banks 350"
    assert [(gain.seat, gain.points) for gain in game.gains(position, event, after)] == [(0, 350)]


def test_the_first_points_have_to_be_enough() -> None:
    game, position = played(RANDOM, opening=500)
    said = "Player 1 has no points yet: 250 are too few to be banked, it takes 500."
    assert refused(game, position, game.parsed("bank")) == (("FK-2.4",), said)
    game, position = played("roll 1 2 3 4 5 6", "bank", "roll 2 2 3 4 6 6", RANDOM, opening=500)
    assert clauses(game, position, "bank") == ("FK-2.3",)  # later ones may be fewer
    assert "House rule" not in game.clause_text("FK-2.4")


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ((1,), 100), ((5,), 50), ((1, 5), 150), ((1, 1), 200), ((2,), 0), ((1, 2), 0), ((2, 2), 0), ((), 0),
        ((1, 1, 1), 1000), ((2, 2, 2), 200), ((5, 5, 5), 500), ((6, 6, 6), 600), ((2, 2, 2, 5), 250),
        ((3, 3, 3, 3), 600), ((1, 1, 1, 1), 2000), ((4, 4, 4, 4, 4), 1600), ((6, 6, 6, 6, 6, 6), 4800),
        ((1, 1, 1, 5, 5, 5), 1500), ((1, 2, 3, 4, 5, 6), 1500), ((2, 2, 3, 3, 4, 4), 1500), ((2, 2, 2, 2, 3, 3), 1500),
        ((1, 1, 5, 5, 2, 2), 1500), ((2, 3, 4, 5, 6), 0),
    ],
)  # fmt: skip
def test_hands_that_are_counted_by_hand(faces: tuple[int, ...], points: int) -> None:
    game, _ = played()
    assert game.worth(faces) == points


@pytest.mark.parametrize(("faces", "points"), [((1, 2, 3, 4, 5, 6), 0), ((2, 2, 3, 3, 4, 4), 0), ((1, 1, 5, 5), 300)])
def test_without_combinations_only_their_dice_count(faces: tuple[int, ...], points: int) -> None:
    game, _ = played(combinations=False)
    assert game.worth(faces) == points


def test_whoever_reaches_the_target_gives_everybody_else_one_more_turn() -> None:
    game, position = played("roll 1 1 1 1 1 1", players=3, target=8000)
    assert clauses(game, position, "bank") == ("FK-2.3", "FK-4.1")
    position = game.apply(position, game.parsed("bank"))
    assert position.totals == (8000, 0, 0)
    position = game.apply(position, game.parsed("roll 2 2 3 4 6 6"))
    assert game.outcome(position) is None and position.turn == 2
    position = game.apply(position, game.parsed("roll 6 6 6 6 6 6"))
    assert clauses(game, position, "bank") == ("FK-2.3", "FK-4.2")
    position = game.apply(position, game.parsed("bank"))
    assert game.outcome(position).ranking == ((0,), (2,), (1,))
    said = "The game is over, nothing more can be done."
    assert refused(game, position, game.parsed("roll 1 1 1 1 1 1")) == (("FK-4.2",), said)


def test_equals_share_the_win() -> None:
    game, position = played("roll 1 1 1 1 1 1", "bank", "roll 1 1 1 1 1 1", "bank", target=8000)
    assert game.outcome(position).how == "Player 1 and player 2 have 8000 points each and share the win."


def test_the_referee_follows_rolls_alone() -> None:
    game, position = played()
    table = Table(game)
    table.throw(1, 1, 2, 3, 4, 5)
    assert table.take_up(2, 3, 4, 5) == []  # what it is the roll will tell
    table.throw(1, 2, 2, 3, keep=(1, 1))
    table.throw(2, 2, 3, 4, 6, 6)
    table.throw(1, 5, 5, 2, 3, 6)
    for line in (RANDOM, "keep 1 1", "roll 1 2 2 3", "bank", "roll 2 2 3 4 6 6", "roll 1 2 3 5 5 6"):
        position = game.apply(position, game.parsed(line))
    assert table.tracker.position == position and table.tracker.open is None


def test_where_all_six_may_be_rolled_on_or_passed_on_the_players_are_asked() -> None:
    game, position = played("roll 1 2 3 4 5 6")
    table = Table(game)
    table.throw(1, 2, 3, 4, 5, 6)
    (question,) = table.throw(1, 2, 2, 3, 4, 5)
    assert question.what == "question" and table.tracker.position == position
    assert [game.formatted(choice.events[0]) for choice in question.choices] == ["bank", "keep 1 2 3 4 5 6"]
    table.tracker.choose(question.choices[0])
    assert table.tracker.position.totals == (1500, 0) and table.tracker.position.rolled == (1, 2, 2, 3, 4, 5)
