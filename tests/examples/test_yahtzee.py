"""Yahtzee, clause by clause, at random, and on a table that is watched."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import companion
from companion.rules.self_play import greedy
from companion.rules.self_play import played as self_play
from tests.support.games.examples import Table, example_games, refused  # noqa: F401

LOWER = ("three-alike", "four-alike", "full-house", "small-straight", "large-straight", "yahtzee", "chance")
FIVES = "roll 5 5 5 5 5"


def played(*lines: str, players: int = 1, **options: Any) -> tuple[Any, Any]:
    game = companion.load("yahtzee", players, options)
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


def gains(game: Any, position: Any, line: str) -> list[tuple[str, int]]:
    event = game.parsed(line)
    return [(gain.what, gain.points) for gain in game.gains(position, event, game.apply(position, event))]


def test_a_turn_begins_with_five_dice() -> None:
    game, position = played()
    assert clauses(game, position, FIVES) == ("YZ-2.1",)
    assert refused(game, position, game.parsed("roll 1 2")) == (("YZ-2.1",), "Player 1 has 5 dice to roll.")


def test_dice_are_kept_and_the_rest_is_rolled_up_to_twice() -> None:
    game, position = played("roll 1 1 2 3 5")
    assert clauses(game, position, "keep 1 1") == ("YZ-2.2",)
    assert game.text(position, game.parsed("keep 1 1")) == "Player 1 keeps 1 1 and rolls the rest again"
    said = "These dice do not lie there: player 1 has 1 1 2 3 5 to keep some of."
    assert refused(game, position, game.parsed("keep 1 4")) == (("YZ-2.2",), said)
    said = "Whoever keeps all five dice rolls none: player 1 has to fill a box instead."
    assert refused(game, position, game.parsed("keep 1 1 2 3 5")) == (("YZ-2.2",), said)
    position = after(game, position, "keep 1 1")
    assert game.awaited(position).dice == 3 and position.lying == (1, 1)
    position = after(game, position, "roll 1 4 6")
    assert position.lying == (1, 1, 1, 4, 6)
    position = after(game, after(game, position, "keep none"), "roll 2 2 3 3 4")
    said = "Player 1 has rolled three times: now a box has to be filled."
    assert refused(game, position, game.parsed("keep 2 2")) == (("YZ-2.2",), said)
    assert {action.box for action in game.actions(position)} == {
        *LOWER,
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
    }


def test_each_box_is_filled_once() -> None:
    game, position = played("roll 1 1 2 3 5", "fill chance", "roll 1 2 2 3 6", players=1)
    assert clauses(game, position, "fill twos") == ("YZ-2.3", "YZ-3.1")
    said = "Player 1 has filled the box chance already."
    assert refused(game, position, game.parsed("fill chance")) == (("YZ-2.3",), said)
    assert refused(game, after(game, position, "fill twos"), game.parsed("fill ones"))[0] == ("YZ-2.3",)
    with pytest.raises(companion.MalformedError, match=r"Invalid enum value 'pair'"):
        game.parsed("fill pair")


def test_every_action_of_the_first_roll_is_one_way_to_keep_or_a_box() -> None:
    game, position = played("roll 1 2 3 4 5")
    assert len(game.actions(position)) == 31 + 13
    game, position = played("roll 5 5 5 5 5")
    assert [game.formatted(one) for one in game.actions(position)][:5] == [
        "keep 5 5 5 5", "keep 5 5 5", "keep 5 5", "keep 5", "keep none",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("faces", "box", "points"),
    [
        ("1 1 2 3 5", "ones", 2), ("1 1 2 3 5", "twos", 2), ("1 1 2 3 5", "fours", 0), ("6 6 6 6 6", "sixes", 30),
        ("2 2 2 3 6", "three-alike", 15), ("2 2 3 3 6", "three-alike", 0), ("2 2 2 2 6", "three-alike", 14),
        ("2 2 2 2 6", "four-alike", 14), ("2 2 2 3 6", "four-alike", 0), ("4 4 4 4 4", "four-alike", 20),
        ("2 2 3 3 3", "full-house", 25), ("2 2 3 3 4", "full-house", 0), ("3 3 3 3 3", "full-house", 0),
        ("3 3 3 3 4", "full-house", 0),
        ("1 2 3 4 6", "small-straight", 30), ("2 3 4 4 5", "small-straight", 30), ("1 3 4 5 6", "small-straight", 30),
        ("1 2 3 5 6", "small-straight", 0), ("1 2 3 4 5", "small-straight", 30),
        ("1 2 3 4 5", "large-straight", 40), ("2 3 4 5 6", "large-straight", 40), ("1 2 3 4 6", "large-straight", 0),
        ("6 6 6 6 6", "yahtzee", 50), ("6 6 6 6 5", "yahtzee", 0),
        ("1 2 2 4 6", "chance", 15),
    ],
)  # fmt: skip
def test_hands_that_are_counted_by_hand(faces: str, box: str, points: int) -> None:
    game, position = played(f"roll {faces}")
    assert game.points(position, box) == points
    assert game.scores(after(game, position, f"fill {box}")) == (points,)
    word = box.replace("-", " ")
    assert gains(game, position, f"fill {box}") == [(word[0].upper() + word[1:], points)]
    assert game.text(position, game.parsed(f"fill {box}")) == f"Player 1 fills the box {word} for {points}"


@pytest.mark.parametrize(
    ("box", "clause"),
    [
        ("sixes", "YZ-3.1"),
        ("four-alike", "YZ-3.2"),
        ("chance", "YZ-3.2"),
        ("yahtzee", "YZ-3.3"),
        ("full-house", "YZ-3.3"),
    ],
)
def test_a_box_rests_on_the_clause_that_says_what_it_gets(box: str, clause: str) -> None:
    game, position = played("roll 6 6 6 6 6")
    assert clauses(game, position, f"fill {box}") == ("YZ-2.3", clause)


UPPER = (
    "roll 1 1 1 2 3", "fill ones", "roll 2 2 2 1 3", "fill twos", "roll 3 3 3 1 2", "fill threes",
    "roll 4 4 4 1 2", "fill fours", "roll 5 5 5 1 2", "fill fives",
)  # fmt: skip


def test_three_of_each_face_bring_the_upper_bonus() -> None:
    game, position = played(*UPPER, "roll 6 6 6 1 2")
    assert game.scores(position) == (45,)
    assert clauses(game, position, "fill sixes") == ("YZ-2.3", "YZ-3.1", "YZ-4.1")
    assert gains(game, position, "fill sixes") == [("Sixes", 18), ("Upper bonus", 35)]
    assert game.scores(after(game, position, "fill sixes")) == (98,)
    game, position = played(*UPPER, "roll 6 6 1 1 2")
    assert gains(game, position, "fill sixes") == [("Sixes", 12)]


def test_a_further_yahtzee_has_its_bonus_where_the_first_had_its_points() -> None:
    game, position = played(FIVES, "fill yahtzee", FIVES)
    assert clauses(game, position, "fill fives") == ("YZ-2.3", "YZ-3.1", "YZ-4.2")
    assert gains(game, position, "fill fives") == [("Fives", 25), ("Yahtzee bonus", 100)]
    position = after(game, after(game, position, "fill fives"), FIVES)
    assert game.scores(position) == (175,)
    assert gains(game, position, "fill chance") == [("Chance", 25), ("Yahtzee bonus", 100)]
    game, position = played("roll 1 2 3 4 6", "fill yahtzee", FIVES)
    assert gains(game, position, "fill fives") == [("Fives", 25)]


def test_a_forced_joker_fills_its_upper_box_and_then_a_lower_one() -> None:
    game, position = played(FIVES, "fill yahtzee", FIVES)
    said = "Player 1 has five alike: the box fives is empty and has to be filled with them."
    assert refused(game, position, game.parsed("fill full-house")) == (("YZ-4.3",), said)
    position = after(game, after(game, position, "fill fives"), FIVES)
    assert clauses(game, position, "fill large-straight") == ("YZ-2.3", "YZ-3.3", "YZ-4.3", "YZ-4.2")
    assert gains(game, position, "fill large-straight") == [("Large straight", 40), ("Yahtzee bonus", 100)]
    said = "Player 1 has a joker: as long as a lower box is empty it has to be one of these."
    assert refused(game, position, game.parsed("fill sixes")) == (("YZ-4.3",), said)
    lower = [line for box in LOWER[:5] + LOWER[6:] for line in ("roll 1 2 3 4 6", f"fill {box}")]
    game, position = played(FIVES, "fill yahtzee", FIVES, "fill fives", *lower, FIVES)
    assert gains(game, position, "fill ones") == [("Ones", 0), ("Yahtzee bonus", 100)]


def test_a_free_joker_may_fill_any_box_and_counts_once_its_upper_box_is_full() -> None:
    game, position = played(FIVES, "fill yahtzee", FIVES, joker="free")
    assert gains(game, position, "fill full-house") == [("Full house", 0), ("Yahtzee bonus", 100)]
    assert gains(game, position, "fill sixes") == [("Sixes", 0), ("Yahtzee bonus", 100)]
    position = after(game, after(game, position, "fill fives"), FIVES)
    assert gains(game, position, "fill full-house") == [("Full house", 25), ("Yahtzee bonus", 100)]
    assert gains(game, position, "fill sixes") == [("Sixes", 0), ("Yahtzee bonus", 100)]


def test_without_jokers_a_further_yahtzee_is_five_dice_like_others() -> None:
    game, position = played(FIVES, "fill yahtzee", FIVES, "fill fives", FIVES, joker="none")
    assert gains(game, position, "fill full-house") == [("Full house", 0)]
    assert gains(game, position, "fill three-alike") == [("Three alike", 25)]
    assert "House rule" in game.clause_text("YZ-4.3")


def test_the_game_ends_with_the_last_box() -> None:
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes", *LOWER)
    lines = [line for box in boxes for line in ("roll 1 1 1 1 1", f"fill {box}", "roll 1 1 2 2 6", f"fill {box}")]
    game, position = played(*lines[:-1], players=2, joker="none")
    assert clauses(game, position, lines[-1]) == ("YZ-2.3", "YZ-3.2", "YZ-5.1")
    position = after(game, position, lines[-1])
    assert game.scores(position) == (5 + 5 + 5 + 50 + 5, 2 + 4 + 6 + 12)
    assert game.outcome(position).how == "Player 1 has 70 points and wins."
    said = "All boxes are full, nothing more can be done."
    assert refused(game, position, game.parsed(FIVES)) == (("YZ-5.1",), said)


def test_alone_nobody_wins() -> None:
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes", *LOWER)
    game, position = played(*(line for box in boxes for line in ("roll 1 1 2 2 6", f"fill {box}")))
    assert game.outcome(position).how == "Player 1 ends with 24 points."
    assert game.outcome(position).ranking == ((0,),)


def test_a_lone_player_can_be_played_greedily() -> None:
    game, _ = played()
    *_, last = self_play(game, Random(0), greedy)
    assert game.outcome(last.after) is not None and game.scores(last.after)[0] > 80


def test_the_referee_follows_rolls_and_asks_for_boxes() -> None:
    game, position = played(players=2)
    table = Table(game)
    table.throw(1, 1, 2, 3, 5)
    assert table.take_up(2, 3, 5) == []
    table.throw(1, 2, 6, keep=(1, 1))
    *_, question = table.throw(4, 5, keep=(1, 1, 1))
    assert question.what == "question" and len(question.choices) == 13
    table.tracker.choose(question.choices[0])
    table.throw(4, 5, 5, 5, 5)
    table.throw(5, keep=(5, 5, 5, 5))
    table.tracker.say(game.parsed("fill yahtzee"))
    table.throw(2, 2, 3, 4, 6)
    for line in ("roll 1 1 2 3 5", "keep 1 1", "roll 1 2 6", "keep 1 1 1", "roll 4 5", "fill ones",
                 "roll 4 5 5 5 5", "keep 5 5 5 5", "roll 5", "fill yahtzee", "roll 2 2 3 4 6"):  # fmt: skip
        position = after(game, position, line)
    assert table.tracker.position == position and table.tracker.open is None


def test_five_new_dice_may_be_rolled_by_the_next_player_who_was_told_nothing() -> None:
    game, position = played("roll 1 1 2 3 5", players=2)
    table = Table(game)
    table.throw(1, 1, 2, 3, 5)
    (question,) = table.throw(2, 2, 3, 4, 6)
    assert question.what == "question" and table.tracker.position == position
    assert game.formatted(question.choices[0].events[0]) == "keep none"
    assert all(choice.events[0] == game.parsed(f"fill {choice.events[0].box}") for choice in question.choices[1:])
