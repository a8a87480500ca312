"""Rendered scenes: what is drawn is what the label says."""

import dataclasses
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("moderngl", reason="rendering needs the extra `train`")
pytest.importorskip("tqdm", reason="rendering needs the extra `train`")

from models.train.render.common.prints import CELLS
from models.train.render.dice_scene.arrange import lean, leaning, stack
from models.train.render.dice_scene.assorted_dice import assorted_scene
from models.train.render.dice_scene.camera_model import Lens, bend
from models.train.render.dice_scene.labels import contrast, describe, outline, tilt_of, top_corners, upper_side
from models.train.render.dice_scene.lookalikes import MAKERS, flat_cells
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.dice_scene.scene import random_scene
from models.train.render.dice_scene.styles import MATT, random_style
from models.train.render.dice_scene.things import DIE, PRINT, UP_TURNS, Scene, Thing, look_at, make_die
from tests.support.vision.rendering import renderer_or_skip


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return renderer_or_skip()


def test_a_scene_is_a_function_of_its_seed() -> None:
    one, two = (random_scene(np.random.default_rng(5), 3, False, (320, 240)) for _ in range(2))
    assert [t.place.tolist() for t in one.things] == [t.place.tolist() for t in two.things]
    assert [t.faces for t in one.things] == [t.faces for t in two.things]


def test_assorted_dice_are_of_many_makes_and_half_of_them_mirror_no_lamp() -> None:
    scenes = [assorted_scene(np.random.default_rng(seed), 3, False, (640, 480)) for seed in range(20)]
    dull = [scene for scene in scenes if not scene.lamp_shapes]
    assert 4 <= len(dull) <= 16
    for scene in scenes:
        dice = [thing for thing in scene.things if thing.kind == DIE]
        assert len({tuple(die.pips) for die in dice}) >= 4 and 4 * len({tuple(die.pips) for die in dice}) >= len(dice)
        width = scene.focal * 480 / np.linalg.norm(scene.eye - dice[0].place)
        assert 10 < width < 110
    assert all(thing.surface[1] <= MATT for scene in dull for thing in scene.things if thing.kind == DIE)


def test_every_die_has_every_face_once_and_opposite_faces_make_seven() -> None:
    g = np.random.default_rng(1)
    for _ in range(50):
        die = make_die(g, random_style(g, plain=True), 0, 0)
        values = [face & 7 for face in die.faces]
        assert sorted(values) == [1, 2, 3, 4, 5, 6]
        assert [values[2 * k] + values[2 * k + 1] for k in range(3)] == [7, 7, 7]
        assert values[upper_side(die)] == die.value


def test_a_renderer_draws_as_before_once_there_is_another(renderer: Renderer) -> None:
    scene = random_scene(np.random.default_rng(3), 1, False, (320, 240))
    before = renderer.render(scene).light
    other = renderer_or_skip()
    other.set_texture("table", np.zeros((8, 8, 3), np.float32))
    assert np.abs(other.render(scene).light - before).mean() > 0.02
    assert np.array_equal(renderer.render(scene).light, before)
    del other
    assert np.array_equal(renderer.render(scene).light, before)


def test_the_label_boxes_the_drawn_die(renderer: Renderer) -> None:
    for seed in range(6):
        scene = random_scene(np.random.default_rng(seed), 1, False, (320, 240))
        rendered = renderer.render(scene)
        for entry in describe(scene, rendered):
            x0, y0, x1, y1 = (int(v) for v in entry["box"])
            assert 0 <= x0 < x1 <= 320
            assert 0 <= y0 < y1 <= 240
            inside = rendered.thing[y0:y1, x0:x1]
            assert inside[:, 0].any()
            assert inside[0].any()


def test_the_top_corners_surround_the_upper_face(renderer: Renderer) -> None:
    import cv2

    scene = random_scene(np.random.default_rng(3), 1, False, (320, 240))
    rendered = renderer.render(scene)
    for number, thing in enumerate(scene.things):
        if thing.kind != DIE:
            continue
        on_top = (rendered.thing == number + 1) & (rendered.face == upper_side(thing) + 1)
        ys, xs = np.nonzero(on_top)
        corners = top_corners(scene, thing)
        for x, y in zip(xs + 0.5, ys + 0.5, strict=True):
            assert cv2.pointPolygonTest(corners, (float(x), float(y)), True) >= -2


def test_pictures_come_with_their_labels(renderer: Renderer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import json
    import sys

    from models.train.render.dice_scene import make

    monkeypatch.setattr(sys, "argv", ["make", str(tmp_path), "--count", "2", "--samples", "1"])
    make.main()
    for n in range(2):
        label = json.loads((tmp_path / f"{n:05d}.json").read_text())
        assert (tmp_path / label["image"]).stat().st_size > 1000
        assert all(o["value"] is None or 1 <= o["value"] <= 6 for o in label["objects"])


def scene_of(things: list[Thing], size: tuple[int, int] = (240, 240), shift: float = 0.0) -> Scene:
    """`things` from above under one lamp; `shift` moves the camera sideways."""
    eye = np.float32([shift, -0.4, 14.0])
    target = np.float32([shift, 0, 0])
    lights = [(np.float32([4, 3, 9]), np.float32([1, 1, 1]), 1.0)]
    return Scene(things, eye, look_at(eye, target, 0.0), 2.0, size, lights, 0, 1.0, 0.0, 0.05, 0.0)


def plain_die(value: int = 5, x: float = 0.0, y: float = 0.0) -> Thing:
    g = np.random.default_rng(2)
    style = random_style(g, "white", plain=True)
    style.ball, style.rounding = 2.0, 0.1
    return make_die(g, style, x, y, value, yaw=0.3)


def test_a_leaning_die_is_labelled_with_its_tilt_and_no_value(renderer: Renderer) -> None:
    for degrees in (0.0, 10.0, 30.0):
        die = lean(plain_die(4), np.radians(degrees), 0.3)
        scene = scene_of([die])
        (entry,) = describe(scene, renderer.render(scene))
        assert entry["tilt"] == pytest.approx(degrees, abs=0.1)
        assert entry["value"] == (4 if degrees < 20 else None)


def test_a_leaning_die_touches_the_table_and_its_support() -> None:
    g = np.random.default_rng(4)
    for _ in range(30):
        style = random_style(g)
        die, support = leaning(g, style, style, 0, 0)
        assert 8 <= tilt_of(die) <= 40
        corners = np.float32([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
        inner = corners * (die.half - die.rounding)
        low = float((inner @ die.turn.T)[:, 2].min()) - die.rounding
        assert die.place[2] <= -low + 1e-3  # a ball-shaped cut lies lower than the box would
        assert np.linalg.norm(die.place - support.place) < die.bound + support.bound + 0.02


def test_stacked_dice_stand_on_each_other() -> None:
    g = np.random.default_rng(5)
    dice = stack(g, [random_style(g)], 0, 0)
    assert all(die.stacked for die in dice)
    for below, above in pairwise(dice):
        assert above.place[2] - above.half[2] == pytest.approx(below.place[2] + below.half[2])


def test_hidden_and_cut_are_shares_of_the_silhouette(renderer: Renderer) -> None:
    alone = scene_of([plain_die()])
    (entry,) = describe(alone, renderer.render(alone))
    assert entry["cut"] == 0
    assert entry["hidden"] < 0.06
    aside = scene_of([plain_die()], shift=3.5)  # half the picture is 3.5 units wide at the table
    (entry,) = describe(aside, renderer.render(aside))
    assert 0.3 < entry["cut"] < 0.7
    assert entry["hidden"] < 0.12
    lid = plain_die(1, 0.5, 0.0)
    lid.place[2] = 1.6
    under = scene_of([plain_die(), lid])
    entry = describe(under, renderer.render(under))[0]
    assert 0.3 < entry["hidden"] < 0.8


def test_the_outline_fits_the_drawn_die(renderer: Renderer) -> None:
    import cv2

    for ball in (2.0, 0.7):
        die = plain_die()
        die.ball = ball
        scene = scene_of([die])
        drawn = int((renderer.render(scene).thing == 1).sum())
        assert cv2.contourArea(outline(scene, die, Lens(scene.size))) == pytest.approx(drawn, rel=0.06)


def test_a_lens_moves_points_as_it_moves_pixels(renderer: Renderer) -> None:
    scene = scene_of([plain_die(5, 1.0, 0.8)])
    lens = Lens(scene.size, barrel=0.3, stretch=(1.4, 1.0))
    bent = bend(renderer.render(scene), lens)
    ys, xs = np.nonzero(bent.thing == 1)
    hull = outline(scene, scene.things[0], lens)
    assert np.allclose(hull.min(0), (xs.min(), ys.min()), atol=2.5)
    assert np.allclose(hull.max(0), (xs.max() + 1, ys.max() + 1), atol=2.5)


def test_a_lamp_mirrored_by_the_upper_face_is_glare(renderer: Renderer) -> None:
    die = plain_die()
    die.surface, die.pip_gloss = (0.0, 1.0, 0.0, 0.0), 1.0
    scene = scene_of([die])
    (dull,) = describe(scene, renderer.render(scene))
    eye = scene.eye
    scene.lights = [(np.float32([eye[0], -eye[1], eye[2]]), np.float32([1, 1, 1]), 14.0)]
    scene.lamp_shapes = [(1.0, 0.5, 0.0, 200.0)]
    (shiny,) = describe(scene, renderer.render(scene))
    assert dull["glare"] < 0.2
    assert shiny["glare"] > 0.6
    assert shiny["value"] is None


def test_pips_are_marked_and_their_contrast_measured(renderer: Renderer) -> None:
    scene = scene_of([plain_die(5)])
    rendered = renderer.render(scene)
    face = (rendered.thing == 1) & (rendered.face == upper_side(scene.things[0]) + 1)
    pip = rendered.pip > 127
    assert 0.05 < pip[face].mean() < 0.5
    image = np.full((*face.shape, 3), 200, np.uint8)
    image[pip] = 60
    apart, spread, clear = contrast(image, face, pip)
    assert apart == 140
    assert spread == 0
    assert clear == 1


def test_a_panel_is_drawn_around_the_pips_of_every_face_and_no_pip_is_lost(renderer: Renderer) -> None:
    bare = plain_die(5)
    plain = renderer.render(scene_of([bare]))
    laid_in = dataclasses.replace(bare, panel=(1.0, 0.42, 1.0), panel_colour=np.float32([0.0, 0.0, 1.0]))
    framed = renderer.render(scene_of([laid_in]))
    blue = framed.light[..., 2] > 2 * framed.light[..., 0]
    for side in np.unique(plain.face[plain.thing == 1]):
        area = (framed.thing == 1) & (framed.face == side) & (framed.pip < 128)
        assert area.sum() < 60 or 0.3 < blue[area].mean() < 0.95, side
    assert np.array_equal(framed.pip, plain.pip)
    assert not blue[framed.pip > 127].any()


def test_pips_keep_within_what_is_laid_into_the_faces() -> None:
    g = np.random.default_rng(5)
    styles = [random_style(g) for _ in range(600)]
    panels = [style for style in styles if style.panel[0] > 0]
    assert len(panels) > 20
    kept = [2**0.5 * s.pips[1] + s.pips[0] < 1.15 * s.panel[1] for s in panels]
    assert np.mean(kept) > 0.7


def test_printed_pips_are_flat_and_have_no_value(renderer: Renderer) -> None:
    things = flat_cells(np.random.default_rng(8), 0, 0)
    scene = scene_of(things)
    entries = describe(scene, renderer.render(scene))
    assert entries
    assert all(e["kind"] == "flat" and e["value"] is None for e in entries)
    assert all(16 + 64 <= t.faces[4] < 16 + 64 + len(CELLS) for t in things)


def test_every_look_alike_can_be_drawn(renderer: Renderer) -> None:
    g = np.random.default_rng(9)
    for maker in MAKERS:
        things = maker(g, 0.0, 0.0)
        assert not any(t.kind == DIE for t in things)
        scene = scene_of(things)
        rendered = renderer.render(scene)
        assert np.isfinite(rendered.light).all()
        assert (rendered.thing > 0).any(), maker.__name__


@pytest.mark.parametrize("up", range(6))
def test_no_side_of_a_die_mirrors_what_is_printed_on_it(renderer: Renderer, up: int) -> None:
    """Red at the print's upper left, green at its upper right: from outside, red goes clockwise to green."""
    sheet = np.full((512, 512, 3), 0.5, np.float32)
    sheet[32:64, :32], sheet[32:64, 32:64] = (0.9, 0, 0), (0, 0.9, 0)  # a print has its first row at the bottom
    renderer.set_prints(sheet)
    die = plain_die()
    die.faces, die.turn = [PRINT] * 6, UP_TURNS[up]
    rendered = renderer.render(scene_of([die]))
    red, green, _ = (rendered.light[..., n] for n in range(3))
    on_top = (rendered.thing == 1) & (rendered.face == up + 1)
    places = []
    for mask in (on_top & (red > 3 * green), on_top & (green > 3 * red), on_top):
        assert mask.sum() > 50
        places.append(np.argwhere(mask).mean(0)[::-1])
    (ax, ay), (bx, by) = places[0] - places[2], places[1] - places[2]
    assert ax * by - ay * bx > 0
