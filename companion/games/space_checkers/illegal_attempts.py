"""Enumerates forbidden moves of the pawns of Space Checkers, each with the layout that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.evidence import Evidence
from companion.games.space_checkers.board import Board, Cell, Cells, Move
from companion.games.space_checkers.pieces import Position
from companion.games.space_checkers.table import BOARD, layout
from companion.rules import Attempt, BrokenClause, breach
from companion.table import Cell as Place
from companion.table import Colour

FEWEST, MOST = 1, 6
EventJudge = Callable[[Position, Move], tuple[BrokenClause, ...]]


class Attempts:
    """The forbidden moves of one position that the board as it is seen leaves open."""

    def __init__(
        self, position: Position, seen: Evidence, board: Board, seats: Sequence[str], colours: Sequence[Colour]
    ) -> None:
        self._position, self._seen, self._board = position, seen, board
        self._seats, self._colours = seats, colours
        self._stood: dict[Cell, int] = {
            cell: seat for seat, fleet in enumerate(position.pawns) for cell in board.listed(fleet)
        }

    def all(self, judge: EventJudge) -> Iterator[Attempt]:
        """`judge`: every clause that a move breaks."""
        left = [cell for cell, seat in self._stood.items() if self._looks_like(cell) != self._colours[seat]]
        for start in left:
            seat = self._stood[start]
            for end in self._reached(seat):
                if end != start:
                    yield from self._moves(judge, seat, start, end)
        for cell in left:
            if self._looks_like(cell) is None:
                broken = breach("SC-3.5", "not_jumped", owner=self._stood[cell], cell=cell)
                yield self._attempt((broken,), self._stood[cell], cell, None, 1)

    def _looks_like(self, cell: Cell) -> Colour | None:
        place = Place(BOARD, *cell)
        if self._seen.pieces.is_covered(place):
            return self._colours[self._stood[cell]] if cell in self._stood else None
        return self._seen.pieces.looks_like(place, self._colours)

    def _reached(self, seat: int) -> list[Cell]:
        """Where a pawn of a seat seems to stand that had not stood there."""
        cells = [(place.row, place.col) for place in self._seen.pieces.occupied if place.grid == BOARD]
        return [
            cell
            for cell in cells
            if cell in self._board.bits
            and self._looks_like(cell) == self._colours[seat]
            and self._stood.get(cell) != seat
        ]

    def _moves(self, judge: EventJudge, seat: int, start: Cell, end: Cell) -> Iterator[Attempt]:
        turn, rolled = self._position.turn, self._position.rolled
        if turn is None:
            return
        ways = [
            (toward, number)
            for toward in self._board.straight
            for number in range(FEWEST, MOST + 1)
            if self._board.walk(start, toward, number)[-1] == end
        ]
        for toward, number in ways:
            broken = (
                () if rolled is not None and number != rolled.number else judge(self._position, Move(start, toward))
            )
            if seat != turn:
                broken = (breach("SC-3.1", "turn", seat=turn, owner=seat, cell=start), *broken)
            elif rolled is not None and number != rolled.number:
                broken = (breach("SC-3.1", "distance", number=rolled.number, cell=start, next=end),)
            if broken:
                for taken in self._taken(seat, start, toward, number):
                    yield self._attempt(broken, seat, start, end, 0, taken)
                    if end in self._stood:
                        yield self._attempt(broken, seat, start, end, 0, taken, jailed=False)
        if not ways:
            if seat != turn:
                broken = (breach("SC-3.1", "turn", seat=turn, owner=seat, cell=start),)
            elif rolled is None:
                broken = (breach("SC-3.1", "roll_first", seat=turn),)
            elif end[0] == start[0] or end[1] == start[1]:
                broken = (breach("SC-3.1", "distance", number=rolled.number, cell=start, next=end),)
            else:
                broken = (breach("SC-3.1", "line", cell=start, next=end),)
            yield self._attempt(broken, seat, start, end)

    def _taken(self, seat: int, start: Cell, toward: str, number: int) -> list[tuple[Cell, ...]]:
        """The pawns that a move like this may have been taken for: none, or all that it passed."""
        passed = self._board.walk(start, toward, number)[:-1]
        foes = tuple(cell for cell in passed if self._stood.get(cell, seat) != seat)
        return [()] if not foes else [foes, ()]

    def _attempt(
        self,
        broken: tuple[BrokenClause, ...],
        seat: int,
        start: Cell,
        end: Cell | None,
        prisoners: int = 0,
        taken: Sequence[Cell] = (),
        jailed: bool = True,
    ) -> Attempt:
        """The table with the pawn of `start` on `end`, and those of `taken` and of `end` among the prisoners, or (where
        they are not `jailed`) in a hand."""
        bits = self._board.bits
        pawns: list[Cells] = list(self._position.pawns)
        pawns[seat] &= ~bits[start]
        lost = [*taken]
        if end is not None:
            if end in self._stood:
                lost.append(end)
            pawns[seat] |= bits[end]
        for cell in lost:
            owner = self._stood[cell]
            pawns[owner] &= ~bits[cell]
        turn = self._position.turn or 0
        captured = list(self._position.captured)
        captured[turn] += len(lost) + prisoners if jailed else 0
        reached = msgspec.structs.replace(self._position, pawns=tuple(pawns), captured=tuple(captured))
        return Attempt(broken, layout(reached, self._board, self._seats, self._colours))
