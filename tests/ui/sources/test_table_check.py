"""Is the table found before a match: sheets, light and size in sentences, corners by hand, and on to the match."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.referee.scripted_players import ScriptedPlayers
from seeds.sheets import board_of
from tests.support.paths import FILMS
from tests.support.waiting import until
from ui.host.table_host import TableHost
from ui.live.match_pipeline import MatchPipeline
from ui.match.open_match import LiveCheck, LiveMatch, MatchStores, match_of, open_check
from ui.settings.match_setup import MatchSetup, ready, usual_setup
from ui.sources.cameras import Cameras
from ui.sources.table_check import START, STEADY, TableCheck, verdicts
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, Image
from vision.diagnostics.image_quality import PictureHealth
from vision.plane.plane import Plane
from vision.plane.sheet_tracker import TableTracker, pages_on_table


def truth_of(game: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(FILMS[game].with_suffix(".json").read_text())
    return told


def check_of(game: str, **more: Any) -> TableCheck:
    truth = truth_of(game)
    return TableCheck(pages_on_table(game, truth["players"], board_of(game, truth["options"])), **more)


def first_picture(game: str) -> Image:
    clip = VideoClip(FILMS[game], realtime=False)
    try:
        frame = clip.read()
        assert frame is not None
        return frame.image
    finally:
        clip.close()


@pytest.mark.parametrize("game", companion.GAMES)
def test_the_table_of_every_game_is_found_and_the_match_goes_on_once(game: str) -> None:
    gone: list[str] = []
    check = check_of(game, on_found=lambda: gone.append(game), with_dice=game != "dinosaurs-vs-army-men")
    assert not check.scene.found and check.scene.sentence == "Looking for the table …"
    image = first_picture(game)
    for n in range(30):
        check.see(Frame(image, n / 10))
        assert not gone or n / 10 >= STEADY
    scene = check.scene
    assert gone == [game]
    assert scene.found and scene.sentence == "The table is found." and all(sheet.found for sheet in scene.sheets)
    assert [one.text for one in scene.verdicts if one.level == "change"] == []
    assert scene.verdicts[0].part == "light" and scene.verdicts[0].level == "fine"
    assert np.count_nonzero(check.draw(image) != image) > 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda image: image[: len(image) * 2 // 3], "The sheet reaches out of the picture: show its lower"),
        (lambda image: image[: len(image) // 3, :400], "Only part of the sheet is in view: show its "),
        (lambda image: np.full_like(image, 120), "No printed sheet in view"),
        (lambda image: np.ascontiguousarray(image[:, ::-1]), "The picture is mirrored"),
        (lambda image: first_picture("space-checkers"), "This is another sheet"),
    ],
)
def test_what_is_missing_is_one_sentence_and_nothing_goes_on(change: Callable[[Image], Image], words: str) -> None:
    gone: list[str] = []
    check = check_of("doubles-wild", on_found=lambda: gone.append("on"))
    image = change(first_picture("doubles-wild"))
    for n in range(30):
        check.see(Frame(image, n / 10))
    assert check.scene.sentence.startswith(words) and not check.scene.found and gone == []
    image = first_picture("doubles-wild")
    for n in range(30, 60):
        check.see(Frame(image, n / 10))
    assert check.scene.found and gone == ["on"]


@pytest.mark.slow
def test_in_the_dark_the_match_waits_for_light_or_a_yes() -> None:
    gone: list[str] = []
    check = check_of("doubles-wild", on_found=lambda: gone.append("on"))
    dark = (first_picture("doubles-wild") * 0.3).astype(np.uint8)
    for n in range(40):
        check.see(Frame(dark, n / 10))
    light = check.scene.verdicts[0]
    assert check.scene.found and gone == []
    assert (light.part, light.level) == ("light", "change") and "more light" in light.text


def test_a_source_that_stops_is_told() -> None:
    check = check_of("doubles-wild")
    check.stalled("webcam 0 sends no new picture: check its cable")
    assert check.scene.trouble == "webcam 0 sends no new picture: check its cable"
    check.see(Frame(first_picture("doubles-wild"), 0.0))
    assert check.scene.trouble is None
    check.source_ended("webcam 0 has stopped")
    assert check.scene.ended and check.scene.trouble == "webcam 0 has stopped"


HEALTHY = PictureHealth(1280, 720, 5, 200, 0, 1, 200, 0, 0, 5, 40, 38, 0)


def test_size_is_judged_by_where_the_finder_looks() -> None:
    small = HEALTHY._replace(dice_size=28.0, width=896, height=504)
    assert [(one.level, one.part) for one in verdicts(HEALTHY, True, True)] == [
        ("fine", "light"), ("fine", "sharpness"), ("fine", "dice")
    ]  # fmt: skip
    assert verdicts(small, True, False)[-1].level == "change"
    assert verdicts(small, True, True)[-1].level == "fine"  # sheets are looked at more closely
    assert verdicts(HEALTHY._replace(dice=0, dice_size=None, dice_blur=None), True, True)[-1].level == "note"
    assert [one.part for one in verdicts(HEALTHY, False, True)] == ["light"]
    assert verdicts(HEALTHY._replace(dice_blur=20.0), True, True)[1].level == "change"


def test_corners_are_tapped_one_after_the_other_and_moved_in_steps() -> None:
    check = check_of("doubles-wild", size=(9.0, 9.0))
    check.see(Frame(first_picture("doubles-wild"), 0.0))
    check.tap_board(True)
    assert check.scene.corners == START and not check.scene.found
    for x, y in ((0.3, 0.2), (0.6, 0.2), (0.7, 0.8), (0.2, 0.8)):
        check.put_corner(x, y)
    assert check.scene.found and check.scene.chosen == 0 and check.scene.corners[2] == (0.7, 0.8)
    check.choose_corner(2)
    check.nudge_corner(2, -1)
    x, y = check.scene.corners[2]
    assert (round(x, 4), round(y, 4)) == (0.71, round(0.8 - 0.005 * 16 / 9, 4)) and check.scene.chosen == 2
    check.put_corner(0.1, 0.1)  # the outline crosses itself
    assert not check.scene.found and check.scene.corner_fault is not None
    assert "\n" not in check.scene.sentence
    check.put_corner(5.0, -3.0)  # beyond the picture: at its edge
    assert check.scene.corners[3] == (1.0, 0.0)
    check.tap_board(False)
    check.see(Frame(first_picture("doubles-wild"), 1.0))
    assert check.scene.found and not check.scene.tapping


@pytest.mark.slow
def test_corners_of_the_last_time_are_in_place_and_wait_for_a_yes() -> None:
    begun: list[bool] = []
    corners = ((0.3, 0.2), (0.6, 0.2), (0.7, 0.8), (0.2, 0.8))
    check = check_of("doubles-wild", size=(9.0, 9.0), corners=corners, on_found=lambda: begun.append(True))
    for second in range(8):
        check.see(Frame(first_picture("doubles-wild"), float(second)))
    assert check.scene.tapping and check.scene.found and check.scene.corners == corners and not begun
    cards = check_of("dinosaurs-vs-army-men", corners=corners)
    assert not cards.scene.tapping


def test_a_game_of_cards_has_no_board_to_tap() -> None:
    check = check_of("dinosaurs-vs-army-men")
    check.tap_board(True)
    assert not check.scene.tapping


@pytest.mark.slow
def test_a_film_is_checked_then_followed_from_its_start(replayed: None) -> None:
    host = TableHost()
    host.begin_match(usual_setup("space-checkers"), str(FILMS["space-checkers"]))
    until(lambda: isinstance(host.table, LiveMatch) or host.failed is not None)
    table = host.table
    assert isinstance(table, LiveMatch), host.failed
    until(lambda: any("Yellow rolled 4" in line.text for line in table.session.scene.lines))
    host.close(10)
    assert host.table is None


@pytest.mark.slow
def test_who_cancels_leaves_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = threading.Event()

    class Camera(VideoClip):
        live = True

        def close(self) -> None:
            super().close()
            closed.set()

    monkeypatch.setattr(Cameras, "open", lambda self, spec: Camera(FILMS["space-checkers"], loop=True))
    host = TableHost()
    host.begin_match(usual_setup("doubles-wild"), "0")
    until(lambda: isinstance(host.table, LiveCheck))
    table = host.table
    assert isinstance(table, LiveCheck)
    until(lambda: table.session.scene.sentence.startswith("This is another sheet"))
    host.leave()
    assert closed.wait(20) and host.table is None


@pytest.mark.slow
def test_a_match_begins_anyway_before_the_same_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    class Camera(VideoClip):
        live = True

    opened: list[Camera] = []

    def open_camera(self: Cameras, spec: str) -> Camera:
        opened.append(Camera(FILMS["space-checkers"], loop=True))
        return opened[-1]

    monkeypatch.setattr(Cameras, "open", open_camera)
    host = TableHost()
    host.begin_match(usual_setup("doubles-wild"), "0")
    until(lambda: isinstance(host.table, LiveCheck))
    assert isinstance(host.table, LiveCheck)
    host.go_on(host.table)
    until(lambda: isinstance(host.table, LiveMatch))
    match = host.table
    assert isinstance(match, LiveMatch)
    until(lambda: match.session.scene.seeing in ("moving", "still") and match.frame_loop.shot is not None)
    assert len(opened) == 1 and match.session.live
    host.close(10)


@pytest.mark.slow
def test_a_picture_is_looked_at_like_a_camera(tmp_path: Any) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), first_picture("doubles-wild"))
    check = open_check(MatchSetup(game="doubles-wild"), str(tmp_path / "a.png"), MatchStores())
    try:
        until(lambda: check.session.scene.found, "the board")
        assert not check.session.may_have_lines and check.session.lines is None
    finally:
        check.close()


# ---------------------------------------------------------------------------------------------- a board of one's own


def without_fiducials(image: Image, plane: Plane, fiducials: list[Any]) -> Image:
    """The picture as of a board that was not printed by us."""
    blank = image.copy()
    for corners in fiducials:
        there = plane.pixels(np.array(corners, np.float64))
        wider = there + 0.1 * (there - there.mean(0))
        cv2.fillPoly(blank, [np.round(wider).astype(np.int32)], (225, 235, 235))
    return blank


class HeldClip(VideoClip):
    """Shows nothing: its frames are handed in one by one."""

    def read(self) -> Frame | None:
        self._closed.wait()
        return None


@pytest.mark.slow
@pytest.mark.parametrize("game", ["doubles-wild", "space-checkers"])
def test_a_match_on_a_board_without_fiducials_is_followed_by_its_corners(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Corners as a finger puts them, a pixel or two off; what is in doubt may be asked, nothing may be wrong."""
    truth = truth_of(game)
    first = first_picture(game)
    (page, plane) = TableTracker(pages_on_table(game, 2)).look(first).seen[0]
    fiducials = [page.sheet.fiducial(corner) for corner in range(4)]
    monkeypatch.setattr(Cameras, "open", lambda self, spec: HeldClip(FILMS[game], realtime=False))
    stores = MatchStores()
    check = open_check(
        ready(MatchSetup(game=game, colours=tuple(truth["colours"]), options=truth["options"])), "0", stores
    )
    check.frame_loop.close()
    session = check.session
    session.see(Frame(without_fiducials(first, plane, fiducials), 0.0))
    assert not session.scene.found
    session.tap_board(True)
    left, top, right, bottom = page.sheet.grid("board").box
    corners = plane.pixels(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    off = np.array([[1.5, -1], [-1, 1], [1, 1.5], [-1.5, 0]])
    height, width = first.shape[:2]
    for x, y in corners + off:
        session.put_corner(x / (width - 1), y / (height - 1))
    assert session.scene.found
    monkeypatch.setattr(type(check.frame_loop), "ended", False)
    match = match_of(check, stores)
    table = match.session._table
    assert isinstance(table, MatchPipeline)
    judge = ScriptedPlayers(SeatedGame(table.tracker.seated.game, tuple(truth["colours"])).game, truth)
    clip = VideoClip(FILMS[game], realtime=False)
    while (frame := clip.read()) is not None:
        blank = Frame(without_fiducials(frame.image, plane, fiducials), frame.time)
        judge.observe([*judge.act(table.tracker, frame.time), *table.see(blank)])
    clip.close()
    match.close()
    verdict = judge.verdict(table.tracker)
    assert verdict.wrong == 0 and verdict.finished and verdict.alone >= verdict.events - 2
