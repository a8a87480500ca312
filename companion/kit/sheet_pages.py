"""The sheets that each game is played on, drawn: mats with zones, boards with strips and cells."""

from __future__ import annotations

from collections.abc import Callable

import seeds
from companion.games.army_vs_aliens import ArmySeed
from companion.games.dinosaurs_vs_army_men import DinosaurSeed
from companion.games.doubles_wild import DoublesSeed
from companion.games.space_checkers import SpaceSeed, board_of
from companion.kit.figures import INK, INKS, PALE, WHITE, Ink, Pen
from seeds import DRAWINGS, SETS, Box, Page

DIE = 18.0
"""Side of the outline that shows where a die may lie: a die of 16 mm and a little."""


def draw_sheet(pen: Pen, game: str, page: Page) -> None:
    """All of `page` but fiducials and margins."""
    _DRAWN[seeds.module_of(game)](pen, game, page)


def _panel(pen: Pen, box: Box, ink: Ink, title: str) -> None:
    """A zone: a rounded ground with a double rim, its name on the upper rim."""
    left, top, right, bottom = box
    pen.box(box, pen.ground(ink.tint(0.1)), ink.full, 0.7, 5)
    pen.box((left + 1.6, top + 1.6, right - 1.6, bottom - 1.6), None, ink.tint(0.55), 0.25, 3.8)
    pen.text((left + right) / 2, top + 6.2, title.upper(), 10, ink.full, bold=True, spaced=2)


def _places(pen: Pen, box: Box, ink: Ink, rows: int, cols: int) -> None:
    """Outlines for dice in the middle of a zone, below its name."""
    left, top, right, bottom = box
    top += 8
    gap_x = ((right - left - 6) - cols * DIE) / cols
    gap_y = ((bottom - top - 3) - rows * DIE) / rows
    for row in range(rows):
        for col in range(cols):
            x = left + 3 + gap_x / 2 + col * (DIE + gap_x)
            y = top + gap_y / 2 + row * (DIE + gap_y)
            pen.box((x, y, x + DIE, y + DIE), pen.ground(WHITE), ink.tint(0.4), 0.3, 3)


def _mat(pen: Pen, game: str, page: Page) -> None:
    """Army vs Aliens: Combat towards the enemy, Rally and Scoring, and what the ranks are called."""
    seed = seeds.read(game, ArmySeed)
    side = seed.sides[page.copy % len(seed.sides)]
    ink = INKS[side.colour]
    names = {zone.id: zone.name for zone in seed.zones}
    for area, rows, cols in (("combat", 2, 9), ("rally", 2, 5), ("scoring", 2, 5)):
        box = page.sheet.area(area).box
        _panel(pen, box, ink, names.get(area, area))
        _places(pen, box, ink, rows, cols)
    faces = {face.name: face.drawing for own in SETS.values() for face in own.faces}
    for unit, (x, middle) in zip(side.units, page.sheet.legend, strict=True):
        drawn = faces.get(unit.one)
        pen.disc(x, middle, 6.6, pen.ground(ink.tint(0.14)), ink.full, 0.3)
        if drawn:
            pen.drawing(DRAWINGS[drawn], x, middle, 4.3, ink.full, WHITE if pen.light else ink.tint(0.14))
        pen.text(x + 13.5, middle - 1.8, str(unit.rank), 15, ink.full, bold=True)
        pen.text(x + 13.5, middle + 4.2, unit.one, 6.5, INK)
    pen.text(16, 36, side.name.upper(), 9, ink.full, bold=True, spaced=1)
    pen.text(16, 42, f"seat {page.copy + 1}", 8, PALE)
    pen.text(244, 36, "enemy", 8, PALE)
    pen.text(244, 42, "this way up", 8, PALE)


def _doubles(pen: Pen, game: str, page: Page) -> None:
    """Doubles Wild: red rows, blue columns, a dimple for every marker, a strip for every score."""
    seed = seeds.read(game, DoublesSeed)
    board, red, blue, wood = page.sheet.grid("board"), INKS["red"], INKS["blue"], INKS["brown"]
    left, top, right, bottom = board.box
    pen.box((left - 6, top - 6, right + 6, bottom + 6), pen.ground(wood.tint(0.16)), wood.full, 0.6, 3)
    pen.box(board.box, WHITE)
    for row in range(board.rows):
        for col in range(board.cols):
            x, y = board.middle(row, col)
            if (row + col) % 2:
                pen.box(board.cell(row, col), pen.ground(wood.tint(0.07)))
            pen.disc(x, y, 7.2, None, wood.tint(0.35), 0.3)
    for n in range(board.cols + 1):
        x, y = left + n * (right - left) / board.cols, top + n * (bottom - top) / board.rows
        pen.line(x, top, x, bottom, wood.tint(0.6), 0.25)
        pen.line(left, y, right, y, wood.tint(0.6), 0.25)
    pen.box(board.box, None, wood.full, 0.8)
    for n, label in enumerate(seed.board.labels):
        x, y = board.middle(n, n)
        for end in (left - 3.2, right + 3.2):
            pen.text(end, y, str(label), 12, red.full, bold=True)
        for end in (top - 3.2, bottom + 3.2):
            pen.text(x, end, str(label), 12, blue.full, bold=True)
    for seat, colour in enumerate(seed.colours):
        strip = page.sheet.grid(f"score-{seat}")
        for col in range(strip.cols):
            x, y = strip.middle(0, col)
            pen.box(strip.cell(0, col), pen.ground(INKS[colour].tint(0.12)), INKS[colour].full, 0.3)
            pen.text(x, y, str(col), 9, INKS[colour].full, bold=True)
    pen.text(62, 42.5, seed.title.upper(), 13, wood.full, bold=True, spaced=3)
    pen.text(135, 42.5, "red dice: row  -  blue dice: column  -  three in a row: a point", 7, PALE)


def _space(pen: Pen, game: str, page: Page) -> None:
    """Space Checkers: homes on the four sides, the Earth in the middle, prison cells along each side."""
    seed = seeds.read(game, SpaceSeed)
    squares = board_of(seed.geometries[page.sheet.id], tuple((fleet.id, fleet.step) for fleet in seed.fleets))
    board, night = page.sheet.grid("board"), Ink((52, 58, 96))
    left, top, right, bottom = board.box
    n = squares.n
    pen.box((left - 1.2, top - 1.2, right + 1.2, bottom + 1.2), None, night.full, 0.9, 1)
    for row in range(n):
        for col in range(n):
            pen.box(board.cell(row, col), pen.ground(night.tint(0.13 if (row + col) % 2 else 0.05)))
    for fleet in seed.fleets:
        ink = INKS[fleet.id]
        for row, col in squares.listed(squares.homes[fleet.id]):
            pen.box(board.cell(row, col), pen.ground(ink.tint(0.3)), ink.full if pen.light else None, 0.5)
        cells = page.sheet.grid(f"prison-{fleet.id}")
        for k in range(cells.rows * cells.cols):
            row, col = (0, k) if cells.rows == 1 else (k, 0)
            x0, y0, x1, y1 = cells.cell(row, col)
            pen.box((x0 + 0.5, y0 + 0.5, x1 - 0.5, y1 - 0.5), pen.ground(ink.tint(0.14)), ink.full, 0.35, 1.5)
            for bar in (0.3, 0.5, 0.7):
                x = x0 + bar * (x1 - x0)
                pen.line(x, y0 + 0.5, x, y1 - 0.5, ink.tint(0.25), 0.25)
    for k in range(n + 1):
        x, y = left + k * (right - left) / n, top + k * (bottom - top) / n
        pen.line(x, top, x, bottom, night.tint(0.45), 0.2)
        pen.line(left, y, right, y, night.tint(0.45), 0.2)
    earth = squares.listed(squares.earth)
    x0, y0, _, _ = board.cell(*earth[0])
    _, _, x1, y1 = board.cell(*earth[-1])
    _earth(pen, (x0, y0, x1, y1), night)
    pen.text(95, 15, seed.title.upper(), 17, night.full, bold=True, spaced=4)
    pen.text(95, 24, f"board {page.sheet.id}: {n} x {n}", 8, PALE)
    pen.text(95, 232, "over an edge a pawn goes on at the other end; nothing crosses the Earth", 7, PALE)


def _earth(pen: Pen, box: Box, night: Ink) -> None:
    """The planet over its squares: sea, three lands, a rim of air."""
    left, top, right, bottom = box
    x, y, r = (left + right) / 2, (top + bottom) / 2, (right - left) / 2
    sea, land = Ink((60, 120, 176)), Ink((66, 132, 84))
    pen.box(box, WHITE, night.full, 0.6)
    pen.disc(x, y, r * 0.94, pen.ground(sea.tint(0.55)), sea.full, 0.6)
    lands = (
        ((-0.55, -0.45), (-0.1, -0.66), (0.05, -0.4), (-0.15, -0.2), (-0.1, 0.05), (-0.35, 0.0), (-0.62, -0.15)),
        ((-0.2, 0.18), (0.08, 0.22), (0.1, 0.45), (-0.05, 0.76), (-0.2, 0.5)),
        ((0.25, -0.5), (0.55, -0.42), (0.74, -0.1), (0.6, 0.18), (0.4, 0.05), (0.42, 0.4), (0.25, 0.3), (0.2, -0.1)),
    )
    for outline in lands:
        pen.polygon([(x + u * r, y + v * r) for u, v in outline], land.tint(0.35 if pen.light else 0.75))


def _piles(pen: Pen, game: str, page: Page) -> None:
    """Dinosaurs vs Army Men: the place of the central pile, and lanes from the four sides toward it."""
    ink, other = INKS["green"], INKS["brown"]
    left, top, right, bottom = page.sheet.area("central").box
    x, y = (left + right) / 2, (top + bottom) / 2
    pen.box((30, 6, 230, 184), pen.ground(other.tint(0.07)), other.full, 0.6, 8)
    for r in (72, 62):
        pen.disc(x, y, r, pen.ground(ink.tint(0.12 if r == 72 else 0.04)), ink.full, 0.5)
    pen.box((left - 3, top - 3, right + 3, bottom + 3), WHITE, ink.full, 0.8, 5)
    pen.box((left, top, right, bottom), None, ink.tint(0.5), 0.3, 3)
    pen.text(x, y - 8, "CENTRAL", 13, ink.full, bold=True, spaced=2)
    pen.text(x, y, "PILE", 13, ink.full, bold=True, spaced=2)
    pen.text(x, y + 9, "flip here, face up", 7, PALE)
    for turn, (px, py) in enumerate(((x, y - 66), (x + 66, y), (x, y + 66), (x - 66, y))):
        pen.text(px, py, "SMACK ATTACK!", 7, other.full, bold=True, turn=90.0 * turn, spaced=0.6)
    title = seeds.read(game, DinosaurSeed).title
    pen.text(x, 12.5, title.upper(), 11, other.full, bold=True, spaced=2)


_DRAWN: dict[str, Callable[[Pen, str, Page], None]] = {
    "army_vs_aliens": _mat,
    "doubles_wild": _doubles,
    "space_checkers": _space,
    "dinosaurs_vs_army_men": _piles,
}
