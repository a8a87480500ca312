"""What Doubles Wild is printed as: the board with its strips, markers, and a diagram of three in a row."""

from __future__ import annotations

import seeds
from companion.drawing import INKS, PALE, WHITE, Group, Ink, KitDrawings, Pen, fitting
from companion.games.doubles_wild.pieces import DoublesSeed
from seeds import COLOURS, Box, Page, pages


def _sheet(pen: Pen, game: str, page: Page) -> None:
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


def _pieces(game: str, players: int) -> tuple[Group, ...]:
    """Markers for as many players; one of each colour counts its points on a strip."""
    seed = seeds.read(game, DoublesSeed)
    across = fitting([page.sheet.grid("board") for page in pages(game)])
    seats = max(players, seed.supplies[0].players)
    each = next(supply.markers for supply in seed.supplies if supply.players == seats)
    return tuple(
        Group(f"{colour}: {each} markers, one for the strip, one to spare", colour, each + 2, across)
        for colour in seed.colours[:seats]
    )


def _diagram(pen: Pen, box: Box, ink: Ink) -> None:
    """A corner of the board: where a roll points, and three in a row."""
    left, top, right, bottom = box
    n = 5
    side = min((bottom - top - 14) / n, (right - left - 20) / n)
    x0, y0 = (left + right - n * side) / 2 + 3, top + 8
    for k in range(n + 1):
        pen.line(x0 + k * side, y0, x0 + k * side, y0 + n * side, ink.tint(0.6), 0.25)
        pen.line(x0, y0 + k * side, x0 + n * side, y0 + k * side, ink.tint(0.6), 0.25)
    pen.box(
        (x0, y0 + 3 * side, x0 + n * side, y0 + 4 * side), pen.ground(INKS["red"].tint(0.16)), INKS["red"].full, 0.3
    )
    pen.box(
        (x0 + 3 * side, y0, x0 + 4 * side, y0 + n * side), pen.ground(INKS["blue"].tint(0.16)), INKS["blue"].full, 0.3
    )
    for k in range(n):
        chosen = k == 3
        pen.text(x0 + (k + 0.5) * side, y0 - 3, str(k + 3), 9 if chosen else 7, INKS["blue"].full, bold=chosen)
        pen.text(x0 - 4, y0 + (k + 0.5) * side, str(k + 3), 9 if chosen else 7, INKS["red"].full, bold=chosen)
    for row, col, colour in ((1, 1, "blue"), (2, 2, "blue"), (3, 3, "blue"), (1, 3, "red"), (4, 2, "red")):
        pen.disc(x0 + (col + 0.5) * side, y0 + (row + 0.5) * side, side * 0.38, COLOURS[colour])
    pen.line(x0 + 1.5 * side, y0 + 1.5 * side, x0 + 3.5 * side, y0 + 3.5 * side, WHITE, 0.9)
    pen.text((left + right) / 2, bottom - 2.6, "red 6, blue 6: the third marker in a row, one point", 7.5, PALE)


DRAWINGS = KitDrawings(ink=INKS["brown"], sheet=_sheet, pieces=_pieces, diagram=_diagram)
