"""The engine against a second, plain implementation of the same rules; counted trees of moves (perft); chances."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.doubles_wild import DoublesWild
from companion.games.doubles_wild.pieces import Event, Position, Roll, Rolled
from tests.support.games import plain_doubles
from tests.support.games.doubles import (
    Place,
    Reroll,
    Threw,
    Throw,
    at,
    battle,
    board,
    events,
    game,
    positions,
    roll,
    tables,
)
from tests.support.thoroughness import examples

DW = game()


def as_json(rules: DoublesWild, position: Position) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(json.dumps(rules.format_position(position)))
    return plain_doubles.canonical(state)


def listed(rules: DoublesWild, found: list[Event]) -> set[str]:
    return {json.dumps(rules.format_event(event), sort_keys=True) for event in found}


def agree(rules: DoublesWild, position: Position, state: dict[str, Any]) -> None:
    """Both describe one position, and say the same of it."""
    own, outcome = as_json(rules, position), rules.format_outcome(position)
    if outcome is not None:  # then whose turn it is means nothing
        own.pop("turn", None), state.pop("turn", None)
        del outcome["how"]
    else:
        assert rules.format_awaited(position) == plain_doubles.awaited(state)
        assert listed(rules, rules.actions(position)) == plain_doubles.actions(state)
    assert own == state
    assert outcome == plain_doubles.outcome(state)
    assert len(listed(rules, rules.actions(position))) == len(rules.actions(position))


@settings(max_examples=examples(120))
@given(st.data(), tables())
def test_actions_and_what_they_lead_to_are_those_of_the_plain_rules(data: st.DataObject, rules: DoublesWild) -> None:
    position = data.draw(positions(rules))
    state = as_json(rules, position)
    agree(rules, position, state)
    for event in rules.actions(position)[:12]:
        agree(rules, rules.apply(position, event), plain_doubles.after(state, rules.format_event(event)))
    for event in data.draw(st.lists(events(), max_size=10)):
        if isinstance(event, Rolled) and not (len(event.red) == len(event.blue) == 2):
            continue  # the plain rules take every pair for two dice
        assert rules.rule(position, event).legal == plain_doubles.is_legal(state, rules.format_event(event))


@settings(max_examples=examples(40))
@given(st.data(), tables(), st.integers(0, 2**32))
def test_games_from_crowded_boards_agree_to_their_end(data: st.DataObject, rules: DoublesWild, seed: int) -> None:
    lot, position = random.Random(seed), data.draw(positions(rules))
    few = tuple(min(supply, 1 + lot.randrange(2)) for supply in position.supply)
    position = rules.parse_position({**rules.format_position(position), "supply": few})
    state = as_json(rules, position)
    for _ in range(120):
        agree(rules, position, state)
        actions = rules.actions(position)
        if not actions and rules.outcome(position) is not None:
            break
        event = lot.choice(actions) if actions else rules.drawn(position, lot)
        assert plain_doubles.is_legal(state, rules.format_event(event))
        position, state = rules.apply(position, event), plain_doubles.after(state, rules.format_event(event))


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"markers": 18}), (4, {}), (4, {"teams": True})])
def test_whole_games_agree(players: int, options: dict[str, Any]) -> None:
    rules, lot = game(players, **options), random.Random(players)
    position, state = rules.start(), plain_doubles.fresh(players, options)
    while rules.outcome(position) is None:
        agree(rules, position, state)
        actions = rules.actions(position)
        event = lot.choice(actions) if actions else rules.drawn(position, lot)
        position, state = rules.apply(position, event), plain_doubles.after(state, rules.format_event(event))
    agree(rules, position, state)


# ---------------------------------------------------------------------------------------------- counted trees


def perft(rules: DoublesWild, position: Position, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    found = rules.actions(position) or [event for event, _ in rules.chances(position)]
    return sum(perft(rules, rules.apply(position, event), depth - 1) for event in found)


FIGHT = at({1: [(5, 10)]}, fight=battle((5, 10), ("146", "333"), round=2))
TURN = at(rolled=roll("23", "46"))

# Three dice that are not told apart show 56 different results, two 21.
# The first throw: 56, and then 56 for the other seat.
# A turn without a double: 3 re-rolls and the square. One pair shows 21 results, both 21 * 21 = 441, and so do the
# dice of the next turn: 21 + 21 + 441 + 441.
# A turn whose re-roll is used up: the square, then 441 rolls. On a board with one enemy marker 15 * 15 rolls have no
# double and 3 + 1 actions, 2 * 6 * 15 have one and 3 + 9, 6 * 6 have two and 3 + 81.
# A battle: attacker 1 4 6, defender 3 3 3. Hold, and 7 ways to choose of three dice that differ; after hold the
# defender holds or throws one, two or three alike dice: 4. One die shows 6 results, two 21, three 56, and there are
# 3, 3 and 1 ways to take them up: 4 + 3 * 6 + 3 * 21 + 56.
# Round 3, the defender last: 4 ways; hold ends the turn and 441 rolls follow, else 6, 21, 56 results.
LAST = at({1: [(5, 10)]}, fight=battle((5, 10), ("666", "333"), round=3, to_roll=1))
HAND_WORKED = [
    (DW.start(), 1, 56),
    (DW.start(), 2, 56 * 56),
    (TURN, 1, 4),
    (TURN, 2, 21 + 21 + 441 + 441),
    (at(rolled=roll("23", "46", again=False)), 3, 225 * 4 + 180 * 12 + 36 * 84),
    (FIGHT, 1, 8),
    (FIGHT, 2, 4 + 18 + 63 + 56),
    (LAST, 2, 441 + 6 + 21 + 56),
]


@pytest.mark.parametrize(("position", "depth", "lines"), HAND_WORKED)
def test_perft_of_positions_worked_by_hand(position: Position, depth: int, lines: int) -> None:
    assert perft(DW, position, depth) == lines


TEAMS = game(4, teams=True)

# A battle three deep: after the attacker's hold the defender has 4 ways, hold leads to the 8 of round 3, the others to
# 6, 21 and 56 results; after each of the attacker's 3 * 6 + 3 * 21 + 56 throws the defender has 4.
# A forced square in three in a row, nothing happens: 441 rolls of seat 1, on 3,4 3,5 3,6 4,4. No double: 225 * 4.
# A double on blue: 15 red pairs with 3 + 9 actions, less 3 in row 3 (one pair) and 1 in row 4 (one); on red less 2 in
# column 4 (one pair) and 1 in columns 5 and 6 (two each); six doubles of each. Two doubles: 36 * (3 + 81 - 4).
# A row with the partner's marker (place or leave), two open enemies (battle: 56 throws) and five vacant squares.
COUNTED = [
    (DW, FIGHT, 3, (8 + 6 + 21 + 56) + (18 + 63 + 56) * 4),
    (
        DW,
        at(board("0111.", "01..."), roll("12", "14", again=False), supply=(1, 1)),
        3,
        225 * 4 + 6 * (180 - 3 - 1) + 6 * (180 - 2 - 2 - 2) + 36 * 80,
    ),
    (TEAMS, at(board("0213"), roll("12", "33", again=False), rules=TEAMS), 2, (2 + 5) * 441 + 2 * 56),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "position", "depth", "lines"), COUNTED, ids=["battle", "protected", "partners"])
def test_perft_agrees_with_the_plain_rules(rules: DoublesWild, position: Position, depth: int, lines: int) -> None:
    assert perft(rules, position, depth) == plain_doubles.perft(as_json(rules, position), depth) == lines


# ---------------------------------------------------------------------------------------------- chances


@pytest.mark.parametrize(
    ("position", "dice"),
    [(DW.start(), 3), (at({1: [(5, 10)]}, fight=battle((5, 10), ("16", "333"), round=2)), 1),
     (at({1: [(5, 10)]}, fight=battle((5, 10), ("6", "333"), round=2)), 2)],
)  # fmt: skip
def test_chances_of_throws_are_those_of_every_die_thrown_by_itself(position: Position, dice: int) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for thrown in product(range(1, 7), repeat=dice):
        counted[tuple(sorted(thrown))] = counted.get(tuple(sorted(thrown)), 0) + 1
    assert dict(DW.chances(position)) == {Threw(faces): Fraction(n, 6**dice) for faces, n in counted.items()}


@pytest.mark.parametrize(
    ("lying", "count", "chance"),
    [
        (None, 441, Fraction(2 * 1, 36 * 36)),
        (roll(None, None), 441, Fraction(2 * 1, 36 * 36)),
        (roll("23", None), 21, Fraction(1, 36)),
        (roll(None, "44"), 21, Fraction(2, 36)),
    ],
)
def test_chances_of_rolls_are_exact(lying: Roll | None, count: int, chance: Fraction) -> None:
    chances = DW.chances(at(rolled=lying))
    assert len(chances) == len({event for event, _ in chances}) == count
    assert sum(one for _, one in chances) == 1
    assert dict(chances)[Rolled((2, 3), (4, 4))] == chance


def test_chances_are_those_of_the_plain_rules() -> None:
    for position in (DW.start(), at(), at(rolled=roll(None, "12")), LAST, FIGHT, DW.apply(FIGHT, Throw((1, 4)))):
        plain = {
            json.dumps(event, sort_keys=True): chance for event, chance in plain_doubles.outcomes(as_json(DW, position))
        }
        found = {json.dumps(DW.format_event(event), sort_keys=True): chance for event, chance in DW.chances(position)}
        assert found == plain


@pytest.mark.parametrize(
    "position", [DW.start(), at(), at(rolled=roll("23", None)), DW.apply(FIGHT, Throw((1,)))],
    ids=["start", "roll", "re-roll", "battle"],
)  # fmt: skip
def test_drawn_results_are_among_the_chances_and_all_come(position: Position) -> None:
    lot, chances = random.Random(3), dict(DW.chances(position))
    drawn = [DW.drawn(position, lot) for _ in range(8_000)]
    assert set(drawn) == set(chances)
    for event, chance in chances.items():
        expected = 8_000 * float(chance)
        assert abs(drawn.count(event) - expected) < 6 * expected**0.5 + 6


# ---------------------------------------------------------------------------------------------- order


def test_the_order_of_actions_is_stable_and_grouped_by_kind() -> None:
    position = at(board("01", "10"), roll("12", "44"))
    first, again = DW.actions(position), game().actions(position)
    assert first == again
    assert first[:3] == [Reroll("red"), Reroll("blue"), Reroll("both")]
    assert first[3:] == [Place((3, column)) for column in range(4, 12)]


def test_the_lists_handed_out_are_the_callers_own() -> None:
    for position in (TURN, FIGHT):
        count = len(DW.actions(position))
        DW.actions(position).clear()
        assert len(DW.actions(position)) == count
    DW.chances(at()).clear()
    assert len(DW.chances(at())) == 441
