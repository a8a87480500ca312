"""Rendered tables: what lies there is a position of the game, and what is drawn is what the label says."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("moderngl", reason="rendering needs the extra `train`")
pytest.importorskip("pypdfium2", reason="sheets become pictures by pypdfium2")

from companion.kit.sticker_pages import stickers_of
from companion.table.view import zone_parts
from models.train.generate import table_scenes
from models.train.generate.table_truth import homography, item_ids, pixels, truth, zones_of
from models.train.render.common.materials import Assets, made_up_environment
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.tables import table_renderer
from models.train.render.tables.table_items import LaidDie, LaidPiece, TableScene, pawn, piece_look
from models.train.render.tables.table_renderer import ROOM, TableRenderer, members
from models.train.render.tables.tables import GAMES, Surfaces, lay_table, random_table
from seeds.cards import face_of
from tests.support.vision.rendering import renderer_or_skip
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane import project

SIZE = (640, 360)


@pytest.fixture(scope="module")
def plain() -> Renderer:
    return renderer_or_skip()


@pytest.fixture(scope="module")
def renderer(plain: Renderer) -> TableRenderer:
    made = TableRenderer(1)
    made.set_texture("environment", made_up_environment(np.random.default_rng(0)))
    made.set_glyphs(np.zeros((64, 64), np.uint8))
    return made


def table_of(game: str, seed: int) -> TableScene:
    return random_table(np.random.default_rng((seed, 1)), game, Surfaces(Assets()), 1, SIZE)


def test_a_table_is_a_function_of_its_seed() -> None:
    one, two = (table_of("doubles-wild", 5) for _ in range(2))
    assert [t.place.tolist() for t in one.scene.things] == [t.place.tolist() for t in two.scene.things]
    assert one.scene.eye.tolist() == two.scene.eye.tolist() and (one.table == two.table).all()


def test_markers_and_pawns_stand_on_the_cells_of_the_position() -> None:
    for game in ("doubles-wild", "space-checkers"):
        for seed in range(4):
            laid = lay_table(np.random.default_rng(seed), game)
            position, cells = laid.position, []
            assert position is not None
            for item in laid.items:
                if isinstance(item, LaidPiece) and item.cell is not None:
                    number, grid, row, col = item.cell
                    sheet = laid.sheets[number]
                    x, y = sheet.millimetres([item.place])[0]
                    assert sheet.page.sheet.grid(grid).at((float(x), float(y))) == (row, col)
                    cells += [(row, col)] if grid == "board" else []
            if game == "doubles-wild":
                expected = [(row - 3, col - 3) for row, col, _ in position["board"]]  # type: ignore[attr-defined]
            else:
                expected = [tuple(cell) for pawns in position["pawns"].values() for cell in pawns]  # type: ignore[attr-defined]
            assert sorted(cells) == sorted(expected)


def test_dice_lie_in_the_zones_of_the_position_or_at_their_edges() -> None:
    for seed in range(6):
        g = np.random.default_rng(seed)
        table = random_table(g, "army-vs-aliens-2011", Surfaces(Assets()), 1, SIZE)
        position = table.laid.position
        assert position is not None
        combat: list[list[int]] = [[], []]
        strays = 0
        for item in table.laid.items:
            if isinstance(item, LaidDie):
                zone, across = zones_of(table, item.things[0])
                strays += int(bool(across) or zone is None)
                if zone and zone_parts(zone)[0] == "combat" and zone_parts(zone)[1] is not None:
                    combat[zone_parts(zone)[1] or 0].append(item.value or 0)
        for seat, player in enumerate(position["players"]):  # type: ignore[arg-type, var-annotated]
            missing = len(player["combat"]) - len(combat[seat])
            assert abs(missing) <= strays + 2


def test_dice_with_stickers_show_the_units_of_the_position() -> None:
    """The faces that lie up are those of the position's ranks, each of its own side."""
    units = [tuple(face.name for face in page.faces) for page in stickers_of("army-vs-aliens-2011", 2)]
    for seed in range(4):
        laid = lay_table(np.random.default_rng(seed), "army-vs-aliens-2011", symbols=True)
        dice = [item for item in laid.items if isinstance(item, LaidDie)]
        assert dice and all(die.value is None and die.face in units[0] + units[1] for die in dice)
        for die in dice:
            assert set(die.stickers) == set(units[0] if die.face in units[0] else units[1])
            up = int(np.argmax(np.abs(die.things[0].turn[2])))
            side = 2 * up + (0 if die.things[0].turn[2, up] > 0 else 1)
            assert die.stickers[side] == die.face
        position = laid.position
        assert position is not None
        for seat, player in enumerate(position["players"]):  # type: ignore[arg-type, var-annotated]
            own = [die.face for die in dice if die.face in units[seat]]
            wanted = [units[seat][rank - 1] for rank in player["combat"]]
            assert sum(own.count(name) < wanted.count(name) for name in set(wanted)) <= 2, "few found no room"


def test_a_lying_pawn_touches_the_table_with_foot_and_head() -> None:
    g = np.random.default_rng(0)
    look = piece_look(g, ["red"], thin=False)
    thing = pawn(g, 0.0, 0.0, 0.3, 1.4, look, "red", fallen=True)[0]
    axis = thing.turn[:, 2]
    rim = thing.place - axis * (0.7 - 0.2 * 0.3)
    head = thing.place + axis * (0.7 - look.head * 0.3)
    assert rim[2] == pytest.approx(0.3, abs=0.02) and head[2] == pytest.approx(look.head * 0.3, abs=0.02)


@pytest.mark.slow
def test_tiles_know_every_thing_that_a_ray_meets(renderer: TableRenderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn with all things in every tile, the picture is the same."""
    table = random_table(np.random.default_rng(2), "space-checkers", Surfaces(Assets()), 1, (256, 144))
    tiled = renderer.render_table(table)
    tiles, seen, near = members(table.scene)
    assert seen.mean() < 0.5 and len(table.scene.things) <= ROOM
    monkeypatch.setattr(table_renderer, "members", lambda _: (tiles, np.ones_like(seen), np.ones_like(near)))
    original = renderer.render_table(table)
    assert (tiled.thing == original.thing).mean() > 0.9999
    assert np.abs(tiled.light - original.light).mean() < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_lie_where_the_homography_says(renderer: TableRenderer, game: str) -> None:
    """The fiducials that are found in the picture are where the label puts them."""
    finder, met = FiducialDetector(), 0
    for seed in range(3):
        table = table_of(game, seed)
        table.laid.items, table.scene.things = [], []
        light = renderer.render_table(table).light
        level = np.percentile(light.mean(2), 99)
        image = np.uint8(np.clip(light / level, 0, 1) ** (1 / 2.2) * 255)[..., ::-1]
        found = finder.find(np.ascontiguousarray(image)).found
        for sheet in table.laid.sheets:
            for corner, number in enumerate(sheet.page.numbers):
                if number in found:
                    expected = project(homography(table.scene, sheet), np.array(sheet.page.sheet.fiducial(corner)))
                    assert np.linalg.norm(found[number] - expected, axis=1).max() < 1.2
                    met += 1
    assert met >= 4


def test_the_label_boxes_the_drawn_dice_and_the_pieces_are_seen_on_their_cells(renderer: TableRenderer) -> None:
    table = table_of("doubles-wild", 3)
    rendered = renderer.render_table(table)
    ids = item_ids(table, rendered.thing)
    label = truth(table, ids)
    board = next(grid for grid in label["grids"] if grid["grid"] == "board")
    assert board["cells"] and len(board["cells"]) == len(board["forms"])
    sheet = table.laid.sheets[0]
    pieces = {n + 1 for n, item in enumerate(table.laid.items) if isinstance(item, LaidPiece)}
    for row, col, _ in board["cells"]:
        if [row, col] in board["unsure"]:
            continue
        x, y = pixels(table.scene, sheet.world([sheet.page.sheet.grid("board").middle(row, col)]))[0]
        around = ids[int(y) - 2 : int(y) + 4, int(x) - 2 : int(x) + 4]
        assert set(np.unique(around)) & pieces
    for die in label["dice"]:
        x0, y0, x1, y1 = (int(v) for v in die["box"])
        assert 0 <= x0 < x1 <= SIZE[0] and 0 <= y0 < y1 <= SIZE[1]


@pytest.mark.slow
def test_the_cards_carry_marks_that_are_read_where_the_label_says(renderer: TableRenderer) -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100))
    right = 0
    for seed in range(3):
        table = random_table(
            np.random.default_rng((seed, 1)), "dinosaurs-vs-army-men", Surfaces(Assets()), 1, (1280, 720)
        )
        rendered = renderer.render_table(table)
        label = truth(table, item_ids(table, rendered.thing))
        level = np.percentile(rendered.light.mean(2), 97)
        image = np.uint8(np.clip(rendered.light / level, 0, 1) ** (1 / 2.2) * 255)
        corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY))
        for entry in label["cards"]:
            if not entry["top"] or entry["covered"] > 0.1:
                continue
            for found, number in zip(corners, numbers.ravel() if numbers is not None else [], strict=False):
                middle = tuple(float(v) for v in found.reshape(4, 2).mean(0))
                mark = face_of(int(number))
                if mark and cv2.pointPolygonTest(np.float32(entry["corners"]), middle, False) > 0:
                    assert mark.face == entry["face"]
                    right += 1
    assert right >= 1


def test_labels_are_written(tmp_path: Path, renderer: TableRenderer, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["table_scenes", str(tmp_path), "--count", "2", "--size", "320x180", "--game", "space-checkers"]
    monkeypatch.setattr("sys.argv", arguments)
    table_scenes.main()
    for entry in json.loads((tmp_path / "labels.json").read_text()):
        assert cv2.imread(str(tmp_path / entry["image"])).shape == (180, 320, 3)
        assert {grid["grid"] for grid in entry["grids"]} >= {"board", "prison-yellow", "prison-red"}
        assert np.array(entry["sheets"][0]["homography"]).shape == (3, 3) and entry["position"]["game"] == entry["game"]
