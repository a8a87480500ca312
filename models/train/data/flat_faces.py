"""Training pictures for the face reader: upper faces of dice, laid flat as their true frames say, or nearly so."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.data.augment import Image, disturb, mirror_lamps
from models.train.data.reader_data import Patches
from vision.dice.pip_classifier import CROP, DOUBTS, REACH

OFF, LARGER, LONGER, SLANTED, TURNED = 0.09, 0.08, 0.07, 0.05, np.radians(6.0)
"""Standard deviations of how the reader's frame is off the true one, as the frames of doubtful dice are: its middle and
its slant in half faces, its size and its sides (of their logarithms), and its turn in radians."""
MIRRORING = 0.08
"""Share of the faces that mirror a lamp."""
HIDING = tuple(DOUBTS.index(doubt) for doubt in ("leaning", "covered"))
"""Doubts with which a face is not shown: what it is cannot be seen, or another face is as much up."""


def readable(patches: Patches) -> NDArray[np.intp]:
    """The numbers of the patches with a known face in a known place that can be read."""
    known = (patches.classes > 0) & ~np.isnan(patches.tops).any((1, 2))
    return np.flatnonzero(known & ~(patches.doubts[:, HIDING] == 1).any(1))


def flat_view(g: Generator, patch: Image, top: NDArray[np.float32]) -> Image:
    """(CROP, CROP, 3): the upper face of a stored patch, laid flat by a frame a little off the true one, `top` (3, 2;
    see reader_data.top_of); turned by a quarter or mirrored, which changes no number of pips, and disturbed."""
    middle, x, y = top.astype(np.float64)
    if g.random() < 0.5:
        x = -x
    for _ in range(int(g.integers(4))):
        x, y = y, -x
    turn = g.normal(0, TURNED)
    x, y = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
    reach = REACH * np.exp(g.normal(0, LARGER))
    wider, higher = np.exp(g.normal(0, LONGER, 2))
    middle = middle + g.normal(0, OFF) * x + g.normal(0, OFF) * y
    x, y = reach * wider * x + g.normal(0, SLANTED) * y, reach * higher * y
    step = 2 / (CROP - 1)
    matrix = np.stack([x * step, y * step, middle - x - y - 0.5], 1)
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpAffine(patch, matrix, (CROP, CROP), flags=way, borderMode=cv2.BORDER_REPLICATE)
    if g.random() < MIRRORING:
        view = mirror_lamps(g, np.asarray(view, np.uint8))
    return disturb(g, np.asarray(view, np.uint8))
