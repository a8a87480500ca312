"""Reads events of Army vs Aliens off the dice: a roll, a rally and its roll together, or dice taken up for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

from companion.evidence import Evidence
from companion.games.army_vs_aliens.pieces import Position, Rally, Ranks, Rolled
from companion.rules import Reading
from companion.table import Colour, Heap

MOST_READINGS, MOST_KEPT = 64, 3
"""Readings of a roll, and of the dice kept beside it, that are followed, likeliest first."""


def readings(position: Position, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]) -> Iterator[Reading]:
    """Yields the events that the dice in Combat of the seat that rolls, or may rally, can show, likeliest first."""
    rolling = position.rolling
    seat = rolling.seat if rolling is not None else position.turn
    if seat is None or (name := f"{colours[seat]} dice {seat}") in spent:
        return
    heap = Heap(0, None, colours[seat], "combat", seat, thrown=colours.count(colours[seat]) == 1)
    player = position.players[seat]
    used = spent | {name}
    if (
        rolling is None
        and player.rally
        and not seen.dice.dice_of(Heap(0, None, colours[seat], "rally", seat), None, colours)
    ):
        taken = _without(player.combat, _ranks(seen.dice.faces(heap, None, colours)[0][0]))
        if taken is not None and seen.dice.sees("rally", seat):
            yield Reading((Rally(taken),), spent, 0.0, rested=False)
    lie = seen.dice.still.intersection(seen.dice.dice_of(heap, False, colours))
    if rolling is not None and len(lie) > len(player.combat):
        return  # they lay there before: nobody has rolled them
    dead = position.players[1 - seat].scored if len(position.players) == 2 else None
    for zone, carried, likely in _combat_readings(seen, heap, colours, dead, rolling is not None):
        if rolling is not None:
            rolled = _without(zone, player.combat)
            if rolled is not None and len(rolled) == rolling.dice:
                yield Reading((Rolled(rolled),), used, log(likely), awaited=True)
        elif len(zone) == len(player.combat) + player.rally:
            for kept, share in _kept_readings(zone, carried, player.combat, heap, colours, seen):
                rolled = _without(zone, kept)
                if rolled:
                    events = (Rally(_without(player.combat, kept) or ()), Rolled(rolled))
                    yield Reading(events, used, log(likely * share))


def _combat_readings(
    seen: Evidence, combat: Heap, colours: Sequence[Colour], dead: Ranks | None, rolls: bool
) -> list[tuple[Ranks, Ranks, float]]:
    """What the dice of a seat in Combat show, likeliest first; and the same with those that were moved on, by the hero
    rule or an enemy, before anybody could see them lie in Combat; of each also those of the latter that were not
    rolled. `dead`: what dead dice of this colour showed before (None: not known). `rolls`: whether the roll is awaited,
    so that all that has come to Rally and Scoring has come from Combat."""
    found: list[tuple[Ranks, Ranks, float]] = [
        (_ranks(faces), (), likely) for faces, likely in seen.dice.faces(combat, None, colours)[:MOST_READINGS]
    ]
    rally, scoring = Heap(0, None, combat.colour, "rally", combat.seat), Heap(0, None, combat.colour, "scoring")
    fresh = None if rolls and dead is not None else True
    moves = [(rally, fresh, ()), (scoring, fresh, (dead or ()) if rolls else ())]
    if not rolls and dead is not None:  # one that was kept and killed right after the roll of the others
        moves.append((scoring, False, dead))
    for heap, which, before in moves:
        if seen.dice.fresh is None or not seen.dice.dice_of(heap, which, colours):
            continue
        there = [(_ranks(faces), likely) for faces, likely in seen.dice.faces(heap, which, colours)]
        moved = [(_without(faces, before), likely) for faces, likely in there]
        come = [(faces, likely) for faces, likely in moved if faces][:MOST_KEPT]
        both = [
            (tuple(sorted((*zone, *faces))), (*carried, *faces) if which is False else carried, a * b)
            for zone, carried, a in found[:MOST_READINGS]
            for faces, b in come
        ]
        found = sorted((*found, *both), key=lambda one: -one[2])
    return found


def _kept_readings(
    zone: Ranks, carried: Ranks, combat: Ranks, heap: Heap, colours: Sequence[Colour], seen: Evidence
) -> list[tuple[Ranks, float]]:
    """The dice of Combat that were not rolled again: those that lie as they lay, or were seen to come to rest before
    the newest throw did, and those that were `carried` away. Where nothing is known of that, as many as can be, since a
    die that shows the same after a roll is no other than one that was kept."""
    if seen.dice.fresh is None:
        return [(tuple(sorted((Counter(combat) & Counter(zone)).elements())), 1.0)]
    newest = seen.dice.newest_throw(heap, colours) if seen.sight == "seen" else 0
    lie = len(seen.dice.dice_of(heap, False, colours, newest))
    readings = seen.dice.faces(heap, False, colours, newest)
    found = (((*_ranks(faces), *carried), likely) for faces, likely in readings if len(faces) == lie)
    return [(kept, likely) for kept, likely in found if _without(combat, kept) is not None][:MOST_KEPT]


def _ranks(faces: Sequence[int | str]) -> Ranks:
    return tuple(face for face in faces if isinstance(face, int))


def _without(faces: Ranks, taken: Ranks) -> Ranks | None:
    """`faces` without those taken, sorted; None where one of them is not there."""
    left = sorted(faces)
    for face in taken:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)
