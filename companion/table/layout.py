"""Layout of the table in one position: the words in which games say it and the referee compares it.

A layout claims no more than the position tells. Dice that are alike are not told apart, so they are heaps; pieces
stand on the cells of the game's sheets; cards lie on the central pile or beside it. Colours are those of the pieces on
this table, which players may have chosen otherwise than the box has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.table.view import Cell, Colour

Face = int | str
"""Pips, or the name of a face that is no pips."""
PIPS: tuple[Face, ...] = (1, 2, 3, 4, 5, 6)
"""What a common die can show."""


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
    thrown: bool = False
    """Whether dice that lie beside all areas are of this heap as well: they were thrown, and nobody has sorted them."""
    spare: int = 0
    """How many more such dice may lie about without meaning anything: those of the box that are not in play."""
    captured: bool = False
    """Whether they only lie there to be counted: nobody throws or turns them any more, so that one that shows something
    else was turned on its way there, or is misread."""

    @property
    def place(self) -> tuple[str | None, int | None, Colour | None]:
        """Where it lies, and of what colour it is: what tells heaps of one layout apart."""
        return self.area, self.seat, self.colour

    @property
    def bare(self) -> Heap:
        """The same place without the dice."""
        return msgspec.structs.replace(self, count=0, faces=None if self.faces is None else ())

    def shifted(self, was: Heap | None, lag: Heap | None) -> Heap:
        """This heap with what `lag` has more, and without what it has less, than `was`."""
        if was is None or lag is None or was == lag:
            return self
        count = max(0, self.count + lag.count - was.count)
        if self.faces is None or was.faces is None or lag.faces is None:
            return msgspec.structs.replace(self, count=count)
        faces: Counter[Any] = Counter(self.faces) - (Counter(was.faces) - Counter(lag.faces))
        faces += Counter(lag.faces) - Counter(was.faces)
        return msgspec.structs.replace(self, count=faces.total(), faces=tuple(sorted(faces.elements())))


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

    @property
    def things(self) -> tuple[object, ...]:
        """All but dice that lie just anywhere: what shows on the table without a roll."""
        sorted_dice = tuple(heaps for heaps in self.dice if heaps and heaps[0].area is not None)
        return sorted_dice, self.pieces, self.stacks, self.rows, self.cards

    @property
    def bare(self) -> Layout:
        """The same table with nothing on it."""
        dice = tuple(tuple(heap.bare for heap in heaps) for heaps in self.dice)
        rows = tuple(msgspec.structs.replace(row, count=0) for row in self.rows)
        cards = None if self.cards is None else Cards((), ((),) * len(self.cards.beside))
        return Layout(dice, {}, frozenset(), self.grids, rows, cards)

    def carried(self, before: Layout, now: Layout) -> Layout:
        """What differs in this layout from `before` differs likewise from `now`: what is left to be done of an earlier
        event, after a later one."""
        pieces = dict(now.pieces)
        for cell in {*self.pieces, *before.pieces}:
            lag, was = self.pieces.get(cell), before.pieces.get(cell)
            if lag == was or now.pieces.get(cell) != was:
                continue
            pieces.pop(cell, None)
            if lag is not None:
                pieces[cell] = lag
        stacks = frozenset(cell for cell in self.stacks if cell in pieces) | now.stacks
        behind = {row.grid: row.count for row in self.rows}
        was_row = {row.grid: row.count for row in before.rows}
        rows = tuple(
            msgspec.structs.replace(row, count=max(0, row.count + behind.get(row.grid, 0) - was_row.get(row.grid, 0)))
            for row in now.rows
        )
        cards = self._cards_carried(before, now)
        return Layout(self._dice_carried(before, now), pieces, stacks, now.grids, rows, cards)

    def _dice_carried(self, before: Layout, now: Layout) -> tuple[tuple[Heap, ...], ...]:
        if not (len(self.dice) == len(before.dice) == len(now.dice) == 1) or self.dice == before.dice:
            return now.dice
        lag = {heap.place: heap for heap in self.dice[0]}
        was = {heap.place: heap for heap in before.dice[0]}
        return (tuple(heap.shifted(was.get(heap.place), lag.get(heap.place)) for heap in now.dice[0]),)

    def _cards_carried(self, before: Layout, now: Layout) -> Cards | None:
        if self.cards is None or now.cards is None or self.cards == before.cards:
            return now.cards
        return Cards((*self.cards.central, *now.cards.central), self.cards.beside)
