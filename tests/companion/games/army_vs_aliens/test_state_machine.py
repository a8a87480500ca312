"""Army vs Aliens played at random, both sheets, two to eight players: what holds in every position play reaches."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import IllegalEvent
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Drawn, Event, Position, Rolled
from companion.rules.self_play import played
from companion.table import Colour
from tests.support.games.army import ava, avb, game
from tests.support.games.strategies import army_events, army_games, army_positions, faces
from tests.support.thoroughness import examples

COLOURS: tuple[Colour, ...] = get_args(Colour)


class Play(RuleBasedStateMachine):
    """One game: rolls and legal actions are applied, anything else is tried and must be refused."""

    @initialize(rules=army_games())
    def begin(self, rules: ArmyVsAliens) -> None:
        self.game = rules
        self.position = rules.start()
        self.left = 0
        """Dice that have left the game without being scored."""

    @precondition(lambda self: self.position.rolling is not None)
    @rule(dice=st.lists(faces, min_size=9, max_size=9))
    def roll(self, dice: list[int]) -> None:
        assert self.position.rolling is not None
        self.play(self.game.rolled(dice[: self.position.rolling.dice]))

    @precondition(lambda self: bool(self.position.drawing))
    @rule(data=st.data())
    def draw(self, data: st.DataObject) -> None:
        self.play(Drawn(data.draw(st.sampled_from(self.position.drawing))))

    @precondition(lambda self: self.game.awaited(self.position).need == "action")
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        actions = self.game.actions(self.position)
        assert actions, "a living player can always rally (AVA-3.5)"
        self.play(data.draw(st.sampled_from(actions)))

    @rule(data=st.data())
    def attempt(self, data: st.DataObject) -> None:
        event = data.draw(army_events(self.game.players, self.game.id.endswith("2012")))
        refuse_unless_listed(self.game, self.position, event)

    def play(self, event: Event) -> None:
        before = json.dumps(self.game.format_position(self.position))
        ruling = self.game.rule(self.position, event)
        assert ruling.legal
        assert all(self.game.clause_text(clause) for clause in ruling.clauses)
        after = self.game.apply(self.position, event)
        assert json.dumps(self.game.format_position(self.position)) == before, "apply changed its argument"
        assert self.game.text(self.position, event)
        assert self.game.parsed(self.game.formatted(event)) == event
        if after.turn is not None and self.position.turn is not None:
            self.left += dice_of(self.position) - dice_of(after)
        self.position = after

    @invariant()
    def nine_dice_a_seat(self) -> None:
        """Until it has rolled a seat may have none; after that nine are alive, scored, or out of the game."""
        position = self.position
        assert self.left >= 0 and (
            self.left == 0 or self.game.players > 2 or self.game.options.get("any_owner_targets")
        )
        if position.turn is not None or position.drawing:
            assert dice_of(position) + self.left == 9 * self.game.players
        else:
            assert position.rolling is not None
            seats = range(self.game.players)
            assert [position.living(seat) for seat in seats] == [9 * (seat <= position.rolling.seat) for seat in seats]

    @invariant()
    def zones_are_sorted_and_hold_one_rank_5(self) -> None:
        for player in self.position.players:
            assert list(player.combat) == sorted(player.combat)
            assert list(player.scored) == sorted(player.scored)
            assert player.combat.count(5) <= 1 or self.position.in_setup

    @invariant()
    def exactly_one_thing_is_awaited(self) -> None:
        awaited = self.game.awaited(self.position)
        over = self.game.outcome(self.position) is not None
        assert (awaited.need == "nothing") == over
        assert bool(self.game.actions(self.position)) == (awaited.need == "action")
        assert bool(self.game.chances(self.position)) == (awaited.need == "roll")

    @invariant()
    def the_turn_is_with_somebody_alive(self) -> None:
        turn = self.position.turn
        assert turn is None or self.position.living(turn)

    @invariant()
    def json_goes_there_and_back(self) -> None:
        text = json.dumps(self.game.format_position(self.position))
        assert self.game.parse_position(text) == self.position

    @invariant()
    def the_table_holds_no_more_than_is_known(self) -> None:
        """Every living die lies somewhere, those that are rolled in a hand; and so does every dead one."""
        (heaps,) = self.game.layout(self.position, COLOURS[: self.game.players]).dice
        for seat in range(self.game.players):
            alive = sum(one.count + one.spare for one in heaps if one.seat == seat and one.area != "scoring")
            assert alive == self.position.living(seat)
        assert sum(one.count for one in heaps if one.area == "scoring") == sum(
            len(player.scored) for player in self.position.players
        )
        if self.game.players == 2:
            assert sum(one.count + one.spare for one in heaps) == dice_of(self.position)

    @invariant()
    def an_outcome_ranks_every_seat_once(self) -> None:
        outcome = self.game.outcome(self.position)
        if outcome is not None:
            assert sorted(seat for group in outcome.ranking for seat in group) == list(range(self.game.players))
            assert "{" not in outcome.how


def dice_of(position: Position) -> int:
    """Living and scored dice together."""
    return sum(position.living(seat) + len(player.scored) for seat, player in enumerate(position.players))


def refuse_unless_listed(rules: ArmyVsAliens, position: Position, event: Event) -> None:
    """A well-formed event is legal exactly when it is listed, or is what chance may bring now."""
    ruling = rules.rule(position, event)
    awaited = rules.awaited(position)
    if isinstance(event, Rolled):
        legal = awaited.need == "roll" and awaited.dice == len(event.faces)
    elif isinstance(event, Drawn):
        legal = awaited.need == "roll" and event.seat in position.drawing
    else:
        legal = event in rules.actions(position)
    assert ruling.legal == legal
    if not legal:
        sentences = [rules.broken_text(broken) for broken in ruling.broken]
        assert sentences and all(sentences) and not any("{" in sentence for sentence in sentences)
        assert all(rules.clause_text(clause) for clause in ruling.clauses)
        with pytest.raises(IllegalEvent):
            rules.apply(position, event)


Play.TestCase.settings = settings(max_examples=examples(30), stateful_step_count=40)
TestPlay = Play.TestCase


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(st.data())
def test_an_event_that_is_not_listed_is_illegal_with_a_clause(data: st.DataObject) -> None:
    rules = data.draw(army_games())
    position = data.draw(army_positions(rules))
    refuse_unless_listed(rules, position, data.draw(army_events(rules.players, rules.id.endswith("2012"))))


@settings(max_examples=examples(200))
@given(army_events(8, lot=True))
def test_events_go_through_json_and_through_lines_and_back(event: Event) -> None:
    rules = avb(8)
    assert rules.parse_event(json.dumps(rules.format_event(event))) == event
    assert rules.parsed(rules.formatted(event)) == event


@settings(max_examples=examples(100))
@given(st.data())
def test_positions_go_through_json_and_back(data: st.DataObject) -> None:
    rules = data.draw(army_games())
    position = data.draw(army_positions(rules))
    assert rules.parse_position(json.dumps(rules.format_position(position))) == position


@pytest.mark.parametrize(
    "rules", [game(), avb(2), ava(3), ava(4), avb(5), avb(8)], ids=lambda r: f"{r.id[-4:]}, {r.players}"
)
def test_random_games_end_and_somebody_is_ranked_first(rules: ArmyVsAliens) -> None:
    ends = set()
    for seed in range(40):
        *_, (_, _, last) = played(rules, random.Random(seed))
        outcome = rules.outcome(last)
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(rules.players))
        ends.add(outcome.clause)
    both = {
        "6.1" if rules.players == 2 else "7.2" if len(rules.sides) > 2 else "7.3",
        "6.3" if "2011" in rules.id else "6.2",
    }
    assert {clause[4:] for clause in ends} <= both
    assert len(ends) == 2 or rules != game(), "a draw ending comes soon by the sheet of 2012"


def test_the_same_chance_plays_the_same_game() -> None:
    first, again = ([step.after for step in played(avb(3), random.Random(7))] for _ in range(2))
    assert first == again


def test_chance_is_drawn_at_its_odds() -> None:
    rules = ava(2)
    position = rules.apply(rules.start(), rules.drawn(rules.start(), random.Random(1)))
    faces_seen = [face for _ in range(300) for face in rules.drawn(position, random.Random(_)).faces]  # type: ignore[union-attr]
    assert all(350 < faces_seen.count(face) < 550 for face in range(1, 7))  # 450 expected


def test_a_long_game_leaves_nothing_behind() -> None:
    """What is cached is bounded: a position is a value of the zones alone, however many turns lie behind it."""
    rules: Any = avb(2, draw_limit=1_000_000_000)
    lot = random.Random(3)
    *_, last = islice(played(rules, lot), 3000)
    assert len(json.dumps(rules.format_position(last.after))) < 400
