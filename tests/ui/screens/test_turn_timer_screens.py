"""The timer of turns on the screens of a match, at both sizes, by a clock that goes when a test says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.app.headless import Device, Tab, tab
from tests.support.app.one_app import APP
from tests.support.app.posed import posed, put_on_table
from tests.support.referee.sightings import die, view
from tests.support.waiting import until
from ui.match.session import MatchSession
from ui.match.turn_timer import TurnTimer
from ui.screens.match import match as match_screen
from ui.settings.match_setup import TurnLimit
from ui.widgets.match import turn_clock

SIZES = pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
pytestmark = pytest.mark.usefixtures("anew")


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def timed(clock: Clock, name: str = "space-checkers", limit: TurnLimit = 60, camera: bool = False) -> MatchSession:
    """A match before its first event, with a minute a turn, on the table."""
    session = posed(name, None, camera=camera)
    session.timer = TurnTimer(limit, clock=clock)
    session._publish([], session.scene.seeing if not camera else "still")
    put_on_table(session)
    return session


def shows(opened: Tab, time: str) -> None:
    """Until just this time stands there."""
    until(lambda: time in opened.words(), f"{time} among {[word for word in opened.words() if ':' in word]}")


@pytest.mark.slow
@SIZES
def test_it_is_switched_on_counts_down_is_paused_and_begins_anew(width: int, height: int, clock: Clock) -> None:
    session = timed(clock, limit=0)
    with tab(width, height) as opened:
        opened.press("Turn timer. Off")
        opened.press("30 seconds")
        opened.wait_for("30 seconds a turn")
        shows(opened, "0:30")
        clock.now += 4
        shows(opened, "0:26")
        opened.press("Pause the turn timer")
        opened.wait_for("Let the turn timer go on")
        clock.now += 40
        opened.press("Let the turn timer go on")
        opened.wait_for("Pause the turn timer")
        shows(opened, "0:26")
        if width < 600:
            assert "Pause the turn timer" in opened.bar()
        clock.now += 16
        opened.wait_for("the last ten seconds")
        clock.now += 22
        opened.wait_for("time is up")
        shows(opened, "0:12 over")
        assert not session.scene.lines, "it plays for nobody"
        session.enter_text("roll 4 blue")
        until(lambda: session.scene.moves, "a roll after which there is a move")
        shows(opened, "0:12 over")
        session.enter_event(session.scene.moves[0].event)
        shows(opened, "0:30")
        opened.wait_until_gone("time is up")
        opened.press("Off", exact=True)
        opened.wait_until_gone("0:30")


@pytest.mark.slow
@SIZES
def test_it_stands_still_while_a_question_is_open(width: int, height: int, clock: Clock) -> None:
    session = timed(clock, "army-vs-aliens-2011", camera=True)
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.5, alternatives=((5, 0.45),))
    tracker = session._table.tracker
    with tab(width, height) as opened:
        shows(opened, "1:00")
        clock.now += 55
        shows(opened, "0:05")
        session._publish([*tracker.observe(view(*dice)), *tracker.due_notices(99.0)], "still")
        opened.wait_for("1. The Army rolled")
        clock.now += 50
        session.work()
        shows(opened, "0:05")
        opened.wait_until_gone("the last ten seconds")  # in whose place the question stands
        opened.press("1. The Army rolled")
        until(lambda: session.timer.now.runs, "the timer to go on")
        assert session.scene.open is None


@pytest.mark.slow
@SIZES
def test_a_viewer_sees_it_and_cannot_change_it(width: int, height: int, clock: Clock) -> None:
    timed(clock)
    with tab(width, height, visitor=Device("viewer")) as tv, tab(390, 844, visitor=Device("player")) as player:
        shows(tv, "1:00")
        assert tv.names() == []
        clock.now += 10
        shows(tv, "0:50")
        player.press("Turn timer. 1 minute a turn")
        player.press("2 minutes")
        shows(tv, "1:50")
        player.press("Pause the turn timer")
        player.wait_for("Let the turn timer go on")
        clock.now += 65
        with tab(width, height) as later:  # as after a reload
            shows(later, "1:50")
            later.press("Let the turn timer go on")
        clock.now += 111
        tv.wait_for("time is up")
        shows(tv, "0:01 over")


@pytest.mark.slow
def test_only_the_label_is_drawn_each_second(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {"screen": 0, "label": 0}

    def counted(name: str, draw: Any) -> Any:
        def count(*args: Any) -> Any:
            drawn[name] += 1
            return draw(*args)

        return count

    monkeypatch.setattr(match_screen, "turn_banner", counted("screen", match_screen.turn_banner))
    monkeypatch.setattr(turn_clock, "_label", counted("label", turn_clock._label))
    timed(clock)
    with tab(390, 844) as opened:
        shows(opened, "1:00")
        clock.now += 1
        shows(opened, "0:59")
        before = dict(drawn)
        for left in range(58, 38, -1):
            clock.now += 1
            shows(opened, f"0:{left}")
        # A busy machine draws late what changed of itself as the page was opened: a few times, and not each second.
        screens = drawn["screen"] - before["screen"]
        assert screens < 10
        assert 20 <= drawn["label"] - before["label"] <= 20 + screens


@pytest.mark.slow
def test_the_limit_is_chosen_in_the_set_up_and_remembered(clock: Clock) -> None:
    with tab(390, 844) as opened:
        opened.press("Play Space Checkers")
        opened.press("Turn timer. Off")
        opened.press("2 minutes")
        opened.press("Play", exact=True)
        opened.wait_for("Pause the turn timer")
        opened.press("Turn timer. 2 minutes a turn")
        opened.press("5 minutes")
        opened.wait_for("5 minutes a turn")
    assert APP.setups.last is not None and APP.setups.last.setup.turn_limit == 300
    table = APP.host.live
    (known,) = APP.setups._read().tables.values()
    assert known.turn_limit == 300
    APP.host.begin_again(table)
    until(lambda: APP.host.live is not table and APP.host.live, "the next match")
    assert APP.host.live.session.timer.now.limit == 300
