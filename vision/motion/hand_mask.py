"""Segments hands in a small picture: connected parts that differ from the table's reference, touch the picture's edge,
and are thicker than dice."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.frame_difference import AROUND, WIDTH, Small, balanced, greatest_channel

Mask = NDArray[np.bool_]

LEAST_DIFFERENCE, SURE_DIFFERENCE = 10.0, 24.0
"""Difference from the reference at which a small pixel shows something else: the first where there is no noise."""
USUAL_DIE = 0.045
"""Side of a die as a share of the picture's width, as long as none is known."""
THICK = 0.95
"""Sides of a die by which a hand's inner parts lie inside its outline; those of dice and their shadows lie less."""
OUTLINE, LEAST_OUTLINED = 20.0, 0.25
"""Slope of the brightness, as _edges has it, and share of a thing's outline that must have it: a hand's has, to .4 and
more in nineteen of twenty masks, and so have dice; where light falls otherwise than in the reference nothing has."""
LEAST_REACH = 60
"""Small pixels that something which reaches in over the picture's edge must cover to be looked at."""


def reaching_in(reference: Small, small: Small, still: bool, unknown: Mask | None = None) -> Mask | None:
    """Segments what differs from the reference and reaches in over the picture's edge, or from where the reference is
    `unknown`; both pictures small, in colour.

    What has no outline is shade, or how the light falls. In a picture that is `still`, shade with an outline, things
    that have gone and another scene are left out, too.
    """
    before, now = balanced(reference, small), cv2.blur(small, (3, 3)).astype(np.float32)
    was = cv2.blur(before, (3, 3))
    if unknown is not None:  # the camera has moved: nothing is quite in its place
        was = np.clip(now, cv2.erode(was, AROUND), cv2.dilate(was, AROUND))
    differs = greatest_channel(np.abs(now - was))
    noise = float(np.median(differs[::3, ::3]))
    other = (differs > min(max(LEAST_DIFFERENCE, 5 * noise), SURE_DIFFERENCE)).astype(np.uint8)
    other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    count, marks, stats, _ = cv2.connectedComponentsWithStats(other)
    height, width = other.shape
    reaching: Mask | None = None
    steep: Mask | None = None
    for mark in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[mark])
        inside = x > 2 and y > 2 and x + w < width - 2 and y + h < height - 2
        if area < LEAST_REACH or (inside and (unknown is None or not np.any(unknown & (marks == mark)))):
            continue
        mask = filled(np.asarray(marks == mark))
        if steep is None:
            steep = np.asarray(cv2.dilate((_edges(now) > OUTLINE).astype(np.uint8), AROUND)) > 0
        if not outlined(mask, steep):
            continue
        if still and (other_scene(mask) or lifted_away(mask, before, small) or only_shade(mask, before, small)):
            continue
        reaching = mask if reaching is None else reaching | mask
    return reaching


def filled(mask: Mask) -> Mask:
    """One thing's mask with its holes closed, those that open over the picture's edge too: where a hand looks like the
    table, only its outline differs."""
    framed = np.pad(mask.astype(np.uint8), 1)
    for line in (framed[1], framed[-2], framed[:, 1], framed[:, -2]):
        touches = np.flatnonzero(line)
        if len(touches):
            line[touches[0] : touches[-1] + 1] = 1
    outlines, _ = cv2.findContours(framed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(framed, outlines, -1, 1, cv2.FILLED)
    return framed[1:-1, 1:-1] > 0


def hands_among(reaching: Mask, die: float | None) -> Mask | None:
    """The parts of `reaching` that are thick enough for hands; None when none is. `die`: a die's side, where known."""
    side = USUAL_DIE * WIDTH if die is None else die
    _, marks = cv2.connectedComponents(reaching.astype(np.uint8))
    depth = cv2.distanceTransform(reaching.astype(np.uint8), cv2.DIST_L2, 3)
    thick = np.unique(marks[np.asarray(depth) > THICK * side])
    thick = thick[thick > 0]
    return np.isin(marks, thick) if len(thick) else None


def outlined(mask: Mask, steep: Mask) -> bool:
    """Whether enough of the outline of a thing lies where the brightness is `steep`, or beside that."""
    rim = _rim(mask)
    return bool(steep[rim].mean() >= LEAST_OUTLINED) if rim.any() else True


def other_scene(mask: Mask) -> bool:
    """Whether what differs runs along too much of the picture's edge to reach in from somewhere."""
    edge = np.concatenate([mask[:2].any(0), mask[-2:].any(0), mask[:, :2].any(1), mask[:, -2:].any(1)])
    return bool(edge.mean() > 0.6)


def _rim(mask: Mask) -> Mask:
    """The outline of a thing, but for the picture's own edge."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))) > 0


def _edges(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    shades = picture.mean(2)
    x, y = cv2.Sobel(shades, cv2.CV_32F, 1, 0), cv2.Sobel(shades, cv2.CV_32F, 0, 1)
    return np.asarray(np.abs(x) + np.abs(y), np.float32)


def lifted_away(mask: Mask, before: NDArray[np.float32], now: Small) -> bool:
    """Whether the thing in `mask` was there before and is gone: the edge along its outline went with it."""
    rim = _rim(mask)
    return bool(_edges(before)[rim].mean() > _edges(now.astype(np.float32))[rim].mean())


def only_shade(mask: Mask, before: NDArray[np.float32], now: Small) -> bool:
    """Whether what lies in `mask` is as before, evenly darkened or lit."""
    ratio = (now[mask] + np.float32(6)) / (before[mask] + np.float32(6))
    low, middle, high = np.percentile(ratio, [20, 50, 80], axis=0)
    return bool(np.all(high - low < 0.25 * middle) and np.ptp(middle) < 0.1 * middle.mean() and middle.mean() > 0.3)
