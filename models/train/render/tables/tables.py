"""Complete tables of each game: the kit's sheets on wood or cloth, a position on them, hands, lamps and a camera.

All randomness comes from the generator that is passed in, so a table is a function of its seed.
"""

from __future__ import annotations

import re

import cv2
import numpy as np
from numpy.random import Generator

from companion.drawing import Paper
from models.train.game_notes import notes_of, own_games
from models.train.render.common import Assets, Picture, linear, made_up_material
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.lookalikes import part
from models.train.render.dice_scene.scene import random_lights
from models.train.render.dice_scene.things import BLOCK, DISC, Scene, Vector, axis_turn, body_colour, look_at
from models.train.render.kit_pictures import on_paper, paper_size, printed
from models.train.render.tables.table_items import MM, Item, Laid, LaidSheet, TableScene, hand
from models.train.render.tables.table_plays import LAYING, random_position
from seeds import pages

GAMES = tuple(sorted(own_games(), key=lambda game: list(LAYING).index(notes_of(game).play)))
CLOTH_OR_WOOD = re.compile(r"wood|plank|table|fabric|cloth|linen|carpet|wool|curtain|veneer|chipboard|tatami|bamboo")
"""In the file names of materials that games are played on."""
HANDS, PARTLY = 0.2, 0.05
"""Shares of scenes with hands over the table, and of those in which the camera does not see every sheet whole."""
MATT = 0.19
"""Gloss of tables, at most: beyond it the shader mirrors lamps as if the table were polished."""
STEEPEST = 60.0
"""Degrees that a camera is tilted from the vertical, at most."""


class Surfaces:
    """What tables are made of."""

    def __init__(self, assets: Assets) -> None:
        self.files = [p for p in (*assets.materials, *assets.swatches) if CLOTH_OR_WOOD.search(p.name.lower())]
        large = [p for p in self.files if p.parent.name != "small"]
        self.files += 2 * large  # swatches are many and coarse

    def draw(self, g: Generator, size: int = 1024) -> Picture:
        """(size, size, 3) linear, to be repeated."""
        if not self.files or g.random() < 0.12:
            return made_up_material(g, size)
        image = cv2.imread(str(self.files[int(g.integers(len(self.files)))]))
        base = linear(np.asarray(image, np.uint8))
        if max(base.shape[:2]) < 400:  # mirrored copies of a swatch meet without seams
            wide = np.concatenate([base, base[:, ::-1]], 1)
            base = np.tile(np.concatenate([wide, wide[::-1]]), (2, 2, 1))
        base = cv2.resize(base, (size, size), interpolation=cv2.INTER_AREA)
        if g.random() < 0.4:
            base = np.clip(base * np.float32(g.uniform(0.5, 1.5, 3)), 0, 1)
        return np.asarray(base, np.float32)


def _sheets(g: Generator, game: str, players: int, option: str | None) -> list[LaidSheet]:
    """The pages that the game is played on, laid about the world's origin."""
    paper: Paper = "A4" if g.random() < 0.7 else "Letter"
    pages = printed(game, paper, players, bool(g.random() < 0.2))
    chosen = [(page, picture) for page, picture in pages if option is None or page.sheet.id == option]
    gloss = float(g.choice([0.03, 0.1, 0.18], p=[0.6, 0.3, 0.1]))
    laid = []
    for seat, (page, picture) in enumerate(chosen):
        size = paper_size(page, paper)
        turn, middle = float(g.normal(0, np.radians(2))), g.normal(0, 4, 2) * MM
        if len(chosen) == 2:  # two mats face each other with their upper edges
            apart = (size[1] / 2 + g.uniform(0.5, 14)) * MM
            middle = middle * 0.5 + np.array([g.normal(0, 6) * MM, -apart if seat == 0 else apart])
            turn += np.pi * seat
        laid.append(LaidSheet(page, on_paper(g, picture), size, (float(middle[0]), float(middle[1])), turn, gloss))
    return laid


def _clutter(g: Generator, laid: Laid) -> None:
    """What stands about on tables: a mug, a pencil, a telephone."""
    corners = np.concatenate([sheet.paper_corners for sheet in laid.sheets])[:, :2]
    for _ in range(int(g.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))):
        what, yaw = int(g.integers(3)), float(g.uniform(0, 2 * np.pi))
        r = (3.2, 4.5, 5.0)[what]
        for _ in range(30):
            x, y = (float(v) for v in g.uniform(corners.min(0) - 9, corners.max(0) + 9))
            inside = (np.array([x, y]) > corners.min(0) - r * 0.8) & (np.array([x, y]) < corners.max(0) + r * 0.8)
            if not inside.all() and laid.free(x, y, r):
                break
        else:
            continue
        if what == 0:
            wide, high = float(g.uniform(2.2, 2.8)), float(g.uniform(2.4, 3.4))
            inner = np.float32([0.03, 0.015, 0.008]) if g.random() < 0.6 else np.float32([0.35, 0.3, 0.25])
            things = [
                part(g, DISC, (x, y, high), (wide, wide, high), rounding=0.15, gloss=0.6),
                part(g, DISC, (x, y, 2 * high - 0.05), (wide * 0.9, wide * 0.9, 0.08), body=inner, gloss=0.8),
            ]
        elif what == 1:
            sideways = axis_turn(2, yaw) @ axis_turn(1, np.pi / 2)
            things = [part(g, DISC, (x, y, 0.24), (0.24, 0.24, 4.4), turn=sideways, gloss=0.4, body=body_colour(g)[1])]
        else:
            dark = np.float32([0.01, 0.01, 0.012])
            things = [part(g, BLOCK, (x, y, 0.26), (2.3, 4.7, 0.26), body=dark, rounding=0.2, gloss=0.9)]
        laid.add(Item(things), r)


def _hands(g: Generator, laid: Laid) -> None:
    """One or two hands that reach in from the edges of the table."""
    corners = np.concatenate([sheet.paper_corners for sheet in laid.sheets])[:, :2]
    low, high = corners.min(0), corners.max(0)
    for _ in range(int(g.choice([1, 2], p=[0.8, 0.2]))):
        x, y = (float(v) for v in low + (high - low) * g.uniform(0.1, 0.9, 2))
        if laid.items and g.random() < 0.6:  # for something that lies there
            x, y = (float(v) for v in laid.items[int(g.integers(len(laid.items)))].place[:2])
        side = int(g.integers(4))
        yaw = side * np.pi / 2 + g.normal(0, 0.35)
        laid.items.append(hand(g, x, y, float(g.uniform(0.6, 2.5)), float(yaw)))


def lay_table(g: Generator, game: str, symbols: bool = False) -> Laid:
    """Sheets, a position of the game and what else lies there; `symbols`: dice have stickers where the kit has such."""
    players = int(g.choice(notes_of(game).table_players))
    boards = [page.sheet.id for page in pages(game)] if notes_of(game).play == "direction" else []
    option = str(g.choice(boards)) if boards else None
    position = random_position(g, game, players, {"geometry": option} if option else None)
    laid = Laid(game, _sheets(g, game, players, option), symbols=symbols, position=position)
    LAYING[notes_of(game).play](g, laid, position)
    _clutter(g, laid)
    if g.random() < HANDS:
        _hands(g, laid)
    return laid


def _fits(scene: Scene, corners: Vector, edge: float) -> bool:
    width, height = scene.size
    pixels = project(scene, corners)
    ahead = ((corners - scene.eye) @ scene.axes)[:, 2] < -1
    return bool(ahead.all() and (pixels > edge).all() and (pixels < np.float32([width, height]) - edge).all())


def _camera(g: Generator, laid: Laid, scene: Scene) -> float:
    """Puts the camera of `scene` where it sees the sheets, and gives its distance."""
    corners = np.concatenate([sheet.paper_corners for sheet in laid.sheets])
    tilt = np.radians(abs(g.normal(0, 12)) if g.random() < 0.3 else g.uniform(0, STEEPEST))
    tilt = min(tilt, np.radians(STEEPEST))
    r = g.random()
    turn = g.normal(0, 0.2) if r < 0.5 else np.pi / 2 * g.choice([-1, 1, 2]) + g.normal(0, 0.2)
    turn = float(g.uniform(-np.pi, np.pi) if r > 0.88 else turn)
    scene.focal = float(g.uniform(0.95, 1.9))  # of telephones and webcams, 41 to 76 degrees wide
    way = np.float32([np.sin(turn) * np.sin(tilt), -np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    roll = float(g.normal(0, 0.05))
    edge = float(g.uniform(0.008, 0.05) * scene.size[1])
    high, target = frame(scene, corners, way, roll, edge)
    distance = high * float(g.uniform(1.0, 1.25))
    if g.random() < PARTLY:
        distance *= float(g.uniform(0.6, 0.95))
        target = np.float32(target + g.normal(0, 3, 3) * [1, 1, 0])
    _aim(scene, target, distance, way, roll)
    return distance


def _aim(scene: Scene, target: Vector, distance: float, way: Vector, roll: float) -> None:
    scene.eye = np.float32(target + distance * way)
    scene.axes = look_at(scene.eye, np.float32(target), roll)


def frame(scene: Scene, points: Vector, way: Vector, roll: float, edge: float) -> tuple[float, Vector]:
    """Puts the camera of `scene` as near as it can be and still see all points (n, 3) of the table, `edge` pixels from
    the picture's edges; gives its distance and what it aims at. `way`: from there to the camera, of length 1."""
    target = np.float32([*points[:, :2].mean(0), 0.0])
    high = 400.0
    for _ in range(3):  # nearer things look larger, so the middle of the sheets is not the middle of their picture
        low, high = 3.0, 400.0
        for _ in range(24):
            distance = (low + high) / 2
            _aim(scene, target, distance, way, roll)
            low, high = (low, distance) if _fits(scene, points, edge) else (distance, high)
        _aim(scene, target, high, way, roll)
        seen = project(scene, points)
        off = (seen.min(0) + seen.max(0)) / 2 - np.float32(scene.size) / 2
        unit = high / (scene.focal * scene.size[1])
        right, up = scene.axes[:, 0], scene.axes[:, 1]
        along = np.float32([up[0], up[1], 0]) / max(float(up[0] ** 2 + up[1] ** 2), 0.2)
        target = np.float32(target + 0.8 * (right * off[0] - along * off[1]) * unit)
        target[2] = 0
    _aim(scene, target, high, way, roll)
    return high, target


def random_table(
    g: Generator, game: str, surfaces: Surfaces, environments: int, size: tuple[int, int], symbols: bool = False
) -> TableScene:
    """A table of `game` with lamps and a camera, which sees its sheets whole, but for PARTLY of them; `symbols` as for
    lay_table."""
    laid = lay_table(g, game, symbols)
    nothing = np.zeros(3, np.float32)
    scene = Scene(
        things=[thing for item in laid.items for thing in item.things],
        eye=nothing,
        axes=np.eye(3, dtype=np.float32),
        focal=1.0,
        size=size,
        lights=[],
        environment=int(g.integers(environments)),
        environment_gain=float(np.exp(g.uniform(-0.9, 0.7))),
        environment_turn=float(g.random()),
        table_scale=float(np.exp(g.uniform(np.log(0.018), np.log(0.05)))),
        table_gloss=float(g.choice([0.0, 0.08, MATT]) * g.uniform(0.3, 1)),
    )
    distance = _camera(g, laid, scene)
    span = float(np.clip(distance * g.uniform(0.6, 1.6), 12, 60))
    lights, scene.lamp_shapes = random_lights(g, span, scene.eye, scene.things)
    # Lamps of a room are as strong as they are far; random_lights thinks of scenes a tenth as large. What a polished
    # face mirrors of a lamp does not fade on the way.
    stronger = [max(1.0, float(at @ at) / 300) for at, _, _ in lights]
    scene.lights = [(at, np.float32(c * by), r) for (at, c, r), by in zip(lights, stronger, strict=True)]
    scene.lamp_shapes = [(*s[:3], s[3] / by) for s, by in zip(scene.lamp_shapes, stronger, strict=True)]
    return TableScene(laid, scene, surfaces.draw(g))
