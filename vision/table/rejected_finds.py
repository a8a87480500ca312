"""Remembers what was found like a die at the newest rest of a stream and is none, so that it is none at the next one
either, as long as nothing has changed there: else a pawn that is found again a little aside would be a die that came.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.table import Die
from vision.inference import box_distance
from vision.motion import Small, changes

SAME_FIND = 0.25
"""Sides of a die within which a find is the one that was there before."""


class RejectedFinds:
    """Those of one stream."""

    def __init__(self) -> None:
        self._finds: tuple[Die, ...] = ()
        self._picture: Small | None = None

    def without(self, read: Sequence[Die], kept: Sequence[Die], picture: Small, width: int) -> tuple[Die, ...]:
        """The dice that are `kept` of those `read` at the next rest, but for what is in doubt, was rejected at the rest
        before and looks as it did. `picture`: small and grey, of a frame that is `width` pixels wide."""
        before, scale = self._picture, picture.shape[1] / width
        if self._finds and before is not None and before.shape == picture.shape:
            changed, certain = changes(before, picture), {die.box for die in read if die.certain}
            kept = [
                die
                for die in kept
                if die.box in certain
                or all(box_distance(die.box, old.box) >= SAME_FIND for old in self._finds)
                or changed[_slices(die, scale)].any()
            ]
        places = {die.box for die in kept}
        self._finds, self._picture = tuple(die for die in read if die.box not in places), picture
        return tuple(kept)


def _slices(die: Die, scale: float) -> tuple[slice, slice]:
    """Where a die lies in a small picture, of which a picture's pixel is `scale`."""
    x0, y0, x1, y1 = (max(0, int(edge * scale)) for edge in die.box)
    return slice(y0, y1 + 1), slice(x0, x1 + 1)
