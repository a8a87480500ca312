"""Doubles Wild played at random: what has to hold in every position that play reaches."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import IllegalEvent
from companion.games.doubles_wild import DoublesWild
from companion.games.doubles_wild.board import in_windows, windows
from companion.games.doubles_wild.pieces import Event, Position, Rolled, Threw, chances_of_roll, rolls, throws_of
from tests.support.games.doubles import at, events, game, positions, tables, told
from tests.support.thoroughness import examples


class Play(RuleBasedStateMachine):
    """One game: rolls and legal actions are applied, anything else is tried and must be refused."""

    @initialize(rules=tables(), lot=st.randoms(use_true_random=False), data=st.data())
    def begin(self, rules: DoublesWild, lot: random.Random, data: st.DataObject) -> None:
        self.game, self.lot = rules, lot
        self.position = rules.start()
        self.full = self.position.supply[0]
        seats = st.integers(1, 3)
        if data.draw(st.booleans()):  # a short game, so that ends and playoffs come
            supply = [data.draw(seats) for _ in range(rules.players)]
            self.position = at(rules=rules, turn=data.draw(st.integers(0, rules.players - 1)), supply=supply)

    def total(self) -> int:
        """Markers that are still in the game."""
        fighting = self.position.battle is not None
        return sum(self.position.supply) + sum(own.bit_count() for own in self.position.markers) + fighting

    @precondition(lambda self: self.game.awaited(self.position).need == "action")
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self.play(data.draw(st.sampled_from(self.game.actions(self.position))))

    @rule(events=st.integers(1, 25))
    def go_on(self, events: int) -> None:
        """Whatever is awaited, by lot; a game that ends is begun anew."""
        for _ in range(events):
            need = self.game.awaited(self.position).need
            if need == "nothing":
                self.position = self.game.start()
                continue
            self.play(
                self.game.drawn(self.position, self.lot)
                if need == "roll"
                else self.lot.choice(self.game.actions(self.position))
            )
            self.the_score_is_what_the_board_shows()
            self.no_seat_has_more_markers_than_its_set()
            self.exactly_one_thing_is_awaited()

    @rule(event=events())
    def attempt(self, event: Event) -> None:
        refuse_unless_listed(self.game, self.position, event)

    def play(self, event: Event) -> None:
        before, text = self.position, json.dumps(self.game.format_position(self.position))
        ruling = self.game.rule(before, event)
        assert ruling.legal and all(map(self.game.clause_text, ruling.applied)), told(before)
        markers = self.total()
        after = self.game.apply(before, event)
        assert json.dumps(self.game.format_position(before)) == text, "apply changed its argument"
        assert self.game.text(before, event) and self.game.parsed(self.game.formatted(event)) == event
        self.position = after
        if after.playoff == before.playoff and (after.start is None or before.start is not None):
            restarted = before.playoff is not None and not any(after.markers) and any(before.markers)
            assert restarted or self.total() in (markers, markers - 1), "at most one marker leaves the game at a time"
        for seat, own in enumerate(before.markers):
            safe = in_windows(own)
            assert not any(after.markers) or after.markers[seat] & safe == safe, "a marker in a window is for good"
        self.attacked_markers_are_open()

    def attacked_markers_are_open(self) -> None:
        battle = self.position.battle
        if battle is not None:
            own = self.position.markers[battle.defender]
            assert own >> battle.square & 1 and not in_windows(own) >> battle.square & 1

    @invariant()
    def the_score_is_what_the_board_shows(self) -> None:
        if self.position.playoff is None:
            made = [sum(windows(self.position.markers[seat]) for seat in side) for side in self.game.sides]
            assert list(self.position.score) == made

    @invariant()
    def no_seat_has_more_markers_than_its_set(self) -> None:
        for seat, own in enumerate(self.position.markers):
            fights = self.position.battle is not None and self.position.battle.attacker == seat
            assert self.position.supply[seat] >= 0
            assert self.position.supply[seat] + own.bit_count() + fights <= self.full

    @invariant()
    def no_square_has_two_markers(self) -> None:
        together = 0
        for own in self.position.markers:
            assert not together & own and own < 1 << 81
            together |= own

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


def refuse_unless_listed(rules: DoublesWild, position: Position, event: Event) -> None:
    """A well-formed event is legal exactly when it is listed, or is a result of the roll that is awaited."""
    ruling = rules.rule(position, event)
    if isinstance(event, Rolled | Threw):
        legal = event in [chance for chance, _ in rules.chances(position)]
    else:
        legal = event in rules.actions(position)
    assert ruling.legal == legal, told(position)
    if not legal:
        assert ruling.broken and all("{" not in rules.broken_text(broken) for broken in ruling.broken)
        assert all(rules.clause_text(clause) for clause in ruling.clauses)
        with pytest.raises(IllegalEvent):
            rules.apply(position, event)


Play.TestCase.settings = settings(max_examples=examples(40), stateful_step_count=30)
TestPlay = Play.TestCase


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(st.data(), tables())
def test_an_event_that_is_not_listed_is_illegal_with_a_clause(data: st.DataObject, rules: DoublesWild) -> None:
    position = data.draw(positions(rules))
    for event in data.draw(st.lists(events(), min_size=1, max_size=10)):
        refuse_unless_listed(rules, position, event)


@settings(max_examples=examples(300))
@given(events())
def test_events_go_through_json_and_notation_and_back(event: Event) -> None:
    rules = game()
    assert rules.parse_event(json.dumps(rules.format_event(event))) == event
    assert rules.parsed(rules.formatted(event)) == event


def played(rules: DoublesWild, lot: random.Random) -> list[Position]:
    """One random game."""
    found = [rules.start()]
    while rules.awaited(found[-1]).need != "nothing":
        actions = rules.actions(found[-1])
        event = lot.choice(actions) if actions else rules.drawn(found[-1], lot)
        found.append(rules.apply(found[-1], event))
    return found


@pytest.mark.parametrize("options", [{}, {"teams": True}, {"rerolls": 0, "battle_optional": True}])
def test_random_games_end_and_everybody_is_ranked(options: dict[str, Any]) -> None:
    rules, ends = game(4, **options), set()
    for seed in range(40):
        outcome = rules.outcome(played(rules, random.Random(seed))[-1])
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == [0, 1, 2, 3]
        ends.add(outcome.clause)
    assert ends == {"DW-7.1", "DW-7.2"}


def test_the_same_lot_plays_the_same_game() -> None:
    assert played(game(), random.Random(7)) == played(game(), random.Random(7))


def test_what_is_kept_for_speed_is_bounded() -> None:
    """Two kept pairs of 21 results and none: whatever is played, no more can come."""
    rules = game(rerolls="unlimited")
    for seed in range(10):
        played(rules, random.Random(seed))
    assert rolls.cache_info().currsize <= 1 + 2 * 21
    assert chances_of_roll.cache_info().currsize <= 1 + 2 * 21
    assert throws_of.cache_info().currsize <= 56


def test_markers_on_the_board_in_the_supply_and_lost_add_up() -> None:
    """Each battle costs one marker, and nothing else does without teams: counted over whole games."""
    rules = game(3)
    for seed in range(20):
        lost, before = 0, rules.start()
        for position in played(rules, random.Random(seed))[1:]:
            if position.playoff is not None:
                break
            lost += before.battle is not None and position.battle is None
            there = sum(position.supply) + sum(own.bit_count() for own in position.markers)
            assert there + lost + (position.battle is not None) == 3 * 16
            before = position
