"""What has to lie on the table in one position: the words in which games say it and the referee compares it.

A layout claims no more than the position tells. Dice that are alike are not told apart, so they are heaps; pieces
stand on the cells of the game's sheets; cards lie on the central pile or beside it. Colours are those of the pieces on
this table, which players may have chosen otherwise than the box has them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.table import Cell, Colour

__all__ = ["Cards", "Face", "Heap", "Layout", "Row"]

Face = int | str
"""Pips, or the name of a face that is no pips."""


class Heap(msgspec.Struct, frozen=True):
    """Dice that are alike and lie together."""

    count: int
    faces: tuple[Face, ...] | None
    """What they show, sorted; None where the faces mean nothing."""
    colour: Colour | None = None
    """None: of any colour."""
    area: str | None = None
    """The area of the sheet in which they lie; None: anywhere on the table."""
    seat: int | None = None
    """Whose area; None: an area of all, or of anybody."""
    spare: int = 0
    """How many more such dice may lie about without meaning anything: those of the box that are not in play."""


class Row(msgspec.Struct, frozen=True):
    """A grid on which only the number of pieces counts, not where they stand: a row of prison cells."""

    grid: str
    count: int
    cells: int
    """How many it has: surplus pieces find no room there."""
    colours: tuple[Colour, ...]
    """Those that may stand there."""


class Cards(msgspec.Struct, frozen=True):
    """Cards that lie face up."""

    central: tuple[str, ...]
    """Bottom first: only the last can be expected to be seen."""
    beside: tuple[tuple[str, ...], ...] = ()
    """Of each seat, newest last: the newest can be expected to be seen."""


class Layout(msgspec.Struct, frozen=True):
    """What has to lie on the table."""

    dice: tuple[tuple[Heap, ...], ...] = ()
    """The ways in which the dice may lie, any of which will do: mostly one; none where nothing is claimed of dice."""
    pieces: Mapping[Cell, Colour] = {}
    """The upper piece on each cell; the other cells of `grids` are empty."""
    stacks: frozenset[Cell] = frozenset()
    """Cells on which two pieces lie on each other."""
    grids: tuple[str, ...] = ()
    """The grids of which every cell is told."""
    rows: tuple[Row, ...] = ()
    cards: Cards | None = None
