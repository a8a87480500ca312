"""What players said about dice, kept for as long as a die stays where it is; and which dice have not moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.table import Colour, Die, TableView

STILL = 0.3
"""How far a die's middle may drift between two readings, in widths of the die, and still count as unmoved.

Raising it takes dice that were nudged for unmoved; lowering it takes the trembling of the reading for a move.
"""


class Correction(NamedTuple):
    """A die as the eyes gave it, and what a player says of it. None leaves that side of it as it was read."""

    read: Die
    value: int | None = None
    colour: Colour | None = None
    is_die: bool = True

    def apply(self, die: Die) -> Die:
        """The die as the player says; certain once its face is said."""
        if self.colour is not None:
            die = msgspec.structs.replace(die, colour=self.colour)
        return die if self.value is None else die.corrected(self.value)


def same_place(one: Die, other: Die) -> bool:
    """Whether two readings are of one die that has not moved."""
    size = max(1.0, (one.box[2] - one.box[0] + one.box[3] - one.box[1]) / 2)
    (x0, y0), (x1, y1) = one.centre, other.centre
    return abs(x0 - x1) <= STILL * size and abs(y0 - y1) <= STILL * size


def unmoved(before: Sequence[Die], after: Sequence[Die]) -> int:
    """How many dice of `after` lie where one of `before` lay, with the same face up."""
    left = list(before)
    count = 0
    for die in after:
        twin = next((old for old in left if same_place(old, die) and old.value == die.value), None)
        if twin is not None:
            left.remove(twin)
            count += 1
    return count


class Corrections:
    """Corrections of one table. A die that has moved, or that now reads otherwise, has lost its correction."""

    def __init__(self) -> None:
        self._kept: list[Correction] = []

    def add(self, correction: Correction) -> None:
        """Take a player's word; what was said of the same die before still holds where this one is silent."""
        old = next((kept for kept in self._kept if same_place(kept.read, correction.read)), None)
        if old is not None:
            self._kept.remove(old)
            correction = correction._replace(
                value=old.value if correction.value is None else correction.value,
                colour=old.colour if correction.colour is None else correction.colour,
            )
        self._kept.append(correction)

    def apply(self, view: TableView) -> TableView:
        """The view with what players said; corrections that fit no die any more are forgotten."""
        still: list[Correction] = []
        dice: list[Die] = []
        for die in view.dice:
            kept = next((c for c in self._kept if same_place(c.read, die) and c.read.value == die.value), None)
            if kept is None:
                dice.append(die)
                continue
            still.append(kept)
            if kept.is_die:
                dice.append(kept.apply(die))
        self._kept = still
        return msgspec.structs.replace(view, dice=tuple(dice))
