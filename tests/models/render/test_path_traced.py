"""The second renderer: other shapes and other light, and the same things at the same places."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mitsuba", reason="the second renderer needs the extra `train`")
pytest.importorskip("pypdfium2", reason="sheets become pictures by pypdfium2")
pytest.importorskip("moderngl", reason="rendering needs the extra `train`")

from models.train.generate.path_traced_renderer import SecondRenderer
from models.train.generate.table_truth import item_ids
from models.train.render.common.materials import Assets, made_up_environment
from models.train.render.dice_scene.things import PRINT, make_die
from models.train.render.tables import table_meshes as meshes
from models.train.render.tables.table_items import LaidDie, LaidPiece, die_style
from models.train.render.tables.table_renderer import TableRenderer
from models.train.render.tables.tables import Surfaces, random_table
from tests.support.vision.rendering import renderer_or_skip


def volume(mesh: meshes.Mesh) -> float:
    """By the divergence theorem: above nought where every face looks outward."""
    a, b, c = (mesh.points[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("nc,nc->n", a, np.cross(b, c)).sum() / 6)


def test_turned_bodies_and_boxes_look_outward_and_have_their_sizes() -> None:
    assert volume(meshes.box(np.array([1.0, 2.0, 0.5]), 0.02)) == pytest.approx(8, rel=0.03)
    assert volume(meshes.disc(1.0, 0.2, rim=False)) == pytest.approx(np.pi * 0.4, rel=0.06)
    assert volume(meshes.capsule(0.5, 2.0)) > 0 and volume(meshes.sleeve(2.0, 6.0)) > 0
    body = meshes.pawn(0.3, 0.7)
    assert volume(body) > 0
    assert body.points[:, 2].min() == pytest.approx(-0.7) and body.points[:, 2].max() == pytest.approx(0.7)
    assert np.hypot(body.points[:, 0], body.points[:, 1]).max() == pytest.approx(0.3, rel=0.05)


def test_a_card_shows_its_picture_upright() -> None:
    upper, edge = meshes.card(4.0, 5.5, 0.03, 0.2)
    assert np.allclose(upper.normals[:, 2], 1)
    corner = int(np.argmax(upper.points @ [-1.0, 1.0, 0.0]))
    assert upper.uv[corner] == pytest.approx([0.0, 1.0], abs=0.03)  # v goes up
    assert edge.points[:, 2].max() == pytest.approx(0.015)


def test_a_die_has_as_much_ink_as_its_faces_have_pips() -> None:
    g = np.random.default_rng(2)
    thing = make_die(g, die_style(g, "blue"), 0, 0, 3)
    thing.one_scale = 1.0
    thing.one_colour = thing.pip_colour
    mesh, picture = meshes.die(thing, {})
    assert volume(mesh) > 0
    inked = np.abs(picture - np.float32(thing.body[0])).sum(2) > 0.5 * np.abs(thing.pip_colour - thing.body[0]).sum()
    side = meshes.ATLAS
    for n, face in enumerate(thing.faces):
        row, col = divmod(n, 3)
        area = inked[row * side : (row + 1) * side, col * side : (col + 1) * side].mean()
        pip = np.pi * (thing.pips[0] / (2 * thing.half[0])) ** 2
        assert area / pip == pytest.approx(face & 7, rel=0.2)


def test_no_side_of_a_die_mirrors_its_sticker() -> None:
    """A mark at a sticker's upper left, one at its upper right: from outside, the first goes clockwise to the other."""
    sticker = np.zeros((meshes.ATLAS, meshes.ATLAS, 3), np.float32)
    half = meshes.ATLAS // 2
    sticker[:half, :half, 0] = sticker[:half, half:, 1] = 1
    g = np.random.default_rng(2)
    thing = make_die(g, die_style(g, "white"), 0, 0, 3)
    thing.faces, thing.ball = [PRINT] * 6, 9.0
    mesh, picture = meshes.die(thing, {PRINT: sticker})
    row, col = ((1 - mesh.uv[:, 1]) * 2 * meshes.ATLAS).astype(int), (mesh.uv[:, 0] * 3 * meshes.ATLAS).astype(int)
    seen = picture[row.clip(0, 2 * meshes.ATLAS - 1), col.clip(0, 3 * meshes.ATLAS - 1)]
    for side in range(6):
        outward = np.zeros(3)
        outward[side // 2] = 1 - 2 * (side % 2)
        here = mesh.points @ outward > 0.99 * thing.half[0]
        one, other = (mesh.points[here & (seen[:, n] > 0.5)].mean(0) for n in (0, 1))
        assert np.cross(one, other) @ outward < 0, "clockwise, looked at against the normal"


@pytest.mark.slow
def test_both_renderers_show_the_same_things_at_the_same_places() -> None:
    renderer_or_skip()
    environment = made_up_environment(np.random.default_rng(0))
    first = TableRenderer(1)
    first.set_texture("environment", environment)
    first.set_glyphs(np.zeros((64, 64), np.uint8))
    table = random_table(np.random.default_rng(4), "doubles-wild", Surfaces(Assets()), 1, (320, 180))
    ids = item_ids(table, first.render_table(table).thing)
    light, other = SecondRenderer(rays=1).draw(table, environment, 1)
    assert light.shape == (180, 320, 3) and np.isfinite(light).all() and light.mean() > 0
    compared = 0
    for number, item in enumerate(table.laid.items):
        mine, theirs = ids == number + 1, other == number + 1
        if isinstance(item, (LaidDie, LaidPiece)) and mine.sum() > 40:
            assert (mine & theirs).sum() / (mine | theirs).sum() > 0.5
            compared += 1
    assert compared >= 5
