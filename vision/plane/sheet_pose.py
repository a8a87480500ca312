"""Estimates the plane of a printed sheet by its fiducials and, where few are seen, the dots at its edges.

Something over the rim of a fiducial, a finger or a die, bends its picture: a corner that alone is off counts no more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds import MARK, Page, Sheet
from vision.camera import Image
from vision.plane.camera_pose import camera_of
from vision.plane.fiducials import Corners
from vision.plane.plane import Plane, Points, fit_plane

MARK_SCALE, MARK_REACH = 8, 5.0
"""Pixels a millimetre in which the dots at a sheet's edges are looked at, and millimetres in which they are sought."""
MARK_CLEAR = 0.66
"""Correlation from which what is there may be a dot."""
AS_CLEAR = 0.8
"""Share of the clearest dot's correlation that the one which is furthest off must have to count: else it is the edge of
something that lies over it, or a pip."""
MARK_PEAK = 25
"""Side in such pixels of the square in which a dot must be likest in its middle: about that of a dot."""
HIDDEN_OFF, SEEN_OFF, SEEN_SHARE = 1.0, 1.0, 0.6
"""Pixels from which a corner of a fiducial may be off because something hides it, up to which all others must then lie
right, and what share of that they may be off at most: where a sheet is bent, all corners of a fiducial are off."""
LEAST_DOTS, LEAST_REACH = 2, 0.85
"""Dots that must be seen beside the fiducials, and the share of the sheet's width and of its height over which all
that is seen should reach: further out the plane is guessed, and one wrong dot would turn it."""
SHORT_DOTS, SHORT_CLEAR, SHORT_SKEW = 3, 0.85, 0.006
"""Dots that must be seen where it reaches less far, how clear each must be then, and how skew the plane may be: a hand
that hides two fiducials mostly hides the dot between them too. What is no dot looked like one to 0.8 at most; but a pip
of a die that lies over a dot may, and of such planes three in a hundred are as little skew as this."""
DOTS_OFF, DOTS_OFF_PIXELS = 0.65, 0.8
"""Millimetres that such a dot may lie off the plane that all of them give, or pixels where that is more."""
CORNER_OFF = 1.5
"""How many times as far the corner of a fiducial may: what is near hides one sooner than it moves a dot."""
MOST_SKEW = 0.012
"""How skew such a plane may be (table_camera.Camera); a wrong dot mostly makes it more so."""


def plane_of_fiducials(page: Page, found: dict[int, Corners]) -> Plane | None:
    """The plane of a printed page by those of its fiducials that were found; None without any."""
    plane, pixels = _points(page, found)
    if not len(plane):
        return None
    best = fit_plane(plane, pixels, page.sheet.size)
    if best is None or len(found) < 2 or np.linalg.norm(best.pixels(plane) - pixels, axis=1).max() < HIDDEN_OFF:
        return best
    for without in _hidden_corners(len(found)):
        counts = np.ones(len(plane), np.bool_)
        counts[without] = False
        other = fit_plane(plane[counts], pixels[counts], page.sheet.size)
        if other is None:
            continue
        off = np.linalg.norm(other.pixels(plane) - pixels, axis=1)
        hidden = float(off[without].min())
        if hidden >= HIDDEN_OFF and off[counts].max() <= min(SEEN_OFF, SEEN_SHARE * hidden):
            return other
    return best


def _hidden_corners(fiducials: int) -> list[list[int]]:
    """Which corners of so many fiducials something that meets one of them may hide: one, or of three fiducials and more
    two that are neighbours."""
    single = [[corner] for corner in range(4 * fiducials)]
    pairs = [[first + n, first + (n + 1) % 4] for first in range(0, 4 * fiducials, 4) for n in range(4)]
    return single + pairs if fiducials > 2 else single


def plane_with_dots(image: Image, page: Page, found: dict[int, Corners]) -> Plane | None:
    """The plane of a page of which two or three fiducials were found, by these and the dots at its edges; None where
    too few are seen, or where they lie in no one plane."""
    first = plane_of_fiducials(page, found)
    if first is None:
        return None
    dotted = _dotted(image, page, found, first)
    if dotted is None:
        return None
    if dotted.short and any(
        other is not None and not other.short
        for other in (_dotted(image, page, found, first, dot) for dot in page.sheet.marks)
    ):
        return None  # without one of them the others reach further: that one may be a pip of a die over the dot
    return dotted.plane


class _Dotted(NamedTuple):
    plane: Plane
    short: bool
    """Whether what gave it does not reach from edge to edge."""


def _dotted(
    image: Image, page: Page, found: dict[int, Corners], best: Plane, spared: tuple[float, float] | None = None
) -> _Dotted | None:
    """The plane by fiducials, which alone give `best`, and dots but for the one that is `spared`."""
    sheet = page.sheet
    plane, pixels = _points(page, found)
    known, corners = plane.mean(0), len(plane)
    clear: list[float] = []
    # The nearest first: from two fiducials the plane is told well around them, and worse the further out.
    for dot in sorted(sheet.marks, key=lambda point: float(np.linalg.norm(np.array(point) - known))):
        seen = None if dot == spared else dot_seen(image, best, dot)
        if seen is None:
            continue
        clear.append(seen.likeness)
        plane = np.concatenate([plane, [dot]])
        pixels = np.concatenate([pixels, best.pixels(np.array([dot], np.float64) + seen.off)])
        better = fit_plane(plane, pixels, sheet.size)
        if better is None:
            return None
        best = better
    short = bool((np.ptp(plane, axis=0) < LEAST_REACH * np.array(sheet.size)).any())
    if len(clear) < (SHORT_DOTS if short else LEAST_DOTS) or (short and min(clear) < SHORT_CLEAR):
        return None
    off_by = np.linalg.norm(best.millimetres(pixels) - plane, axis=1)
    coarse = np.array([1 / max(best.scale_at((x, y)), 1e-6) for x, y in plane])
    most = np.maximum(DOTS_OFF, DOTS_OFF_PIXELS * coarse) * np.where(np.arange(len(plane)) < corners, CORNER_OFF, 1)
    skew = camera_of(best, (image.shape[1], image.shape[0])).skew
    if (off_by > most).any() or skew > (SHORT_SKEW if short else MOST_SKEW):
        return None
    return _Dotted(best, short)


def _points(page: Page, found: dict[int, Corners]) -> tuple[Points, Points]:
    """(n, 2) each: the corners of a page's fiducials in millimetres of its sheet, and in pixels."""
    known = [(corner, found[number]) for corner, number in enumerate(page.numbers) if number in found]
    if not known:
        return np.zeros((0, 2)), np.zeros((0, 2))
    millimetres = np.array([point for corner, _ in known for point in page.sheet.fiducial(corner)], np.float64)
    return millimetres, np.concatenate([corners for _, corners in known]).astype(np.float64)


def sheet_error(plane: Plane, sheet: Sheet) -> float:
    """The plane's error in millimetres at the middle of the sheet."""
    return plane.error / max(plane.scale_at((sheet.size[0] / 2, sheet.size[1] / 2)), 1e-9)


def bend(image: Image, plane: Plane, sheet: Sheet) -> float:
    """Measures how far, in millimetres, the worst of the dots seen at the sheet's edges lies from where it should; 0
    where none is seen. Four fiducials fit a plane wherever they lie; only the dots show whether the sheet is flat."""
    found = [seen for dot in sheet.marks if (seen := dot_seen(image, plane, dot)) is not None]
    found.sort(key=lambda seen: float(np.hypot(*seen.off)))
    if len(found) > 2 and found[-1].likeness < AS_CLEAR * max(seen.likeness for seen in found[:-1]):
        found.pop()
    return float(np.hypot(*found[-1].off)) if found else 0.0


class DotSeen(NamedTuple):
    """What may be one of a sheet's dots."""

    off: Points
    """(2,) millimetres: how far it lies from where the plane has it."""
    likeness: float
    """Correlation with a dot as it is printed."""


def dot_seen(image: Image, plane: Plane, dot: tuple[float, float]) -> DotSeen | None:
    """Finds a sheet's dot (x, y in millimetres) about the place where `plane` has it; None where nothing is seen."""
    printed = _dot()
    half = MARK_REACH + printed.shape[0] / 2 / MARK_SCALE
    flat = plane.rectify(image, (dot[0] - half, dot[1] - half, dot[0] + half, dot[1] + half), MARK_SCALE)
    likeness = cv2.matchTemplate(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), printed, cv2.TM_CCOEFF_NORMED)
    around = cv2.dilate(likeness, np.ones((MARK_PEAK, MARK_PEAK), np.uint8))
    clear = np.argwhere((likeness >= MARK_CLEAR) & (likeness == around))
    if not len(clear):
        return None
    # The nearest: beyond the sheet's edge the table may have dots of its own.
    off = (clear[:, ::-1] - (likeness.shape[0] - 1) / 2) / MARK_SCALE
    nearest = int(np.linalg.norm(off, axis=1).argmin())
    row, col = clear[nearest]
    return DotSeen(np.asarray(off[nearest], np.float64), float(likeness[row, col]))


@lru_cache(maxsize=1)
def _dot() -> NDArray[np.uint8]:
    """A dot as it is printed, with a little white around it."""
    reach = MARK * 1.6
    side = int(2 * reach * MARK_SCALE) | 1
    dot = np.full((side, side), 255, np.uint8)
    cv2.circle(dot, (side // 2, side // 2), round(MARK * MARK_SCALE), 0, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(dot, (0, 0), 0.3 * MARK_SCALE), np.uint8)
