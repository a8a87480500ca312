"""Layout of the table of Doubles Wild: markers on the board, one on each scoring strip, and the dice."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.doubles_wild.board import LOWEST, SQUARES, squares_of
from companion.games.doubles_wild.pieces import TRIO, Battle, DoublesSeed, Event, Place, Position, Table, Threw
from companion.table import Cell, Colour, Face, Heap, Layout

BOARD = "board"
"""The grid of the squares on the game's sheet."""
DICE: tuple[Colour, Colour] = ("red", "blue")
LAST_NUMBER = 13
"""The highest number on a scoring strip: whoever has more leaves the marker there."""


def cell_of(index: int) -> Cell:
    """Where the square of a bit is on the sheet."""
    row, column = SQUARES[index]
    return Cell(BOARD, row - LOWEST, column - LOWEST)


def strip_of(side: int) -> str:
    """The scoring strip of a side."""
    return f"score-{side}"


def layout(position: Position, colours: Sequence[Colour], seed: DoublesSeed, table: Table) -> Layout:
    """The markers of everybody, with the score of each side on its strip, and the dice as far as they mean anything: a
    pair that is in the hand, and whatever lies about before a roll, does not."""
    pieces = {
        Cell(BOARD, row - LOWEST, column - LOWEST): colours[seat]
        for seat, own in enumerate(position.markers)
        for row, column in squares_of(own)
    }
    stacks: frozenset[Cell] = frozenset()
    if position.battle is not None:
        fought = cell_of(position.battle.square)
        pieces[fought] = colours[position.battle.attacker]
        stacks = frozenset([fought])
    strips = [strip_of(side) for side in range(len(position.score))]
    for side, score in enumerate(position.score):
        if position.playoff is None:  # the first point of a playoff ends it: nobody counts
            pieces[Cell(strip_of(side), 0, min(score, LAST_NUMBER))] = colours[table.seats_of(side)[0]]
    return Layout(_dice(position, seed), pieces, stacks, (BOARD, *(strips if position.playoff is None else ())))


def _dice(position: Position, seed: DoublesSeed) -> tuple[tuple[Heap, ...], ...]:
    roll = position.rolled
    if position.battle is not None:
        return _battle_dice(position.battle)
    if roll is None:
        return ()
    spare = {"red": seed.dice.red, "blue": seed.dice.blue}
    pairs = (("red", roll.red), ("blue", roll.blue))
    return (
        tuple(
            Heap(len(pair), pair, colour, spare=spare[colour] - len(pair))  # type: ignore[arg-type]
            for colour, pair in pairs
            if pair is not None
        ),
    )


def _battle_dice(battle: Battle) -> tuple[tuple[Heap, ...], ...]:
    """The players agree on who throws the red and who the blue dice, and tell nobody (DW-1.2)."""
    ways = []
    for own in (DICE, DICE[::-1]):
        heaps = []
        for colour, lying in zip(own, battle.dice, strict=True):
            faces: tuple[Face, ...] = lying
            if faces:
                heaps.append(Heap(len(faces), faces, colour, spare=TRIO - len(faces)))
        ways.append(tuple(heaps))
    return tuple(dict.fromkeys(ways))


def unsettled(
    before: Position, event: Event, after: Position, colours: Sequence[Colour], seed: DoublesSeed, table: Table
) -> Layout | None:
    """The table as long as nobody has moved a scoring marker, taken the loser's marker from under or upon the
    winner's, or cleared the board for a playoff."""
    if not isinstance(event, Place | Threw) and after.battle is not None:
        return None
    due = layout(after, colours, seed, table)
    pieces = dict(due.pieces)
    stacks = due.stacks
    if after.playoff != before.playoff:
        return Layout(due.dice, layout(before, colours, seed, table).pieces, stacks, due.grids)
    for side, score in enumerate(before.score):
        if score != after.score[side]:
            colour = pieces.pop(Cell(strip_of(side), 0, min(after.score[side], LAST_NUMBER)))
            pieces[Cell(strip_of(side), 0, min(score, LAST_NUMBER))] = colour
    if before.battle is not None and after.battle is None:
        fought = cell_of(before.battle.square)
        pieces[fought] = colours[before.battle.attacker]
        stacks = frozenset([fought])
    if pieces == due.pieces and stacks == due.stacks:
        return None
    return Layout(due.dice, pieces, stacks, due.grids)
