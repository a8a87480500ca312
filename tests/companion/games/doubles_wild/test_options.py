"""Doubles Wild: every house rule at every value, with the clauses it bears on."""

from __future__ import annotations

from typing import Any

import pytest

from companion import Awaited, MalformedError, Ruling
from tests.support.games.doubles import (
    HOLD,
    Leave,
    Place,
    Reroll,
    Rolled,
    Start,
    Threw,
    Throw,
    at,
    battle,
    board,
    game,
    roll,
)

SQUARE = (5, 10)
REROLLS = [Reroll("red"), Reroll("blue"), Reroll("both")]


def faults(ruling: Ruling) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in ruling.broken]


def test_the_house_rules_and_their_defaults() -> None:
    assert {option.id: option.default for option in game().seed.options} == {
        "teams": False,
        "rerolls": 1,
        "battle_optional": False,
        "wild_exclude_protected": False,
        "wild_may_decline": False,
        "markers": 16,
        "short_match": False,
        "battle_tie_cap": 0,
        "playoff_reroll_start": True,
    }


def test_each_option_value_is_explained_in_one_line() -> None:
    for option in game().seed.options:
        for line in (option.text, *(choice.text for choice in option.choices)):
            assert line.endswith((".", ").")) and "\n" not in line
        assert option.clauses


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rerolls", 2),
        ("rerolls", True),
        ("rerolls", False),
        ("rerolls", "1"),
        ("rerolls", None),
        ("rerolls", 1.0),
        ("battle_optional", 1),
        ("wild_exclude_protected", "true"),
        ("wild_may_decline", None),
        ("markers", 17),
        ("markers", 24),
        ("short_match", 1),
        ("battle_tie_cap", -1),
        ("battle_tie_cap", 1.0),
        ("battle_tie_cap", True),
        ("playoff_reroll_start", 0),
        ("teams", "yes"),
    ],
)
def test_other_values_are_refused(option: str, value: object) -> None:
    with pytest.raises(MalformedError) as caught:
        game(4, **{option: value})
    assert str(caught.value).startswith(f"options.{option}: ")


def test_options_of_other_games_are_refused() -> None:
    with pytest.raises(MalformedError, match="options: doubles-wild has no option"):
        game(draw_limit=5)


# ---------------------------------------------------------------------------------------------- DW-3.2 rerolls


def test_rerolls_0_the_first_roll_stands() -> None:
    rules = game(rerolls=0)
    position = rules.apply(at(), Rolled((2, 3), (4, 6)))
    assert position == at(rolled=roll("23", "46", again=False))
    assert rules.actions(position) == [Place(SQUARE)]
    assert faults(rules.rule(position, Reroll("red"))) == [("DW-3.2", "never")]


def test_rerolls_1_is_the_rule() -> None:
    assert game(rerolls=1).options == {}


def test_rerolls_unlimited() -> None:
    rules = game(rerolls="unlimited")
    position = rules.apply(at(), Rolled((2, 3), (4, 6)))
    for _ in range(5):
        assert rules.actions(position) == [*REROLLS, Place(SQUARE)]
        position = rules.apply(position, Reroll("both"))
        assert position == at(rolled=roll(None, None))
        assert faults(rules.rule(position, Reroll("both"))) == [("DW-3.2", "roll_awaited")]
        position = rules.apply(position, Rolled((2, 3), (4, 6)))


# ---------------------------------------------------------------------------------------------- DW-3.4 battle_optional


def test_battle_optional_lets_an_open_enemy_be() -> None:
    rules = game(battle_optional=True)
    position = at({1: [SQUARE]}, roll("23", "46", again=False))
    assert rules.actions(position) == [Place(SQUARE), Leave(SQUARE)]
    assert rules.apply(position, Leave(SQUARE)) == at({1: [SQUARE]}, turn=1)
    assert rules.rule(position, Leave(SQUARE)).clauses == ("DW-3.4", "DW-3.3", "DW-3.5")
    assert rules.apply(position, Place(SQUARE)).battle is not None


def test_battle_optional_with_a_double_leaves_open_squares_only() -> None:
    rules = game(battle_optional=True)
    position = at(board("01.111"), roll("12", "44", again=False))
    assert [event for event in rules.actions(position) if isinstance(event, Leave)] == [Leave((3, 4))]
    for square, fault in (((3, 5), "vacant"), ((3, 6), "no_choice")):
        assert faults(rules.rule(position, Leave(square))) == [("DW-3.4", fault)]
    assert faults(rules.rule(position, Leave((3, 3)))) == [("DW-3.3", "own"), ("DW-3.4", "no_choice")]


def test_battle_optional_in_teams_leaves_enemies_and_partners() -> None:
    rules = game(4, teams=True, battle_optional=True)
    position = at({1: [(5, 3)], 2: [(5, 4)], 3: [(5, 5)]}, roll("23", "44"), rules=rules)
    assert [event.square for event in rules.actions(position) if isinstance(event, Leave)] == [(5, 3), (5, 4), (5, 5)]


# ------------------------------------------------------------------------------------- DW-3.3 wild_exclude_protected


@pytest.mark.parametrize("excluded", [False, True])
def test_wild_exclude_protected(excluded: bool) -> None:
    rules = game(wild_exclude_protected=excluded)
    position = at(board("0111.1"), roll("12", "44", again=False))
    columns = [event.square[1] for event in rules.actions(position) if isinstance(event, Place) and event.square]
    assert columns == ([7, 8, 9, 10, 11] if excluded else list(range(4, 12)))
    assert rules.rule(position, Place((3, 4))).legal == (not excluded)


def test_wild_exclude_protected_ruling() -> None:
    rules = game(wild_exclude_protected=True)
    assert faults(rules.rule(at(board("0111"), roll("12", "44")), Place((3, 5)))) == [("DW-3.3", "protected")]
    assert rules.rule(at(board("0111"), roll("12", "14")), Place((3, 5))).legal, "without a double it is forced"


def test_wild_exclude_protected_may_leave_no_square() -> None:
    rules = game(wild_exclude_protected=True)
    position = at(board("011111111"), roll("12", "44", again=False))
    assert rules.actions(position) == [Place(None)]
    assert rules.forfeited(position, Place(None), rules.apply(position, Place(None)))


def test_wild_exclude_protected_is_about_enemies_not_partners() -> None:
    rules = game(4, teams=True, wild_exclude_protected=True)
    position = at(board("0222.111"), roll("12", "44", again=False), rules=rules)
    left = [event.square for event in rules.actions(position) if isinstance(event, Leave)]
    assert left == [(3, 4), (3, 5), (3, 6)]
    placed = [event.square for event in rules.actions(position) if isinstance(event, Place)]
    assert placed == [(3, 7), (3, 11)]


# ------------------------------------------------------------------------------------------ DW-3.3 wild_may_decline


def test_wild_may_decline_with_a_double_only() -> None:
    rules = game(wild_may_decline=True)
    double = at({1: [SQUARE]}, roll("23", "44", again=False))
    assert rules.actions(double)[-1] == Place(None)
    assert len(rules.actions(double)) == 10
    assert rules.apply(double, Place(None)) == at({1: [SQUARE]}, turn=1)
    assert not rules.forfeited(double, Place(None), rules.apply(double, Place(None)))
    plain = at({1: [SQUARE]}, roll("23", "46", again=False))
    assert rules.actions(plain) == [Place(SQUARE)]
    assert faults(rules.rule(plain, Place(None))) == [("DW-3.3", "no_double")]


def test_wild_may_decline_lists_the_empty_choice_once() -> None:
    rules = game(wild_may_decline=True)
    everywhere = at({0: [(3, column) for column in range(3, 12)]}, roll("12", "44", again=False))
    assert rules.actions(everywhere) == [Place(None)]


# ---------------------------------------------------------------------------------------------- DW-1.3 markers


@pytest.mark.parametrize(("players", "value", "markers"), [(3, 16, 16), (3, 18, 18), (2, 18, 24), (4, 18, 12)])
def test_markers_bear_on_three_players_only(players: int, value: int, markers: int) -> None:
    rules = game(players, markers=value)
    assert rules.start().supply == (markers,) * players
    assert rules.options == ({"markers": 18} if value == 18 else {})


@pytest.mark.parametrize(
    ("players", "options", "markers"), [(2, {}, 12), (3, {}, 8), (3, {"markers": 18}, 9), (4, {}, 6)]
)
def test_in_a_short_match_everybody_takes_half_of_their_markers(
    players: int, options: dict[str, Any], markers: int
) -> None:
    rules = game(players, short_match=True, **options)
    assert rules.start().supply == (markers,) * players
    assert "House rule: A short match" in rules.clause_text("DW-1.3")


# ---------------------------------------------------------------------------------------------- DW-4.3 battle_tie_cap


def fight(round: int) -> Any:
    return at({1: [SQUARE]}, fight=battle(SQUARE, ("146", "335"), round=round, to_roll=1))


@pytest.mark.parametrize("cap", [1, 2, 5])
def test_battle_tie_cap_lets_the_defender_win(cap: int) -> None:
    rules = game(battle_tie_cap=cap)
    assert rules.apply(fight(3), HOLD).battle is not None, "the extra rounds are counted beyond the third"
    for extra in range(1, cap + 1):
        after = rules.apply(rules.apply(fight(3 + extra), Throw((5,))), Threw((5,)))
        assert (after.battle is None) == (extra == cap)
    assert after == at({1: [SQUARE]}, turn=1, supply=(23, 23))
    higher = rules.apply(rules.apply(fight(3 + cap), Throw((5,))), Threw((4,)))
    assert higher.owner(higher.markers[0].bit_length() - 1) == 0, "a lead still wins"


def test_battle_tie_cap_0_has_no_end() -> None:
    rules = game(battle_tie_cap=0)
    after = rules.apply(rules.apply(fight(1_000), Throw((5,))), Threw((5,)))
    assert after.battle is not None and after.battle.round == 1_001


# ------------------------------------------------------------------------------------------ DW-7.2 playoff_reroll_start


@pytest.mark.parametrize("value", [True, False])
def test_playoff_reroll_start(value: bool) -> None:
    rules = game(playoff_reroll_start=value)
    position = at(board("000", "111"), roll("13", "12"), turn=1, supply=(0, 3))
    after = rules.apply(position, Place((4, 3)))
    if value:
        assert after.start == Start((0, 1)) and after.turn is None
    else:
        assert after == at(score=(1, 1), playoff=(0, 1))
        assert rules.awaited(after) == Awaited("roll", 0, 4, {"red": 2, "blue": 2})


@pytest.mark.parametrize(("level", "begins"), [((0, 1), 1), ((1, 2), 1), ((0, 2), 2)])
def test_playoff_reroll_start_false_takes_the_next_tied_seat(level: tuple[int, int], begins: int) -> None:
    """The game ends at seat 1, whose supply is empty: the first of those level from there on begins."""
    rules = game(3, playoff_reroll_start=False)
    signs = {seat: str(seat) * 3 for seat in level}
    out = next(seat for seat in range(3) if seat not in level)
    markers = board(signs[level[0]], signs[level[1]], f"{out}..", "....0")
    position = at(markers, roll("15", "16"), rules=rules, turn=0, supply=(3, 0, 3))
    after = rules.apply(position, Place((6, 7)))
    assert (after.playoff, after.turn, after.start) == (level, begins, None)


def test_house_rules_in_force_are_told_with_their_clause() -> None:
    rules = game(4, teams=True, rerolls="unlimited", battle_tie_cap=2)
    assert "House rule: A player may re-roll as often as they like." in rules.clause_text("DW-3.2")
    assert "House rule: After 2 extra rounds" in rules.clause_text("DW-4.3")
    assert "House rule: Players who sit opposite" in rules.clause_text("DW-6.1")
    assert "House rule" not in rules.clause_text("DW-3.3")
