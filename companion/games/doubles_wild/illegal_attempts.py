"""Enumerates forbidden acts with the markers and dice of Doubles Wild, each with the layout that it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion.evidence import Evidence
from companion.games.doubles_wild.board import INDEX, LOWEST, Square, in_windows
from companion.games.doubles_wild.pieces import PAIR, Event, Hand, Place, Position, Reroll
from companion.games.doubles_wild.table import BOARD, DICE, strip_of
from companion.rules import Attempt, BrokenClause, breach
from companion.table import Cell, Colour, Heap, Layout

EventJudge = Callable[[Position, Event], tuple[BrokenClause, ...]]


def attempts(
    position: Position,
    seen: Evidence,
    colours: Sequence[Colour],
    layout: Layout,
    sides: Sequence[int],
    judge: EventJudge,
) -> Iterator[Attempt]:
    """The forbidden acts that the table as it is seen leaves open; `layout`: what has to lie there, `sides`: the first
    seat of each side, `judge`: every clause that an event breaks."""
    yield from _markers(position, seen, colours, layout, judge)
    yield from _strips(position, seen, layout, sides)
    yield from _rolls(position, seen, layout, judge)


def _markers(
    position: Position, seen: Evidence, colours: Sequence[Colour], layout: Layout, judge: EventJudge
) -> Iterator[Attempt]:
    squares = {Cell(BOARD, row - LOWEST, column - LOWEST) for row, column in INDEX}
    board = squares & {*layout.pieces, *seen.pieces.occupied}
    clear = [cell for cell in sorted(board) if not seen.pieces.is_covered(cell)]
    changed = [cell for cell in clear if _changed(seen, layout, cell, colours)]
    one_by_one: list[tuple[Cell, tuple[BrokenClause, ...]]] = []
    for cell in changed:
        broken = _marker(position, seen, colours, layout, cell, judge)
        if broken:
            one_by_one.append((cell, broken))
            yield Attempt(broken, _with_cells_as_seen(layout, seen, (cell,)))
    new = [cell for cell in changed if cell not in layout.pieces]
    if len(new) > 1:
        broken = next((broken for cell, broken in one_by_one if cell in new), (breach("DW-3.4", "two"),))
        yield Attempt((breach("DW-3.4", "two"), *broken), _with_cells_as_seen(layout, seen, new))


def _changed(seen: Evidence, layout: Layout, cell: Cell, colours: Sequence[Colour]) -> bool:
    return seen.pieces.looks_like(cell, colours) != layout.pieces.get(cell)


def _marker(
    position: Position, seen: Evidence, colours: Sequence[Colour], layout: Layout, cell: Cell, judge: EventJudge
) -> tuple[BrokenClause, ...]:
    """What is wrong with the marker that lies on a cell, or lies there no more."""
    square: Square = (cell.row + LOWEST, cell.col + LOWEST)
    row, column = square
    owner, colour, turn = position.owner(INDEX[square]), seen.pieces.looks_like(cell, colours), position.turn
    if colour not in colours:  # nothing lies there: it may be in a hand
        return ()
    seat = colours.index(colour)
    if turn is not None and seat != turn:
        return (breach("DW-3.5", "turn", seat=turn, owner=seat, row=row, column=column),)
    broken = judge(position, Place(square))
    if broken or owner is None or owner == seat:
        return broken
    if in_windows(position.markers[owner]) >> INDEX[square] & 1:
        return (breach("DW-5.3", "protected", row=row, column=column),)
    return (breach("DW-3.4", "unfought", owner=owner, row=row, column=column),)


def _with_cells_as_seen(layout: Layout, seen: Evidence, cells: Sequence[Cell]) -> Layout:
    """The layout with these cells as they are seen."""
    pieces = dict(layout.pieces)
    for cell in cells:
        pieces.pop(cell, None)
        colour = seen.pieces.looks_like(cell, {*layout.pieces.values()})
        if colour is not None:
            pieces[cell] = colour
    return msgspec.structs.replace(layout, pieces=pieces)


def _strips(position: Position, seen: Evidence, layout: Layout, sides: Sequence[int]) -> Iterator[Attempt]:
    for side, score in enumerate(position.score):
        strip = strip_of(side)
        own = next((cell for cell in layout.pieces if cell.grid == strip), None)
        for cell in seen.pieces.occupied:
            if cell.grid == strip and own is not None and cell != own:
                broken = breach("DW-5.2", "strip", seat=sides[side], given=str(cell.col), expected=str(score))
                yield Attempt((broken,), _with_cells_as_seen(layout, seen, (own, cell)))


def _rolls(position: Position, seen: Evidence, layout: Layout, judge: EventJudge) -> Iterator[Attempt]:
    roll = position.rolled
    if roll is None or roll.in_hand:
        return
    now: list[Heap] = []
    counts: dict[Any, int] = {}
    alone: list[Any] = []
    for colour, pair in zip(DICE, (roll.red, roll.blue), strict=True):
        fresh = seen.dice.faces(Heap(0, (1,), colour), fresh=True)[0][0]
        faces = seen.dice.faces(Heap(0, (1,), colour))[0][0]
        counts[colour] = len(fresh)
        lie = Counter(faces) - Counter(fresh)
        if len(fresh) % PAIR and lie & Counter(pair):  # the other die of the pair is seen to lie there still
            alone.append(colour)
        now.append(Heap(len(faces), faces, colour) if fresh else Heap(PAIR, pair, colour, spare=1))
    lies = msgspec.structs.replace(layout, dice=(tuple(now),))
    if alone:
        yield Attempt((breach("DW-3.2", "single", colour=alone[0]),), lies)
    elif any(counts.values()) and not any(count % PAIR for count in counts.values()):
        hand: Hand = "both" if all(counts.values()) else "red" if counts["red"] else "blue"
        broken = judge(position, Reroll(hand))
        if broken:
            yield Attempt(broken, lies)
