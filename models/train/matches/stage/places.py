"""Draws places for things, in millimetres: where dice land, pieces are set down and cards piled.

Places are millimetres; what is drawn is drawn from the lot that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random

from companion.table.layout import Face
from companion.table.view import Cell
from models.train.matches.stage.stage import DIE, Placement, Point, Stage
from seeds.sheets import Area, Box

INSIDE = 13.0
"""From a zone's edges to the middle of a die that is laid well inside it, however it is turned."""
TRIES = 60
BARE = (130.0, 80.0)
"""How far dice roll from the middle of a table without sheets, to the right and away."""
MARGIN = 12.0
"""Of paper around the printed area of a sheet."""
ROOM = 10.5
"""Radius that a die keeps for itself when dice are crowded."""
SIDES: dict[str, Point] = {"south": (0.0, -1.0), "west": (-1.0, 0.0), "north": (0.0, 1.0), "east": (1.0, 0.0)}
"""Where a player may sit: the way out from the table's middle."""


@dataclass(frozen=True)
class Habits:
    """How the people at one table lay things."""

    askew: float
    """Millimetres by which pieces lie off the middles of their cells, as a standard deviation."""
    twist: float
    """Radians by which cards lie off, likewise."""
    onto: float
    """Share of the throws that roll over the board."""
    sorted_by_hand: float
    """Share of the throws that land beside the mat and are then sorted into Combat."""

    @classmethod
    def drawn(cls, lot: Random) -> Habits:
        return cls(lot.uniform(0.3, 1.3), lot.uniform(0.02, 0.09), lot.choice((0.0, 0.1, 0.25)),
                   lot.choice((0.0, 0.15, 0.3)))  # fmt: skip


def any_yaw(lot: Random) -> float:
    return lot.uniform(-pi, pi)


def in_area(
    stage: Stage, sheet: int, area: Area, lot: Random, face: Face | None, without: Iterable[int] = ()
) -> Placement:
    """A free place for a die in a zone; the least crowded of many where none is quite free."""
    left, top, right, bottom = area.box
    best, most = None, -1.0
    for attempt in range(2 * TRIES):
        x, y = lot.uniform(left + INSIDE, right - INSIDE), lot.uniform(top + INSIDE, bottom - INSIDE)
        room = _room(stage, stage.poses[sheet].table((x, y)), without)
        if room > most:
            best, most = (x, y), room
        if room >= (2 * ROOM if attempt > TRIES // 2 else 2 * 11.5):
            break
    assert best is not None
    return Placement(sheet, *best, any_yaw(lot) if lot.random() < 0.5 else lot.gauss(0, 0.15), face)


def _room(stage: Stage, at: Point, without: Iterable[int]) -> float:
    """Millimetres from a point of the table to the middle of the nearest thing."""
    left_out = set(without)
    apart = [
        hypot(at[0] - there[0], at[1] - there[1])
        for number, placed in stage.at.items()
        if number not in left_out and (there := stage.on_table(placed))
    ]
    return min(apart, default=1e9)


def paper(stage: Stage) -> Box:
    """What the sheets cover, in the table's frame, margins included: left, lowest, right, highest."""
    points = []
    for pose in stage.poses:
        wide, high = pose.size[0] + MARGIN, pose.size[1] + MARGIN
        points += [pose.table(point) for point in ((-MARGIN, -MARGIN), (wide, -MARGIN), (wide, high), (-MARGIN, high))]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def beside(stage: Stage, lot: Random, face: Face | None, way: Point, without: Iterable[int] = ()) -> Placement:
    """A free place for a die on the table to the right or the left of the sheets, nearer to whoever sits `way` out;
    anywhere where there are none."""
    left, low, right, high = paper(stage) if stage.poses else (0.0, 0.0, 0.0, 0.0)
    best, most = (right + 40.0, 0.0), -1.0
    side = lot.choice((-1, 1)) if not way[0] else (1 if way[0] > 0 else -1)
    for _ in range(TRIES):
        if not stage.poses:
            x, y = lot.uniform(-BARE[0], BARE[0]), lot.uniform(-BARE[1], BARE[1])
            room = _room(stage, (x, y), without)
            best, most = ((x, y), room) if room > most else (best, most)
            if room >= 25:
                break
            continue
        out = lot.uniform(18, 75)
        x = right + out if side > 0 else left - out
        y = lot.uniform(low, high) * 0.6 + way[1] * 0.15 * (high - low)
        room = _room(stage, (x, y), without)
        if room > most:
            best, most = (x, y), room
        if room >= 25:
            break
    return Placement(None, *best, any_yaw(lot), face)


def onto(stage: Stage, grid: str, lot: Random, face: Face | None, without: Iterable[int] = ()) -> Placement | None:
    """A free place for a die on a board, or None."""
    number, board = stage.grid(grid)
    left, top, right, bottom = board.box
    for _ in range(TRIES):
        x, y = lot.uniform(left + DIE, right - DIE), lot.uniform(top + DIE, bottom - DIE)
        if stage.free(*stage.poses[number].table((x, y)), 12.5, without):
            return Placement(number, x, y, any_yaw(lot), face)
    return None


def on_cell(stage: Stage, cell: Cell, lot: Random, habits: Habits, level: int = 0) -> Placement:
    """About the middle of a cell, as far off as people are used to, but within it."""
    number, grid = stage.grid(cell.grid)
    left, top, right, bottom = grid.cell(cell.row, cell.col)
    most = 0.26 * min(right - left, bottom - top)
    off = [max(-most, min(most, lot.gauss(0, habits.askew))) for _ in range(2)]
    return Placement(number, (left + right) / 2 + off[0], (top + bottom) / 2 + off[1], any_yaw(lot), level=level)


def between_cells(stage: Stage, cell: Cell, lot: Random) -> Placement:
    """On the line between a cell and a neighbour of its grid, so that nobody can tell which is meant."""
    number, grid = stage.grid(cell.grid)
    left, top, right, bottom = grid.cell(cell.row, cell.col)
    ways = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    ways = [(r, c) for r, c in ways if 0 <= cell.row + r < grid.rows and 0 <= cell.col + c < grid.cols]
    down, along = lot.choice(ways)
    share = lot.uniform(0.44, 0.56)
    x = (left + right) / 2 + along * share * (right - left)
    return Placement(number, x, (top + bottom) / 2 + down * share * (bottom - top), any_yaw(lot))


def across_line(stage: Stage, sheet: int, area: Area, lot: Random, face: Face | None) -> Placement | None:
    """A free place for a die across an edge of its zone; None where there is none."""
    left, top, right, bottom = area.box
    for _ in range(TRIES):
        x, y = lot.uniform(left + INSIDE, right - INSIDE), lot.uniform(top + INSIDE, bottom - INSIDE)
        edge = lot.choice(("left", "right", "inner"))
        off = lot.uniform(-3.0, 3.0)
        if edge == "inner":  # the edge at which two zones meet
            y = (bottom + 3 if area.id == "combat" else top - 3) + off
        else:
            x = (left if edge == "left" else right) + off
        placed = Placement(sheet, x, y, any_yaw(lot), face)
        if stage.zone_of(placed)[1] and stage.free(*stage.poses[sheet].table((x, y)), ROOM):
            return placed
    return None


def piled(stage: Stage, sheet: int, area: Area, lot: Random, habits: Habits, level: int) -> Placement:
    """Upon the central pile, a little askew."""
    left, top, right, bottom = area.box
    yaw = lot.gauss(0, habits.twist) + (pi if lot.random() < 0.5 else 0.0)
    x, y = (left + right) / 2 + lot.gauss(0, 2.2), (top + bottom) / 2 + lot.gauss(0, 2.2)
    return Placement(sheet, x, y, yaw, level=level)


def beside_central(stage: Stage, way: Point, lot: Random, habits: Habits, count: int) -> Placement:
    """Beside the mat before whoever sits `way` out: the card that follows `count` others, overlapping the last."""
    along = -84.0 + 24.0 * min(count, 5) + lot.gauss(0, 2.5)
    out = _edge(stage, way) + 52.0 + lot.gauss(0, 2.5)
    across = (-way[1], way[0])
    yaw = _facing(way) + lot.gauss(0, habits.twist)
    return Placement(None, way[0] * out + across[0] * along, way[1] * out + across[1] * along, yaw, level=count)


def pile_place(stage: Stage, way: Point) -> tuple[float, float, float]:
    """x, y and turn, in the table's frame, of the face-down pile of whoever sits `way` out."""
    out = _edge(stage, way) + 54.0
    across = (-way[1], way[0])
    along = 124.0 if way[0] == 0 else 100.0
    return way[0] * out + across[0] * along, way[1] * out + across[1] * along, _facing(way)


def _edge(stage: Stage, way: Point) -> float:
    """How far out the paper reaches toward whoever sits `way` out."""
    left, low, right, high = paper(stage)
    return (right if way[0] > 0 else -left) if way[0] else (high if way[1] > 0 else -low)


def _facing(way: Point) -> float:
    """The turn of a card that whoever sits `way` out can read."""
    return {(0.0, -1.0): 0.0, (1.0, 0.0): pi / 2, (0.0, 1.0): pi, (-1.0, 0.0): -pi / 2}[way]


def nudged(placed: Placement, lot: Random, most: float = 1.5) -> Placement:
    """As it lies after it was lifted and put back: not quite where it was."""
    angle, by = lot.uniform(0, 2 * pi), lot.uniform(0.2, most)
    x, y = placed.x + by * cos(angle), placed.y + by * sin(angle)
    return placed._replace(x=x, y=y, yaw=placed.yaw + lot.gauss(0, 0.08))
