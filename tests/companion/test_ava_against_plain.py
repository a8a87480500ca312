"""The engine against a second, plain implementation of the same rules, and counted trees of moves (perft)."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Position
from tests.support import plain_army
from tests.support.army import ALIENS, Rally, at, game
from tests.support.strategies import army_options, army_positions

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


@settings(max_examples=300)
@given(army_positions(), army_options())
def test_actions_and_what_they_lead_to_are_those_of_the_plain_rules(
    position: Position, options: dict[str, Any]
) -> None:
    rules = game(**options)
    state = as_json(rules, position)
    actions = rules.actions(position)
    listed = [json.dumps(rules.format_event(event), sort_keys=True) for event in actions]
    assert len(set(listed)) == len(listed)
    assert set(listed) == plain_army.actions(state)
    assert (rules.outcome(position) is not None) == plain_army.is_over(state)
    for event, text in list(zip(actions, listed, strict=True))[:40]:
        assert as_json(rules, rules.apply(position, event)) == plain_army.after(state, json.loads(text)), text


# Worked by hand. One Artillery against one Invader: attack (the game ends there), or rally. The rally has six results;
# then the Aliens can rally one die, and attack as well where the Army rolled a 1: 7 lines. After an attack on the 1 the
# game is over; each of the 6 rallies has six results: 36 lines.
HAND_WORKED = [(1, 2), (2, 6), (3, 7), (4, 36)]


@pytest.mark.parametrize(("depth", "lines"), HAND_WORKED)
def test_perft_of_a_position_worked_by_hand(depth: int, lines: int) -> None:
    assert perft(AVA, at("2", "1"), depth) == lines


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
