"""Space Checkers against a second, plain implementation of the same rules, and counted trees of moves (perft)."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games import plain_checkers
from tests.support.games.checkers import Position, SpaceCheckers, as_json, at, events, game, options, positions
from tests.support.thoroughness import examples


def perft(rules: SpaceCheckers, position: Position, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    found = rules.actions(position) or [event for event, _ in rules.chances(position)]
    if depth == 1:
        return len(found)
    return sum(perft(rules, rules.apply(position, event), depth - 1) for event in found)


def told(rules: SpaceCheckers, event: Any) -> str:
    return json.dumps(rules.format_event(event), sort_keys=True)


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(positions(), st.data())
def test_a_position_is_that_of_the_plain_rules(at: tuple[SpaceCheckers, Position], data: st.DataObject) -> None:
    rules, position = at
    state = as_json(rules, position)
    assert plain_checkers.adds_up(state)
    assert rules.format_awaited(position) == plain_checkers.awaited(state)
    listed = [told(rules, event) for event in rules.actions(position)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == plain_checkers.actions(state)
    outcome = rules.format_outcome(position)
    assert (outcome and {key: outcome[key] for key in ("ranking", "clause")}) == plain_checkers.outcome(state)
    chances = {told(rules, event): chance for event, chance in rules.chances(position)}
    assert chances == {json.dumps(event, sort_keys=True): chance for event, chance in plain_checkers.outcomes(state)}
    for event in (*rules.actions(position), *(event for event, _ in rules.chances(position))):
        after = as_json(rules, rules.apply(position, event))
        assert after == plain_checkers.after(state, rules.format_event(event)), event
        assert rules.parse_position(after) == rules.apply(position, event)
    for tried in data.draw(st.lists(events(rules.board.n), max_size=8)):
        legal = rules.rule(position, tried).legal
        assert legal == plain_checkers.is_legal(state, rules.format_event(tried)), tried


@settings(max_examples=examples(60))
@given(st.data(), st.integers(2, 4), st.integers(0, 2**32))
def test_whole_games_are_those_of_the_plain_rules(data: st.DataObject, players: int, seed: int) -> None:
    agreed = data.draw(options(players))
    rules, chance = game(players, **agreed), random.Random(seed)
    position, state = rules.start(), plain_checkers.fresh(players, agreed)
    for _ in range(40):
        assert as_json(rules, position) == state
        if rules.outcome(position) is not None:
            break
        events = rules.actions(position)
        event = chance.choice(events) if events else rules.drawn(position, chance)
        position = rules.apply(position, event)
        state = plain_checkers.after(state, rules.format_event(event))


# Yellow's first turn on G12. Toward yellow nobody can move: the back row of blue lies across the edge, and behind it
# the other one. Toward blue the front row goes: six pawns for a 1 and a 2, for 3 to 6 only the two beside the Earth,
# 6 + 6 + 2 + 2 + 2 + 2 = 20. Toward green and toward red only the last pawn of each row has no neighbour before it:
# two for every number, 12. WILD offers them all, 0 + 20 + 12 + 12 = 44. So 88 moves, and the 6 lost rolls are followed
# by 30 results of the next one: 88 + 180 = 268. With two or four players the next fleet stands alike, so depth 3 is
# 88 x 30 + 6 x 268 = 4248. With three green is next, and nobody stands across its edge: toward green go six pawns for a
# 1 to 4, and for 5 and 6 the two that pass the Earth, 28 in all. It loses no roll and has 20 + 12 + 12 + 28 moves, and
# as many again on WILD: 144. Depth 3 is 88 x 30 + 6 x 144 = 3504.
OPENING = [(2, 1, 30), (2, 2, 268), (2, 3, 4_248), (3, 2, 268), (3, 3, 3_504), (4, 2, 268), (4, 3, 4_248)]


@pytest.mark.parametrize(("players", "depth", "lines"), OPENING)
def test_perft_of_the_opening_worked_by_hand(players: int, depth: int, lines: int) -> None:
    assert perft(game(players), game(players).start(), depth) == lines


def test_perft_of_the_opening_to_depth_4() -> None:
    """The plain rules count the same, in seven seconds."""
    assert perft(game(), game().start(), 4) == 38_512


# One pawn each, far from the Earth and from each other. Yellow on 9,2 is wild, so a 1 toward red can go all four ways,
# and blue's 30 results follow each: 4 x 30. Blue on 1,10 is wild as well, and for each of them it can go four ways:
# 4 x 30 x 4.
def test_perft_of_two_wild_pawns_worked_by_hand() -> None:
    rules = game()
    position = at(rules, {"yellow": "9,2", "blue": "1,10"}, "1 red")
    assert [perft(rules, position, depth) for depth in (1, 2, 3)] == [4, 120, 480]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "agreed", "seed", "depth", "lines"),
    [
        (2, {}, 1, 3, 8_280),
        (3, {"geometry": "G10b", "diagonals": "wild_roll"}, 2, 3, 5_760),
        (4, {"geometry": "G10", "diagonals": "both"}, 3, 3, 673),
        (4, {"geometry": "G12s", "diagonals": "wild_pawns"}, 4, 3, 8_490),
    ],
)
def test_perft_agrees_with_the_plain_rules(
    players: int, agreed: dict[str, Any], seed: int, depth: int, lines: int
) -> None:
    """From the position that 60 random events lead to."""
    rules, chance = game(players, **agreed), random.Random(seed)
    position = rules.start()
    for _ in range(60):
        actions = rules.actions(position)
        position = rules.apply(position, chance.choice(actions) if actions else rules.drawn(position, chance))
    assert perft(rules, position, depth) == plain_checkers.perft(as_json(rules, position), depth) == lines


def test_chances_are_those_of_each_face_of_both_dice() -> None:
    counted: dict[tuple[int, str], Fraction] = {}
    for number in range(1, 7):
        for face in ("yellow", "green", "blue", "red", "wild", "wild"):
            counted[number, face] = counted.get((number, face), Fraction(0)) + Fraction(1, 36)
    rules = game()
    chances = {(event.number, event.direction): odds for event, odds in rules.chances(rules.start())}  # type: ignore[union-attr]
    assert chances == counted


def test_chances_are_empty_where_a_move_is_awaited_or_nothing() -> None:
    rules = game()
    assert rules.chances(at(rules, {"yellow": "2,3"}, "1 blue")) == []
    assert rules.chances(at(rules, {"yellow": "2,3"}, captured={"yellow": 10})) == []


def test_the_order_of_actions_is_stable() -> None:
    """By direction, clockwise from yellow, diagonals last; then by square."""
    rules = game(diagonals="both")
    position = at(rules, {"yellow": "2,2 9,9 2,9", "blue": "0,0"}, "1 wild")
    first, again = rules.actions(position), game(diagonals="both").actions(position)
    assert first == again
    ways = rules.board.straight + rules.board.diagonal
    keys = [(ways.index(event.toward), event.start) for event in first]  # type: ignore[union-attr]
    assert keys == sorted(keys) and len(keys) == 24


def test_the_list_of_actions_and_of_chances_is_the_callers_own() -> None:
    rules = game()
    position = at(rules, {"yellow": "2,3", "blue": "0,0"}, "1 blue")
    rules.actions(position).clear()
    assert len(rules.actions(position)) == 1
    rules.chances(rules.start()).clear()
    assert len(rules.chances(rules.start())) == 30
