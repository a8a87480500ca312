"""Flat pawns and markers to cut out: discs of one plain strong colour, by which the camera tells them."""

from __future__ import annotations

import msgspec

import seeds
from companion.drawing import INK, LARGEST, PALE, Group, Pen
from companion.kit.drawings import drawings_of
from seeds import COLOURS

SIZE = (190.0, 260.0)
"""Of the printed area."""
COLS = 12
"""Pieces in a row."""
STEP = 15.8
"""Between their middles; a marker is at most 14 mm."""
FIRST_Y = 34.0
"""Upper edge of the first group."""

HOW = (
    "Print at 100 %, glue the page to cardboard of 1 to 2 mm (grey board, or a cereal packet twice) and cut along the "
    "thin lines. Matt paper is best: a gloss that mirrors the lamp hides the colour from the camera. Coins, draughts "
    "or glass stones of these colours serve as well."
)  # fmt: skip


class _Titled(msgspec.Struct):
    title: str


def pieces_of(game: str, players: int) -> tuple[Group, ...]:
    """The pieces that so many players cut out; none for a game without. Raises seeds.SeedError."""
    found = drawings_of(game).pieces
    return found(game, players) if found else ()


def places(groups: tuple[Group, ...]) -> list[tuple[Group, float, list[tuple[float, float]]]]:
    """Lays out groups: for each the y of its title and the middles of its pieces, millimetres of the printed area."""
    y, found = FIRST_Y, []
    for group in groups:
        step = group.across + STEP - LARGEST
        start = (SIZE[0] - (COLS - 1) * STEP) / 2
        middles = [
            (start + (n % COLS) * STEP, y + 4 + group.across / 2 + (n // COLS) * step) for n in range(group.pieces)
        ]
        found.append((group, y, middles))
        y = middles[-1][1] + group.across / 2 + 7
    return found


def draw_pieces(pen: Pen, game: str, groups: tuple[Group, ...]) -> None:
    """The whole page but its margins."""
    pen.text(SIZE[0] / 2, 6, f"{seeds.table_of(game, _Titled).title}: pieces".upper(), 13, INK, bold=True, spaced=2)
    pen.paragraph(10, 13, SIZE[0] - 20, HOW, 8, INK)
    for group, y, middles in places(groups):
        pen.paragraph(middles[0][0] - group.across / 2, y - 1, 120, f"{group.title}, {group.across:g} mm", 8, PALE)
        for x, middle in middles:
            pen.disc(x, middle, group.across / 2, COLOURS[group.colour], INK, 0.15)
