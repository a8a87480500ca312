"""Doubles Wild, clauses DW-4 and DW-6: battles, and what changes between partners."""

from __future__ import annotations

import pytest

from companion import Awaited, MalformedError, Ruling
from companion.games.doubles_wild.pieces import THROWS, Position
from tests.support.games.doubles import (
    HOLD,
    Battle,
    Event,
    Leave,
    Place,
    Reroll,
    Rolled,
    Threw,
    Throw,
    at,
    battle,
    board,
    game,
    roll,
)

DW = game()
TEAMS = game(4, teams=True)
SQUARE = (5, 10)


def faults(ruling: Ruling) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in ruling.broken]


def fighting(dice: tuple[str, str] = ("", ""), *, round: int = 1, to_roll: int = 0) -> Position:
    """Seat 0 attacks the marker of seat 1 on row 5, column 10."""
    return at({0: [(3, 3)], 1: [SQUARE]}, fight=battle(SQUARE, dice, round=round, to_roll=to_roll))


def fought(position: Position, *events: Event) -> Position:
    for event in events:
        position = DW.apply(position, event)
    return position


def won_by(seat: int) -> Position:
    """What is left of `fighting` when a seat has won: the loser's marker is gone, the attacker has one less."""
    return at({0: [(3, 3), SQUARE]} if seat == 0 else {0: [(3, 3)], 1: [SQUARE]}, turn=1, supply=(22, 23))


def the_battle(position: Position) -> Battle:
    assert position.battle is not None
    return position.battle


# ---------------------------------------------------------------------------------------------- DW-4.1, DW-4.2


def test_dw_4_1_the_attacker_commits_a_marker_and_throws_first() -> None:
    position = DW.apply(at({0: [(3, 3)], 1: [SQUARE]}, roll("23", "46")), Place(SQUARE))
    assert position == fighting()
    assert position.supply == (22, 23)
    assert position.owner(the_battle(position).square) == 1
    assert DW.awaited(position) == Awaited("roll", 0, 3)


def test_dw_4_1_ruling_and_consequences() -> None:
    ruling = DW.rule(at({1: [SQUARE]}, roll("23", "46")), Place(SQUARE))
    assert ruling.clauses == ("DW-3.3", "DW-3.4", "DW-4.1")


def test_dw_4_1_the_last_marker_can_attack() -> None:
    position = DW.apply(at({1: [SQUARE]}, roll("23", "46"), supply=(1, 23)), Place(SQUARE))
    assert position.supply == (0, 23)
    assert DW.awaited(position) == Awaited("roll", 0, 3)


@pytest.mark.parametrize("event", [HOLD, Throw((1,)), Threw((1, 2, 3))])
def test_dw_4_1_without_a_battle_nothing_is_thrown_or_held(event: Event) -> None:
    assert faults(DW.rule(at(), event)) == [("DW-3.2", "roll_awaited"), ("DW-4.1", "no_battle")]
    assert faults(DW.rule(at(rolled=roll("12", "34")), event)) == [
        ("DW-3.3", "choice_awaited"),
        ("DW-4.1", "no_battle"),
    ]


def test_dw_4_2_round_1_is_thrown_by_both() -> None:
    position = DW.apply(fighting(), Threw((1, 4, 6)))
    assert position == fighting(("146", ""), to_roll=1)
    assert DW.awaited(position) == Awaited("roll", 1, 3)
    assert DW.actions(position) == []
    assert DW.apply(position, Threw((3, 3, 3))) == fighting(("146", "333"), round=2)


def test_dw_4_2_round_2_lets_each_throw_any_dice_again() -> None:
    position = fighting(("146", "333"), round=2)
    assert DW.awaited(position) == Awaited("action", 0)
    assert DW.actions(position) == [
        HOLD, Throw((1,)), Throw((4,)), Throw((6,)), Throw((1, 4)), Throw((1, 6)), Throw((4, 6)), Throw((1, 4, 6)),
    ]  # fmt: skip
    thrown = DW.apply(position, Throw((1, 4)))
    assert thrown == fighting(("6", "333"), round=2)
    assert DW.awaited(thrown) == Awaited("roll", 0, 2)
    assert DW.apply(thrown, Threw((5, 2))) == fighting(("256", "333"), round=2, to_roll=1)


def test_dw_4_2_alike_dice_are_not_told_apart() -> None:
    position = fighting(("256", "333"), round=2, to_roll=1)
    assert DW.actions(position) == [HOLD, Throw((3,)), Throw((3, 3)), Throw((3, 3, 3))]


def test_dw_4_2_round_3_follows_even_where_somebody_leads() -> None:
    position = fighting(("666", "111"), round=2, to_roll=1)
    assert DW.apply(position, HOLD) == fighting(("666", "111"), round=3)


def test_dw_4_2_nobody_holds_or_chooses_dice_in_round_1() -> None:
    for event in (HOLD, Throw((1,))):
        assert faults(DW.rule(fighting(("146", ""), to_roll=1), event)) == [("DW-4.2", "throw_awaited")]


@pytest.mark.parametrize(
    ("position", "given", "clause"),
    [
        (fighting(), (1, 2), "DW-4.2"),
        (fighting(), (1, 2, 3, 4), "DW-4.2"),
        (fighting(("6", "333"), round=2), (1,), "DW-4.2"),
        (fighting(("46", "333"), round=4), (1, 2), "DW-4.3"),
    ],
)
def test_dw_4_2_the_throw_shows_the_dice_in_the_hand(position: Position, given: tuple[int, ...], clause: str) -> None:
    assert faults(DW.rule(position, Threw(given))) == [(clause, "count")]


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Throw((5,)), [("DW-4.2", "not_there")]),
        (Throw((1, 1)), [("DW-4.2", "not_there")]),
        (Throw((2, 3)), [("DW-4.2", "not_there")] * 2),
        (Throw(()), [("DW-4.2", "nothing")]),
        (Threw((1,)), [("DW-4.2", "choice_awaited")]),
        (Rolled((1, 2), (3, 4)), [("DW-4.2", "choice_awaited")]),
        (Place(SQUARE), [("DW-4.2", "choice_awaited")]),
        (Leave(SQUARE), [("DW-4.2", "choice_awaited")]),
        (Reroll("both"), [("DW-4.2", "choice_awaited")]),
    ],
)
def test_dw_4_2_what_it_forbids(event: Event, broken: list[tuple[str, str]]) -> None:
    assert faults(DW.rule(fighting(("146", "333"), round=2), event)) == broken


# ---------------------------------------------------------------------------------------------- DW-4.3, DW-4.4


def test_dw_4_3_the_higher_total_after_round_3_wins() -> None:
    assert DW.apply(fighting(("146", "334"), round=3, to_roll=1), HOLD) == won_by(0)
    assert DW.apply(fighting(("146", "336"), round=3, to_roll=1), HOLD) == won_by(1)
    assert fought(fighting(("146", "336"), round=3, to_roll=1), Throw((6,)), Threw((4,))) == won_by(0)


def test_dw_4_3_a_tie_adds_a_round_in_which_everybody_throws() -> None:
    position = DW.apply(fighting(("146", "335"), round=3, to_roll=1), HOLD)
    assert position == fighting(("146", "335"), round=4)
    assert HOLD not in DW.actions(position) and len(DW.actions(position)) == 7
    assert faults(DW.rule(position, HOLD)) == [("DW-4.3", "must_throw")]
    assert faults(DW.rule(position, Throw(()))) == [("DW-4.2", "nothing"), ("DW-4.3", "must_throw")]
    position = fought(position, Throw((1,)), Threw((6,)))
    assert position == fighting(("466", "335"), round=4, to_roll=1)
    assert faults(DW.rule(position, HOLD)) == [("DW-4.3", "must_throw")]


def test_dw_4_3_rounds_are_added_until_the_totals_differ() -> None:
    position = fighting(("146", "335"), round=4)
    for extra in (4, 5, 6):
        assert the_battle(position).round == extra
        position = fought(position, Throw((1,)), Threw((1,)), Throw((5,)), Threw((5,)))
    assert fought(position, Throw((1,)), Threw((2,)), Throw((5,)), Threw((5,))) == won_by(0)


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (HOLD, [("DW-4.3", "throw_awaited"), ("DW-4.3", "must_throw")]),
        (Place(SQUARE), [("DW-4.3", "throw_awaited")]),
        (Throw((4,)), [("DW-4.3", "throw_awaited")]),
    ],
)
def test_dw_4_3_in_the_middle_of_an_extra_round(event: Event, broken: list[tuple[str, str]]) -> None:
    assert faults(DW.rule(fighting(("46", "335"), round=4), event)) == broken
    choosing = fighting(("146", "335"), round=4)
    assert faults(DW.rule(choosing, Place(SQUARE))) == [("DW-4.3", "choice_awaited")]


def test_dw_4_4_the_winners_marker_owns_the_square_and_scores() -> None:
    markers = {0: [(5, 8), (5, 9)], 1: [SQUARE]}
    position = at(markers, fight=battle(SQUARE, ("666", "111"), round=3, to_roll=1))
    assert DW.apply(position, HOLD) == at({0: [(5, 8), (5, 9), SQUARE]}, turn=1, supply=(21, 23), score=(1, 0))
    assert DW.rule(position, HOLD).clauses == ("DW-4.2", "DW-4.3", "DW-4.4", "DW-5.1", "DW-5.4", "DW-3.5")


def test_dw_4_4_a_lost_attack_changes_nothing_on_the_board() -> None:
    after = DW.apply(fighting(("111", "666"), round=3, to_roll=1), HOLD)
    assert after.markers == fighting().markers
    assert sum(after.supply) == 22 + 23
    assert DW.rule(fighting(("111", "666"), round=3, to_roll=1), HOLD).clauses == (
        "DW-4.2", "DW-4.3", "DW-4.4", "DW-3.5",
    )  # fmt: skip


def test_the_dice_of_a_battle_that_are_in_the_hand_are_counted_right() -> None:
    for dice in range(1, 4):
        assert len(THROWS[dice]) == 6**dice
        assert DW.awaited(fighting(("111"[dice:], "111"), round=2)).dice == dice


# ---------------------------------------------------------------------------------------------- DW-6


def test_dw_6_1_partners_sit_opposite_and_have_one_score() -> None:
    start = TEAMS.start()
    assert TEAMS.sides == ((0, 2), (1, 3))
    assert (start.supply, start.score) == ((12, 12, 12, 12), (0, 0))
    assert TEAMS.scores(at(board("222."), rules=TEAMS)) == (1, 0, 1, 0)


@pytest.mark.parametrize("players", [2, 3])
def test_dw_6_1_teams_are_for_four(players: int) -> None:
    with pytest.raises(
        MalformedError, match=rf"^options\.teams: teams are for four players, not {players} \(DW-6\.1\)"
    ):
        game(players, teams=True)
    assert game(players, teams=False).options == {}


def test_dw_6_2_markers_of_partners_do_not_add_up() -> None:
    mixed = TEAMS.apply(at(board("02."), roll("12", "14"), rules=TEAMS), Place((3, 5)))
    assert mixed.score == (0, 0)
    own = at(board("22."), roll("12", "14"), rules=TEAMS, turn=2)
    assert TEAMS.apply(own, Place((3, 5))).score == (1, 0)
    assert "DW-6.2" in TEAMS.rule(own, Place((3, 5))).clauses


def test_dw_6_3_a_partners_open_marker_may_be_replaced_or_left() -> None:
    position = at({0: [(3, 3)], 2: [SQUARE]}, roll("23", "46", again=False), rules=TEAMS)
    assert TEAMS.actions(position) == [Place(SQUARE), Leave(SQUARE)]
    replaced = TEAMS.apply(position, Place(SQUARE))
    assert replaced == at({0: [(3, 3), SQUARE]}, rules=TEAMS, turn=1, supply=(10, 12, 11, 12))
    left = TEAMS.apply(position, Leave(SQUARE))
    assert left == at({0: [(3, 3)], 2: [SQUARE]}, rules=TEAMS, turn=1)
    assert TEAMS.rule(position, Leave(SQUARE)).clauses == ("DW-6.3", "DW-3.3", "DW-3.5")


def test_dw_6_3_replacing_scores_at_once() -> None:
    position = at(board("0020"), roll("12", "14"), rules=TEAMS)
    assert TEAMS.apply(position, Place((3, 5))).score == (2, 0)
    assert TEAMS.rule(position, Place((3, 5))).clauses == (
        "DW-6.3", "DW-3.3", "DW-5.1", "DW-5.2", "DW-5.4", "DW-6.2", "DW-3.5",
    )  # fmt: skip


def test_dw_6_3_a_partners_three_in_a_row_stays() -> None:
    position = at(board("222", top=5, left=8), roll("23", "46"), rules=TEAMS)
    assert TEAMS.actions(position)[3:] == [Leave(SQUARE)]
    assert faults(TEAMS.rule(position, Place(SQUARE))) == [("DW-6.3", "protected"), ("DW-5.3", "protected")]
    after = TEAMS.apply(position, Leave(SQUARE))
    assert after == at(board("222", top=5, left=8), rules=TEAMS, turn=1)
    assert TEAMS.forfeited(position, Leave(SQUARE), after)


def test_dw_6_4_a_double_may_select_a_partners_square() -> None:
    markers = {0: [(5, 3)], 1: [(5, 4)], 2: [(5, 5)], 3: [(5, 6)]}
    position = at(markers, roll("23", "44", again=False), rules=TEAMS)
    listed = TEAMS.actions(position)
    assert [event.square[1] for event in listed if isinstance(event, Place) and event.square] == list(range(4, 12))
    assert [event for event in listed if isinstance(event, Leave)] == [Leave((5, 5))]
    assert TEAMS.rule(position, Place((5, 5))).clauses[:3] == ("DW-6.3", "DW-3.3", "DW-6.4")


def test_dw_6_3_partners_fight_no_battle_and_both_enemies_do() -> None:
    for owner in (1, 3):
        position = at({owner: [SQUARE]}, roll("23", "46"), rules=TEAMS)
        assert the_battle(TEAMS.apply(position, Place(SQUARE))).defender == owner
    assert TEAMS.apply(at({2: [SQUARE]}, roll("23", "46"), rules=TEAMS), Place(SQUARE)).battle is None
