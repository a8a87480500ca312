"""Traces a die that lies still back through the pictures before, wherever the camera looked: by its own looks alone.

All coordinates are pixels of the small grey pictures of vision.motion.frame_difference, as the camera had them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.table import Box
from vision.motion.frame_difference import Small

ALIKE, SAME = 0.94, 0.97
"""Correlation from which a patch is the die in a picture; and from which it is what to look for in the one before."""
REACH = 8
"""Pixels beyond its own size by which a die may move from one picture to the next against what it did before."""
INNER = 0.12
"""Share of a die along its edges that is left out: there the ground shows."""
PASSED_OVER = 4
"""Pictures in a row, blurred ones, in which it need not be found."""
PLAIN = 3.0
"""Standard deviation in grey levels below which a patch shows nothing that can be traced."""
AT_EDGE = 0.4
"""Sides of a die from the picture's edge within which it has come into view."""


class DieTrace(NamedTuple):
    """Where a die can be traced back to."""

    boxes: dict[int, Box]
    """Where it is in each picture in which it looks as it does now, by their numbers, the newest first; what changes
    little by little is allowed for."""
    entered: bool
    """Whether it comes into view in the first of them."""

    @property
    def first(self) -> int:
        """Number of the first of them."""
        return min(self.boxes)


def trace_back(pictures: Sequence[Small], box: Box) -> DieTrace:
    """Traces the die that the last of the pictures shows in `box` back through those before."""
    height, width = pictures[-1].shape
    inner = INNER * min(box[2] - box[0], box[3] - box[1])
    x0, y0 = max(0, int(box[0] + inner)), max(0, int(box[1] + inner))
    x1, y1 = min(width, int(np.ceil(box[2] - inner))), min(height, int(np.ceil(box[3] - inner)))
    looks = pictures[-1][y0:y1, x0:x1]
    h, w = looks.shape
    first, x, y, step, missed = len(pictures) - 1, float(x0), float(y0), np.zeros(2), 0
    boxes = {first: (x, y, x + w, y + h)}
    if min(h, w) >= 4 and float(looks.std()) >= PLAIN:
        for n in range(len(pictures) - 2, -1, -1):
            reach = REACH + max(w, h) / 2
            ahead = np.array([x, y]) + step * (missed + 1)
            left, top = max(0, int(ahead[0] - reach)), max(0, int(ahead[1] - reach))
            right, bottom = min(width, int(ahead[0] + w + reach)), min(height, int(ahead[1] + h + reach))
            found = None
            if right - left > w and bottom - top > h:
                likeness = cv2.matchTemplate(pictures[n][top:bottom, left:right], looks, cv2.TM_CCOEFF_NORMED)
                _, best, _, at = cv2.minMaxLoc(likeness)
                found = (best, left + at[0], top + at[1]) if best >= ALIKE else None
            if found is None:
                missed += 1
                if missed > PASSED_OVER:
                    break
                continue
            best, new_x, new_y = found
            step, missed = (np.array([new_x, new_y]) - (x, y)) / (missed + 1), 0
            first, x, y = n, float(new_x), float(new_y)
            boxes[n] = (x, y, x + w, y + h)
            if best >= SAME:
                looks = pictures[n][new_y : new_y + h, new_x : new_x + w]
    edge = AT_EDGE * min(w, h)
    entered = first > 0 and (x < edge or y < edge or x + w > width - edge or y + h > height - edge)
    return DieTrace(boxes, entered)
