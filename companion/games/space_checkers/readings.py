"""Reads the roll of Space Checkers off its two dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import log

from companion.evidence import Evidence
from companion.games.space_checkers.board import FACES
from companion.games.space_checkers.pieces import WILD, Position, Rolled
from companion.rules import Reading
from companion.table import Heap

LOG_UNSEEN_ROLL = log(0.02)
"""Logarithm of the probability that eyes miss a roll."""
MOST_FACES = 6
"""Readings of one die that are followed, likeliest first."""


def readings(
    position: Position, seen: Evidence, directions: frozenset[str], spent: frozenset[str]
) -> Iterator[Reading]:
    """Yields the rolls that the dice can show, likeliest first. A die that fell as it had lain before does not look
    rolled: one that did is enough; where none did, perhaps nobody saw it. One that lies out of sight, or is not read,
    can show anything, and what one in doubt shows is told by the pawn that has to be moved. Both lying otherwise than
    before have been rolled, unless they show what they showed; one that lies just where it lay has not, as far as
    anybody saw. Where nobody has touched it there is no roll."""
    if position.rolled is not None or spent:
        return
    number, direction = Heap(0, (FACES,)), Heap(0, (WILD,))
    lying = [frozenset(seen.dice.dice_of(heap)) for heap in (number, direction)]
    if any(dice and dice <= seen.dice.untouched for dice in lying):
        return
    fresh = [bool(seen.dice.dice_of(heap, fresh=True)) for heap in (number, direction)]
    lies = any(
        not new and seen.dice.still.intersection(seen.dice.dice_of(heap, False))
        for heap, new in zip((number, direction), fresh, strict=True)
    )
    missed = not any(fresh) or lies
    every: tuple[Sequence[int | str], ...] = (range(1, FACES + 1), sorted(directions))
    shown = [
        [
            (faces[0], log(share))
            for faces, share in seen.dice.faces(heap, new or None)
            if len(faces) == 1 and faces[0] in all_
        ][:MOST_FACES]
        for heap, new, all_ in zip((number, direction), fresh, every, strict=True)
    ]
    partly = any(shown) and not all(shown)
    if partly:
        missed = missed or not seen.view.unsure or seen.sight == "carried"
        partly = not missed
        shown = [there or [(face, -log(FACES)) for face in all_] for there, all_ in zip(shown, every, strict=True)]
    doubted = not missed and any(not seen.view.dice[n].certain for dice in lying for n in dice)
    for (pips, one), (name, other) in product(*shown):
        weight = one + other + (LOG_UNSEEN_ROLL if missed else 0.0)
        awaited = all(fresh) and seen.sight == "unsure"
        event = Rolled(int(pips), str(name))
        yield Reading((event,), frozenset(["dice"]), weight, unseen=missed, awaited=awaited, partly=partly or doubted)
