"""Layout of the table of Space Checkers: pawns on the board and in prison cells, and the two dice."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.space_checkers.board import Board, Cells, Move
from companion.games.space_checkers.pieces import Position, Rolled
from companion.table import Cell, Colour, Heap, Layout, Row

BOARD = "board"
"""The grid of the squares on the game's sheets."""
PRISON_CELLS = 10
"""Of each player (SC-1.1)."""
NUMBERS: tuple[int, ...] = (1, 2, 3, 4, 5, 6)


def prison_of(seat: str) -> str:
    """The row of cells for the pawns that a colour has captured."""
    return f"prison-{seat}"


def layout(position: Position, board: Board, seats: Sequence[str], colours: Sequence[Colour]) -> Layout:
    """The pawns, how many prisoners each seat has, and the roll that has to be moved, if any. Whose pawns a prison
    holds the position does not tell among more than two players."""
    pieces = {
        Cell(BOARD, row, col): colours[seat]
        for seat, fleet in enumerate(position.pawns)
        for row, col in board.listed(fleet)
    }
    rows = tuple(
        Row(prison_of(seats[seat]), min(count, PRISON_CELLS), PRISON_CELLS, (*colours[:seat], *colours[seat + 1 :]))
        for seat, count in enumerate(position.captured)
    )
    return Layout(_dice(position.rolled), pieces, grids=(BOARD,), rows=rows)


def _dice(rolled: Rolled | None) -> tuple[tuple[Heap, ...], ...]:
    return () if rolled is None else ((Heap(1, (rolled.number,)), Heap(1, (rolled.direction,))),)


def unsettled(
    before: Position, move: Move, after: Position, board: Board, seats: Sequence[str], colours: Sequence[Colour]
) -> Layout | None:
    """The table as long as nobody has taken the pawns that a move has jumped to their prison cells (SC-3.5); None:
    there are none."""
    if after.captured == before.captured:
        return None
    standing: list[Cells] = list(before.pawns)
    seat = before.turn
    assert seat is not None
    standing[seat] = after.pawns[seat]
    jumping = Position(after.turn, tuple(standing), before.captured, after.rolled)
    return layout(jumping, board, seats, colours)
