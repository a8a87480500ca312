"""Dinosaurs Vs. Army Men played at random: what has to hold in every position that play reaches."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import IllegalEvent
from companion.games.dinosaurs_vs_army_men import DinosaursVsArmyMen
from companion.rules.self_play import played
from tests.support.games.dinosaurs import (
    Chose,
    Event,
    FalseSmack,
    Flipped,
    Position,
    Smacked,
    dinosaur_events,
    dinosaur_options,
    game,
)
from tests.support.thoroughness import examples


def deck_of(rules: DinosaursVsArmyMen) -> tuple[str, ...]:
    deck: Any = rules.options.get("deck", rules.seed.deck)
    return tuple(deck)


def is_allowed(rules: DinosaursVsArmyMen, position: Position, event: Event) -> bool:
    """Whether an event is legal, by the words of FORMATS.md alone."""
    awaited = rules.awaited(position)
    if isinstance(event, Flipped):
        return awaited.need == "flip" and event.card in position.unseen
    if isinstance(event, Chose):
        return awaited.need == "action"
    if isinstance(event, Smacked):
        return awaited.need == "smack" and event.seat not in position.barred
    if awaited.need in ("nothing", "smack") or event.seat in position.barred:
        return False
    if position.piles[event.seat]:
        return event.card in position.unseen
    return event.card is None and event.seat in position.out


class Play(RuleBasedStateMachine):
    """One game: flips, choices, smacks and false smacks are applied, anything else is tried and must be refused."""

    @initialize(options=dinosaur_options(), players=st.integers(2, 8))
    def begin(self, options: dict[str, Any], players: int) -> None:
        self.game = game(players, **options)
        self.position = self.game.start()

    @precondition(lambda self: self.game.awaited(self.position).need == "flip")
    @rule(place=st.integers(0, 10**6))
    def flip(self, place: int) -> None:
        unseen = self.position.unseen
        self.play(Flipped(unseen[place % len(unseen)]))

    @precondition(lambda self: self.game.actions(self.position))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(self.game.actions(self.position))))

    @precondition(lambda self: self.game.awaited(self.position).need in ("flip", "action"))
    @rule(seat=st.integers(0, 7), place=st.integers(0, 10**6))
    def smack_falsely(self, seat: int, place: int) -> None:
        seat %= self.game.players
        unseen = self.position.unseen
        event = FalseSmack(seat, unseen[place % len(unseen)] if self.position.piles[seat] else None)
        if is_allowed(self.game, self.position, event):
            self.play(event)

    @rule(data=st.data())
    def attempt(self, data: st.DataObject) -> None:
        event = data.draw(dinosaur_events(self.game.players, deck_of(self.game)))
        ruling = self.game.rule(self.position, event)
        assert ruling.legal == is_allowed(self.game, self.position, event)
        if not ruling.legal:
            assert ruling.broken and all(self.game.broken_text(broken) for broken in ruling.broken)
            assert all(self.game.clause_text(clause) for clause in ruling.clauses)
            with pytest.raises(IllegalEvent):
                self.game.apply(self.position, event)

    def play(self, event: Event) -> None:
        before, position = json.dumps(self.game.format_position(self.position)), self.position
        ruling = self.game.rule(position, event)
        assert ruling.legal and all(self.game.clause_text(clause) for clause in ruling.applied)
        self.position = self.game.apply(position, event)
        assert json.dumps(self.game.format_position(position)) == before, "apply changed its argument"
        assert self.game.text(position, event)
        # DVA-6.3, DVA-6.4: whoever is out or barred stays so, and nobody goes out while anything is pending
        assert set(position.out) <= set(self.position.out)
        assert set(position.barred) <= set(self.position.barred)
        assert not Counter(position.removed) - Counter(self.position.removed)
        if self.position.pending:
            assert self.position.out == position.out

    @invariant()
    def the_cards_make_up_the_deck(self) -> None:
        position = self.position
        cards = (*position.unseen, *position.table, *position.removed)
        assert sorted(cards) == sorted(deck_of(self.game))
        assert sum(position.piles) == len(position.unseen)

    @invariant()
    def seats_without_cards_are_out_once_nothing_is_pending(self) -> None:
        position = self.position
        empty = {seat for seat, cards in enumerate(position.piles) if not cards}
        assert set(position.barred) <= set(position.out) <= empty
        if not position.pending and any(position.piles):
            assert set(position.out) == empty

    @invariant()
    def exactly_one_thing_is_awaited(self) -> None:
        awaited = self.game.awaited(self.position)
        assert (awaited.need == "nothing") == (self.game.outcome(self.position) is not None)
        assert bool(self.game.actions(self.position)) == (awaited.need in ("action", "smack"))
        assert bool(self.game.chances(self.position)) == (awaited.need == "flip")
        if awaited.need == "flip":
            assert awaited.seat is not None and self.position.piles[awaited.seat] > 0

    @invariant()
    def chances_are_those_of_a_shuffled_deck(self) -> None:
        chances = self.game.chances(self.position)
        if chances:
            unseen = self.position.unseen
            assert sum(chance for _, chance in chances) == 1
            for event, chance in chances:
                assert isinstance(event, Flipped)
                assert chance == Fraction(unseen.count(event.card), len(unseen))

    @invariant()
    def everybody_is_ranked_once(self) -> None:
        outcome = self.game.outcome(self.position)
        if outcome is not None:
            assert sorted(seat for group in outcome.ranking for seat in group) == list(range(self.game.players))

    @invariant()
    def json_goes_there_and_back(self) -> None:
        assert self.game.parse_position(json.dumps(self.game.format_position(self.position))) == self.position


Play.TestCase.settings = settings(max_examples=examples(40), stateful_step_count=40)
TestPlay = Play.TestCase


@settings(max_examples=examples(200))
@given(dinosaur_events(3, game().seed.deck))
def test_events_go_through_json_and_notation_and_back(event: Event) -> None:
    rules = game(3)
    assert rules.parse_event(json.dumps(rules.format_event(event))) == event
    assert rules.parsed(rules.formatted(event)) == event


@pytest.mark.parametrize("players", [2, 3, 8])
def test_random_games_end(players: int) -> None:
    """Far before 20,000 events: the mean is some 400 with two players, and fewer with more."""
    rules = game(players)
    for seed in range(20):
        *_, last = played(rules, Random(seed), longest=20_000)
        assert rules.outcome(last.after) is not None


def test_the_same_chance_plays_the_same_game() -> None:
    first, again = (list(played(game(3), Random(7))) for _ in range(2))
    assert first == again


def test_what_is_drawn_comes_up_as_often_as_the_chances_say() -> None:
    rules = game(2, deck=["D1"] * 3 + ["B"])
    lot = Random(1)
    drawn = [rules.drawn(rules.start(), lot).card for _ in range(8000)]
    assert 1900 < drawn.count("B") < 2100  # 2000 expected, standard deviation 39
