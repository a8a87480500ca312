"""Models the physical table: every thing and where it lies, in millimetres of a sheet or of the table beside them.

Frames: the table's millimetres are x to the right, y away from whoever looks at it, its origin amid the sheets as they
lay first. A sheet's are those of seeds/sheets.py: origin at its upper left, y down. Turns are radians counter-clockwise
as seen from above; a thing's `yaw` counts from the upper edge of the sheet it lies on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import cos, hypot, pi, sin
from typing import Literal, NamedTuple

from companion.table.layout import Face
from companion.table.view import Cell, Colour, zone_name
from seeds.sheets import Area, Box, Grid, Page

Point = tuple[float, float]
Kind = Literal["die", "direction die", "marker", "pawn", "card"]

DIE = 16.0
"""Side of a die, in millimetres."""
MARKER, PAWN = 7.0, 4.4
"""Radii of a marker and of a pawn's foot."""
CARD = (63.0, 88.0)
LINE = 0.14
"""Share of a cell's side from its edge within which a piece's middle lies on the line."""
REACH = DIE * 0.7072
"""From a die's middle to the corners of its foot."""
OVER = 0.25
"""Sides of a die by which it may lie over the outer edge of its zone and still be in it, as vision.table.zones has
it."""


class Thing(NamedTuple):
    """One piece of the box. What it is never changes; what it shows does."""

    kind: Kind
    colour: Colour | None = None
    name: str | None = None
    """The face of a card."""

    @property
    def radius(self) -> float:
        """Of the circle that it keeps for itself, in millimetres."""
        return {"die": 11.5, "direction die": 11.5, "marker": MARKER, "pawn": PAWN, "card": 54.0}[self.kind]


class Placement(NamedTuple):
    """How one thing lies."""

    sheet: int | None
    """Number of the sheet in whose millimetres the place is; None: in those of the table."""
    x: float
    y: float
    yaw: float = 0.0
    face: Face | None = None
    """What a die shows."""
    level: int = 0
    """How many markers or cards lie below it."""


class Change(NamedTuple):
    """One thing goes."""

    thing: int
    to: Placement | None
    """None: out of view, into a hand, a supply or a pile."""


@dataclass(frozen=True)
class Pose:
    """How a sheet lies on the table."""

    size: tuple[float, float]
    """Of its printed area."""
    x: float
    y: float
    """Where its middle is."""
    turn: float

    def table(self, point: Point) -> Point:
        """From the sheet's millimetres to those of the table."""
        right, down = point[0] - self.size[0] / 2, self.size[1] / 2 - point[1]
        c, s = cos(self.turn), sin(self.turn)
        return self.x + c * right - s * down, self.y + s * right + c * down

    def sheet(self, point: Point) -> Point:
        """From the table's millimetres to those of the sheet."""
        x, y = point[0] - self.x, point[1] - self.y
        c, s = cos(self.turn), sin(self.turn)
        return c * x + s * y + self.size[0] / 2, self.size[1] / 2 - (c * y - s * x)


@dataclass(frozen=True)
class Stage:
    """The table at one moment, nobody's hand over it."""

    game: str
    things: tuple[Thing, ...]
    pages: tuple[Page, ...]
    poses: tuple[Pose, ...]
    at: Mapping[int, Placement] = field(default_factory=dict)
    """What lies on the table, by the number of the thing; everything else is out of view."""
    piles: tuple[int, ...] = ()
    """Cards in each seat's own pile, face down."""
    lamp: int = 0
    """Which of the film's lamps shine."""

    def after(self, changes: Iterable[Change]) -> Stage:
        """The stage once these things have gone where they go."""
        at = dict(self.at)
        for change in changes:
            at.pop(change.thing, None)
            if change.to is not None:
                at[change.thing] = change.to
        return replace(self, at=at)

    def on_table(self, placed: Placement) -> tuple[float, float, float]:
        """x, y and turn in the table's frame."""
        if placed.sheet is None:
            return placed.x, placed.y, placed.yaw
        pose = self.poses[placed.sheet]
        return (*pose.table((placed.x, placed.y)), pose.turn + placed.yaw)

    def in_first(self, placed: Placement) -> Point:
        """In the millimetres of the first sheet, as views have them; of the table, where none lies there."""
        if placed.sheet == 0 or not self.poses:
            return placed.x, placed.y
        x, y, _ = self.on_table(placed)
        return self.poses[0].sheet((x, y))

    def foot(self, placed: Placement, share: float = 1.0) -> list[Point]:
        """The corners, on the table, of the square that a die stands on; `share` of its size."""
        x, y, turn = self.on_table(placed)
        return corners(x, y, turn, DIE * share, DIE * share)

    def zones(self) -> Iterator[tuple[str, int, Area]]:
        """Every zone: its name, the number of its sheet, its area."""
        for number, page in enumerate(self.pages):
            seat = None if page.sheet.copies == 1 else page.copy
            for area in page.sheet.areas:
                yield zone_name(area.id, seat), number, area

    def zone_of(self, placed: Placement) -> tuple[str | None, tuple[str, ...]]:
        """The zone that a die lies in, and those at whose edges it lies so that nobody can tell
        (vision.table.zones)."""
        touched, inside = [], []
        x, y, _ = self.on_table(placed)
        own = placed.x, placed.y
        middles = [own if n == placed.sheet else pose.sheet((x, y)) for n, pose in enumerate(self.poses)]
        for name, number, area in self.zones():
            depth = _depth(middles[number], area.box)
            if depth < -REACH:
                continue
            pose = self.poses[number]
            if depth < REACH and not _meets([pose.sheet(point) for point in self.foot(placed)], area.box):
                continue
            touched.append(name)
            core = self.foot(placed, 1 - 2 * OVER) if depth < REACH else ()
            if all(_within(pose.sheet(point), area.box) for point in core):
                inside.append(name)
        return (inside[0], ()) if len(touched) == len(inside) == 1 else (None, tuple(touched))

    def cell_of(self, placed: Placement) -> Cell | None:
        """The cell over which a piece's middle is."""
        if placed.sheet is None:
            return None
        for grid in self.pages[placed.sheet].sheet.grids:
            found = grid.at((placed.x, placed.y))
            if found is not None:
                return Cell(grid.id, *found)
        return None

    def astride(self, placed: Placement) -> Cell | None:
        """The neighbouring cell at whose line a piece lies, so that nobody can tell which is meant; None mostly."""
        cell = self.cell_of(placed)
        if cell is None:
            return None
        _, grid = self.grid(cell.grid)
        if any(grid.crowded):
            return None
        left, top, right, bottom = grid.cell(cell.row, cell.col)
        along, down = (placed.x - left) / (right - left), (placed.y - top) / (bottom - top)
        row = cell.row + (down > 1 - LINE) - (down < LINE)
        col = cell.col + (along > 1 - LINE) - (along < LINE)
        inside = 0 <= row < grid.rows and 0 <= col < grid.cols
        return Cell(cell.grid, row, col) if inside and (row, col) != (cell.row, cell.col) else None

    def grid(self, name: str) -> tuple[int, Grid]:
        """The number of its sheet, and the grid. Raises KeyError."""
        for number, page in enumerate(self.pages):
            for grid in page.sheet.grids:
                if grid.id == name:
                    return number, grid
        raise KeyError(name)

    def on_cells(self) -> dict[Cell, list[int]]:
        """The markers and pawns on each cell, the lowest first."""
        found: dict[Cell, list[int]] = {}
        for number, placed in sorted(self.at.items(), key=lambda one: one[1].level):
            if self.things[number].kind in ("marker", "pawn"):
                cell = self.cell_of(placed)
                if cell is not None:
                    found.setdefault(cell, []).append(number)
        return found

    def dice(self) -> list[int]:
        """The numbers of the dice that lie on the table."""
        return [n for n in self.at if self.things[n].kind in ("die", "direction die")]

    def free(self, x: float, y: float, radius: float, without: Iterable[int] = ()) -> bool:
        """Whether a circle on the table holds nothing but the things `without`."""
        left_out = set(without)
        for number, placed in self.at.items():
            if number not in left_out:
                there = self.on_table(placed)
                if hypot(x - there[0], y - there[1]) < radius + self.things[number].radius:
                    return False
        return True


def corners(x: float, y: float, turn: float, width: float, height: float) -> list[Point]:
    """Of a rectangle about (x, y): upper left, upper right, lower right, lower left, as it is turned."""
    c, s = cos(turn) / 2, sin(turn) / 2
    return [
        (x + a * width * c - b * height * s, y + a * width * s + b * height * c)
        for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]


def turned_by(angle: float) -> float:
    """The angle between -pi and pi."""
    return (angle + pi) % (2 * pi) - pi


def _depth(point: Point, box: Box) -> float:
    """How far inside a box a point lies, along the nearest edge; below 0 outside."""
    return min(point[0] - box[0], point[1] - box[1], box[2] - point[0], box[3] - point[1])


def _within(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _meets(square: list[Point], box: Box) -> bool:
    """Whether a convex outline meets a box: no edge of either parts them."""
    xs, ys = [p[0] for p in square], [p[1] for p in square]
    if max(xs) < box[0] or min(xs) > box[2] or max(ys) < box[1] or min(ys) > box[3]:
        return False
    rim = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    for (ax, ay), (bx, by) in zip(square, square[1:] + square[:1], strict=True):
        nx, ny = by - ay, ax - bx
        own = [nx * x + ny * y for x, y in square]
        other = [nx * x + ny * y for x, y in rim]
        if max(own) < min(other) or max(other) < min(own):
            return False
    return True
