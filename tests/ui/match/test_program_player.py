"""The program at a seat: what it does, at what pace, and what it leaves to people."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import companion
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.referee.tracker import MatchTracker
from companion.rules.self_play import greedy
from ui.match import program_player
from ui.match.card_pile import CardPile
from ui.match.program_player import AFTER_UNDO, PAUSE, ProgramPlayer, chosen_move


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are chosen by the score, at once."""

    def by_score(game: Any, position: Any, strength: str) -> Any:
        return greedy(game, position, game.actions(position), random.Random(3))

    monkeypatch.setattr(program_player, "chosen_move", by_score)
    monkeypatch.setattr(program_player, "start_thread", lambda _, work, *args: work(*args))


def tracker_of(game_id: str, *lines: str, players: int = 2) -> MatchTracker:
    game = companion.load(game_id, players)
    journal = Journal(game)
    for line in lines:
        journal.play(game.parsed(line), "typed")
    tracker = MatchTracker(SeatedGame.usual(game), journal)
    tracker.stop_watching()
    return tracker


def sources(tracker: MatchTracker) -> list[str]:
    return [one.played.source for one in tracker.journal.history()]


def act(program: ProgramPlayer, tracker: MatchTracker, clock: Clock, after: float, sees: bool = False) -> None:
    program.turn(tracker, sees)
    clock.now += after
    program.turn(tracker, sees)


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_the_program_plays_whole_games_against_itself(game_id: str, clock: Clock) -> None:
    tracker = tracker_of(game_id)
    program = ProgramPlayer(tracker.seated.game, ("hard", "easy"), CardPile("05"), clock=clock)
    for _ in range(150):
        if tracker.seated.game.outcome(tracker.position) is not None:
            break
        before = len(tracker.journal.entries)
        act(program, tracker, clock, 4.0)
        assert len(tracker.journal.entries) > before
    assert set(sources(tracker)) >= {"lot"}
    own = [one for one in tracker.journal.history() if one.played.source != "typed"]  # but for what follows by itself
    assert all((one.played.source == "lot") == one.chance for one in own) and 2 * len(own) > len(sources(tracker))


def test_it_waits_so_that_people_can_follow_and_longer_after_an_undo(clock: Clock) -> None:
    tracker = tracker_of("army-vs-aliens-2011")
    program = ProgramPlayer(tracker.seated.game, ("medium", ""), CardPile(), clock=clock)
    act(program, tracker, clock, PAUSE - 0.1)
    assert sources(tracker) == []
    act(program, tracker, clock, 0.2)
    assert sources(tracker) == ["lot"]
    for _ in range(5):
        act(program, tracker, clock, 10.0)  # the other seat is a person's
    assert sources(tracker) == ["lot"]
    tracker.take_back()
    act(program, tracker, clock, AFTER_UNDO - 0.1)
    assert sources(tracker) == []
    act(program, tracker, clock, 0.2)
    assert sources(tracker) == ["lot"]


def test_before_a_camera_it_rolls_nothing_and_says_what_it_wishes(clock: Clock) -> None:
    tracker = tracker_of("army-vs-aliens-2011")
    program = ProgramPlayer(tracker.seated.game, ("easy", "easy"), CardPile(), clock=clock)
    act(program, tracker, clock, 60.0, sees=True)
    assert sources(tracker) == [] and program.wish is None
    for line in ("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6"):
        tracker.say(tracker.seated.game.parsed(line))
    act(program, tracker, clock, 60.0, sees=True)
    assert sources(tracker) == ["typed", "typed"]
    assert program.wish in tracker.seated.game.actions(tracker.position)
    tracker.say(program.wish)  # hands have done it
    program.turn(tracker, True)
    assert program.wish is None or tracker.seated.game.rule(tracker.position, program.wish).legal


def test_its_hand_comes_down_after_a_while_where_anybody_may_smack(clock: Clock) -> None:
    tracker = tracker_of("dinosaurs-vs-army-men", "flip S")
    program = ProgramPlayer(tracker.seated.game, ("", "hard"), CardPile(), clock=clock)
    act(program, tracker, clock, 0.5)
    assert sources(tracker) == ["typed"]
    act(program, tracker, clock, 1.0)
    assert sources(tracker) == ["typed", "program"]
    assert tracker.seated.game.format_event(tracker.journal.history()[-1].event) == {"do": "smacked", "seat": 1}


def test_a_seat_is_handed_over_in_the_middle(clock: Clock) -> None:
    tracker = tracker_of("space-checkers")
    program = ProgramPlayer(tracker.seated.game, (), CardPile(), clock=clock)
    assert not program.plays and program.strengths == ("", "")
    act(program, tracker, clock, 60.0)
    assert sources(tracker) == []
    program.let_play(0, "easy")
    act(program, tracker, clock, 60.0)
    assert sources(tracker) == ["lot"]


@pytest.mark.slow
def test_moves_are_chosen_by_the_hints_and_by_the_score_where_these_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    game = companion.load("space-checkers")
    position = game.apply(game.start(), game.parsed("roll 3 wild"))
    for strength in program_player.STRENGTHS[:2]:
        assert chosen_move(game, position, strength) in game.actions(position)
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert chosen_move(game, position, "hard") in game.actions(position)


def test_a_pile_turns_up_the_same_card_after_an_undo_and_after_a_restart() -> None:
    game = companion.load("dinosaurs-vs-army-men")
    one, again, other = CardPile("07"), CardPile("07"), CardPile("08")
    first = [game.drawn(game.start(), pile.lot(n)) for n in range(20) for pile in (one,)]
    assert first == [game.drawn(game.start(), again.lot(n)) for n in range(20)]
    assert first != [game.drawn(game.start(), other.lot(n)) for n in range(20)]
    assert first != [game.drawn(game.start(), CardPile("no secret").lot(n)) for n in range(20)]
