"""Army vs Aliens played at random: what has to hold in every position that play reaches."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import IllegalEvent
from companion.games.army_vs_aliens.pieces import Event, Position, Rolled
from tests.support.army import game
from tests.support.random_play import played
from tests.support.strategies import army_events, army_options, army_positions, faces


class Play(RuleBasedStateMachine):
    """One game: rolls and legal actions are applied, anything else is tried and must be refused."""

    @initialize(options=army_options())
    def begin(self, options: dict[str, Any]) -> None:
        self.game = game(**options)
        self.position = self.game.start()

    @precondition(lambda self: self.position.rolling is not None)
    @rule(dice=st.lists(faces, min_size=9, max_size=9))
    def roll(self, dice: list[int]) -> None:
        assert self.position.rolling is not None
        self.play(self.game.rolled(dice[: self.position.rolling.dice]))

    @precondition(lambda self: self.game.awaited(self.position).need == "action")
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        actions = self.game.actions(self.position)
        assert actions, "a living player can always rally (AVA-3.5)"
        self.play(data.draw(st.sampled_from(actions)))

    @rule(event=army_events())
    def attempt(self, event: Event) -> None:
        refuse_unless_listed(self.game, self.position, event)

    def play(self, event: Event) -> None:
        before = json.dumps(self.game.format_position(self.position))
        assert self.game.rule(self.position, event).legal
        after = self.game.apply(self.position, event)
        assert json.dumps(self.game.format_position(self.position)) == before, "apply changed its argument"
        assert self.game.text(self.position, event)
        self.position = after

    @invariant()
    def nine_dice_a_side(self) -> None:
        """Until both have rolled a side may have none; after that nine are alive or scored."""
        position = self.position
        for seat, dice in enumerate((0, 1)):
            alive = position.living(seat)
            lost = len(position.players[1 - seat].scored)
            begun = position.turn is not None or (position.rolling is not None and position.rolling.seat >= dice)
            assert alive + lost == (9 if begun else 0)

    @invariant()
    def zones_are_sorted_and_hold_one_rank_5(self) -> None:
        for player in self.position.players:
            assert list(player.combat) == sorted(player.combat)
            assert list(player.scored) == sorted(player.scored)
            assert player.combat.count(5) <= 1

    @invariant()
    def exactly_one_thing_is_awaited(self) -> None:
        awaited = self.game.awaited(self.position)
        over = self.game.outcome(self.position) is not None
        assert (awaited.need == "nothing") == over
        assert bool(self.game.actions(self.position)) == (awaited.need == "action")
        assert bool(self.game.chances(self.position)) == (awaited.need == "roll")

    @invariant()
    def json_goes_there_and_back(self) -> None:
        text = json.dumps(self.game.format_position(self.position))
        assert self.game.parse_position(text) == self.position

    @invariant()
    def the_table_holds_all_dice(self) -> None:
        piles = self.game.layout(self.position)
        assert sum(pile.count + pile.rolling for pile in piles) == sum(
            self.position.living(seat) + len(self.position.players[seat].scored) for seat in (0, 1)
        )


def refuse_unless_listed(rules: Any, position: Position, event: Event) -> None:
    """A well-formed event is legal exactly when it is listed, or is the roll that is awaited."""
    ruling = rules.rule(position, event)
    awaited = rules.awaited(position)
    if isinstance(event, Rolled):
        legal = awaited.need == "roll" and awaited.dice == len(event.faces)
    else:
        legal = event in rules.actions(position)
    assert ruling.legal == legal
    if not legal:
        assert ruling.broken and all(rules.broken_text(broken) for broken in ruling.broken)
        assert all(rules.clause_text(clause) for clause in ruling.clauses)
        with pytest.raises(IllegalEvent):
            rules.apply(position, event)


Play.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestPlay = Play.TestCase


@settings(max_examples=600)
@given(army_positions(), army_events(), army_options())
def test_an_event_that_is_not_listed_is_illegal_with_a_clause(
    position: Position, event: Event, options: dict[str, Any]
) -> None:
    refuse_unless_listed(game(**options), position, event)


@settings(max_examples=300)
@given(army_events())
def test_events_go_through_json_and_back(event: Event) -> None:
    rules = game()
    assert rules.parse_event(json.dumps(rules.format_event(event))) == event


def test_random_games_end_and_somebody_is_ranked_first() -> None:
    rules, ends = game(), set()
    for seed in range(100):
        *_, (_, _, last) = played(rules, random.Random(seed))
        outcome = rules.outcome(last)
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == [0, 1]
        ends.add(outcome.clause)
    assert ends == {"AVA-6.1", "AVA-6.3"}


def test_the_same_chance_plays_the_same_game() -> None:
    first, again = (list(played(game(), random.Random(7))) for _ in range(2))
    assert first == again
