"""Locates a board in a single picture: by given corners, by our own sheet, or between four fiducials."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.text import say, say_count
from seeds import page_of
from vision.boards.cell_classifier import Grid
from vision.boards.lattice_fit import corners_within, find_lattice, upright
from vision.camera import Image
from vision.plane import CornerError, FiducialDetector, Fiducials, PageTracker, Plane, Points, plane_of_corners

BEYOND = 0.25
"""Share of the picture's longer side by which a board's corner may lie beyond its edge."""
UPRIGHT = 60.0
"""Degrees by which the edge that is given as the upper one may lie off the top."""


class BoardNotFound(Exception):
    """No board was found. The message is one line that says what to do."""


def plane_of_given(corners: Sequence[tuple[float, float]], grid: Grid, image: Image) -> Plane:
    """The plane of a board whose corners were given, upper left first, clockwise. Raises CornerError."""
    height, width = image.shape[:2]
    reach = BEYOND * max(width, height)
    for n, (x, y) in enumerate(corners, 1):
        if not (-reach <= x <= width + reach and -reach <= y <= height + reach):
            place, size = f"{x:g},{y:g}", f"{width} x {height}"
            raise CornerError(
                say(
                    "corner {number} ({place}) lies outside of the picture of {size} pixels",
                    number=n,
                    place=place,
                    size=size,
                )
            )
    plane = plane_of_corners(corners, grid.size)
    points = np.array(corners, np.float64)
    across, down = (points[0] + points[1]) / 2 - points.mean(0)
    if np.degrees(np.arctan2(abs(across), -down)) > UPRIGHT:
        raise CornerError(
            say("the first corner is not the upper left; give that, upper right, lower right, lower left")
        )
    return plane


def find_board(image: Image, grid: Grid) -> Plane:
    """The plane of the board in a picture (height, width, 3), in sites, row 0 along the picture's upper edge.

    Raises BoardNotFound.
    """
    seen = _fiducials(image)
    if seen.mirrored:
        raise BoardNotFound(say("the picture is mirrored: switch mirroring off, or use the rear camera"))
    own = None if grid.points else _on_own_sheet(image, seen, grid)
    if own is not None:
        return plane_of_corners([(float(x), float(y)) for x, y in upright(own)], grid.size)
    within = corners_within(seen.found)
    if within is None:
        raise BoardNotFound(
            say("no board found: {seen}; give --corners, upper left first, clockwise", seen=_what_is_seen(seen))
        )
    plane = find_lattice(image, within, grid)
    if plane is None:
        kind = say("crossings") if grid.points else say("cells")
        raise BoardNotFound(
            say(
                "no grid of {rows} x {cols} {kind} found between the fiducials; check --grid, or give --corners",
                rows=grid.rows,
                cols=grid.cols,
                kind=kind,
            )
        )
    return plane


def _fiducials(image: Image) -> Fiducials:
    """The fiducials of a picture, looked for more closely where there are no four."""
    finder = FiducialDetector()
    seen = finder.find(image)
    return seen if len(seen.found) >= 4 or seen.mirrored else finder.find_closer(image, seen)


def _on_own_sheet(image: Image, seen: Fiducials, grid: Grid) -> Points | None:
    """(4, 2): the corners of the one such grid on one of our sheets; None where there is none in the picture."""
    owned = {owner for number in seen.found if (owner := page_of(number)) is not None}
    for _, page in owned:
        fitting = [own for own in page.sheet.grids if {own.rows, own.cols} == {grid.rows, grid.cols}]
        if len(fitting) != 1:
            continue
        kept = PageTracker(page).look(image)
        if kept.plane is not None:
            left, top, right, bottom = fitting[0].box
            return kept.plane.pixels(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    return None


def _what_is_seen(seen: Fiducials) -> str:
    if seen.repeated:
        return say("fiducial {number} is in the picture more than once", number=seen.repeated[0])
    if not seen.found:
        return say("no fiducial is in the picture")
    return say_count(
        "{count} fiducial is in the picture, not four around a board",
        "{count} fiducials are in the picture, not four around a board",
        len(seen.found),
    )
