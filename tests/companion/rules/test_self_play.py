"""Games that the program plays: real play at honest odds, the same again from the same chance, greedy by the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

import companion
from companion import GAMES
from companion.rules.self_play import PLAYERS, at_random, greedy, played
from tests.support.games.army import ALIENS, ARMY, Nuke, Rally, at, attack, game
from tests.support.games.random_play import endless, measure, peaks, tables


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_game_is_played_from_the_start_to_its_end(game_id: str, player: Any) -> None:
    rules = companion.load(game_id)
    steps = list(played(rules, Random(3), player))
    assert steps[0].before == rules.start()
    for step, following in pairwise(steps):
        assert step.after == following.before
    for step in steps:
        assert rules.apply(step.before, step.event) == step.after
        assert rules.outcome(step.before) is None
        assert step.event in (rules.actions(step.before) or [event for event, _ in rules.chances(step.before)])
    assert rules.outcome(steps[-1].after) is not None


@pytest.mark.parametrize("game_id", GAMES)
def test_every_table_can_be_played(game_id: str) -> None:
    for rules in tables(game_id):
        assert sum(1 for _ in played(rules, Random(2), longest=150)) <= 150


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_same_chance_plays_the_same_game(game_id: str, player: Any) -> None:
    rules = companion.load(game_id)
    first, again, other = (list(played(rules, Random(seed), player, longest=200)) for seed in (7, 7, 8))
    assert first == again != other


def test_a_game_can_be_cut_off_and_begun_anywhere() -> None:
    position = at("4", "22", turn=ARMY)
    assert [step.before for step in played(game(), Random(0), start=position, longest=1)] == [position]
    assert list(played(game(), Random(0), longest=0)) == []
    assert len(list(played(game(), Random(0), longest=5))) == 5
    assert list(played(game(), Random(0), start=at("4", ""))) == [], "it is over"


def test_random_play_draws_every_action_equally_often() -> None:
    """Three actions, 3000 draws: 1000 each, with a standard deviation of about 26."""
    actions: list[Any] = [attack("4", 2), Rally(()), Rally((4,))]
    lot = Random(5)
    drawn = Counter(at_random(game(), at("4", "2"), actions, lot) for _ in range(3000))
    assert all(abs(drawn[action] - 1000) < 130 for action in actions)


def greedily(position: Any, seed: int = 0, **options: object) -> Any:
    rules = game(**options)
    return greedy(rules, position, rules.actions(position), Random(seed))


def test_greedy_play_takes_what_scores_most() -> None:
    """The Nuke destroys the Aliens' 1, 2 and 3, three dice for the Army, and costs it none; an Airplane takes one."""
    assert greedily(at("4666", "123", turn=ARMY)) == Nuke()


def test_greedy_play_counts_what_the_others_get() -> None:
    """The Nuke destroys one Alien (+1) and five Troopers of its own, which the Aliens score: an attack is better."""
    chosen = greedily(at("11111666", "12", rally=(1, 0), scored=("2222222", ""), turn=ARMY))
    assert chosen == attack("1", 1) or chosen == attack("111", 2)


def test_greedy_play_draws_among_equals() -> None:
    """Nothing scores but the two attacks, each one die: both are chosen in time, and never a rally."""
    position = at("44", "12", turn=ARMY)
    chosen = {greedily(position, seed) for seed in range(30)}
    assert chosen == {attack("4", 1), attack("4", 2)}


def test_greedy_play_of_the_other_seat_is_for_the_other_seat() -> None:
    assert greedily(at("123", "4", turn=ALIENS)) in {attack("4", rank, ARMY) for rank in (1, 2, 3)}


def test_greedy_play_draws_where_it_is_nobodys_turn() -> None:
    """Anybody may smack a Smack Attack!: the seats are drawn equally."""
    rules = companion.load("dinosaurs-vs-army-men", 3)
    position = rules.apply(rules.start(), rules.parsed("flip S"))
    assert rules.awaited(position).seat is None
    lot = Random(1)
    chosen = [greedy(rules, position, rules.actions(position), lot) for _ in range(600)]
    drawn = Counter(rules.format_event(event)["seat"] for event in chosen)
    assert set(drawn) == {0, 1, 2} and min(drawn.values()) > 150


def test_greedy_play_is_for_the_whole_side() -> None:
    """Doubles Wild in teams: replacing a partner's marker scores nothing, completing a window of one's own does."""
    rules = companion.load("doubles-wild", 4, {"teams": True})
    plain = rules.format_position(rules.start())
    plain |= {"turn": 0, "start": None, "board": [[3, 3, 0], [3, 4, 0], [7, 5, 2]], "supply": [10, 12, 11, 12],
              "rolled": {"red": [1, 2], "blue": [2, 2], "again": False}}  # fmt: skip
    position = rules.parse_position(plain)
    chosen = {greedy(rules, position, rules.actions(position), Random(seed)) for seed in range(10)}
    assert [rules.formatted(event) for event in chosen] == ["place 3,5"]


def test_greedy_play_beats_random_play() -> None:
    """Twenty games, greedy for the Army, random for the Aliens."""

    def mixed(rules: Any, position: Any, actions: Sequence[Any], lot: Random) -> Any:
        return (greedy if rules.awaited(position).seat == ARMY else at_random)(rules, position, actions, lot)

    rules, wins = game(), Counter[int]()
    for seed in range(20):
        *_, last = played(rules, Random(seed), mixed)
        outcome = rules.outcome(last.after)
        assert outcome is not None
        wins[outcome.ranking[0][0] if len(outcome.ranking) > 1 else -1] += 1
    assert wins[ARMY] > 15


# ---------------------------------------------------------------------------------------------- how fast it is


@pytest.mark.parametrize("game_id", GAMES)
def test_play_is_measured(game_id: str) -> None:
    measured = measure(game_id, runs=1, seconds=0.1, warm=0, events=500)
    assert measured.game == game_id
    assert measured.events_a_second > 1000 and 0 < measured.actions_p95_ms < 50


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_memory_is_constant_over_a_long_game(game_id: str) -> None:
    """Once a game is warm, four times as many events take no more than a megabyte beyond what the first ones took."""
    first, later = peaks(companion.load(game_id), warm=100_000, events=5_000)
    assert later - first < 1_000_000


def test_endless_play_begins_anew() -> None:
    rules = game()
    starts = [step for step in islice(endless(rules, Random(0)), 300) if step.before == rules.start()]
    assert len(starts) > 2
