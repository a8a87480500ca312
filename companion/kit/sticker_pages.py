"""Stickers that turn blank dice of 16 mm into the dice of a game: one row of six faces a die."""

from __future__ import annotations

from companion.drawing import INK, PALE, WHITE, Colour, Face, Pen, Stickers
from companion.kit.drawings import drawings_of
from seeds import COLOURS, DRAWINGS

SIZE = (190.0, 260.0)
"""Of the printed area."""
SIDE, ROUNDED = 15.0, 2.0
"""Of a sticker and its corners: a die of 16 mm keeps its edges."""
BLEED = 1.0
"""How far a coloured frame goes on around the line to cut along."""
REACH = 6.2
"""From the middle of a sticker to where its drawing ends; the built-in sets were learnt from faces of that size."""
STEP_X, STEP_Y, FIRST_Y = 21.0, 22.0, 42.0
"""Between the middles of stickers, and of the first row's upper edge from the page's."""
FRAME, FRAMED_REACH = 1.6, 5.2
"""Width of a coloured frame, and REACH within one."""

HOW = (
    "Print at 100 % on white self-adhesive paper and cut along the lines; round corners last longest. The six faces of "
    "a row go on one blank die of 16 mm, in any order. Matt tape or varnish over them keeps them clean; gloss mirrors "
    "the lamp and blinds the camera."
)  # fmt: skip


def stickers_of(game: str, players: int) -> tuple[Stickers, ...]:
    """The pages of stickers that so many players need; none for a game of plain dice. Raises seeds.SeedError."""
    found = drawings_of(game).stickers
    return found(game, players) if found else ()


def middle_of(row: int, col: int) -> tuple[float, float]:
    """The middle of a sticker in the printed area."""
    return SIZE[0] / 2 + (col - 2.5) * STEP_X + 4, FIRST_Y + SIDE / 2 + row * STEP_Y


def draw_stickers(pen: Pen, stickers: Stickers) -> None:
    """The whole page but its margins."""
    left = middle_of(0, 0)[0] - SIDE / 2
    pen.text(SIZE[0] / 2, 6, stickers.title.upper(), 13, stickers.ink, bold=True, spaced=2)
    pen.paragraph(left - 13, 13, 6 * STEP_X + 10, HOW, 8, INK)
    for col, face in enumerate(stickers.faces):
        pen.text(middle_of(0, col)[0], FIRST_Y - 4, face.name, 7, PALE)
    for row in range(stickers.dice):
        _, y = middle_of(row, 0)
        pen.text(left - 8, y, f"die {row + 1}", 7, PALE)
        for col, face in enumerate(stickers.faces):
            _sticker(pen, face, middle_of(row, col), stickers.ink)


def _sticker(pen: Pen, face: Face, middle: tuple[float, float], ink: Colour) -> None:
    x, y = middle
    half = SIDE / 2
    if face.frame is not None:
        more, inner = 0.0 if pen.light else BLEED, half - FRAME
        colour = COLOURS[face.frame]
        pen.box((x - half - more, y - half - more, x + half + more, y + half + more), colour, None, 0, ROUNDED + more)
        pen.box((x - inner, y - inner, x + inner, y + inner), WHITE, None, 0, ROUNDED - FRAME / 2)
    if face.drawing is not None:
        reach = REACH if face.frame is None else FRAMED_REACH
        pen.drawing(DRAWINGS[face.drawing], x, y, reach, ink)
    pen.box((x - half, y - half, x + half, y + half), None, PALE, 0.15, ROUNDED)
