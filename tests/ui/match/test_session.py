"""A match of any game without a screen: demonstrations, what players tap, and what screens are shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from unittest.mock import patch

import pytest

from companion.match.steps import SetUp
from companion.referee.matching.explanations import Explanation
from companion.text import use_language, using_language
from tests.support.app.posed import posed
from tests.support.app.unwatched import Unwatched
from tests.support.paths import BUNDLED
from tests.support.waiting import until
from ui.match.open_match import LiveMatch, open_demo
from ui.match.session import MatchScene, MatchSession
from ui.widgets.drawing.sheet import Marks
from ui.widgets.drawing.table_drawing import differences
from vision.camera.clip import VideoClip

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("recorded")]


def played(game_id: str, *, by_itself: bool = True, until: Callable[[MatchScene], bool] | None = None) -> MatchSession:
    """The demonstration of a game, looked at as fast as that goes, without a thread."""
    with patch("ui.match.open_match.FrameLoop", Unwatched):
        live = open_demo(game_id)
    live.frame_loop.close()
    session = live.session
    session.play_by_itself(by_itself)
    clip = VideoClip(BUNDLED[game_id], realtime=False)
    while (frame := clip.read()) is not None:
        session.work()
        session.see(frame)
        if until is not None and until(session.scene):
            break
    clip.close()
    return session


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
    assert scene.seen_layout is not None and scene.seen_layout != scene.layout
    marks = differences(scene.seen_layout, scene.layout)
    assert marks.amiss == {("combat", 0), ("combat", 1), ("rally", 0), ("scoring", 0)} and not marks.differ
    assert differences(scene.layout, scene.layout) == Marks()


def test_a_scene_is_told_anew_in_another_language() -> None:
    """Nothing has happened since, and a screen that is drawn again speaks the language that was chosen."""
    session = played("space-checkers", until=lambda scene: len(scene.lines) >= 2)
    english = session.scene
    use_language("de")
    german = session.scene
    assert (german.position, len(german.lines)) == (english.position, len(english.lines))
    assert english.lines[-1].text.startswith("Yellow rolled ") and german.lines[-1].text.startswith("Gelb würfelt ")
    assert session.scene is german
    use_language("en")
    assert session.scene.lines == english.lines


def test_two_look_on_in_two_languages() -> None:
    """What happens is told to each in its own, and nothing is made anew for who looks again."""
    session = posed("space-checkers", None, ["roll 4 yellow"])
    english = session.scene
    with using_language("de"):
        german = session.scene
    session.play_by_itself(False)
    assert session.scene is not english and session.scene is session.scene
    assert session.scene.lines[0].text.startswith("Yellow rolled ")
    with using_language("de"):
        assert session.scene is not german and session.scene.lines[0].text.startswith("Gelb würfelt ")
    assert {line.text for line in english.lines}.isdisjoint(line.text for line in german.lines)


def test_what_is_taken_back_and_still_lies_there_is_put_back_or_redone_and_nobody_scolds() -> None:
    session = played("space-checkers", until=lambda scene: len(scene.lines) >= 2)
    before = session.scene.lines
    session.undo()
    session.work()
    scene = session.scene
    assert [line.text for line in scene.lines] == [line.text for line in before[1:]]
    assert scene.remark is None and scene.open is None
    assert scene.put_back and scene.redo == before[0].text
    session.redo()
    session.work()
    assert session.scene.lines == before and session.scene.put_back is None and session.scene.redo == ""


def test_the_table_counts_as_it_lies_where_players_say_so() -> None:
    session = played("army-vs-aliens-2012", until=rules)
    scene = session.scene
    assert [offer.text for offer in scene.offers] == ["The table counts as it lies"]
    session.choose(scene.offers[0].choice)
    session.work()
    told = session.scene
    assert told.lines[0].source == "set up" and told.open is None and len(told.lines) == len(scene.lines) + 1


def test_a_table_that_lay_there_earlier_is_not_taken() -> None:
    session = played("army-vs-aliens-2012", until=rules)
    (event,) = session.scene.offers[0].choice.events
    assert isinstance(event, SetUp)
    stale = session.game.parse_position({**session.game.format_position(event.position), "quiet": 3})
    before = session.scene.lines
    session.choose(Explanation((SetUp(stale),)))
    session.work()
    remark = session.scene.remark
    assert session.scene.lines == before and remark is not None and "lies otherwise" in remark.text


def test_a_throw_is_corrected() -> None:
    session = played("doubles-wild", until=lambda scene: len(scene.lines) >= 3)
    session.correct(session.corrections_of(1), "threw 6 6 6")
    session.work()
    told = [line.text for line in reversed(session.scene.lines)]
    truth = json.loads(BUNDLED["doubles-wild"].with_suffix(".json").read_text())
    assert told == ["Player 1 threw 6, 6 and 6", *(one["text"] for one in truth["events"][1:3])]


def test_what_cannot_be_is_one_line_that_can_be_dismissed() -> None:
    session = played("space-checkers", until=lambda scene: len(scene.lines) >= 1)
    session.enter_text("fly me to the moon")
    session.work()
    assert session.scene.remark is not None and "is no event of this game" in session.scene.remark.text
    session.dismiss()
    assert session.scene.remark is None


def test_the_watcher_plays_a_demonstration_by_itself() -> None:
    live: LiveMatch = open_demo("space-checkers")
    try:
        until(lambda: live.session.scene.lines, "a first event")
        assert live.frame_loop.shot is not None
        live.session.enter_text("nonsense")
        until(lambda: live.session.scene.remark, "an answer")
    finally:
        live.close()
