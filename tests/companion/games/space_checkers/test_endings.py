"""Space Checkers, clauses SC-5.1 and SC-5.2: ten captures, players without pawns, the draw."""

from __future__ import annotations

from typing import Any

import pytest

from companion import Awaited, IllegalEvent, Outcome
from tests.support.games.checkers import SpaceCheckers, at, game, move, roll

TWO, THREE, FOUR = game(), game(3), game(4)


def filled(rules: SpaceCheckers, counts: dict[str, int], captured: dict[str, int], **more: Any) -> dict[str, Any]:
    """A position in JSON with so many pawns of each colour, row by row on the two northern and southern rows."""
    edge = [[row, column] for row in (0, 1, 10, 11) for column in range(12)]
    pawns = {colour: [edge.pop(0) for _ in range(counts[colour])] for colour in rules.seats}
    return {
        "game": rules.id,
        "options": {},
        "turn": rules.seats[0],
        "seats": list(rules.seats),
        "captured": captured,
        "pawns": pawns,
        **more,
    }


def test_sc_5_1_the_tenth_capture_wins_at_once() -> None:
    """SC-5.1"""
    position = at(TWO, {"yellow": "2,3", "blue": "3,3 9,9 9,11"}, "2 blue", captured={"yellow": 9, "blue": 3})
    assert TWO.outcome(position) is None
    won = TWO.apply(position, move("2,3", "blue"))
    assert TWO.rule(position, move("2,3", "blue")).clauses == ("SC-3.2", "SC-3.5", "SC-5.1")
    assert TWO.outcome(won) == Outcome("Yellow has captured 10 pawns and wins.", ((0,), (1,)), "SC-5.1")
    assert TWO.awaited(won) == Awaited("nothing")
    assert TWO.format_awaited(won) == {"need": "nothing"}
    assert (TWO.actions(won), TWO.chances(won)) == ([], [])
    assert TWO.format_outcome(won) == {
        "how": "Yellow has captured 10 pawns and wins.",
        "ranking": [["yellow"], ["blue"]],
        "clause": "SC-5.1",
    }


def test_sc_5_1_captures_beyond_ten_count() -> None:
    """SC-Q8: there is no cell for them, and they are captured all the same."""
    position = at(TWO, {"yellow": "2,3", "blue": "3,3 5,3 9,9"}, "4 blue", captured={"yellow": 9})
    won = TWO.apply(position, move("2,3", "blue"))
    assert won.captured == (11, 0)
    assert TWO.format_outcome(won) is not None


def test_sc_5_1_nine_do_not_win() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "3,3 9,9 9,11 9,8"}, "2 blue", captured={"yellow": 8})
    assert TWO.outcome(TWO.apply(position, move("2,3", "blue"))) is None


def test_sc_5_1_pawns_of_all_colours_count_together() -> None:
    position = at(
        FOUR,
        {"yellow": "2,3", "green": "3,3", "blue": "4,3 9,9", "red": "9,0"},
        "3 blue",
        captured={"yellow": 8, "green": 3, "blue": 5, "red": 3},
    )
    won = FOUR.apply(position, move("2,3", "blue"))
    assert FOUR.outcome(won) == Outcome("Yellow has captured 10 pawns and wins.", ((0,), (2,), (1, 3)), "SC-5.1")
    told = FOUR.format_outcome(won)
    assert told is not None and told["ranking"] == [["yellow"], ["blue"], ["green", "red"]]


def test_sc_5_1_groups_are_written_in_the_order_of_the_alphabet() -> None:
    won = at(FOUR, {"blue": "2,3"}, captured={"yellow": 4, "green": 4, "blue": 10, "red": 4})
    told = FOUR.format_outcome(won)
    assert told is not None and told["ranking"] == [["blue"], ["green", "red", "yellow"]]


@pytest.mark.parametrize("event", [move("2,3", "blue"), roll("3 wild")])
def test_sc_5_1_a_finished_game_answers_with_its_end(event: Any) -> None:
    won = at(TWO, {"yellow": "2,3", "blue": "9,9"}, captured={"yellow": 10, "blue": 3})
    assert TWO.rule(won, event).clauses == ("SC-5.1",)
    with pytest.raises(IllegalEvent, match=r"^The game is over, nothing more can be done: yellow has captured 10 paw"):
        TWO.apply(won, event)


# ---------------------------------------------------------------------------------------------- SC-5.2


def test_sc_5_2_players_without_pawns_are_passed_over() -> None:
    """SC-5.2: after a move and after a lost turn."""
    position = at(THREE, {"yellow": "2,3", "blue": "9,9 9,7"}, "1 blue")
    assert THREE.apply(position, move("2,3", "blue")).turn == 2
    assert THREE.rule(position, move("2,3", "blue")).clauses == ("SC-3.2", "SC-5.2")
    blocked = at(THREE, {"yellow": "3,5", "blue": "9,9"})
    assert THREE.apply(blocked, roll("1 blue")).turn == 2
    assert THREE.rule(blocked, roll("1 blue")).clauses == ("SC-3.1", "SC-5.2")


def test_sc_5_2_the_one_whose_last_pawn_is_captured_is_passed_over_at_once() -> None:
    position = at(THREE, {"yellow": "2,3", "green": "3,3", "blue": "9,9 9,7"}, "2 blue")
    after = THREE.apply(position, move("2,3", "blue"))
    assert (after.turn, after.captured) == (2, (1, 0, 0))


def test_sc_5_2_nine_each_and_one_fleet_left_is_a_draw() -> None:
    """Yellow jumps red's last pawn, has nine captures and finds nobody to capture a tenth from: 9 + 0 < 10.

    Before, red could still have reached 9 + 12.
    """
    before = filled(
        FOUR,
        {"yellow": 11, "green": 0, "blue": 0, "red": 0},
        {"yellow": 8, "green": 9, "blue": 9, "red": 9},
        rolled={"number": 2, "direction": "blue"},
    )
    before["pawns"] |= {"yellow": [*before["pawns"]["yellow"], [2, 3]], "red": [[3, 3]]}
    position = FOUR.parse_position(before)
    assert FOUR.outcome(position) is None
    drawn = FOUR.apply(position, move("2,3", "blue"))
    assert drawn.captured == (9, 9, 9, 9)
    assert FOUR.outcome(drawn) == Outcome(
        "Nobody who still has pawns can reach ten captures any more: the game is drawn.", ((0, 1, 2, 3),), "SC-5.2"
    )
    assert FOUR.rule(position, move("2,3", "blue")).clauses == ("SC-3.2", "SC-3.5", "SC-5.2")
    told = FOUR.format_outcome(drawn)
    assert told is not None and told["ranking"] == [["blue", "green", "red", "yellow"]]
    assert FOUR.rule(drawn, roll("1 blue")).clauses == ("SC-5.2",)
    assert FOUR.awaited(drawn) == Awaited("nothing")


@pytest.mark.parametrize(
    ("counts", "captured", "drawn"),
    [
        # captures and opposing pawns: yellow 9 + 0
        ((12, 0, 0), (9, 6, 9), True),
        # yellow 9 + 0; green and blue hold nine as well, and have no pawn to catch one of yellow's nine
        ((9, 0, 0), (9, 9, 9), True),
        # yellow 8 + 1, but green 9 + 10
        ((10, 1, 0), (8, 9, 8), False),
        # yellow 9 + 1, green 9 + 8
        ((8, 1, 0), (9, 9, 9), False),
        # yellow 7 + 2, but blue 8 + 12
        ((12, 0, 2), (7, 7, 8), False),
    ],
)
def test_sc_5_2_looks_only_at_players_with_pawns(
    counts: tuple[int, ...], captured: tuple[int, ...], drawn: bool
) -> None:
    names = THREE.seats
    state = filled(THREE, dict(zip(names, counts, strict=True)), dict(zip(names, captured, strict=True)))
    outcome = THREE.outcome(THREE.parse_position(state))
    assert (outcome is not None) == drawn
    assert outcome is None or outcome.clause == "SC-5.2"


def test_sc_5_2_two_players_can_never_be_drawn() -> None:
    """What one has captured and what is left of the other make twelve, so ten are always in reach."""
    for yellow in range(3, 13):
        for blue in range(3, 13):
            state = filled(TWO, {"yellow": yellow, "blue": blue}, {"yellow": 12 - blue, "blue": 12 - yellow})
            assert TWO.outcome(TWO.parse_position(state)) is None
