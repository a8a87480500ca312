"""Aligns the dice of two rests of a table by their constellation, where the camera moved in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Die
from vision.inference import box_distance, box_side
from vision.motion.picture_alignment import IDENTITY, Matrix

Points = NDArray[np.float64]
"""(n, 2)"""

SAME_PLACE = 0.6
"""Sides of a die within which one lies where another lay: seen from elsewhere, a die's middle shifts against its
foot."""
RIGID, MOVED = 0.15, 0.05
"""Sides of a die within which dice that move as one keep their places; and by which one has moved."""
SCALES = (0.6, 1.6)
"""How much nearer or farther the camera may have come."""
MOST_DICE = 12
"""Dice of one rest of which pairs are tried."""


def may_be(old: Die, die: Die) -> bool:
    """Whether a die that was there before may be this one: nothing speaks against it."""
    unknown = old.value is None and old.face is None
    same_face = unknown or (old.value, old.face) == (die.value, die.face)
    return same_face and (old.colour is None or die.colour is None or old.colour == die.colour)


def align(before: Sequence[Die], after: Sequence[Die], adrift: bool) -> tuple[Matrix, int]:
    """The similarity from the places of `before` to those of `after` that brings most dice onto one that shows the
    same, and how many it does; the identity where none does better. Both in the same pixels, as far as the camera's
    motion is known; it is not, where it is `adrift`."""
    pairs = [(n, m) for n, old in enumerate(before) for m, die in enumerate(after) if may_be(old, die)]
    if not pairs:
        return IDENTITY, 0
    old, new = (np.array([die.centre for die in dice], np.float64) for dice in (before, after))
    sides = np.array([box_side(die.box) for die in after])
    best, most = IDENTITY, _agreeing(IDENTITY, pairs, old, new, sides)
    for guess in _guesses(pairs, old, new) if adrift else ():
        agreeing = _agreeing(guess, pairs, old, new, sides)
        if len(agreeing) > len(most):
            best, most = guess, agreeing
    return (_refined(best, most, old, new) if len(most) > 1 else best), len(most)


def moved_together(before: Sequence[Die], after: Sequence[Die]) -> bool:
    """Whether all dice of a picture have moved as one, showing what they showed, since the one before."""
    if not after or len(before) != len(after):
        return False
    matrix, _ = align(before, after, adrift=True)
    there = carried(before, matrix)
    return all(
        any(may_be(old, die) and box_distance(old.box, die.box) < RIGID for old in there) for die in after
    ) and any(min(box_distance(old.box, die.box) for old in before) > MOVED for die in after)


def _guesses(pairs: Sequence[tuple[int, int]], old: Points, new: Points) -> Iterator[Matrix]:
    for n, m in sorted(pairs, key=lambda pair: float(np.hypot(*(new[pair[1]] - old[pair[0]])))):
        yield np.array([[1, 0, new[m, 0] - old[n, 0]], [0, 1, new[m, 1] - old[n, 1]], [0, 0, 1]], np.float64)
    for (a, c), (b, d) in combinations(pairs[: MOST_DICE * MOST_DICE], 2):
        if a == b or c == d:
            continue
        was, now = complex(*(old[b] - old[a])), complex(*(new[d] - new[c]))
        if abs(was) < 1e-6 or not SCALES[0] < abs(now) / abs(was) < SCALES[1]:
            continue
        turn = now / was
        shift = complex(*new[c]) - turn * complex(*old[a])
        yield np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1]])


def _agreeing(
    matrix: Matrix, pairs: Sequence[tuple[int, int]], old: Points, new: Points, sides: NDArray[np.float64]
) -> list[tuple[int, int]]:
    """The pairs, each die in one at most, that a motion brings together."""
    moved = cv2.perspectiveTransform(old[None], matrix)[0]
    far = sorted((float(np.hypot(*(moved[n] - new[m]))) / sides[m], n, m) for n, m in pairs)
    taken: list[tuple[int, int]] = []
    for distance, n, m in far:
        if distance < SAME_PLACE and all(n != a and m != b for a, b in taken):
            taken.append((n, m))
    return taken


def _refined(matrix: Matrix, agreeing: Sequence[tuple[int, int]], old: Points, new: Points) -> Matrix:
    one, other = (np.array([points[pair[k]] for pair in agreeing]) for k, points in enumerate((old, new)))
    similar, _ = cv2.estimateAffinePartial2D(one, other, method=cv2.LMEDS)
    return matrix if similar is None else np.vstack([similar, [0, 0, 1]]).astype(np.float64)


def carried(dice: Sequence[Die], matrix: Matrix) -> tuple[Die, ...]:
    """Dice where a camera that has moved by `matrix`, in their own pixels, has them."""
    return tuple(dice) if matrix is IDENTITY else tuple(_carried(die, matrix) for die in dice)


def _carried(die: Die, matrix: Matrix) -> Die:
    x0, y0, x1, y1 = die.box
    x, y = die.centre
    points = np.array([[x, y], [x + 1, y], [x, y + 1], *(die.top or ())], np.float64)
    middle, right, below, *top = cv2.perspectiveTransform(points[None], matrix)[0]
    across, down = right - middle, below - middle
    size = float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0]))) / 2
    w, h = size * (x1 - x0), size * (y1 - y0)
    box = (float(middle[0] - w), float(middle[1] - h), float(middle[0] + w), float(middle[1] + h))
    return msgspec.structs.replace(die, box=box, top=tuple((float(a), float(b)) for a, b in top) if die.top else None)
