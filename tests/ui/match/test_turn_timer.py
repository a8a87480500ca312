"""The timer of turns: what begins it anew, what holds it, and when it warns. No test waits."""

from __future__ import annotations

import time
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from companion.record import Record
from companion.rules import Outcome
from companion.table.layout import Layout
from tests.support.app.posed import posed
from tests.support.app.unwatched import Unwatched
from tests.support.referee.sightings import die, piece, view
from ui.core.access import NotAllowed, acting
from ui.match.open_match import MatchSetup, MatchStores, open_again, open_resumed, open_switched, open_without_camera
from ui.match.session import MatchSession
from ui.match.turn_timer import TurnClock, TurnTimer, timed_seat
from ui.settings.saved_setups import SavedSetup, SavedSetups
from ui.sources.no_camera import NO_CAMERA


class Device:
    """A paired device that may only look."""

    role = "viewer"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def timed(clock: Clock, name: str = "doubles-wild", camera: bool = False) -> MatchSession:
    """A match before its first event, with a minute a turn."""
    session = posed(name, None, camera=camera)
    session.timer = TurnTimer(60, clock=clock)
    session._refresh()
    return session


# ---------------------------------------------------------------------------------------------- the clock alone


def test_it_counts_down_and_then_on_over_the_limit() -> None:
    clock = TurnClock(30).follow(100.0, 0, held=False)
    assert [clock.shown(at).left for at in (100.0, 100.4, 101.0, 119.9, 130.0, 142.5)] == [30, 30, 29, 11, 0, -12]
    assert [clock.shown(at).phase for at in (100.0, 120.0, 129.9, 130.0)] == ["running", "short", "short", "over"]
    assert [clock.shown(at).text for at in (100.0, 121.0, 142.5, 191.0)] == ["0:30", "0:09", "0:12", "1:01"]


def test_it_begins_anew_with_another_seat_and_not_with_another_act_of_the_same() -> None:
    clock = TurnClock(60).follow(0.0, 0, held=False).follow(20.0, 0, held=False)
    assert clock.elapsed(25.0) == 25.0
    assert clock.follow(25.0, 1, held=False).elapsed(30.0) == 5.0
    assert clock.follow(25.0, 0, held=False, anew=True).elapsed(30.0) == 5.0
    nobody = clock.follow(25.0, None, held=False)
    assert not nobody.shown(40.0).is_shown and nobody.elapsed(40.0) == 0.0
    assert nobody.follow(40.0, 0, held=False).elapsed(41.0) == 1.0, "the same seat, after all acted at once"


def test_it_stands_still_while_held_or_paused_and_goes_on_where_it_was() -> None:
    clock = TurnClock(60).follow(0.0, 0, held=False).follow(10.0, 0, held=True)
    assert clock.elapsed(50.0) == 10.0 and not clock.shown(50.0).runs
    clock = clock.pause(50.0, True).follow(60.0, 0, held=False)
    assert clock.elapsed(70.0) == 10.0, "what players have paused, they let go on"
    clock = clock.pause(70.0, False)
    assert clock.elapsed(75.0) == 15.0 and clock.shown(75.0).runs
    assert clock.pause(75.0, True).follow(80.0, 1, held=False).elapsed(90.0) == 0.0, "another turn is paused as well"


def test_another_limit_is_of_the_turn_that_goes_on_and_one_after_none_begins_it_anew() -> None:
    clock = TurnClock(0).follow(0.0, 0, held=False)
    assert not clock.shown(40.0).is_shown and clock.elapsed(40.0) == 0.0
    clock = clock.limited(40.0, 30)
    assert clock.shown(45.0).left == 25
    clock = clock.limited(50.0, 120)
    assert clock.shown(50.0).left == 110
    clock = clock.pause(60.0, True).limited(60.0, 0).limited(70.0, 60)
    assert clock.shown(71.0).left == 59 and not clock.paused


def test_a_clock_that_goes_back_takes_no_time_away() -> None:
    assert TurnClock(60).follow(10.0, 0, held=False).elapsed(5.0) == 0.0


# ---------------------------------------------------------------------------------------------- in a match


def test_screens_are_told_once_a_second_and_warned_twice(clock: Clock) -> None:
    session = timed(clock)
    told: list[int] = []
    session.timer.subscribe(lambda: told.append(session.timer.now.left))
    warned: list[tuple[int, str]] = []
    before = session.version
    for _ in range(4 * 65):
        clock.now += 0.25
        last = session.timer.warning
        session.work()
        if session.timer.warning is not last and session.timer.warning is not None:
            warned.append((session.timer.now.left, session.timer.warning.cue))
    assert told == list(range(59, -6, -1)), "the second at which it is over is shown as well"
    assert warned == [(10, "time short"), (0, "time over")]
    assert session.version == before, "the match itself has nothing to tell"


def test_a_turn_of_several_rolls_keeps_its_clock_and_the_next_seat_begins_anew(clock: Clock) -> None:
    session = timed(clock, "space-checkers")
    assert session.timer.now.seat == 0
    clock.now += 20
    session.enter_text("roll 4 blue")
    session.work()
    scene = session.scene
    assert scene.awaited.need == "action" and scene.awaited.seat == 0
    clock.now += 5
    session.work()
    assert session.timer.now.left == 35
    session.enter_event(scene.moves[0].event)
    session.work()
    assert session.scene.awaited.seat == 1 and session.timer.now.left == 60 and session.timer.now.seat == 1
    clock.now += 10
    session.undo()
    session.work()
    assert session.scene.awaited.seat == 0 and session.timer.now.left == 60
    clock.now += 10
    session.undo()
    session.work()
    assert session.scene.awaited.seat == 0 and session.timer.now.left == 60, "taken back within the same turn"


def test_it_stands_still_while_the_referee_waits_for_an_answer(clock: Clock) -> None:
    session = timed(clock, "army-vs-aliens-2011", camera=True)
    session._publish([], "still")
    clock.now += 7
    tracker = session._table.tracker
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.5, alternatives=((5, 0.45),))
    session._publish([*tracker.observe(view(*dice)), *tracker.due_notices(99.0)], "still")
    assert session.scene.open is not None and session.scene.open.what == "question"
    seat = session.scene.awaited.seat
    assert session.timer.now.left == 53 and not session.timer.now.runs
    clock.now += 100
    session.work()
    assert session.timer.now.left == 53
    session.choose(session.scene.offers[0].choice)
    session.work()
    assert session.scene.open is None and session.timer.now.runs
    assert session.scene.awaited.seat != seat or session.timer.now.left == 53


@pytest.mark.slow
def test_it_stands_still_until_the_table_is_put_back(clock: Clock) -> None:
    session = timed(clock, "space-checkers", camera=True)
    tracker, game = session._table.tracker, session.game

    def lying(layout: Layout) -> object:
        return tracker.observe(view(*(piece(cell, colour) for cell, colour in layout.pieces.items())))

    lying(tracker.seated.layout(tracker.position))
    session._publish(tracker.say(game.parsed("roll 4 blue")), "still")
    session._publish(tracker.say(game.actions(tracker.position)[0]), "still")
    lying(tracker.seated.layout(tracker.position))
    session._publish(tracker.take_back(), "still")
    assert session.scene.put_back is not None and not session.timer.now.runs and session.timer.now.left == 60


@pytest.mark.parametrize("seeing", ["starting", "lost"])
def test_it_stands_still_while_no_picture_comes(clock: Clock, seeing: str) -> None:
    session = timed(clock, camera=True)
    session._publish([], "still")
    assert session.timer.now.runs
    session._publish([], seeing)  # type: ignore[arg-type]
    assert not session.timer.now.runs
    session._publish([], "moving")
    assert session.timer.now.runs
    session.source_ended()
    assert not session.timer.now.runs
    session.draw_lot()
    session.work()
    assert session.timer.now.runs, "players go on without the film"


def test_it_stands_still_while_the_film_is_paused(clock: Clock) -> None:
    session = timed(clock, camera=True)
    session._publish([], "still")
    session.note_paused(True)
    assert not session.timer.now.runs
    session.note_paused(False)
    assert session.timer.now.runs


def test_the_program_and_those_who_smack_are_not_timed(clock: Clock) -> None:
    session = timed(clock, "dinosaurs-vs-army-men")
    assert session.timer.now.is_shown
    session.enter_text("flip S")
    session.work()
    assert session.scene.awaited.need == "smack" and not session.timer.now.is_shown
    session = timed(clock)
    session.let_program_play(0, "easy")
    assert session.scene.awaited.seat == 0 and not session.timer.now.is_shown


def test_nothing_is_timed_once_the_match_is_over(clock: Clock) -> None:
    session = timed(clock)
    assert timed_seat(session.scene) == 0
    over = msgspec.structs.replace(session.scene, outcome=Outcome("Red wins", ((0,), (1,)), "DW-6.1"))
    session.timer.follow(over, False)
    assert not session.timer.now.is_shown


def test_whoever_only_looks_changes_nothing(clock: Clock) -> None:
    kept: list[int] = []
    timer = TurnTimer(60, clock=clock, on_limit=kept.append)
    with acting(Device()):  # type: ignore[arg-type]
        for act in (lambda: timer.choose(0), lambda: timer.pause(True)):
            with pytest.raises(NotAllowed):
                act()
    assert timer.now.limit == 60 and not timer.now.paused and kept == []
    timer.choose(30)
    assert kept == [30]


@patch("ui.match.open_match.FrameLoop", Unwatched)
def test_the_limit_is_kept_with_the_match_and_with_the_set_up(tmp_path: Path) -> None:
    setups = SavedSetups(tmp_path / "settings")
    with Record(tmp_path / "one.sqlite", clock=time.time) as record:
        stores = MatchStores(setups=setups, record=lambda: record)
        setup = MatchSetup(game="space-checkers", turn_limit=30)
        setups.keep(SavedSetup(setup, NO_CAMERA))
        begun = open_without_camera(setup, stores)
        assert begun.session.timer.now.limit == 30
        begun.session.timer.choose(120)
        assert setups.last is not None and setups.last.setup.turn_limit == 120
        begun.close()
        assert begun.session.match_id is not None
        resumed = open_resumed(begun.session.match_id, NO_CAMERA, stores)
        assert resumed.session.timer.now.limit == 120 and resumed.session.timer.now.runs
        resumed.session.timer.pause(True)
        switched = open_switched(resumed, NO_CAMERA, stores, lambda: True)
        assert switched.session.timer.now.paused, "another camera looks on at the same turn"
        switched.session.timer.choose(300)
        again = open_again(switched, False, stores, lambda _: None)
        assert again.session.timer.now.limit == 300  # type: ignore[union-attr]
        again.close()
