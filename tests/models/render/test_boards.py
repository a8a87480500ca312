"""Rendered boards: what is drawn is what the label says."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("moderngl", reason="rendering needs the extra `train`")

from models.train.generate import board_scenes
from models.train.render.boards.boards import as_texture, covered_shares, random_board, random_board_scene
from models.train.render.common.materials import Assets, Tables
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.dice_scene.things import MAX_OBJECTS, look_at
from seeds.sheets import pages
from tests.support.vision.rendering import renderer_or_skip
from vision.boards.cell_classifier import COLOURS, FORMS


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return renderer_or_skip()


def test_a_scene_is_a_function_of_its_seed() -> None:
    made = []
    for _ in range(2):
        g = np.random.default_rng(5)
        board = random_board(g, Tables(Assets()))
        scene, others = random_board_scene(g, [board], 3, (320, 240))
        made.append((board.pieces, [t.place.tolist() for t in scene.things], others, float(board.picture.mean())))
    assert made[0] == made[1]


def test_pieces_stand_on_their_sites_and_the_rest_beside_the_board() -> None:
    for seed in range(12):
        g = np.random.default_rng(seed)
        board = random_board(g, Tables(Assets()))
        scene, others = random_board_scene(g, [board], 3, (320, 240))
        assert len(scene.things) <= MAX_OBJECTS and {p.colour for p in board.pieces.values()} <= set(COLOURS)
        feet = np.array([t.place[:2] for n, t in enumerate(scene.things) if n not in others]).reshape(-1, 2)
        sites = np.array([board.site(*site) for site in board.pieces]).reshape(-1, 2)
        lying = [piece.form == "lying" for piece in board.pieces.values()]
        for foot in feet:
            off = np.linalg.norm(sites - foot, axis=1)
            assert off.min() < (0.8 if lying[int(off.argmin())] else 0.35)
        for site in sites:
            assert np.linalg.norm(feet - site, axis=1).min() < 0.35


def test_the_grids_of_a_printed_sheet_lie_where_the_kit_prints_them(renderer: Renderer) -> None:
    """The rendered sheet's fiducials give a plane, on which each grid's corners are where the label has them."""
    pytest.importorskip("pypdfium2", reason="to see the sheets needs pypdfium2")
    from models.train.render.tables.kit_boards import random_kit_boards
    from vision.plane.plane_tracker import PageTracker

    checked = 0
    for seed in range(8):
        g = np.random.default_rng(seed)
        boards = random_kit_boards(g, Tables(Assets()))
        scene, _ = random_board_scene(g, boards, 1, (1280, 960))
        scene.things, scene.table_gloss, scene.eye = [], 0.0, np.float32([0, 0, 40])
        scene.axes, scene.focal = look_at(scene.eye, np.float32([0, 0, 0]), 0.1), 1.6
        renderer.set_texture("table", as_texture(boards[0]))
        picture = np.uint8(np.clip(renderer.render(scene).light, 0, 1) ** (1 / 2.2) * 255)
        for page in (page for game in ("doubles-wild", "space-checkers") for page in pages(game)):
            if len(page.sheet.grids) != len(boards) or page.sheet.grids[0].rows != boards[0].rows:
                continue
            kept = PageTracker(page).look(picture)
            if kept.plane is None:
                continue
            for grid, board in zip(page.sheet.grids, boards, strict=True):
                left, top, right, bottom = grid.box
                wanted = kept.plane.pixels(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
                assert np.abs(wanted - project(scene, board.corners)).max() < 2.5
            checked += 1
            break
    assert checked >= 5


def test_the_board_is_drawn_where_its_corners_are(renderer: Renderer) -> None:
    """The picture's middle part, painted one colour, fills the corners' outline."""
    g = np.random.default_rng(3)
    board = random_board(g, Tables(Assets()))
    scene, _ = random_board_scene(g, [board], 1, (320, 240))
    scene.things, scene.table_gloss = [], 0.0
    side, half = board.picture.shape[0], board.corners
    board.picture[:] = 0.02
    left, right = (round(side / 2 + x / board.reach * side) for x in (half[0][0], half[1][0]))
    top, bottom = (round(side / 2 - y / board.reach * side) for y in (half[0][1], half[2][1]))
    board.picture[top:bottom, left:right] = (0.9, 0.05, 0.05)
    renderer.set_texture("table", as_texture(board))
    light = renderer.render(scene).light
    red = light[..., 0] > 3 * light[..., 1]
    outline = np.zeros(red.shape, np.uint8)
    cv2.fillConvexPoly(outline, np.int32(np.round(project(scene, board.corners))), 1)
    shared = (red & (outline > 0)).sum() / max((red | (outline > 0)).sum(), 1)
    assert shared > 0.95


def test_a_hand_covers_the_sites_under_it(renderer: Renderer) -> None:
    found = 0
    for seed in range(40):
        g = np.random.default_rng(seed)
        board = random_board(g, Tables(Assets()))
        scene, others = random_board_scene(g, [board], 1, (320, 240))
        renderer.set_texture("table", as_texture(board))
        shares = covered_shares(scene, renderer.render(scene), board, others)
        assert shares.shape == (board.rows, board.cols)
        found += int((shares > 0.6).any() and (shares < 0.1).any())
        if found >= 2:
            return
    pytest.fail("no hand covered anything in forty scenes")


def test_labels_are_those_of_photographs(tmp_path: Path, renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["board_scenes", str(tmp_path), "--count", "2"])
    board_scenes.main()
    for entry in json.loads((tmp_path / "labels.json").read_text()):
        image = cv2.imread(str(tmp_path / entry["image"]))
        assert image.shape[:2] == board_scenes.SIZE[::-1] and len(entry["corners"]) == 4
        hidden = {tuple(site) for site in entry["covered"]}
        assert len(entry["forms"]) == len(entry["cells"]) and set(entry["forms"]) <= set(FORMS)
        assert all((row, col) not in hidden and 0 <= row < entry["rows"] for row, col, _ in entry["cells"])
