"""What Backgammon is printed as: points with the numbers of both players, bar and trays, and checkers to cut out."""

from __future__ import annotations

import seeds
from backgammon.points import BAR, CHECKERS
from backgammon.rules import cells
from companion.authoring import GameSeed, equal_pieces
from companion.drawing import INKS, WHITE, KitDrawings, Pen
from seeds import Page


def _sheet(pen: Pen, game: str, page: Page) -> None:
    """A wedge for each point, faint squares for its cells, the numbers of either player in their colour."""
    seed, board, wood = seeds.read(game, GameSeed), page.sheet.grid("board"), INKS["brown"]
    first, second = (INKS[colour] for colour in seed.colours)
    left, top, right, bottom = board.box
    pen.box((left, top - 5, right, bottom + 5), pen.ground(wood.tint(0.08)), wood.full, 0.6)
    for point in range(1, BAR):
        boxes = [board.cell(cell.row, cell.col) for cell in cells(0, point)]
        rim, tip = (boxes[0][3], boxes[-1][1] + 9) if point <= 12 else (boxes[0][1], boxes[-1][3] - 9)
        x0, _, x1, _ = boxes[0]
        middle, down = (x0 + x1) / 2, 1 if point <= 12 else -1
        shade = wood.tint(0.3) if point % 2 else wood.tint(0.14)
        pen.polygon([(x0, rim), (middle, tip), (x1, rim)], pen.ground(shade), wood.tint(0.6), 0.25)
        pen.text(middle - 3, rim + 2.5 * down, str(point), 7, first.full, bold=True)
        pen.text(middle + 3, rim + 2.5 * down, str(25 - point), 7, second.full)
    pen.box((board.cell(0, 6)[0], top - 5, board.cell(0, 6)[2], bottom + 5), WHITE, wood.full, 0.5)
    for seat, ink in enumerate((first, second)):
        pen.box(page.sheet.grid(f"off-{seat}").box, pen.ground(ink.tint(0.1)), ink.full, 0.4, 2)
        for cell in (cell for point in range(BAR + 1) for cell in cells(seat, point)):
            x, y = page.sheet.grid(cell.grid).middle(cell.row, cell.col)
            pen.box((x - 5.8, y - 5.8, x + 5.8, y + 5.8), None, wood.tint(0.35), 0.2)


DRAWINGS = KitDrawings(INKS["brown"], sheet=_sheet, pieces=equal_pieces(CHECKERS, "checkers"))
