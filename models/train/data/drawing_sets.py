"""Draws sets of drawings for one die that differ enough, and measures how far drawings differ."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.data.drawings import Mask, draw

TURNS, SMALL = 16, 24
"""Turns at which drawings are compared, and the side in pixels of the small copies that are."""


def turned_copies(mask: Mask) -> NDArray[np.float32]:
    """(TURNS, SMALL * SMALL) of 0 and 1: small copies of a drawing, each turned a little further."""
    small = cv2.resize(mask, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    middle = (SMALL - 1) / 2
    turns = [cv2.getRotationMatrix2D((middle, middle), 360 / TURNS * k, 1) for k in range(TURNS)]
    copies = [cv2.warpAffine(small, turn, (SMALL, SMALL)) for turn in turns]
    return np.float32(np.stack(copies).reshape(TURNS, -1) > 110)


def differences(copies: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, n): how far drawings part, 0..1, from their (n, TURNS, SMALL * SMALL) copies.

    It is the share of the ink of both that is not shared, at the best of the turns; 0 for two blanks.
    """
    n = len(copies)
    shared = np.einsum("ap,btp->abt", copies[:, 0], copies, optimize=True)
    ink = copies.sum(2)
    union = np.maximum(ink[:, None, :1] + ink[None] - shared, 1)
    part = np.asarray(1 - (shared / union).max(2), np.float32)
    part[np.ix_(ink[:, 0] < 1, ink[:, 0] < 1)] = 0
    return part.reshape(n, n)


APART = 0.3
"""Drawings that part less than this are too alike for one die."""


def draw_set(g: Generator, count: int, kinds: list[str] | None = None) -> list[Mask]:
    """`count` drawings that part from each other, as on one die; each of one of `kinds` where given."""
    masks: list[Mask] = []
    while len(masks) < count:
        mask = draw(g, None if kinds is None else str(g.choice(kinds)))
        parts = differences(np.stack([turned_copies(m) for m in (mask, *masks)]))[0, 1:]
        if np.all(parts > APART):
            masks.append(mask)
    return masks
