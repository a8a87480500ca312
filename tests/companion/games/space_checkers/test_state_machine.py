"""Space Checkers played at random: what has to hold in every position that play reaches."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import Event as AnyEvent
from companion import IllegalEvent
from tests.support.games.checkers import (
    COLOURS,
    Event,
    Position,
    Rolled,
    SpaceCheckers,
    as_json,
    events,
    game,
    options,
    positions,
)
from tests.support.thoroughness import examples


class Play(RuleBasedStateMachine):
    """One game: rolls and legal moves are applied, anything else is tried and must be refused."""

    @initialize(data=st.data(), players=st.integers(2, 4))
    def begin(self, data: st.DataObject, players: int) -> None:
        self.game = game(players, **data.draw(options(players)))
        self.position = self.game.start()

    @precondition(lambda self: self.game.awaited(self.position).need == "roll")
    @rule(number=st.integers(1, 6), direction=st.sampled_from([*COLOURS, "wild"]))
    def roll(self, number: int, direction: str) -> None:
        before = self.position
        self.play(Rolled(number, direction))
        if self.position.rolled is None:  # a lost turn: nothing has moved, and somebody else is to roll
            assert self.position.pawns == before.pawns and self.position.turn != before.turn
            assert self.game.parse_position(as_json(self.game, self.position)) == self.position

    @precondition(lambda self: self.game.awaited(self.position).need == "action")
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        before = self.position
        self.play(data.draw(st.sampled_from(self.game.actions(self.position))))
        taken = sum(self.position.captured) - sum(before.captured)
        pawns = [sum(map(int.bit_count, position.pawns)) for position in (before, self.position)]
        assert pawns[0] - pawns[1] == taken <= 5
        assert before.turn is not None
        assert self.position.pawns[before.turn].bit_count() == before.pawns[before.turn].bit_count()

    @rule(data=st.data())
    def attempt(self, data: st.DataObject) -> None:
        refuse_unless_listed(self.game, self.position, data.draw(events(self.game.board.n)))

    def play(self, event: Event) -> None:
        before = json.dumps(self.game.format_position(self.position))
        assert self.game.rule(self.position, event).legal
        after = self.game.apply(self.position, event)
        assert json.dumps(self.game.format_position(self.position)) == before, "apply changed its argument"
        assert self.game.text(self.position, event)
        self.position = after

    @invariant()
    def twelve_pawns_a_seat_on_the_board_or_captured(self) -> None:
        standing = [pawns.bit_count() for pawns in self.position.pawns]
        assert sum(standing) + sum(self.position.captured) == 12 * self.game.players
        assert max(standing) <= 12

    @invariant()
    def no_two_pawns_on_a_square_and_none_on_the_earth(self) -> None:
        cells = [cell for seat in range(self.game.players) for cell in self.game.pawns(self.position, seat)]
        assert len(cells) == len(set(cells))
        assert not set(cells) & set(self.game.board.listed(self.game.board.earth))

    @invariant()
    def exactly_one_thing_is_awaited(self) -> None:
        awaited = self.game.awaited(self.position)
        over = self.game.outcome(self.position) is not None
        assert (awaited.need == "nothing") == over
        assert bool(self.game.actions(self.position)) == (awaited.need == "action")
        assert bool(self.game.chances(self.position)) == (awaited.need == "roll")
        assert over == (max(self.position.captured) >= 10) or self.game.players > 2

    @invariant()
    def json_goes_there_and_back(self) -> None:
        text = json.dumps(self.game.format_position(self.position))
        assert self.game.parse_position(text) == self.position


def refuse_unless_listed(rules: SpaceCheckers, position: Position, event: Event) -> None:
    """A well-formed event is legal exactly when it is listed, or is a roll that is awaited."""
    ruling = rules.rule(position, event)
    is_awaited = rules.awaited(position).need == "roll"
    legal = is_awaited if isinstance(event, Rolled) else event in rules.actions(position)
    assert ruling.legal == legal
    assert ruling.clauses and all(rules.clause_text(clause) for clause in ruling.clauses)
    if not legal:
        assert all(rules.broken_text(broken) for broken in ruling.broken)
        with pytest.raises(IllegalEvent):
            rules.apply(position, event)


Play.TestCase.settings = settings(max_examples=examples(30), stateful_step_count=40)
TestPlay = Play.TestCase


@pytest.mark.slow
@settings(max_examples=examples(150))
@given(positions(), st.data())
def test_an_event_that_is_not_listed_is_illegal_with_a_clause(
    at: tuple[SpaceCheckers, Position], data: st.DataObject
) -> None:
    rules, position = at
    for event in data.draw(st.lists(events(rules.board.n), min_size=1, max_size=12)):
        refuse_unless_listed(rules, position, event)
    for action in rules.actions(position):
        refuse_unless_listed(rules, position, action)


@settings(max_examples=examples(100))
@given(events())
def test_events_go_through_json_and_lines_and_back(event: Event) -> None:
    rules = game()
    assert rules.parse_event(json.dumps(rules.format_event(event))) == event
    assert rules.parsed(rules.formatted(event)) == event


def played(rules: SpaceCheckers, chance: random.Random) -> tuple[list[AnyEvent], Position]:
    """One random game: its events, and its last position."""
    position, told = rules.start(), list[AnyEvent]()
    while (need := rules.awaited(position).need) != "nothing":
        event = rules.drawn(position, chance) if need == "roll" else chance.choice(rules.actions(position))
        told.append(event)
        position = rules.apply(position, event)
    return told, position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_everybody_is_ranked(players: int) -> None:
    rules = game(players)
    for seed in range(20):
        _, last = played(rules, random.Random(seed))
        outcome = rules.outcome(last)
        assert outcome is not None and outcome.clause == "SC-5.1"
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(players))
        assert len(outcome.ranking[0]) == 1


def test_the_same_chance_plays_the_same_game() -> None:
    first, again = (played(game(3), random.Random(7)) for _ in range(2))
    assert first == again


def test_every_clause_that_rules_play_is_quoted_by_some_event_of_random_games() -> None:
    """Applied ones only; the others (SC-3.4, and SC-5.2 but rarely) speak where something is refused."""
    quoted: set[str] = set()
    for seed in range(6):
        rules: Any = game(4)
        position = rules.start()
        for event in played(rules, random.Random(seed))[0]:
            quoted |= set(rules.rule(position, event).applied)
            position = rules.apply(position, event)
    clauses = {clause.id for clause in rules.seed.clauses if not clause.setup}
    assert clauses - {"SC-3.4", "SC-5.2"} <= quoted <= clauses


def test_drawn_follows_the_odds() -> None:
    """36 faces of two dice, each as likely: WILD twice as often as a colour."""
    rules, chance = game(), random.Random(1)
    counts: dict[Any, int] = {}
    for _ in range(36_000):
        event = rules.drawn(rules.start(), chance)
        counts[event] = counts.get(event, 0) + 1
    for event, odds in rules.chances(rules.start()):
        assert abs(counts[event] - 36_000 * odds) < 200  # over six standard deviations
