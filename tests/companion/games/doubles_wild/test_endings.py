"""Doubles Wild, clauses DW-3.1 and DW-7: the end of the game, rankings, playoffs."""

from __future__ import annotations

import pytest

from companion import Awaited, Outcome
from companion.games.doubles_wild import DoublesWild
from tests.support.games.doubles import HOLD, Place, Position, Rolled, Start, Threw, at, battle, board, game, roll

DW = game()
THREE = game(3)
FOUR = game(4)
TEAMS = game(4, teams=True)


def outcome(rules: DoublesWild, position: Position) -> Outcome:
    found = rules.outcome(position)
    assert found is not None
    assert rules.awaited(position) == Awaited("nothing")
    assert rules.actions(position) == [] and rules.chances(position) == []
    return found


# ---------------------------------------------------------------------------------------------- DW-7.1


def test_dw_7_1_everybody_else_has_one_turn_after_the_last_marker() -> None:
    position = at(board("00.", "11.", "22."), roll("12", "14"), rules=THREE, supply=(1, 5, 5))
    position = THREE.apply(position, Place((3, 5)))
    assert (position.supply, position.score) == ((0, 5, 5), (1, 0, 0))
    for seat, square in ((1, (8, 9)), (2, (9, 10))):
        assert THREE.awaited(position).seat == seat
        position = THREE.apply(position, Rolled((3, 5), (4, 5) if seat == 1 else (4, 6)))
        row = 8
        position = THREE.apply(position, Place((row, square[1])))
    assert THREE.awaited(position) == Awaited("nothing")
    assert position.turn == 0


def test_dw_7_1_an_empty_supply_elsewhere_does_not_end_the_game() -> None:
    assert DW.outcome(at(board("000"), supply=(0, 3), turn=1)) is None


def test_dw_7_1_the_game_ends_by_itself_when_the_turn_comes_to_an_empty_supply() -> None:
    position = at(board("000", "11."), roll("13", "14"), turn=1, supply=(0, 3))
    over = DW.apply(position, Place((4, 5)))
    assert over.playoff == (0, 1), "one all: a playoff begins in the same step"
    position = at(board("000", "1.."), roll("13", "14"), turn=1, supply=(0, 3))
    over = DW.apply(position, Place((4, 5)))
    assert outcome(DW, over).clause == "DW-7.1"
    assert outcome(DW, over).ranking == ((0,), (1,))
    clauses = DW.rule(position, Place((4, 5))).clauses
    assert clauses == ("DW-3.3", "DW-3.4", "DW-3.5", "DW-3.1", "DW-7.1", "DW-7.2")


def test_dw_7_1_a_battle_with_the_last_marker_is_fought_to_its_end() -> None:
    position = at(board("000", "1.."), fight=battle((4, 3), ("111", "666"), round=3, to_roll=1), supply=(0, 3))
    assert DW.outcome(position) is None
    assert DW.outcome(DW.apply(position, HOLD)) is None, "seat 1 has one more turn"


def test_dw_7_1_partners_supplies_do_not_matter() -> None:
    """DW-Q15: the own supply decides, whatever the partner has left."""
    position = at(board("000", "1.."), roll("13", "14"), rules=TEAMS, turn=3, supply=(0, 5, 5, 5))
    assert outcome(TEAMS, TEAMS.apply(position, Place((4, 5)))).ranking == ((0, 2), (1, 3))


@pytest.mark.parametrize("event", [Rolled((1, 2), (3, 4)), Place((5, 5)), HOLD, Threw((1, 2, 3))])
def test_dw_7_1_a_finished_game_answers_every_event_with_its_clause(event: object) -> None:
    over = at(board("000"), supply=(0, 3))
    assert DW.rule(over, event).clauses == ("DW-7.1",)  # type: ignore[arg-type]
    won = at(board("000"), supply=(3, 3), score=(2, 2), playoff=(0, 1))
    assert DW.rule(won, event).clauses == ("DW-7.2",)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- DW-7.2


def test_dw_7_2_the_highest_score_wins_and_equals_share_a_place() -> None:
    # scores: seat 0 none, seat 1 two, seat 2 none, seat 3 one
    drawn = board("1111", "0...", "333.", "22..")
    assert outcome(FOUR, at(drawn, rules=FOUR, supply=(0, 1, 1, 1))).ranking == ((1,), (3,), (0, 2))


def test_dw_7_2_teams_add_up() -> None:
    drawn = board("000...", "222...", "1111..", "33....")
    assert at(drawn, rules=TEAMS).score == (2, 2)
    drawn[0].append((3, 6))
    won = outcome(TEAMS, at(drawn, rules=TEAMS, supply=(0, 1, 1, 1)))
    assert won.ranking == ((0, 2), (1, 3))
    assert won.how == "The turn has come to a player without markers: players 1 and 3 win with 3 points to 2."


def level(rules: DoublesWild, **more: object) -> Position:
    """The last turn of a game that ends level: seat 0 has no marker left, and the last seat rolls its own square."""
    last = rules.players - 1
    drawn = {2: ("000", "111"), 3: ("000", "1..", "222"), 4: ("0..", "111", "222", "333")}[rules.players]
    markers = board(*drawn)
    square = markers[last][0]
    red = {4: (1, 3), 5: (1, 4), 6: (1, 5)}[square[0]]
    supply = (0, *(3,) * last)
    return at(markers, roll("".join(map(str, red)), "12"), rules=rules, turn=last, supply=supply)


def test_dw_7_2_a_tie_starts_a_playoff_of_those_who_are_level() -> None:
    position = level(THREE)
    after = THREE.apply(position, Place((5, 3)))
    assert after == at(rules=THREE, turn=None, supply=(16, 0, 16), score=(1, 0, 1), start=Start((0, 2)), playoff=(0, 2))
    assert THREE.awaited(after) == Awaited("roll", 0, 3)
    assert THREE.rule(position, Place((5, 3))).clauses == (
        "DW-3.3", "DW-3.4", "DW-3.5", "DW-3.1", "DW-7.1", "DW-7.2",
    )  # fmt: skip


def test_dw_7_2_turns_of_a_playoff_go_round_its_seats_only() -> None:
    position = THREE.apply(level(THREE), Place((5, 3)))
    for faces in ((1, 2, 3), (4, 4, 4)):
        position = THREE.apply(position, Threw(faces))
    seats = []
    for label in (3, 5, 7):
        seats.append(THREE.awaited(position).seat)
        position = THREE.apply(position, Rolled((1, label - 1), (1, 5)))
        position = THREE.apply(position, Place((label, 6)))
    assert seats == [2, 0, 2]
    assert position.score == (1, 0, 1)


def test_dw_7_2_the_first_three_in_a_row_wins_at_once() -> None:
    position = at(board("11.", "00."), roll("13", "14"), turn=0, supply=(22, 22), score=(5, 5), playoff=(0, 1))
    won = DW.apply(position, Place((4, 5)))
    assert outcome(DW, won).clause == "DW-7.2"
    assert outcome(DW, won).ranking == ((0,), (1,))
    assert won.score == (5, 5)
    assert DW.rule(position, Place((4, 5))).clauses == ("DW-3.3", "DW-3.4", "DW-5.1", "DW-7.2")


def test_dw_7_2_several_at_once_still_win() -> None:
    """DW-Q11."""
    position = at(board("00.00"), roll("12", "14"), supply=(20, 24), score=(0, 0), playoff=(0, 1))
    assert outcome(DW, DW.apply(position, Place((3, 5)))).ranking == ((0,), (1,))


def test_dw_7_2_a_battle_can_decide_a_playoff() -> None:
    fight = battle((3, 5), ("666", "111"), round=3, to_roll=1)
    position = at(board("001"), fight=fight, score=(5, 5), playoff=(0, 1))
    assert outcome(DW, DW.apply(position, HOLD)).ranking == ((0,), (1,))
    beaten = at(board("001"), fight=battle((3, 5), ("111", "666"), round=3, to_roll=1), score=(5, 5), playoff=(0, 1))
    assert DW.outcome(DW.apply(beaten, HOLD)) is None


def test_dw_7_2_the_others_follow_the_playoff_by_score() -> None:
    won = at(board("333"), rules=FOUR, turn=3, supply=(0, 9, 9, 9), score=(2, 4, 4, 4), playoff=(1, 2, 3))
    assert outcome(FOUR, won).ranking == ((3,), (1, 2), (0,))
    pair = at(board("333"), rules=FOUR, turn=3, supply=(0, 9, 0, 9), score=(1, 4, 2, 4), playoff=(1, 3))
    assert outcome(FOUR, pair).ranking == ((3,), (1,), (2,), (0,))


def test_dw_7_2_a_playoff_between_teams_is_for_all_four() -> None:
    position = at(board("000", "111"), roll("23", "14"), rules=TEAMS, turn=3, supply=(0, 3, 3, 3))
    after = TEAMS.apply(position, Place((5, 5)))
    assert (after.playoff, after.supply, after.score) == ((0, 1, 2, 3), (12, 12, 12, 12), (1, 1))
    won = at(board("222"), rules=TEAMS, turn=2, supply=(9, 9, 9, 9), score=(1, 1), playoff=(0, 1, 2, 3))
    assert outcome(TEAMS, won).ranking == ((0, 2), (1, 3))


def test_dw_7_2_a_playoff_that_runs_out_of_markers_begins_anew() -> None:
    position = at(board("0.0", "1.1"), roll("13", "12"), turn=1, supply=(0, 3), score=(2, 2), playoff=(0, 1))
    after = DW.apply(position, Place((4, 3)))
    assert after == at(turn=None, supply=(24, 24), score=(2, 2), start=Start((0, 1)), playoff=(0, 1))
    assert DW.rule(position, Place((4, 3))).clauses == ("DW-3.3", "DW-3.4", "DW-3.5", "DW-3.1", "DW-7.2")


def test_the_endings_as_sentences() -> None:
    over = at(board("0000"), supply=(0, 3))
    assert outcome(DW, over).how == "The turn has come to a player without markers: player 1 wins with 2 points to 0."
    over = at(board("111"), supply=(0, 3))
    assert outcome(DW, over).how == "The turn has come to a player without markers: player 2 wins with 1 point to 0."
    won = at(board("111"), supply=(3, 3), score=(2, 2), playoff=(0, 1))
    assert outcome(DW, won).how == "The first three in a row of the playoff is there: player 2 wins."
