"""Dinosaurs Vs. Army Men against a second, plain implementation of the rules, and counted trees of moves (perft)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dinosaurs_vs_army_men import DinosaursVsArmyMen
from tests.support.games import plain_dinosaurs
from tests.support.games.dinosaurs import Position, Scene, dinosaur_options, game, scene
from tests.support.thoroughness import examples

MOST_EVENTS = 150


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


def bare(state: dict[str, Any]) -> dict[str, Any]:
    """A position less the keys that are null and may be left out."""
    kept = {key: value for key, value in state.items() if value is not None}
    if "battle" in kept:
        kept["battle"] = {key: value for key, value in kept["battle"].items() if value is not None}
    return kept


def listed(events: Any) -> set[str]:
    return {json.dumps(event, sort_keys=True) for event in events}


def tried(rules: DinosaursVsArmyMen, lot: Random) -> list[dict[str, Any]]:
    """Events to be ruled on: each kind, each seat, some cards."""
    cards = sorted({str(card) for card in rules.options.get("deck", rules.seed.deck)})  # type: ignore[union-attr]
    events: list[dict[str, Any]] = [{"do": "chose", "kind": kind} for kind in ("dinosaurs", "army")]
    events.append({"do": "flipped", "card": lot.choice(cards)})
    for seat in range(rules.players):
        events.append({"do": "smacked", "seat": seat})
        events += [{"do": "false-smack", "seat": seat, "card": card} for card in (None, lot.choice(cards))]
    return events


def compare(rules: DinosaursVsArmyMen, position: Position, state: dict[str, Any]) -> None:
    """Everything that both say about a position."""
    assert bare(plain(rules.format_position(position))) == bare(state)
    assert rules.format_awaited(position) == plain_dinosaurs.awaited(state)
    actions = listed(rules.format_event(event) for event in rules.actions(position))
    assert actions == listed(json.loads(text) for text in plain_dinosaurs.actions(state))
    outcome, other = rules.format_outcome(position), plain_dinosaurs.outcome(state)
    assert (outcome is None) == (other is None)
    if outcome is not None and other is not None:
        assert (outcome["ranking"], outcome["clause"]) == (other["ranking"], other["clause"])
    chances = {json.dumps(rules.format_event(event), sort_keys=True): odds for event, odds in rules.chances(position)}
    assert chances == {json.dumps(event, sort_keys=True): odds for event, odds in plain_dinosaurs.outcomes(state)}


@pytest.mark.slow
@settings(max_examples=examples(80))
@given(dinosaur_options(), st.integers(2, 8), st.integers(0, 10**9))
def test_games_are_those_of_the_plain_rules(options: dict[str, Any], players: int, seed: int) -> None:
    """Event by event, false smacks at every moment among them."""
    rules, lot = game(players, **options), Random(seed)
    position, state = rules.start(), plain_dinosaurs.fresh(players, options)
    for _ in range(MOST_EVENTS):
        compare(rules, position, state)
        legal = []
        for event in tried(rules, lot):
            ruling = rules.rule(position, rules.parse_event(event))
            assert ruling.legal == plain_dinosaurs.is_legal(state, event), event
            legal += [event] if ruling.legal else []
        if rules.outcome(position) is not None:
            return
        false = [event for event in legal if event["do"] == "false-smack"]
        if false and lot.random() < 0.15:
            event = lot.choice(false)
        elif rules.chances(position):
            event = plain(rules.format_event(rules.drawn(position, lot)))
        else:
            event = lot.choice([event for event in legal if event["do"] != "false-smack"])
        position = rules.apply(position, rules.parse_event(event))
        state = plain_dinosaurs.after(state, event)


def perft(rules: DinosaursVsArmyMen, position: Position, depth: int) -> int:
    """How many lines of `depth` events begin here, false smacks left aside; a flip counts once for each card."""
    if depth == 0:
        return 1
    events = rules.actions(position) or [event for event, _ in rules.chances(position)]
    return sum(perft(rules, rules.apply(position, event), depth - 1) for event in events)


# Worked by hand. Seat 0 holds one card and seat 1, who flips, two; the cards are B, D1 and A2.
# 1: any of the three cards.
# 2: after B two choices; after D1 seat 0 flips B or A2; after A2 it flips B or D1.
# 3: after B and a choice, seat 0 flips D1 or A2, 2 x 2; D1 B and A2 B: two choices each; D1 A2 and A2 D1 end the game.
# 4: after B, seat 1 flips the card that is left, 4 x 1, seat 0 having found its fighter or run out; after D1 B and
#    A2 B seat 0, who chose, has no card, so seat 1 flips the one that is left, 4 x 1.
# Then every search is over: either one has all cards, or all cards are removed.
HAND_WORKED = [(1, 3), (2, 6), (3, 8), (4, 8), (5, 0)]


@pytest.mark.parametrize(("depth", "lines"), HAND_WORKED)
def test_perft_of_a_position_worked_by_hand(depth: int, lines: int) -> None:
    table = scene("D1", "B A2", turn=1)
    assert perft(table.rules, table.position, depth) == lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "depth", "lines"),
    [
        (scene("D1 S", "A1 S", turn=0), 6, 98),
        (scene("D1 A2", "B A1", "D2", turn=1), 7, 180),
        (scene("D7 D1", "A7 A1", "A7", central="B", battle={"chooser": 0}), 6, 334),
        (scene("D7 D1", "A7 S", central="B", battle={"chooser": 0}, battle_order="round_robin"), 7, 1204),
        (scene("D1", "A7 S", "", central="A2 B", out=(2,), battle={"chooser": 0}, strict_out=True), 6, 148),
    ],
    ids=["smacks", "battles", "ties", "round robin", "strict out"],
)
def test_perft_agrees_with_the_plain_rules(table: Scene, depth: int, lines: int) -> None:
    assert perft(table.rules, table.position, depth) == plain_dinosaurs.perft(table.written, depth) == lines


@pytest.mark.parametrize(("depth", "lines"), [(1, 26), (2, 628), (3, 15_152)])
def test_perft_of_the_start(depth: int, lines: int) -> None:
    """26 different cards. Twice: 24 numbered ones, each followed by any of the 26 (a copy is left of each); after B
    two choices; after S two smacks: 24 x 26 + 2 + 2 = 628. Thrice: after the same number twice 25 different cards are
    left, else 26; the choices and smacks come a flip later, and after those of the first flip any card can come:
    24 x 25 + 24 x 23 x 26 + 24 x (2 + 2) + (2 + 2) x 26 = 15,152."""
    rules = game()
    assert perft(rules, rules.start(), depth) == lines
