"""Boards with pieces on them: chequered, ruled, dimpled or lined for play on the points, with discs, stones, marbles,
pegs and pawns in the colours of two to four players, spare ones beside, and now and then a hand over it.

World frame as in things.py; the board's middle is the origin, its rows run along -y, so that row 0 is far from a camera
that looks along +y.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.boards.board_pieces import Make, player_colours, random_make
from models.train.render.common import Picture, Tables, cloud, made_up_material
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.lookalikes import hand, sleeve
from models.train.render.dice_scene.renderer import Rendered
from models.train.render.dice_scene.scene import random_lights
from models.train.render.dice_scene.things import MAX_OBJECTS, Scene, Thing, Vector, body_colour, look_at

SIDE = 2048
"""Pixels of the picture of the table, of which the board covers the middle."""
PITCH = 1.2
"""From one site to the next."""
SPARE = 2.6
"""Sides of the picture over those of the board."""
HIDDEN, HALF_HIDDEN = 0.6, 0.15
"""Share of a site that must be hidden for it to count as covered, and from which it is in doubt."""


class Standing(NamedTuple):
    """What stands on one site."""

    form: str
    """One of vision.boards.cell_classifier.FORMS."""
    colour: str
    """Of the upper piece."""


@dataclass
class Board:
    """What is printed, and what stands on it."""

    rows: int
    cols: int
    points: bool
    """Whether pieces stand on crossings of lines instead of cells."""
    picture: Picture
    """(SIDE, SIDE, 3): the table with the board in the middle, linear red green blue."""
    reach: float
    """How much of the world the picture covers, along each axis."""
    pieces: dict[tuple[int, int], Standing] = field(default_factory=dict)
    """By row and column."""
    pitch: tuple[float, float] = (PITCH, PITCH)
    """From one site to the next, along x and y."""
    middle: tuple[float, float] = (0.0, 0.0)
    """World x, y of its middle: a strip or a row of cells beside a board has its own."""
    cut_outs: bool = False
    """Whether what stands on it may be cut from paper."""

    def site(self, row: float, col: float) -> tuple[float, float]:
        """World x, y of a site's middle."""
        x, y = (col - (self.cols - 1) / 2) * self.pitch[0], ((self.rows - 1) / 2 - row) * self.pitch[1]
        return x + self.middle[0], y + self.middle[1]

    @property
    def corners(self) -> NDArray[np.float32]:
        """(4, 3) world: corners of the board's edge, or the outermost crossings; clockwise from the upper left."""
        out = 0.0 if self.points else 0.5
        ends = [(-out, -out), (-out, self.cols - 1 + out)]
        ends += [(self.rows - 1 + out, self.cols - 1 + out), (self.rows - 1 + out, -out)]
        return np.float32([(*self.site(row, col), 0.0) for row, col in ends])


def _shade(g: Generator, low: float, high: float, tint: float = 0.12) -> Vector:
    """Wood, paper or lacquer between two brightnesses."""
    if g.random() < 0.5:
        base = np.float32([1.0, 0.72, 0.42])
    elif g.random() < 0.5:
        base = np.float32([1.0, 0.97, 0.9])
    else:
        base = np.float32(body_colour(g)[1]) + 0.05
        base = base / base.max()
    return np.float32(np.clip(base * g.uniform(low, high) * np.exp(g.normal(0, tint, 3)), 0.004, 1))


def _grained(g: Generator, colour: Vector, side: int) -> Picture:
    """A plain colour with the grain of what it is made of."""
    grain = cloud(g, side, int(g.integers(3, 12)), int(g.choice([1, 1, 8, 16])))[..., None]
    return np.float32(colour * (1 + g.uniform(0, 0.45) * (grain - 0.5)))


class _Print(NamedTuple):
    """How a board is drawn on its picture: places are cells from its upper left corner, across and down."""

    picture: Picture
    rows: int
    cols: int
    unit: float
    """Pixels a cell."""
    line: tuple[float, ...]
    thick: int
    """Colour and width of its lines."""

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Pixels of a place."""
        left, top = SIDE / 2 - self.cols / 2 * self.unit, SIDE / 2 - self.rows / 2 * self.unit
        return left + across * self.unit, top + down * self.unit

    def fill(self, left: float, top: float, right: float, bottom: float, look: Picture) -> None:
        _fill(self.picture, *self.at(left, top), *self.at(right, bottom), look)


def random_board(g: Generator, tables: Tables) -> Board:
    """A board without pieces."""
    kind = str(g.choice(["chequered", "ruled", "dimpled", "points", "zoned"], p=[0.34, 0.2, 0.14, 0.2, 0.12]))
    points = kind == "points"
    rows = int(g.choice([9, 13, 19, 6, 10], p=[0.3, 0.25, 0.25, 0.1, 0.1]) if points else g.choice([6, 8, 9, 10, 12]))
    cols = rows if g.random() < 0.85 else int(g.integers(5, 13))
    picture = np.ascontiguousarray(tables.table(g, SIDE) if g.random() < 0.5 else tables.material(g, SIDE))
    reach = SPARE * PITCH * max(rows, cols)
    unit = PITCH * SIDE / reach
    sheet = _Print(picture, rows, cols, unit, (), 0)
    light, dark = _shade(g, 0.35, 0.95), _shade(g, 0.01, 0.35)
    if g.random() < 0.25:
        light, dark = _shade(g, 0.2, 0.9), _shade(g, 0.05, 0.8)
    frame = g.uniform(0.05, 1.1) if g.random() < 0.8 else 0.0
    sheet.fill(-frame, -frame, cols + frame, rows + frame, _grained(g, _shade(g, 0.02, 0.9), 256))
    ground = _grained(g, light, 512) if g.random() < 0.7 else cv2.resize(made_up_material(g, 256), (512, 512))
    sheet.fill(0, 0, cols, rows, ground)
    line = tuple(float(v) for v in _shade(g, 0.005, 0.25))
    sheet = sheet._replace(line=line, thick=max(1, round(unit * g.uniform(0.015, 0.06))))
    if kind == "chequered":
        _chequer(g, sheet, dark)
    if kind == "zoned":
        _colour_zones(g, sheet)
    if kind in ("ruled", "zoned", "points") or g.random() < 0.15:
        _rule(sheet, points)
    _mark_cells(g, sheet, kind)
    if frame > 0.4 and g.random() < 0.7:
        _number_edges(g, sheet)
    return Board(rows, cols, points, picture, reach)


def _chequer(g: Generator, sheet: _Print, dark: Vector) -> None:
    other, start = _grained(g, dark, 256), int(g.integers(2))
    for row in range(sheet.rows):
        for col in range(sheet.cols):
            if (row + col) % 2 == start:
                sheet.fill(col, row, col + 1, row + 1, other)


def _colour_zones(g: Generator, sheet: _Print) -> None:
    """Homes, corners and a middle in colours, as on many family games."""
    for _ in range(int(g.integers(2, 7))):
        r0, c0 = int(g.integers(sheet.rows - 1)), int(g.integers(sheet.cols - 1))
        r1, c1 = int(g.integers(r0 + 1, sheet.rows + 1)), int(g.integers(c0 + 1, sheet.cols + 1))
        sheet.fill(c0, r0, c1, r1, _grained(g, body_colour(g)[1], 128))


def _rule(sheet: _Print, points: bool) -> None:
    """Lines between the cells, or for `points` through their middles."""
    inset = 0.5 if points else 0.0
    left, top, right, bottom = inset, inset, sheet.cols - inset, sheet.rows - inset
    ends = [((left, down), (right, down)) for down in np.arange(top, bottom + 0.1)]
    ends += [((across, top), (across, bottom)) for across in np.arange(left, right + 0.1)]
    for start, end in ends:
        (x0, y0), (x1, y1) = sheet.at(*start), sheet.at(*end)
        cv2.line(sheet.picture, (round(x0), round(y0)), (round(x1), round(y1)), sheet.line, sheet.thick, cv2.LINE_AA)


def _mark_cells(g: Generator, sheet: _Print, kind: str) -> None:
    """What is printed in the middles of cells: hollows, dots of a go board, letters."""
    rows, cols, unit, marked = sheet.rows, sheet.cols, sheet.unit, g.random()
    for row in range(rows):
        for col in range(cols):
            x, y = sheet.at(col + 0.5, row + 0.5)
            middle = round(x), round(y)
            if kind == "dimpled" or (kind == "zoned" and marked < 0.4):
                _dimple(sheet.picture, middle, unit * 0.36, sheet.line, filled=marked < 0.3)
            elif kind == "points" and rows >= 9 and row in (3, rows // 2, rows - 4) and col in (3, cols // 2, cols - 4):
                cv2.circle(sheet.picture, middle, max(2, round(unit * 0.09)), sheet.line, -1, cv2.LINE_AA)
            elif kind != "points" and marked > 0.85:
                sign = chr(ord("A") + (row * cols + col) % 26)
                at = (middle[0] - round(unit * 0.2), middle[1] + round(unit * 0.2))
                _write(sheet.picture, sign, at, unit / 50, sheet.line, sheet.thick)


def _number_edges(g: Generator, sheet: _Print) -> None:
    """Numbers above the columns and left of the rows."""
    for n in range(max(sheet.rows, sheet.cols)):
        ink = tuple(float(v) for v in _shade(g, 0.02, 0.9))
        for x, y in (sheet.at(n + 0.3, -0.1), sheet.at(-0.45, n + 0.7)):
            _write(sheet.picture, str(n + 1), (round(x), round(y)), sheet.unit / 60, ink, sheet.thick)


def _fill(picture: Picture, x0: float, y0: float, x1: float, y1: float, look: Picture) -> None:
    left, top, right, bottom = (int(np.clip(round(v), 0, SIDE)) for v in (x0, y0, x1, y1))
    if right > left and bottom > top:
        picture[top:bottom, left:right] = cv2.resize(look, (right - left, bottom - top), interpolation=cv2.INTER_AREA)


def _write(picture: Picture, text: str, at: tuple[int, int], size: float, ink: tuple[float, ...], thick: int) -> None:
    """Text whose lower left is `at`; OpenCV writes on eight bits only."""
    weight = max(1, thick // 2)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    mask = np.zeros((high + below + 2, wide + 2), np.uint8)
    cv2.putText(mask, text, (1, high), cv2.FONT_HERSHEY_SIMPLEX, size, 255, weight, cv2.LINE_AA)
    top, left = max(at[1] - high, 0), max(at[0], 0)
    patch = picture[top : top + mask.shape[0], left : left + mask.shape[1]]
    share = mask[: patch.shape[0], : patch.shape[1], None] / np.float32(255)
    patch *= 1 - share
    patch += share * np.float32(ink)


def _dimple(picture: Picture, middle: tuple[int, int], radius: float, line: tuple[float, ...], filled: bool) -> None:
    """A hole or hollow: dark on one side, light on the other, or only its rim."""
    r = round(radius)
    x, y = middle
    patch = picture[y - r : y + r + 1, x - r : x + r + 1]
    if filled and patch.shape[:2] == (2 * r + 1, 2 * r + 1):
        v, u = np.mgrid[-1 : 1 : (2 * r + 1) * 1j, -1 : 1 : (2 * r + 1) * 1j].astype(np.float32)
        inside = np.clip((1 - np.hypot(u, v)) * r / 2, 0, 1)[..., None]
        patch *= 1 - inside * (0.3 + 0.25 * (v + u)[..., None])
    else:
        cv2.circle(picture, middle, r, line, max(1, r // 10), cv2.LINE_AA)


def random_board_scene(
    g: Generator, boards: list[Board], environments: int, size: tuple[int, int]
) -> tuple[Scene, list[int]]:
    """A scene with pieces on boards that lie on one picture, the main one first (entered there), and which things are
    no pieces on sites (hands, spare ones)."""
    width, height = size
    board = boards[0]
    players = player_colours(g, int(g.choice([2, 3, 4], p=[0.6, 0.15, 0.25])))
    make = random_make(g, board.cut_outs)
    things: list[Thing] = []
    room = MAX_OBJECTS - 6
    crowned = float(g.choice([0.0, 0.15, 0.6], p=[0.5, 0.25, 0.25]))
    for n, part in enumerate(boards):
        put_pieces(
            g, things, part, make, players, crowned if n == 0 else 0.0, room if n else room - 8 * (len(boards) > 1)
        )
    own = len(things)
    half = board.reach / SPARE / 2
    _lay_spare(g, things, make, players, half, room)
    tilt = np.radians(abs(g.normal(0, 15)) if g.random() < 0.35 else g.uniform(0, 62))
    focal = float(g.uniform(0.8, 1.9))
    share = g.uniform(0.45, 0.95) if len(boards) == 1 else g.uniform(0.65, 1.05)
    distance = float(focal * height * 2 * half / (share * min(width, height)))
    target = np.float32([*(g.normal(0, 0.06, 2) * half), 0.0])
    turn = float(g.normal(0, 0.12) if g.random() < 0.6 else g.uniform(-np.pi, np.pi))
    way = np.float32([np.sin(turn) * np.sin(tilt), -np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    eye = np.float32(target + distance * way)
    if g.random() < 0.22 and distance > 8:
        _reach_over(g, things, half)
    span = max(6.0, min(distance * g.uniform(0.8, 2), 40))
    lights, shapes = random_lights(g, span, eye, things)
    scene = Scene(
        things=things,
        eye=eye,
        axes=look_at(eye, target, float(g.normal(0, 0.05))),
        focal=focal,
        size=size,
        lights=lights,
        lamp_shapes=shapes,
        environment=int(g.integers(environments)),
        environment_gain=float(np.exp(g.uniform(-0.9, 0.7))),
        environment_turn=float(g.random()),
        table_scale=1.0 / board.reach,
        table_gloss=float(g.choice([0.0, 0.1, 0.4, 0.8]) * g.uniform(0.3, 1)),
    )
    return scene, list(range(own, len(things)))


def _lay_spare(
    g: Generator, things: list[Thing], make: Make, players: list[tuple[str, Vector]], half: float, room: int
) -> None:
    """Add up to three pieces that lie beside a board of `half` its side to `things`, up to `room` of them."""
    for _ in range(int(g.integers(0, 4))):
        if len(things) + make.parts > room:
            break
        side, along = g.choice([-1, 1]), g.uniform(-1, 1) * half
        out = side * (half + PITCH * g.uniform(0.9, 2.0))
        x, y = (out, along) if g.random() < 0.5 else (along, out)
        things += make.piece(g, float(x), float(y), PITCH * make.share, [players[int(g.integers(len(players)))][1]])


def _reach_over(g: Generator, things: list[Thing], half: float) -> None:
    """Add a hand over the board to `things`."""
    at, yaw = g.uniform(-0.8, 0.8, 2) * half, float(g.uniform(0, 2 * np.pi))
    high = float(g.uniform(0.5, 2.5))
    made = [sleeve(g, float(at[0]), float(at[1]), high, yaw), *hand(g, float(at[0]), float(at[1]), high, yaw)]
    things += made[: MAX_OBJECTS - len(things)]


def put_pieces(
    g: Generator,
    things: list[Thing],
    board: Board,
    make: Make,
    players: list[tuple[str, Vector]],
    crowned: float,
    room: int,
) -> None:
    """Lay pieces on some of a board's sites, enter them there, and add their parts to `things`, up to `room` of them;
    `crowned`: how many of the discs lie on others."""
    sites = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    share, pitch = (0.6 if len(sites) > 20 else 0.4), min(board.pitch)
    count = int(min(g.integers(0, 1 + max(2, int(share * len(sites)))), room // make.parts)) if g.random() > 0.04 else 0
    chosen = g.choice(len(sites), count, replace=False)
    if g.random() < 0.35 and count:  # close together, as in a corner or in two rows
        order = np.argsort([row + 0.2 * col + g.normal(0, 1.2) for row, col in sites])
        chosen = order[:count]
    for n in chosen:
        row, col = sites[int(n)]
        storeys = int(g.integers(2, 4)) if make.stackable and g.random() < crowned else 1
        if len(things) + max(make.parts, storeys) > room:
            break
        x, y = board.site(row, col)
        names = [players[int(g.integers(len(players)))]] * storeys
        if storeys > 1 and g.random() < 0.6:  # somebody else's on top, as in a battle
            names[-1] = players[int(g.integers(len(players)))]
        fallen = make.kind == "pawn" and g.random() < make.fallen
        off = g.normal(0, 0.05, 2) * pitch
        at = float(x + off[0]), float(y + off[1])
        things += make.piece(g, *at, pitch * make.share, [body for _, body in names], fallen)
        form = "stack" if storeys > 1 else "lying" if fallen else "standing" if make.stands else "flat"
        board.pieces[row, col] = Standing(form, names[-1][0])


def as_texture(board: Board) -> Picture:
    """The board's picture as the renderer wants it: its first pixel at the world's origin, and then round about."""
    return np.roll(board.picture, (SIDE // 2, SIDE // 2), (0, 1))


def covered_shares(scene: Scene, rendered: Rendered, board: Board, others: list[int]) -> NDArray[np.float32]:
    """(rows, cols): how much of each site is hidden by what does not stand there."""
    hiding = np.isin(rendered.thing, np.array(others, np.int64) + 1) & (rendered.thing > 0)
    shares = np.ones((board.rows, board.cols), np.float32)
    ring = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    for row in range(board.rows):
        for col in range(board.cols):
            x, y = board.site(row, col)
            wide, high = 0.4 * board.pitch[0], 0.4 * board.pitch[1]
            rim = np.stack([x + wide * np.cos(ring), y + high * np.sin(ring), np.zeros(20)], 1)
            mask = np.zeros(hiding.shape, np.uint8)
            cv2.fillConvexPoly(mask, np.int32(np.round(project(scene, np.float32(rim)))), 1)
            if mask.any():
                shares[row, col] = float(hiding[mask > 0].mean())
    return shares
