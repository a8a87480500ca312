"""Acts of several tabs: each is done for the moment it was made for, or its tab is told that it came too late."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from unittest.mock import patch

import pytest

import companion
from tests.support.app.posed import posed
from tests.support.app.unwatched import Unwatched
from tests.support.paths import BUNDLED
from tests.support.referee.sightings import die, view
from ui.match.act_queue import Shown
from ui.match.open_match import open_demo
from ui.match.session import MatchSession
from vision.camera.clip import VideoClip

ROLL = "roll 1 1 2 3 3 4 5 6 6"
OTHER = "roll 2 2 2 3 3 4 5 6 6"


class Screen:
    """A tab: what it shows is what the match was at when it was last drawn."""

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self.draw()

    def draw(self) -> None:
        self.shown = Shown(self, self._session.scene.entries)

    @property
    def told(self) -> bool:
        return self._session.came_late(self)


def two() -> tuple[MatchSession, Screen, Screen]:
    session = posed("army-vs-aliens-2011", None)
    return session, Screen(session), Screen(session)


def lines(session: MatchSession) -> list[str]:
    session.work()
    return [line.text for line in reversed(session.scene.lines)]


def test_of_two_tabs_that_act_at_once_one_wins_and_the_other_is_told() -> None:
    session, one, other = two()
    session.enter_text(ROLL, one.shown)
    session.enter_text(ROLL, other.shown)
    assert lines(session) == ["The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6"]
    assert (one.told, other.told) == (False, True) and session.scene.remark is None
    other.draw()
    session.enter_text(OTHER, other.shown)
    assert len(lines(session)) == 2 and not other.told, "what it did since counts"


def test_what_is_told_can_be_dismissed_and_reaches_screens_by_itself() -> None:
    session, one, other = two()
    session.enter_text(ROLL, one.shown)
    session.work()
    heard: list[bool] = []
    session.subscribe(lambda: heard.append(other.told))
    session.draw_lot(other.shown)
    session.work()
    assert heard[-1]
    session.dismiss_late(other)
    assert not heard[-1] and not other.told


@pytest.mark.parametrize(
    "act",
    [
        lambda session, shown: session.undo(shown),
        lambda session, shown: session.redo(shown),
        lambda session, shown: session.draw_lot(shown),
        lambda session, shown: session.roll([1] * 9, shown),
        lambda session, shown: session.enter_text(OTHER, shown),
        lambda session, shown: session.enter_event(session.game.parsed(OTHER), shown),
    ],
)
def test_no_act_is_done_at_another_moment_than_it_was_made_for(act: Callable[[MatchSession, Shown], None]) -> None:
    session, one, other = two()
    session.enter_text(ROLL, one.shown)
    before = lines(session)
    act(session, other.shown)
    assert lines(session) == before and other.told


def test_what_the_eyes_tell_meanwhile_makes_a_tap_late_as_well() -> None:
    session = posed("army-vs-aliens-2011", None)
    screen = Screen(session)
    session._publish(session._table.tracker.say(session.game.parsed(ROLL), "seen"), "still")
    session.undo(screen.shown)
    assert len(lines(session)) == 1 and screen.told


def test_a_tap_given_twice_is_done_once_and_nobody_is_told() -> None:
    session, one, _ = two()
    session.draw_lot(one.shown)
    session.draw_lot(one.shown)
    assert len(lines(session)) == 1 and not one.told


def test_undo_pressed_quickly_goes_back_as_many_steps_and_redo_as_many_on() -> None:
    session, one, other = two()
    for _ in range(2):
        session.draw_lot()
    told = lines(session)
    one.draw()
    session.undo(one.shown)
    session.undo(one.shown)
    assert lines(session) == [] and not one.told
    session.redo(one.shown)
    session.redo(one.shown)
    assert lines(session) == told and session.scene.redo == ""
    session.undo(other.shown)
    assert lines(session) == told and other.told


def test_undo_and_redo_while_the_table_shows_it_still_scold_nobody() -> None:
    faces = (1, 1, 2, 3, 3, 4, 5, 6, 6)
    session = posed("army-vs-aliens-2011", None)
    tracker = session._table.tracker
    tracker.observe(view())
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    session._publish(tracker.observe(view(*dice, time=1.0), dice), "still")
    assert len(session.scene.lines) == 1
    session.undo()
    session.work()
    scene = session.scene
    assert (scene.lines, scene.remark, scene.open) == ((), None, None) and scene.put_back is not None
    assert scene.redo == "The Army rolled 1, 1, 2, 3, 3, 4, 5, 6, 6"
    session._publish(tracker.observe(view(*dice, time=2.0)), "still")
    assert session.scene.lines == ()
    session.redo()
    session.work()
    assert len(session.scene.lines) == 1 and session.scene.put_back is None


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_after_a_recording_has_ended_its_match_goes_on_by_taps(game_id: str) -> None:
    """The last picture stands, and what is tapped is neither taken back nor followed by rolls that nobody made."""
    with patch("ui.match.open_match.FrameLoop", Unwatched):
        live = open_demo(game_id)
    live.frame_loop.close()
    session, clip, lot = live.session, VideoClip(BUNDLED[game_id], realtime=False), Random(5)
    while (frame := clip.read()) is not None:
        session.work()
        session.see(frame)
    clip.close()
    session.source_ended()
    for _ in range(8):
        scene = session.scene
        if scene.outcome is not None:
            break
        event = lot.choice(scene.moves).event if scene.moves else session.game.drawn(scene.position, lot)
        text = session.game.text(scene.position, event)
        session.enter_event(event)
        session.work()
        told = [line.text for line in session.scene.lines]
        new = told[: len(told) - len(scene.lines)]
        assert new and new[-1] == text, (text, told[:3])
        assert session.scene.remark is None and session.scene.open is None
        assert session.scene.lines[len(new) - 1].source == "typed"
