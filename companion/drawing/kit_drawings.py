"""What a game hands out to be printed: how its sheets, stickers, pieces and cards are drawn.

A game has it as `DRAWINGS` in its folder `drawings/`; what it leaves out is drawn plainly, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.drawing.pen import INKS, Cells, Colour, Ink, Pen
from seeds import Box, Grid, Page

AIR = 1.0
"""How much less than a cell's shorter side a piece across is."""
LARGEST = 14.0
"""Diameter in millimetres of a piece that lies within the dimples of any board."""


class Group(NamedTuple):
    """Equal pieces to cut out."""

    title: str
    colour: str
    """A name of seeds.calibration.COLOURS."""
    pieces: int
    across: float
    """Diameter, millimetres."""


class Face(NamedTuple):
    """One sticker."""

    name: str
    drawing: str | None
    frame: str | None
    """A name of seeds.calibration.COLOURS; None: the drawing stands free on white."""


class Stickers(NamedTuple):
    """One page: the six faces of a die, and how many dice get them."""

    title: str
    faces: tuple[Face, ...]
    dice: int
    ink: Colour


class KitDrawings(NamedTuple):
    """How the things of a game are drawn. Callables are handed the game's id; they raise seeds.SeedError."""

    ink: Ink = INKS["blue"]
    """Of the page with the rules."""
    icons: tuple[str, str] = ("wild", "wild")
    """Drawings beside its title, names of seeds.DRAWINGS."""
    heads: Callable[[Pen, float], None] | None = None
    """Draws beside the title instead of icons; the page is so many millimetres wide."""
    sheet: Callable[[Pen, str, Page], None] | None = None
    """All of a page that the game is played on, but fiducials and margins."""
    stickers: Callable[[str, int], tuple[Stickers, ...]] | None = None
    """The pages of stickers for so many players."""
    pieces: Callable[[str, int], tuple[Group, ...]] | None = None
    """The pieces that so many players cut out."""
    diagram: Callable[[Pen, Box, Ink], None] | None = None
    """A small picture for the page with the rules."""
    deck: Callable[[str], tuple[str, ...]] | None = None
    """Every card, copies side by side."""
    card: Callable[[Pen, float, float, str, str, Cells], None] | None = None
    """Draws a card (of the faces of seeds.cards) whose upper left corner lies at (x, y) of the page."""


def fitting(grids: list[Grid]) -> float:
    """The diameter of a disc that fits every cell of the grids."""
    sides = [side for grid in grids for side in (grid.cell(0, 0)[2] - grid.box[0], grid.cell(0, 0)[3] - grid.box[1])]
    return min(LARGEST, round(min(sides) - AIR, 1))
