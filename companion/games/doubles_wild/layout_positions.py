"""Derives the possible positions of Doubles Wild from a view, whatever has happened before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.evidence import Evidence
from companion.games.doubles_wild.board import SQUARES, windows
from companion.games.doubles_wild.pieces import Position, Table
from companion.games.doubles_wild.table import cell_of
from companion.table import Colour


def positions_on_table(
    position: Position, seen: Evidence, colours: Sequence[Colour], table: Table
) -> Iterator[Position]:
    """Yields a position for each seat that may be next to roll; none during the throw for the start and in a playoff,
    or where a square is covered. Markers that came to the board since `position` came from the supply; those that are
    gone from the board are out of the game."""
    if position.turn is None or position.playoff is not None:
        return
    markers = [0] * table.players
    for index in range(len(SQUARES)):
        cell = cell_of(index)
        colour = seen.pieces.looks_like(cell, colours)
        if seen.pieces.is_covered(cell):
            return
        if colour in colours:
            markers[colours.index(colour)] |= 1 << index
    score = [0] * len(position.score)
    for seat, own in enumerate(markers):
        score[table.sides[seat]] += windows(own)
    before = [own.bit_count() for own in position.markers]
    if position.battle is not None:
        before[position.battle.attacker] += 1
    supply = tuple(
        max(0, left - max(0, own.bit_count() - was))
        for left, own, was in zip(position.supply, markers, before, strict=True)
    )
    for step in range(table.players):
        turn = (position.turn + step) % table.players
        if supply[turn]:
            yield msgspec.structs.replace(
                position, turn=turn, supply=supply, score=tuple(score), markers=tuple(markers), rolled=None, battle=None
            )
