"""Base of the rules of a game whose pieces are moved over the cells of printed grids: layout, touches, trails, captured
pieces that nobody has taken away yet and forbidden moves are made from where an event's piece stands and goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from companion.authoring.simple_game import SimpleGame
from companion.authoring.template_words import tag_of
from companion.authoring.values import GameEvent
from companion.evidence import Evidence
from companion.rules import Attempt, BrokenClause, P, Param, Reading, Touched, a_whole, breach
from companion.table import Cell, Colour, Layout, Row
from seeds import pages

ROW, COLUMN = "row of the board", "column of the board"
Square: TypeAlias = Annotated[
    tuple[
        Annotated[int, msgspec.Meta(ge=0, title=ROW)],
        Annotated[int, msgspec.Meta(ge=0, title=COLUMN)],
    ],
    msgspec.Meta(description="a square is [row, column]"),
]
"""A cell of the grid `BoardGame.BOARD`, counted from 0 in the upper left."""


class BoardGame(SimpleGame[P]):
    """The rules of one board game at one table; stateless. What `piles` (or `pieces` and `stacks`) and
    `kept` tell is all that stands on the game's grids."""

    BOARD: ClassVar[str] = "board"
    """The grid that a `Square` in an event is a cell of."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._cells = {grid.id: (grid.rows, grid.cols) for page in pages(self.id) for grid in page.sheet.grids}
        rows, cols = self._cells.get(self.BOARD, (1, 1))
        self._checks |= {
            ROW: lambda value, path: a_whole(value, path, 0, rows - 1, ROW),
            COLUMN: lambda value, path: a_whole(value, path, 0, cols - 1, COLUMN),
        }

    # ------------------------------------------------------------------------------------------ what a game may add

    def piles(self, position: P) -> Iterable[tuple[int, Sequence[Cell], int]]:
        """Pieces of one player that fill cells one after another and then lie on each other: whose they are, the cells,
        and how many pieces."""
        return ()

    def pieces(self, position: P) -> Mapping[Cell, int]:
        """By default those of `piles`."""
        return {cell: seat for seat, cells, count in self.piles(position) for cell in cells[:count]}

    def stacks(self, position: P) -> Iterable[Cell]:
        """By default those of `piles`."""
        return [cell for _, cells, count in self.piles(position) for cell in cells[: max(0, count - len(cells))]]

    def kept(self, position: P) -> Mapping[str, tuple[int, int]]:
        """The grids on which only the number of pieces counts, such as a yard: whose they are, and how many."""
        return {}

    def ends(self, position: P, event: Any) -> tuple[Cell, Cell] | None:
        """From which cell an event takes a piece to which; None: it moves none. By default the fields `start` and `end`
        are squares."""
        start, end = getattr(event, "start", None), getattr(event, "end", None)
        if not isinstance(start, tuple) or not isinstance(end, tuple):
            return None
        return Cell(self.BOARD, *start), Cell(self.BOARD, *end)

    def moved(self, position: P, start: Cell, end: Cell | None) -> Any:
        """The event, legal or not, of a piece that goes from one cell to another (None: to wherever it can); None where
        there is none. By default the first kind of event whose fields are the squares `start` and `end`."""
        kind = next((one for one in self.EVENTS if one.__struct_fields__ == ("start", "end")), None)
        if kind is None or end is None or {start.grid, end.grid} != {self.BOARD}:
            return None
        event: GameEvent = kind((start.row, start.col), (end.row, end.col))
        return event

    # ------------------------------------------------------------------------------------------ table

    def layout(self, position: P, colours: Sequence[Colour]) -> Layout:
        kept = self.kept(position)
        return msgspec.structs.replace(
            super().layout(position, colours),
            grids=tuple(grid for grid in self._sheet_grids if grid not in kept),
            rows=tuple(self._row(grid, count, colours[seat]) for grid, (seat, count) in kept.items()),
        )

    def _row(self, grid: str, count: int, colour: Colour) -> Row:
        rows, cols = self._cells[grid]
        return Row(grid, min(count, rows * cols), rows * cols, (colour,))

    def unsettled(self, before: P, event: Any, colours: Sequence[Colour]) -> Layout | None:
        """The table as long as what others lost has not been put where it belongs."""
        ends, seat = self.ends(before, event), self.awaited(before).seat
        if ends is None or seat is None:
            return None
        after = self._apply_legal(before, event)
        was, now = self.pieces(before), self.pieces(after)
        lies = {cell: one for cell, one in was.items() if one != seat and now.get(cell) != seat}
        kept = {grid: held for grid, held in self.kept(before).items() if held[0] != seat}
        if lies == {cell: one for cell, one in now.items() if one != seat} and kept.items() <= self.kept(after).items():
            return None
        lies |= {cell: one for cell, one in now.items() if one == seat}
        due = self.layout(after, colours)
        counts = {grid: count for grid, (_, count) in kept.items()}
        return msgspec.structs.replace(
            due,
            pieces={cell: colours[one] for cell, one in lies.items()},
            stacks=frozenset(cell for cell in due.stacks if cell in lies),
            rows=tuple(msgspec.structs.replace(row, count=counts.get(row.grid, row.count)) for row in due.rows),
        )

    def trail(self, position: P, event: Any) -> tuple[Cell, ...]:
        """The straight way from cell to cell, where both are on one grid."""
        ends = self.ends(position, event)
        return () if ends is None or ends[0].grid != ends[1].grid else straight(*ends)

    def touches(self, position: P, event: Any) -> tuple[Touched, ...]:
        """Where the piece stands, and where it goes."""
        return self.ends(position, event) or ()

    def meant(self, position: P, touched: Sequence[Touched]) -> Any:
        cells = [one for one in touched if isinstance(one, Cell) and one.grid in self._cells]
        return self.moved(position, cells[0], cells[1] if len(cells) > 1 else None) if cells else None

    def terms(self, position: P, event: Any) -> Mapping[str, Param]:
        """What the two cells are called."""
        ends = self.ends(position, event)
        names = () if ends is None else tuple(map(self.place_name, ends))
        return dict(zip(("start", "end"), names, strict=False))

    def alike(self, one: Sequence[Any], other: Sequence[Any]) -> bool:
        """Always: where pieces stand is all that counts, whatever way they came."""
        return True

    def readings(
        self, position: P, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterator[Reading]:
        """Besides rolls, several moves of one piece in one go, which no table between them shows."""
        yield from super().readings(position, seen, colours, spent)
        for start, end in _carriages(self.layout(position, colours), seen, colours):
            if chain := self._chain(position, start, end):
                yield Reading(chain, spent, 0.0, rested=False)

    def _chain(self, position: P, start: Cell, end: Cell) -> tuple[Any, ...]:
        """The legal moves, more than one, by which a piece gets from a cell to another in one turn; none: it cannot."""
        seat = self.awaited(position).seat
        left: list[tuple[tuple[Any, ...], P, Cell]] = [((), position, start)]
        while left:
            events, here, at = left.pop(0)
            for event in self.actions(here) if self.awaited(here).seat == seat else ():
                ends, chain = self.ends(here, event), (*events, event)
                if ends is not None and ends[0] == at:
                    if ends[1] == end:
                        return chain if events else ()
                    left.append((chain, self._apply_legal(here, event), ends[1]))
        return ()

    # ------------------------------------------------------------------------------------------ forbidden moves

    def attempts(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        """Every forbidden move of one piece that the table as it is seen leaves open, and that no legal moves one after
        another come to; what it hit may be in a hand or where it belongs."""
        if self.outcome(position) is not None:
            return
        layout = self.layout(position, colours)
        moves = list(_carriages(layout, seen, colours))
        legal = self._legally_reached(position) if moves else set()
        for start, end in moves:
            colour = seen.pieces.looks_like(end, colours)
            assert colour is not None
            seat = colours.index(colour)
            own = {cell for cell, one in layout.pieces.items() if one == colour} - {start} | {end}
            broken = () if (seat, frozenset(own)) in legal else self._breaches(position, seat, start, end)
            for lies in _carried(layout, start, end, colour) if broken else ():
                yield Attempt(broken, lies)

    def _legally_reached(self, position: P) -> set[tuple[int, frozenset[Cell]]]:
        """Where the pieces of the seat on turn can stand after legal moves, one or more before anything else is
        awaited."""
        seat, left, seen = self.awaited(position).seat, [position], {position}
        found: set[tuple[int, frozenset[Cell]]] = set()
        while left and seat is not None:
            here = left.pop()
            moves = (one for one in self.actions(here) if self.awaited(here).seat == seat and self.ends(here, one))
            for after in {self._apply_legal(here, one) for one in moves} - seen:
                seen.add(after)
                left.append(after)
                found.add((seat, frozenset(cell for cell, whose in self.pieces(after).items() if whose == seat)))
        return found

    def _breaches(self, position: P, seat: int, start: Cell, end: Cell) -> tuple[BrokenClause, ...]:
        """Why a piece of a seat may not go from one cell to another."""
        event, turn = self.moved(position, start, end), self.awaited(position).seat
        if event is None:
            return ()
        if seat != turn:
            return (breach(self.seed.events[tag_of(event)].clause, "turn", player=seat),)
        return self._judge(position, event)


def _carriages(layout: Layout, seen: Evidence, colours: Sequence[Colour]) -> Iterator[tuple[Cell, Cell]]:
    """From which cell to which one piece seems to have been carried; of a grid on which only the number counts, from
    its first cell."""
    cells = dict.fromkeys(cell for cell in (*layout.pieces, *seen.pieces.occupied) if cell.grid in layout.grids)
    looks = {cell: seen.pieces.looks_like(cell, colours) for cell in cells if not seen.pieces.is_covered(cell)}
    changed = {cell: colour for cell, colour in looks.items() if colour != layout.pieces.get(cell)}
    starts = {cell: layout.pieces[cell] for cell in changed if cell in layout.pieces}
    starts |= {Cell(row.grid, 0, 0): row.colours[0] for row in layout.rows if row.count}
    for start, colour in starts.items():
        yield from ((start, end) for end, reached in changed.items() if reached == colour and start != end)


def _carried(layout: Layout, start: Cell, end: Cell, colour: Colour) -> Iterator[Layout]:
    """The tables on which a piece has been carried from one cell to another."""
    pieces = {cell: one for cell, one in layout.pieces.items() if cell != start} | {end: colour}
    rows = _counted(layout.rows, -1, lambda row: row.grid == start.grid)
    yield msgspec.structs.replace(layout, pieces=pieces, rows=rows)
    hit = layout.pieces.get(end)
    if hit is not None:
        home = _counted(rows, 1, lambda row: row.colours == (hit,))
        yield msgspec.structs.replace(layout, pieces=pieces, rows=home)


def _counted(rows: tuple[Row, ...], more: int, which: Any) -> tuple[Row, ...]:
    return tuple(msgspec.structs.replace(row, count=row.count + more) if which(row) else row for row in rows)


def straight(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The cells from one to another of the same grid, each beside the one before."""
    down, right = end.row - start.row, end.col - start.col
    steps = max(abs(down), abs(right))
    return tuple(
        Cell(start.grid, start.row + round(down * n / steps), start.col + round(right * n / steps)) if n else start
        for n in range(steps + 1)
    )


def nth_cell(cells: Sequence[Cell], number: int) -> Cell:
    """Where the piece of this number lies, counted from 1, of those that fill cells one after another and then lie on
    each other."""
    return cells[(number - 1) % len(cells)]
