"""Films of whole matches: they are followed to their winner as they happened, and captions tell what to look at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest

import companion
from companion.referee import Notice
from companion.text import using_language
from tests.support.app.unwatched import Unwatched
from tests.support.paths import BUNDLED
from ui.match.captions import TEXTS, Caption, caption_at, captions_of
from ui.match.match_scene import Seeing
from ui.match.open_match import open_demo
from vision.camera.clip import VideoClip


def truth_of(game_id: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads(BUNDLED[game_id].with_suffix(".json").read_text(encoding="utf-8"))
    return truth


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_a_whole_match_is_followed_to_its_winner_as_it_happened(game_id: str) -> None:
    with patch("ui.match.open_match.FrameLoop", Unwatched):
        live = open_demo(game_id)
    live.frame_loop.close()
    session, truth = live.session, truth_of(game_id)
    told: list[Notice] = []
    captions = dict[str, float]()
    clip = VideoClip(BUNDLED[game_id], realtime=False)
    publish = session._publish

    def heard(notices: Sequence[Notice], seeing: Seeing) -> None:
        told.extend(notices)
        publish(notices, seeing)

    session._publish = heard  # type: ignore[method-assign]
    while (frame := clip.read()) is not None:
        session.work()
        session.see(frame)
        captions.setdefault(session.scene.caption, frame.time)
    clip.close()
    game, tracker = session.game, session._table.tracker
    true = [game.parse_event(one["event"]) for one in truth["events"]]
    assert [one.event for one in tracker.journal.history()] == true
    position = game.parse_position(truth["start"])
    for event in true:
        position = game.apply(position, event)
    scene = session.scene
    assert scene.position == position and scene.layout == session.seated.layout(position)
    assert [line.number for line in scene.lines] == list(range(len(true), 0, -1))
    assert scene.trouble is None
    outcome = scene.outcome
    assert outcome is not None and len(outcome.ranking[0]) == 1
    kinds = [one.what for one in told]
    assert {"ruling", "taken back", "agreed"} <= set(kinds) and "desync" not in kinds
    # Of Army vs Aliens 2012 the next rest tells what was in doubt, before anybody is asked.
    assert ("question" in kinds) == ("question" in {one["key"] for one in truth["captions"]})
    assert ("question" in kinds) == (game_id != "army-vs-aliens-2012")
    (ruling,) = (one for one in told if one.what == "ruling")
    (illegal,) = truth["illegal"]
    assert {one.clause for one in ruling.broken} & set(illegal["clauses"])
    assert illegal["from"] <= ruling.time <= illegal["until"]
    assert set(captions) - {""} == {TEXTS[one["key"]] for one in truth["captions"]}
    if "question" in kinds:
        asked = next(one.time for one in told if one.what == "question")
        assert abs(captions[TEXTS["question"]] - asked) < 1.5


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_every_caption_of_a_film_is_one_that_the_app_has(game_id: str) -> None:
    truth = truth_of(game_id)
    assert len(captions_of(truth)) == len(truth["captions"]) > 0


def test_of_two_captions_the_newer_is_shown() -> None:
    told = [Caption(0.0, 9.0, "set_up"), Caption(5.0, 7.0, "smack")]
    assert [caption_at(told, time) for time in (0.0, 5.0, 7.0, 9.0)] == ["set_up", "smack", "set_up", ""]


def test_an_unknown_caption_is_passed_over() -> None:
    assert captions_of({"captions": [{"from": 0, "until": 1, "key": "of a later version"}]}) == ()


def test_a_caption_is_told_in_the_language_of_the_screen() -> None:
    with patch("ui.match.open_match.FrameLoop", Unwatched):
        live = open_demo("dinosaurs-vs-army-men")
    session, clip = live.session, live.frame_loop.source
    frame = clip.read()
    live.frame_loop.close()
    assert frame is not None
    session.see(frame)
    assert session.scene.caption == TEXTS["set_up"]
    with using_language("de"):
        assert session.scene.caption.startswith("Der Tisch ist aufgebaut.")
    session.source_ended()
    assert session.scene.caption == ""
