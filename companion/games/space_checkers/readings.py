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
    rolled: one that did is enough; where none did, perhaps nobody saw it. One that lies out of sight can show anything.
    Both lying otherwise than before have been rolled, unless they show what they showed; one that lies just where it
    lay has not, as far as anybody saw."""
    if position.rolled is not None or spent:
        return
    number, direction = Heap(0, (FACES,)), Heap(0, (WILD,))
    fresh = [bool(seen.dice.dice_of(heap, fresh=True)) for heap in (number, direction)]
    lies = any(
        not new and seen.dice.still.intersection(seen.dice.dice_of(heap, False))
        for heap, new in zip((number, direction), fresh, strict=True)
    )
    missed = not any(fresh) or lies
    shown = [
        [(faces[0], log(share)) for faces, share in seen.dice.faces(heap, new or None) if len(faces) == 1][:MOST_FACES]
        for heap, new in zip((number, direction), fresh, strict=True)
    ]
    if any(shown) and not all(shown):
        missed = True
        every: tuple[Sequence[int | str], ...] = (range(1, FACES + 1), sorted(directions))
        shown = [there or [(face, -log(FACES)) for face in all_] for there, all_ in zip(shown, every, strict=True)]
    for (pips, one), (name, other) in product(*shown):
        if isinstance(pips, int) and name in directions:
            weight = one + other + (LOG_UNSEEN_ROLL if missed else 0.0)
            awaited = all(fresh) and seen.sight == "unsure"
            yield Reading((Rolled(pips, str(name)),), frozenset(["dice"]), weight, unseen=missed, awaited=awaited)
