"""Reads the dice of a stream again only where the picture of a die changed since the last rest.

The detector sees the whole picture each time, in full resolution where something changed. Candidates in which no pixel
changed keep their reading: a die, or none. Only the faces of dice that moved are classified again.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Die
from vision.camera import Image
from vision.dice.dice_reader import DiceReader, DiceReading
from vision.inference import box_distance, reading_order

LEAST_CHANGE = 10.0
"""Change of light, 0 to 255, of a few pixels from which a die is read again: fainter pips are read by nobody."""
LEAST_MEAN_CHANGE = 8.0
"""Change of light, in the mean over a die, below which it still lies there: cameras and films flicker."""
AROUND = 0.15
"""Sides of a die around its box that must not have changed either."""
SAME_DIE = 0.25
"""Sides of a die within which a find is the die that lay there."""
SPARSE, EVEN = 16, 0.01
"""Every how many pixels two pictures are compared to tell how much brighter one is, and from what share that counts."""
ANCHORS = 3
"""Dice that are read again though they did not change: how large dice are is told by all that are looked at."""


class IncrementalDiceReader:
    """Reads the dice of one stream, and keeps what it read. Not thread-safe."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._image: Image | None = None
        self._dice: tuple[Die, ...] = ()

    def rested(self, image: Image, dice: tuple[Die, ...], unsure: bool) -> None:
        """What lies in the picture of a rest. Where something may have been missed, all is read again the next time."""
        self._image, self._dice = (None, ()) if unsure else (image.copy(), dice)

    def forget(self) -> None:
        """Drops what was read: the next picture is read whole."""
        self._image, self._dice = None, ()

    def read(self, image: Image) -> DiceReading:
        """The dice of the stream's next picture, with those that lie as they lay."""
        before = self._image
        if before is None or before.shape != image.shape:
            return self._reader.read(image)
        found = self._reader.finder.find(image, lambda places: changed(before, image, places))
        unlike = changed(before, image, found.boxes)
        altered = changed(before, image, _boxes(self._dice))
        kept = [die for die, moved in zip(self._dice, altered, strict=True) if not moved]
        lost = [die for die, moved in zip(self._dice, altered, strict=True) if moved]
        # The same die may be found in a slightly other box, in which nothing seems to have changed.
        unlike |= np.array([_one_of(box, lost) for box in found.boxes], np.bool_)
        anchors = [n for n, box in enumerate(found.boxes) if not unlike[n] and _one_of(box, kept)][:ANCHORS]
        several = np.union1d(np.flatnonzero(unlike), np.array(anchors, np.int64)).astype(np.int64)
        seen = DiceReading((), False)
        if unlike.any():
            seen = self._reader.read(image, found.some(several))
        missed = _not_among(lost, seen.dice)
        there = differences(before, image, _boxes(tuple(missed)))[:, 1] < LEAST_MEAN_CHANGE
        if there.any():  # it was not taken away, but not found by looking here and there
            again = self._reader.read(image)
            unseen = _not_among([die for die, lies in zip(missed, there, strict=True) if lies], again.dice)
            return again._replace(unsure=again.unsure or bool(unseen))
        new = [die for die in seen.dice if not _one_of(np.array(die.box), kept)]
        dice = sorted((*kept, *new), key=reading_order)
        return DiceReading(tuple(dice), seen.unsure)


def changed(before: Image, now: Image, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,): whether something looks otherwise in `boxes` (n, 4) of two pictures, under a lamp that may shine more or
    less bright."""
    return np.asarray(differences(before, now, boxes)[:, 0] > LEAST_CHANGE)


def differences(before: Image, now: Image, boxes: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 2): by how much the light of two pictures differs in `boxes` (n, 4) at most, and in the mean, 0 to 255."""
    height, width = now.shape[:2]
    sparse = (picture[::SPARSE, ::SPARSE].reshape(-1, 3).astype(np.float32) + 1 for picture in (before, now))
    was, become = sparse
    gain = [float(share) for share in np.median(become / was, axis=0)]
    even = max(abs(share - 1) for share in gain) < EVEN
    answers = np.zeros((len(boxes), 2))
    for n, (x0, y0, x1, y1) in enumerate(boxes.tolist()):
        more = AROUND * min(x1 - x0, y1 - y0) + 1
        left, top = max(0, int(x0 - more)), max(0, int(y0 - more))
        right, bottom = min(width, int(x1 + more) + 1), min(height, int(y1 + more) + 1)
        if right <= left or bottom <= top:
            continue
        old, new = (cv2.blur(picture[top:bottom, left:right], (3, 3)) for picture in (before, now))
        if not even:
            old = np.clip(old * np.array(gain), 0, 255).astype(np.uint8)
        answers[n] = cv2.norm(old, new, cv2.NORM_INF), cv2.norm(old, new, cv2.NORM_L1) / old.size
    return answers


def _boxes(dice: tuple[Die, ...]) -> NDArray[np.float32]:
    return np.array([die.box for die in dice], np.float32).reshape(-1, 4)


def _not_among(dice: Sequence[Die], others: Sequence[Die]) -> list[Die]:
    return [die for die in dice if not _one_of(np.array(die.box), others)]


def _one_of(box: NDArray[np.float32], dice: Sequence[Die]) -> bool:
    x0, y0, x1, y1 = box.tolist()
    return any(box_distance((x0, y0, x1, y1), die.box) < SAME_DIE for die in dice)
