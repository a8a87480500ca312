"""The engine against a second, plain implementation of the same rules, and counted trees of moves (perft)."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import Event, Game
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from companion.rules.self_play import played
from tests.support.games import plain_army
from tests.support.games.army import ALIENS, Rally, at, ava, avb, game, ranks, table
from tests.support.games.strategies import army_events, army_games, army_positions
from tests.support.thoroughness import examples

AVA = game()


def as_json(rules: ArmyVsAliens, position: Position) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(json.dumps(rules.format_position(position)))
    return state


def perft(rules: ArmyVsAliens, position: Position, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    events = rules.actions(position) or [event for event, _ in rules.chances(position)]
    return sum(perft(rules, rules.apply(position, event), depth - 1) for event in events)


def stated(rules: ArmyVsAliens, position: Position) -> dict[str, Any]:
    """The position as the plain rules have it: without keys that are null."""
    return {key: value for key, value in as_json(rules, position).items() if value is not None}


def agree(rules: ArmyVsAliens, position: Position, sample: int = 12) -> None:
    """What is awaited and listed, how it ended, and what some of the events lead to are those of the plain rules."""
    state = stated(rules, position)
    assert rules.format_awaited(position) == plain_army.awaited(state)
    actions = rules.actions(position)
    listed = [json.dumps(rules.format_event(event), sort_keys=True) for event in actions]
    assert len(set(listed)) == len(listed)
    assert set(listed) == plain_army.actions(state)
    outcome, plain = rules.format_outcome(position), plain_army.outcome(state)
    assert (outcome is None) == (plain is None)
    if outcome is not None and plain is not None:
        assert outcome["ranking"] == plain["ranking"]
        # the plain rules quote AVA-7 in 2012 as well, where the game quotes what carries over as AVB-7
        assert outcome["clause"] == rules.seed.prefix + plain["clause"].removeprefix("AVA").removeprefix("AVB")
    step = max(1, len(actions) // sample)
    for event, text in list(zip(actions, listed, strict=True))[::step]:
        assert stated(rules, rules.apply(position, event)) == plain_army.after(state, json.loads(text)), text


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(st.data())
def test_positions_set_up_by_hand_go_on_by_the_plain_rules(data: st.DataObject) -> None:
    rules = data.draw(army_games())
    agree(rules, data.draw(army_positions(rules)))


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(st.data())
def test_what_is_legal_is_legal_by_the_plain_rules(data: st.DataObject) -> None:
    rules = data.draw(army_games())
    position = data.draw(army_positions(rules))
    event = data.draw(army_events(rules.players, rules.id.endswith("2012")))
    plain = plain_army.is_legal(stated(rules, position), as_event(rules, event))
    assert rules.rule(position, event).legal == plain


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(army_games(), st.integers(0, 2**32))
def test_games_go_as_by_the_plain_rules(rules: ArmyVsAliens, seed: int) -> None:
    """From the set-up on, event by event; draw_limit is small enough for many games to end."""
    assert stated(rules, rules.start()) == plain_army.fresh(rules.players, rules.format_options(), rules.id)
    for step in islice(played(rules, Random(seed), of_any_kind), 60):
        if step.before.turn is None or not rules.actions(step.before):
            state = stated(rules, step.before)
            assert plain_army.is_legal(state, as_event(rules, step.event))
            assert stated(rules, step.after) == plain_army.after(state, as_event(rules, step.event))
        agree(rules, step.after, sample=3)


def of_any_kind(rules: Game, position: Any, actions: list[Event], lot: Random) -> Event:
    """An action of a kind drawn first, so that rallies, which are many, leave room for the others."""
    kinds = sorted({rules.kind_of(event) for event in actions})
    kind = lot.choice(kinds)
    return lot.choice([event for event in actions if rules.kind_of(event) == kind])


def as_event(rules: ArmyVsAliens, event: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(rules.format_event(event)))
    return plain


@pytest.mark.parametrize(
    ("tie", "rolls"),
    [
        ("reroll", ["111222333", "111222333"]),
        ("random", ["111222333", "111222333"]),
        ("army", ["111222333", "111222333"]),
        ("random", ["123456555", "111456666", "111456666"]),
        ("army", ["123456555", "112345555", "111456666", "111456666"]),
    ],
)
@pytest.mark.parametrize("ones", ["after_conversion", "raw"])
def test_avb_2_2_ties_for_the_start_go_as_by_the_plain_rules(tie: str, rolls: list[str], ones: str) -> None:
    rules = avb(len(rolls), start_total_tie=tie, count_ones=ones)
    position = rules.start()
    for faces in rolls:
        event = rules.rolled(ranks(faces))
        assert stated(rules, rules.apply(position, event)) == plain_army.after(
            stated(rules, position), as_event(rules, event)
        )
        position = rules.apply(position, event)
    agree(rules, position)
    if position.drawing:
        chances = [(as_event(rules, event), chance) for event, chance in rules.chances(position)]
        assert chances == plain_army.outcomes(stated(rules, position))
        for event, _ in rules.chances(position):
            assert stated(rules, rules.apply(position, event)) == plain_army.after(
                stated(rules, position), as_event(rules, event)
            )


# Worked by hand. One Artillery against one Invader: attack (the game ends there), or rally. The rally has six results;
# then the Aliens can rally one die, and attack as well where the Army rolled a 1: 7 lines. After an attack on the 1 the
# game is over; each of the 6 rallies has six results: 36 lines.
HAND_WORKED = [(1, 2), (2, 6), (3, 7), (4, 36)]


@pytest.mark.parametrize(("depth", "lines"), HAND_WORKED)
def test_perft_of_a_position_worked_by_hand(depth: int, lines: int) -> None:
    assert perft(AVA, at("2", "1"), depth) == lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "depth", "lines"),
    [
        (at("1123", "24", rally=(1, 0)), 3, 6_152),
        (at("5666", "1", rally=(0, 1)), 4, 8_552),
        (at("14", "5666", turn=ALIENS), 3, 1_457),
        (at("46", "46", quiet=8), 5, 384),
    ],
    ids=["triple", "nuke and general", "mothership and overlord", "draw counter"],
)
def test_perft_agrees_with_the_plain_rules(position: Position, depth: int, lines: int) -> None:
    assert perft(AVA, position, depth) == plain_army.perft(as_json(AVA, position), depth) == lines


# Three alone with one Artillery each, worked by hand. First: two attacks and a rally, 3 lines. Then: after an attack
# the victim is out and passed over, and the third cannot hit the die in Rally, so 1 rally each; the rally has 6
# results: 8 lines. Then: 6 results each, and after a roll of 1 or 2 there are two attacks and a rally, else one attack
# and a rally: 6 + 6 + 2 x 3 + 4 x 2 = 26.
MANY: list[tuple[ArmyVsAliens, str, dict[str, Any], int, int]] = [
    (ava(3), "2/2/2", {}, 1, 3),
    (ava(3), "2/2/2", {}, 2, 8),
    (ava(3), "2/2/2", {}, 3, 26),
    (avb(3), "2/2/2", {}, 3, 26),
    (ava(4), "16/2/1/3", {}, 3, 87),
    (ava(3), "6661/13/2", {"rally": (0, 1, 1)}, 3, 2_052),
    (avb(4), "5661/12/31/26", {}, 2, 418),
    (avb(4, any_owner_targets=True), "12/2566/1/2", {"turn": 1}, 2, 417),
    (ava(5, ffa_nuke_own_dice="left_neighbour"), "666/5/666/1/1", {}, 2, 85),
]


@pytest.mark.parametrize(("rules", "combat", "more", "depth", "lines"), MANY)
def test_perft_of_many_agrees_with_the_plain_rules(
    rules: ArmyVsAliens, combat: str, more: dict[str, Any], depth: int, lines: int
) -> None:
    position = table(rules, combat, **more)
    assert perft(rules, position, depth) == plain_army.perft(stated(rules, position), depth) == lines


def test_perft_of_the_start() -> None:
    assert perft(AVA, AVA.start(), 1) == 2002
    assert perft(AVA, AVA.apply(AVA.start(), AVA.rolled([6] * 9)), 1) == 2002


# ---------------------------------------------------------------------------------------------- chances


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_chances_are_those_of_every_die_thrown_by_itself(dice: int) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for faces in product(range(1, 7), repeat=dice):
        counted[tuple(sorted(faces))] = counted.get(tuple(sorted(faces)), 0) + 1
    chances = AVA.chances(at("", "6", rolling=(0, dice)))
    assert {event.faces: chance for event, chance in chances} == {  # type: ignore[union-attr]
        faces: Fraction(count, 6**dice) for faces, count in counted.items()
    }


def test_chances_of_nine_dice_are_2002_and_sum_to_one_exactly() -> None:
    chances = AVA.chances(AVA.start())
    assert len(chances) == 2002
    assert sum(chance for _, chance in chances) == 1


def test_chances_are_empty_where_an_action_is_awaited() -> None:
    assert AVA.chances(at("1", "1")) == []


# ---------------------------------------------------------------------------------------------- order


def test_the_order_of_actions_is_stable_and_grouped_by_kind() -> None:
    position = at("1112345", "123", rally=(1, 0))
    first, again = AVA.actions(position), game().actions(position)
    assert first == again
    kinds = [AVA.kind_of(event) for event in first]
    assert list(dict.fromkeys(kinds)) == ["Single attack", "Triple attack", "Ability", "Rally"]
    assert kinds == sorted(kinds, key=["Single attack", "Triple attack", "Ability", "Rally"].index)
    rolls = [event.roll for event in first if isinstance(event, Rally)]
    assert rolls == sorted(rolls, key=lambda roll: (len(roll), roll))


def test_the_list_of_actions_is_the_callers_own() -> None:
    position = at("12", "6")
    AVA.actions(position).clear()
    assert len(AVA.actions(position)) == 3
