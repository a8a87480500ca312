"""Small pictures for the page of rules: what words say at length."""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.figures.pen import INKS, PALE, WHITE, Ink, Pen
from seeds import COLOURS, Box

NEEDED = 34.0
"""Height below which a diagram is left out."""
TALLEST = 62.0
"""It grows no higher than this."""


def _doubles(pen: Pen, box: Box, ink: Ink) -> None:
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


DIAGRAMS: dict[str, Callable[[Pen, Box, Ink], None]] = {"doubles_wild": _doubles}
"""By the game's module."""
