"""Flat pawns and markers to cut out: discs of one plain strong colour, by which the camera tells them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

import seeds
from companion.games.doubles_wild import DoublesSeed
from companion.games.space_checkers import SpaceSeed
from companion.kit.figures import INK, PALE, Pen
from seeds import COLOURS, Grid, pages

SIZE = (190.0, 260.0)
"""Of the printed area."""
COLS = 12
"""Pieces in a row."""
STEP = 15.8
"""Between their middles; a marker is at most 14 mm."""
AIR = 1.0
"""How much less than a cell's shorter side a piece across is."""
LARGEST = 14.0
"""A disc that lies within the dimples of the Doubles Wild board."""
FIRST_Y = 34.0
"""Upper edge of the first group."""

HOW = (
    "Print at 100 %, glue the page to cardboard of 1 to 2 mm (grey board, or a cereal packet twice) and cut along the "
    "thin lines. Matt paper is best: a gloss that mirrors the lamp hides the colour from the camera. Coins, draughts "
    "or glass stones of these colours serve as well."
)  # fmt: skip


class _Titled(msgspec.Struct):
    title: str


class Group(NamedTuple):
    """Equal pieces."""

    title: str
    colour: str
    """A name of seeds.calibration.COLOURS."""
    pieces: int
    across: float
    """Diameter, millimetres."""


def _fitting(grids: list[Grid]) -> float:
    """The diameter of a disc that fits every cell of the grids."""
    sides = [side for grid in grids for side in (grid.cell(0, 0)[2] - grid.box[0], grid.cell(0, 0)[3] - grid.box[1])]
    return min(LARGEST, round(min(sides) - AIR, 1))


def _doubles(game: str, players: int) -> tuple[Group, ...]:
    """Markers for as many players; one of each colour counts its points on a strip."""
    seed = seeds.read(game, DoublesSeed)
    across = _fitting([page.sheet.grid("board") for page in pages(game)])
    seats = max(players, seed.supplies[0].players)
    each = next(supply.markers for supply in seed.supplies if supply.players == seats)
    return tuple(
        Group(f"{colour}: {each} markers, one for the strip, one to spare", colour, each + 2, across)
        for colour in seed.colours[:seats]
    )


def _space(game: str, _: int) -> tuple[Group, ...]:
    """All four fleets: which of them play is settled at the table. One size fits the boards and the prison cells."""
    seed = seeds.read(game, SpaceSeed)
    across = _fitting([grid for page in pages(game) for grid in page.sheet.grids])
    return tuple(Group(f"{fleet.name}: {seed.pawns} pawns", fleet.id, seed.pawns, across) for fleet in seed.fleets)


_PIECES: dict[str, Callable[[str, int], tuple[Group, ...]]] = {"doubles_wild": _doubles, "space_checkers": _space}


def pieces_of(game: str, players: int) -> tuple[Group, ...]:
    """The pieces that so many players cut out; none for a game without. Raises seeds.SeedError."""
    found = _PIECES.get(seeds.module_of(game))
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
