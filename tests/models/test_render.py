"""Rendered scenes: what is drawn is what the label says."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("moderngl", reason="rendering needs the extra `train`")
pytest.importorskip("tqdm", reason="rendering needs the extra `train`")

from models.train.render.make import describe, top_corners, upper_side
from models.train.render.materials import Assets, Tables, glyph_sheet, made_up_environment
from models.train.render.renderer import Renderer
from models.train.render.scene import DIE, make_die, random_scene, random_style


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    try:
        made = Renderer(samples=1)
    except Exception as error:  # no OpenGL on this machine
        pytest.skip(f"no off-screen OpenGL here: {error}")
    g = np.random.default_rng(0)
    made.set_texture("environment", made_up_environment(g))
    made.set_texture("table", Tables(Assets()).table(g, 256))
    made.set_glyphs(glyph_sheet(g))
    return made


def test_a_scene_is_a_function_of_its_seed() -> None:
    one, two = (random_scene(np.random.default_rng(5), 3, False, (320, 240)) for _ in range(2))
    assert [t.place.tolist() for t in one.things] == [t.place.tolist() for t in two.things]
    assert [t.faces for t in one.things] == [t.faces for t in two.things]


def test_every_die_has_every_face_once_and_opposite_faces_make_seven() -> None:
    g = np.random.default_rng(1)
    for _ in range(50):
        die = make_die(g, random_style(g, plain=True), 0, 0)
        values = [face & 7 for face in die.faces]
        assert sorted(values) == [1, 2, 3, 4, 5, 6]
        assert [values[2 * k] + values[2 * k + 1] for k in range(3)] == [7, 7, 7]
        assert values[upper_side(die)] == die.value


def test_the_label_boxes_the_drawn_die(renderer: Renderer) -> None:
    for seed in range(6):
        scene = random_scene(np.random.default_rng(seed), 1, False, (320, 240))
        rendered = renderer.render(scene)
        for entry in describe(scene, rendered, True):
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

    from models.train.render import make

    monkeypatch.setattr(sys, "argv", ["make", str(tmp_path), "--count", "2", "--samples", "1"])
    make.main()
    for n in range(2):
        label = json.loads((tmp_path / f"{n:05d}.json").read_text())
        assert (tmp_path / label["image"]).stat().st_size > 1000
        assert all(o["value"] is None or 1 <= o["value"] <= 6 for o in label["objects"])
