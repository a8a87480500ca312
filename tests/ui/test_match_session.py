"""A match of any game without a screen: demonstrations, what players tap, and what screens are shown."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import companion
from ui.match_opening import DEMOS, LiveMatch, open_demo
from ui.match_session import MatchScene, MatchSession
from vision.camera import VideoClip


def played(game_id: str, *, by_itself: bool = True, until: Callable[[MatchScene], bool] | None = None) -> MatchSession:
    """The demonstration of a game, looked at as fast as that goes, without a thread."""
    live = open_demo(game_id)
    live.watcher.close()
    session = live.session
    session.play_by_itself(by_itself)
    clip = VideoClip(DEMOS[game_id], realtime=False)
    while (frame := clip.read()) is not None:
        session.work()
        session.see(frame)
        if until is not None and until(session.scene):
            break
    clip.close()
    return session


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_the_demonstration_of_every_game_plays_to_its_end(game_id: str) -> None:
    session = played(game_id)
    scene = session.scene
    assert len(scene.lines) >= 4 and scene.lines[0].number == len(scene.lines)
    assert scene.position == scene.lines[0].position
    assert scene.layout == session.seated.layout(scene.position)
    assert scene.trouble is None


def asks(scene: MatchScene) -> bool:
    return scene.open is not None and scene.open.what == "question"


def rules(scene: MatchScene) -> bool:
    return scene.open is not None and scene.open.what == "ruling"


def test_a_question_is_answered_with_a_tap_and_undone_with_another() -> None:
    session = played("army-vs-aliens-2011", by_itself=False, until=asks)
    scene = session.scene
    assert scene.open is not None and len(scene.open.labels) == len(scene.open.choices) >= 2
    before = len(scene.lines)
    choice = scene.open.choices[0]
    session.choose(choice)
    assert session.scene is scene, "it is done at the next look"
    session.work()
    assert len(session.scene.lines) == before + len(choice.events) and session.scene.open is None
    assert session.scene.lines[0].source == "chosen"
    session.undo()
    session.work()
    assert len(session.scene.lines) == before + len(choice.events) - 1


def test_an_illegal_act_is_shown_with_its_clause_and_both_tables() -> None:
    session = played("army-vs-aliens-2012", until=rules)
    scene = session.scene
    assert scene.open is not None and scene.open.broken and scene.open.tasks
    assert scene.lies is not None and scene.lies != scene.layout


def test_the_table_counts_as_it_lies_and_a_roll_is_corrected() -> None:
    session = played("doubles-wild", until=lambda scene: len(scene.lines) >= 3)
    session.correct(1, "threw 6 6 6")
    session.work()
    assert session.scene.newest is not None and session.scene.newest.what in ("corrected", "event", "question")
    session.take_as_it_lies(0)
    session.work()
    told = session.scene
    assert told.lines[0].source == "set up" or (told.remark is not None and "cannot be told" in told.remark.text)


def test_what_cannot_be_is_one_line_that_can_be_dismissed() -> None:
    session = played("space-checkers", until=lambda scene: len(scene.lines) >= 1)
    session.typed("fly me to the moon")
    session.work()
    assert session.scene.remark is not None and "is no event of this game" in session.scene.remark.text
    session.dismiss()
    assert session.scene.remark is None


def test_the_watcher_plays_a_demonstration_by_itself() -> None:
    live: LiveMatch = open_demo("space-checkers")
    try:
        until = time.monotonic() + 40
        while not live.session.scene.lines and time.monotonic() < until:
            time.sleep(0.1)
        assert live.session.scene.lines and live.watcher.shot is not None
        live.session.typed("nonsense")
        while live.session.scene.remark is None and time.monotonic() < until:
            time.sleep(0.05)
        assert live.session.scene.remark is not None
    finally:
        live.close()
