"""Derives the possible positions of Army vs Aliens from a view, whatever has happened before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from companion.evidence import Evidence
from companion.games.army_vs_aliens.pieces import Position
from companion.games.army_vs_aliens.table import layout
from companion.games.army_vs_aliens.variants import Options
from companion.table import Colour, Heap


def positions_on_table(
    position: Position, seen: Evidence, colours: Sequence[Colour], dice: int, rules: Options
) -> Iterator[Position]:
    """Yields a position for each seat that may be next; none where a die is missing, or nobody can tell who destroyed
    those in the Scoring Zones. `dice`: those of a seat."""
    heaps = layout(position, colours, rules).dice[0]
    shown = {heap.place: seen.dice.likeliest(heap, heaps) for heap in heaps}
    players = []
    for seat, player in enumerate(position.players):
        own = colours[seat]
        combat = tuple(face for face in shown["combat", seat, own] if isinstance(face, int))
        rally = len(shown["rally", seat, own])
        players.append(msgspec.structs.replace(player, combat=combat, rally=rally))
    dead = [heap for heap in heaps if heap.area == "scoring"]
    changed = [heap for heap in dead if shown[heap.place] != heap.faces]
    for heap in changed:
        seats = _destroyers(heap, position, colours, rules)
        if len(seats) != 1:
            return
        scored = tuple(face for face in shown[heap.place] if isinstance(face, int))
        players[seats[0]] = msgspec.structs.replace(players[seats[0]], scored=scored)
    whole = Counter({colour: dice * colours.count(colour) for colour in colours})
    if _dice(Position(None, 0, tuple(players)), colours) != (whole if position.in_setup else _dice(position, colours)):
        return
    quiet = 0 if changed else position.quiet
    first = position.turn or 0
    for step in range(len(players)):
        turn = (first + step) % len(players)
        if players[turn].living:
            yield Position(turn, quiet, tuple(players))


def _destroyers(heap: Heap, position: Position, colours: Sequence[Colour], rules: Options) -> list[int]:
    """The seats that may have destroyed the dice of a heap."""
    if not rules.sheet.scoring_shared:
        return [] if heap.seat is None else [heap.seat]
    if heap.colour is None:
        return []
    return [seat for seat in range(len(position.players)) if colours[seat] != heap.colour]


def _dice(position: Position, colours: Sequence[Colour]) -> Counter[Colour | None]:
    """How many dice there are of each colour; those of destroyed dice only where two colours play."""
    found: Counter[Colour | None] = Counter()
    for seat, player in enumerate(position.players):
        enemies = {colour for colour in colours if colour != colours[seat]}
        found[colours[seat]] += position.living(seat)
        found[enemies.pop() if len(enemies) == 1 else None] += len(player.scored)
    return found
