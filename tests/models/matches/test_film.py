"""Films of matches: what lies still looks the same, thrown dice end as the script has them, hands cover and go."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("moderngl", reason="rendering needs the extra `train`")
pytest.importorskip("mujoco", reason="dice fly by the extra `train`")
pytest.importorskip("pypdfium2", reason="sheets become pictures by pypdfium2")

from models.train.matches import __main__ as build
from models.train.matches.evaluate.evaluate_films import read_film, score_rests
from models.train.matches.film.film import Film, write_film, write_small_film
from models.train.matches.film.hands import Arm, Painter
from models.train.matches.film.scenery import View, sheets_on
from models.train.matches.film.shaken import shake
from models.train.matches.film.staging import Swing
from models.train.matches.film.throws import CUBE_TURNS, flight_to, library
from models.train.matches.script.script import QUIET, Match, write_match
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.things import DIE, UP_TURNS, axis_turn
from tests.support.vision.rendering import renderer_or_skip


@pytest.fixture(scope="module")
def match() -> Match:
    return write_match("doubles-wild", 1, 4, trouble=QUIET)


@pytest.fixture(scope="module")
def film(match: Match) -> Film:
    renderer_or_skip()
    return Film(match, samples=1, rough=0.0)


def test_a_thrown_die_ends_where_and_as_it_has_to_lie() -> None:
    assert len(CUBE_TURNS) == 24 and len(library()) > 50
    place = np.array([3.0, -2.0, 0.5])
    for side in range(6):
        turn = np.float64(axis_turn(2, 0.3 + side) @ UP_TURNS[side])
        flight = flight_to(np.array([9.0, -9.0, 2.0]), place, turn, 1.0, 1.2)
        assert np.allclose(flight.at(9.0)[0], place) and np.allclose(flight.at(9.0)[1], turn)
        assert np.abs(np.diff(flight.places, axis=0)).max() < 2.5  # it jumps nowhere, the end included
        assert np.abs(flight.turns[-1] - flight.turns[-2]).max() < 0.06
        assert flight.seconds <= 1.2 and np.hypot(*(flight.places[0] - place)[:2]) > 2


def test_what_is_drawn_in_parts_is_what_would_be_drawn_as_a_whole(film: Film, match: Match) -> None:
    screen, sheets = film.screen, film.scenery.table.laid.sheets
    for rest in match.rests:
        shown = screen.show(film.props.on(rest.stage), sheets_on(rest.stage, sheets), 0).copy()
    screen.show({}, sheets_on(rest.stage, sheets), 0)
    screen._drawn = None
    whole = screen.show(film.props.on(rest.stage), sheets_on(rest.stage, sheets), 0)
    assert (np.abs(shown.astype(int) - whole).max(2) > 3).mean() < 1e-3


def test_a_swing_comes_from_home_and_goes_back() -> None:
    arm = Arm.drawn(np.random.default_rng(1), (0.0, -1.0), 20.0)
    swing = Swing(arm)
    swing.add(1.0, arm.home)
    swing.hold(2.0, arm.over(1.0, 2.0))
    swing.add(3.0, arm.home)
    assert swing.at(0.9) is None and swing.at(3.1) is None
    there = swing.at(2.0)
    assert there is not None and np.allclose(there, arm.over(1.0, 2.0), atol=1e-6)


def test_hands_cover_what_they_hold_and_shade_the_table(film: Film) -> None:
    painter = Painter(film.scenery.table.scene)
    arm = film.arms[0]
    assert painter.out_of_view(arm.limbs(arm.home))
    before = film.screen.image.copy()
    picture = before.copy()
    painter.paint(picture, [arm.limbs(arm.over(0.0, 0.0))], np.array([5.0, 9.0, 40.0]), 1.0)
    height, width = picture.shape[:2]
    changed = (picture != before).any(2)
    assert 0.01 < changed.mean() < 0.6
    from models.train.render.dice_scene.labels import project

    x, y = (int(v) for v in project(film.scenery.table.scene, np.float32([[0, 0, 0]]))[0])
    assert 0 < x < width and 0 < y < height and changed[y - 8 : y + 8, x - 8 : x + 8].mean() > 0.9


@pytest.mark.slow
def test_the_eyes_read_a_film_as_its_truth_has_it(match: Match, tmp_path: Path) -> None:
    renderer_or_skip()
    out = tmp_path / "one.mp4"
    write_film(match, out)
    truth, views, rolls, states = read_film(out)
    assert truth["film"]["frames"] == sum(states.values()) and {"hands", "rolling", "at rest"} <= set(states)
    found = score_rests(truth, views)
    assert sum(one.right for one in found) >= len(found) - 1
    assert not any(one.silent for one in found)
    thrown = [rest for rest in truth["rests"] if rest["rolled"]]
    assert len(thrown) >= 2
    assert all(any(rest["from"] <= roll.time <= rest["until"] + 0.2 for roll in rolls) for rest in thrown)


@pytest.mark.slow
def test_a_camera_beside_two_mats_sees_them_larger_and_another_number_is_another_table() -> None:
    renderer_or_skip()
    match = write_match("army-vs-aliens-2011", 1, 2, trouble=QUIET)

    def mats(view: View) -> tuple[float, list[float]]:
        """The share of the picture that the mats take, and where the camera is."""
        scene = (film := Film(match, samples=1, rough=0.0, view=view)).scenery.table.scene
        corners = [project(scene, sheet.paper_corners) for sheet in film.scenery.table.laid.sheets]
        whole = sum(cv2.contourArea(np.float32(one)) for one in corners)
        return whole / (scene.size[0] * scene.size[1]), [float(value) for value in scene.eye]

    (near, first), (beside, second), (_, third) = map(mats, (View(), View(beside=True), View(2)))
    assert beside > 1.4 * near
    assert first[1] < -abs(first[0]) and second[0] > abs(second[1])
    assert first != third


@pytest.mark.slow
def test_a_small_film_is_read_as_any_other_and_has_its_captions(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("av", reason="H.264 is written by PyAV")
    picture = film._table(0.0).copy()
    monkeypatch.setattr(film, "frames", lambda: iter([picture] * 5))
    captions = [{"from": 0.0, "until": 4.0, "key": "set_up"}]
    write_small_film(film, tmp_path / "one.mp4", captions)
    clip = cv2.VideoCapture(str(tmp_path / "one.mp4"))
    seen = []
    while (read := clip.read())[0]:
        seen.append(read[1])
    assert len(seen) == 5 and clip.get(cv2.CAP_PROP_FPS) == film.rate
    assert np.abs(seen[-1].astype(int) - picture).mean() < 3
    truth = json.loads((tmp_path / "one.json").read_text())
    assert truth["captions"] == captions and truth["events"]


@pytest.mark.slow
def test_a_match_that_is_there_is_not_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer_or_skip()
    monkeypatch.setattr(
        "sys.argv", ["", str(tmp_path), "--count", "1", "--game", "space-checkers", "--events", "2", "--small"]
    )
    build.main()
    film = tmp_path / "space-checkers-1.mp4"
    made = film.stat().st_mtime_ns
    assert json.loads(film.with_suffix(".json").read_text())["events"]
    assert cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FRAME_WIDTH) == 1280
    build.main()
    assert film.stat().st_mtime_ns == made and sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".mp4"]


@pytest.mark.slow
def test_traced_paths_draw_the_same_table_and_only_what_has_changed_anew(
    film: Film, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mitsuba", reason="paths are traced by Mitsuba")
    from models.train.matches.film import path_traced_screen

    monkeypatch.setattr(path_traced_screen, "RAYS", dict.fromkeys(path_traced_screen.RAYS, 1))
    screen, sheets = path_traced_screen.PathTracedScreen(film.scenery, match.seed), film.scenery.table.laid.sheets
    bare = screen.show({}, sheets, 0).copy()
    things = film.props.on(match.rests[-1].stage)
    one = next(key for key, thing in things.items() if thing.kind == DIE)
    with_die = screen.show({one: things[one]}, sheets, 0).copy()
    x, y = (int(v) for v in project(film.scenery.table.scene, things[one].place[None])[0])
    changed = (bare != with_die).any(2)
    assert changed[y - 8 : y + 8, x - 8 : x + 8].any() and changed.mean() < 0.2
    film.screen._drawn = None
    cast = film.screen.show({one: things[one]}, sheets, 0)
    small = [cv2.resize(picture, (80, 45), interpolation=cv2.INTER_AREA).astype(int) for picture in (cast, with_die)]
    assert np.corrcoef(small[0].ravel(), small[1].ravel())[0, 1] > 0.8


def test_a_shaken_film_shows_the_same_from_a_hand(tmp_path: Path) -> None:
    image = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    image = cv2.resize(image, (640, 360), interpolation=cv2.INTER_CUBIC)
    steady, shaken = tmp_path / "film.mp4", tmp_path / "shaken" / "film.mp4"
    writer = cv2.VideoWriter(str(steady), cv2.VideoWriter.fourcc(*"mp4v"), 15, (640, 360))
    for _ in range(20):
        writer.write(image)
    writer.release()
    steady.with_suffix(".json").write_text("{}")
    shake(steady, shaken)
    assert shaken.with_suffix(".json").read_text() == "{}"
    capture, shifts = cv2.VideoCapture(str(shaken)), []
    middle = cv2.cvtColor(image[40:-40, 60:-60], cv2.COLOR_BGR2GRAY)
    while (frame := capture.read())[0]:
        found = cv2.matchTemplate(cv2.cvtColor(frame[1], cv2.COLOR_BGR2GRAY), middle, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(found)
        assert best > 0.5
        shifts.append((x - 60, y - 40))
    assert len(shifts) == 20 and len(set(shifts)) > 10 and np.abs(shifts).max() < 40
