"""Reads captured dice by what they were: one that lies still where such dice are kept, and alone shows something else
than the game says, has tumbled on its way there, or is misread. No event tells it right, and nothing depends on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from companion.table import Box, Die, Face, Heap, Layout, alike, face_of, zone_parts


def tumbled(
    dice: Sequence[Die], still: Collection[int], layout: Layout | None, known: Mapping[Box, int]
) -> dict[Box, int]:
    """What captured dice count as that show something else, by their boxes: those that are `known`, and one more in a
    heap that lies as `layout` says but for it, and as it lay: of dice numbered in `still`."""
    found = dict(known)
    for heap in layout.dice[0] if layout is not None and layout.dice else ():
        there = [n for n, die in enumerate(dice) if _is_of(die, heap)] if heap.captured else []
        if not there or len(there) != heap.count or not set(there) <= set(still):
            continue
        shown = Counter(face_of(die) for die in as_counted([dice[n] for n in there], known))
        should = Counter[Face | None](heap.faces)
        wrong, missing = shown - should, should - shown
        if wrong.total() == 1:
            (face,), (count_as,) = wrong, missing
            box = next((dice[n].box for n in there if dice[n].certain and face_of(dice[n]) == face), None)
            if box is not None and isinstance(face, int) and isinstance(count_as, int):
                found[box] = count_as
    return found


def as_counted(dice: Sequence[Die], known: Mapping[Box, int]) -> tuple[Die, ...]:
    """`dice`, those that are `known` to count as something else showing that."""
    return tuple(
        msgspec.structs.replace(die, value=known[die.box], alternatives=()) if die.box in known else die for die in dice
    )


def _is_of(die: Die, heap: Heap) -> bool:
    if die.zone is None:
        return False
    area, seat = zone_parts(die.zone)
    return area == heap.area and (heap.seat is None or seat in (None, heap.seat)) and alike(die.colour, heap.colour)
