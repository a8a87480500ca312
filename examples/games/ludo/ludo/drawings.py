"""What Ludo is printed as: the cross with its track, lanes and yards, and the pawns to cut out."""

from __future__ import annotations

from itertools import pairwise

import seeds
from companion.authoring import GameSeed, equal_pieces
from companion.drawing import INK, INKS, PALE, WHITE, Colour, KitDrawings, Pen
from ludo.rules import LAST, PAWNS, TRACK, WAYS, WHOLE
from seeds import Page

START = 0.35
"""How strong the ground of start squares, lanes and yards is."""


def _sheet(pen: Pen, game: str, page: Page) -> None:
    """A square for each square, for the eyes take printed discs for pieces: numbered on the track, in colour where only
    one player may stand or begins."""
    seed, board = seeds.read(game, GameSeed), page.sheet.grid("board")
    pen.box(board.box, pen.ground(INKS["brown"].tint(0.08)), INKS["brown"].full, 0.6, 3)
    middles = [board.middle(*square) for square in (*WHOLE, WHOLE[0])]
    for (x0, y0), (x1, y1) in pairwise(middles):
        pen.line(x0, y0, x1, y1, PALE, 0.4)
    for x, y in middles[:TRACK]:
        _square(pen, x, y, WHITE, INK, 0.35)
    for corner, colour in enumerate(seed.colours):
        ink, way = INKS[colour], WAYS[corner]
        for square in (way[0], *way[TRACK:LAST]):
            _square(pen, *board.middle(*square), ink.tint(START), ink.full, 0.6)
        yard = page.sheet.grid(f"yard-{corner}")
        left, top, right, bottom = yard.box
        pen.box((left - 1.5, top - 1.5, right + 1.5, bottom + 1.5), pen.ground(ink.tint(0.12)), ink.full, 0.5, 3)
        for row in range(yard.rows):
            for col in range(yard.cols):
                _square(pen, *yard.middle(row, col), ink.tint(START), ink.full, 0.4)
    for number, (x, y) in enumerate(middles[:TRACK], 1):
        pen.text(x, y, str(number), 7, INK)
    pen.text(95, 22, seed.title.upper(), 17, INKS["brown"].full, bold=True, spaced=4)
    pen.text(95, 34, "clockwise round the track, then into the lane", 7, PALE)


def _square(pen: Pen, x: float, y: float, fill: Colour, line: Colour, width: float) -> None:
    pen.box((x - 6.2, y - 6.2, x + 6.2, y + 6.2), fill, line, width)


DRAWINGS = KitDrawings(INKS["brown"], sheet=_sheet, pieces=equal_pieces(PAWNS, "pawns"))
