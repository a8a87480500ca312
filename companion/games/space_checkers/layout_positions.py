"""Derives the possible positions of Space Checkers from a view, whatever has happened before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.evidence import Evidence
from companion.games.space_checkers.board import Board, Cells
from companion.games.space_checkers.pieces import Position
from companion.games.space_checkers.table import BOARD, prison_of
from companion.table import Cell, Colour


def positions_on_table(
    position: Position, seen: Evidence, board: Board, seats: Sequence[str], colours: Sequence[Colour], fleet: int
) -> Iterator[Position]:
    """Yields a position for each seat that may be next to roll; none where a square is covered. Of two players each has
    captured what the other has lost; of more, what is in its prison cells. `fleet`: pawns that each began with."""
    pawns: list[Cells] = [0] * len(seats)
    for (row, col), bit in board.bits.items():
        cell = Cell(BOARD, row, col)
        if seen.pieces.is_covered(cell):
            return
        colour = seen.pieces.looks_like(cell, colours)
        if colour in colours:
            pawns[colours.index(colour)] |= bit
    lost = [fleet - own.bit_count() for own in pawns]
    captured = (lost[1], lost[0]) if len(seats) == 2 else tuple(_prisoners(seen, seat) for seat in seats)
    first = position.turn or 0
    for step in range(len(seats)):
        turn = (first + step) % len(seats)
        if pawns[turn]:
            yield Position(turn, tuple(pawns), captured)


def _prisoners(seen: Evidence, seat: str) -> int:
    """How many pawns most likely stand in the prison cells of a seat."""
    counts = seen.pieces.counts(prison_of(seat))
    return max(counts, key=lambda number: counts[number])
