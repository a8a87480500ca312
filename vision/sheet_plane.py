"""The plane of a printed sheet: by its fiducials, and by the dots at its edges where few are seen; whether it is flat.

Something over the rim of a fiducial, a finger or a die, bends its picture: a corner that alone is off counts no more.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds.sheets import MARK, Page, Sheet
from vision.camera import Image
from vision.fiducials import Corners
from vision.plane import Plane, Points, fitted
from vision.table_camera import camera_of

MARK_SCALE, MARK_REACH = 8, 5.0
"""Pixels a millimetre in which the dots at a sheet's edges are looked at, and millimetres in which they are sought."""
MARK_CLEAR = 0.66
"""Correlation from which what is there is a dot."""
MARK_PEAK = 25
"""Side in such pixels of the square in which a dot must be likest in its middle: about that of a dot."""
ALONE_OFF, TIMES_OFF = 1.5, 2.5
"""Pixels by which a fiducial's corner must be off for it not to count, and how many times as far as the second worst
without it: on a sheet that is bent, all corners of a fiducial are."""
LEAST_DOTS, LEAST_REACH = 2, 0.85
"""Dots that must be seen beside the fiducials, and the share of the sheet's width and of its height over which all
that is seen must reach: further out the plane would be guessed, and one wrong dot would turn it."""
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
    counts = np.ones(len(plane), np.bool_)
    best = fitted(plane, pixels, page.sheet.size)
    for _ in range(len(found) // 2):  # of a single fiducial none can be spared
        if best is None:
            break
        missed = np.linalg.norm(best.pixels(plane) - pixels, axis=1)
        worst = int(np.where(counts, missed, -1).argmax())
        fiducial = slice(worst // 4 * 4, worst // 4 * 4 + 4)
        if missed[worst] < ALONE_OFF or not counts[fiducial].all():
            break
        without = counts & (np.arange(len(plane)) != worst)
        other = fitted(plane[without], pixels[without], page.sheet.size)
        if other is None:
            break
        left = np.linalg.norm(other.pixels(plane) - pixels, axis=1)
        if left[worst] < max(ALONE_OFF, TIMES_OFF * left[without].max()):
            break
        counts, best = without, other
    return best


def plane_with_dots(image: Image, page: Page, found: dict[int, Corners]) -> Plane | None:
    """The plane of a page of which two or three fiducials were found, by these and the dots at its edges; None where
    too few are seen, or where they lie in no one plane."""
    sheet = page.sheet
    plane, pixels = _points(page, found)
    best = plane_of_fiducials(page, found)
    if best is None:
        return None
    known, corners = plane.mean(0), len(plane)
    dots: list[tuple[float, float]] = []
    # The nearest first: from two fiducials the plane is told well around them, and worse the further out.
    for dot in sorted(sheet.marks, key=lambda point: float(np.linalg.norm(np.array(point) - known))):
        off = dot_off(image, best, dot)
        if off is None:
            continue
        dots.append(dot)
        plane = np.concatenate([plane, [dot]])
        pixels = np.concatenate([pixels, best.pixels(np.array([dot], np.float64) + off)])
        better = fitted(plane, pixels, sheet.size)
        if better is None:
            return None
        best = better
    if len(dots) < LEAST_DOTS or (np.ptp(plane, axis=0) < LEAST_REACH * np.array(sheet.size)).any():
        return None
    off_by = np.linalg.norm(best.millimetres(pixels) - plane, axis=1)
    coarse = np.array([1 / max(best.scale_at((x, y)), 1e-6) for x, y in plane])
    most = np.maximum(DOTS_OFF, DOTS_OFF_PIXELS * coarse) * np.where(np.arange(len(plane)) < corners, CORNER_OFF, 1)
    if (off_by > most).any():
        return None
    return best if camera_of(best, (image.shape[1], image.shape[0])).skew <= MOST_SKEW else None


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
    """How far, in millimetres, the worst of the dots that are seen at the sheet's edges lies from where it should; 0
    where none is seen. Four fiducials fit a plane wherever they lie; whether the sheet is flat, the dots tell."""
    found = (dot_off(image, plane, dot) for dot in sheet.marks)
    return max((float(np.hypot(*off)) for off in found if off is not None), default=0.0)


def dot_off(image: Image, plane: Plane, dot: tuple[float, float]) -> Points | None:
    """(2,) millimetres: how far a sheet's dot lies from where `plane` has it; None where it is not seen."""
    printed = _dot()
    half = MARK_REACH + printed.shape[0] / 2 / MARK_SCALE
    side = round(2 * half * MARK_SCALE)
    # From the pixels of the close look to millimetres to pixels of the picture.
    close = np.array([[1 / MARK_SCALE, 0, dot[0] - half], [0, 1 / MARK_SCALE, dot[1] - half], [0, 0, 1]])
    flat = cv2.warpPerspective(
        image,
        plane.to_pixels @ close,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    likeness = cv2.matchTemplate(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), printed, cv2.TM_CCOEFF_NORMED)
    around = cv2.dilate(likeness, np.ones((MARK_PEAK, MARK_PEAK), np.uint8))
    clear = np.argwhere((likeness >= MARK_CLEAR) & (likeness == around))
    if not len(clear):
        return None
    # The nearest: beyond the sheet's edge the table may have dots of its own.
    off = (clear[:, ::-1] - (likeness.shape[0] - 1) / 2) / MARK_SCALE
    return np.asarray(off[np.linalg.norm(off, axis=1).argmin()], np.float64)


@lru_cache(maxsize=1)
def _dot() -> NDArray[np.uint8]:
    """A dot as it is printed, with a little white around it."""
    reach = MARK * 1.6
    side = int(2 * reach * MARK_SCALE) | 1
    dot = np.full((side, side), 255, np.uint8)
    cv2.circle(dot, (side // 2, side // 2), round(MARK * MARK_SCALE), 0, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(dot, (0, 0), 0.3 * MARK_SCALE), np.uint8)
