"""What Space Checkers is printed as: boards with homes, Earth and prisons, pawns, stickers for the direction die."""

from __future__ import annotations

import seeds
from companion.drawing import INKS, PALE, WHITE, Face, Group, Ink, KitDrawings, Pen, Stickers, fitting
from companion.games.space_checkers.board import board_of
from companion.games.space_checkers.pieces import SpaceSeed
from seeds import SETS, Box, Page, pages

NIGHT = Ink((52, 58, 96))
SPARE = 3
"""Rows of stickers for a die that the game has one of."""


def _sheet(pen: Pen, game: str, page: Page) -> None:
    """Space Checkers: homes on the four sides, the Earth in the middle, prison cells along each side."""
    seed = seeds.read(game, SpaceSeed)
    squares = board_of(seed.geometries[page.sheet.id], tuple((fleet.id, fleet.step) for fleet in seed.fleets))
    board, night = page.sheet.grid("board"), NIGHT
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


def _pieces(game: str, _: int) -> tuple[Group, ...]:
    """All four fleets: which of them play is settled at the table. One size fits the boards and the prison cells."""
    seed = seeds.read(game, SpaceSeed)
    across = fitting([grid for page in pages(game) for grid in page.sheet.grids])
    return tuple(Group(f"{fleet.name}: {seed.pawns} pawns", fleet.id, seed.pawns, across) for fleet in seed.fleets)


def _stickers(game: str, _: int) -> tuple[Stickers, ...]:
    seed = seeds.read(game, SpaceSeed)
    own = {face.name: face for face in SETS["direction"].faces}
    faces = tuple(Face(name, own[name].drawing, own[name].frame) for name in seed.directions)
    return (Stickers("Stickers: direction die and two to spare", faces, SPARE, (14, 16, 22)),)


DRAWINGS = KitDrawings(NIGHT, ("saucer", "lander"), sheet=_sheet, pieces=_pieces, stickers=_stickers)
