"""Estimates the square on the table that a die stands on, from its upper face, its box and the camera's pose.

A die is some sixteen millimetres high. Seen from the side its upper face, and the middle of its box, lie over another
part of the table than its foot, by as much as it is high. The plane of a sheet tells where the camera stands but for
its focal length; that is told too where the sheet is seen from the side, and hardly matters where it is seen from
above.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.table import Die
from vision.plane import Camera, Plane, Points, corners_of_size

DIE = 16.0
"""Millimetres: the side of an ordinary die."""
SIDES = (9.0, 26.0)
"""Millimetres between which the side of a die is believed."""


class DieFootprint(NamedTuple):
    """The square that a die stands on, with its error."""

    corners: Points
    """(4, 2), in millimetres of the plane."""
    error: float
    """Within how many millimetres its middle is where it is said to be, 95 times in 100."""

    @property
    def middle(self) -> NDArray[np.float64]:
        return np.asarray(self.corners.mean(0))


FACE_ERROR, BOX_ERROR = (1.5, 0.6), (2.5, 0.7)
"""How far, in millimetres and 95 times in 100, a foot is off that is told by the upper face, and by the box alone: seen
from straight above, and what comes to it where the table is seen at 45 degrees (as the square of the tilt's tangent).
Measured on rendered dice of 25 to 50 pixels."""
LARGE = 30.0
"""Pixels across a die from which it is as exact as that; the foot of a smaller one is less so, in proportion."""
DISAGREEMENT = 0.5
"""Share of the distance between where the face and where the box have the foot, that is added to the error."""
RAISED = 1.0
"""Sides of a die by which the foot of one that lies on another, or leans, may be off where it is seen at 45 degrees."""
SAME_SIDE = 2.5
"""Millimetres by which the upper faces may seem larger or smaller than those of ordinary dice while the dice are still
taken for ordinary ones."""


SMALLEST, LARGEST = 6.0, 48.0
"""Millimetres: the side, on the table, of the smallest and the largest box that may be a die's. A die of 26 mm that
stands on its corner before a low camera has the larger one; a sheet, or a group of pawns, has more."""


UNLIKE = 1.7
"""Times by which what may be no die may look larger or smaller than the other dice: seen over a corner a die looks 1.4
times as large as from above. The head of a pawn is a third as large as the dice."""
SMALLER = 1.4
"""Times by which what is doubted, though nothing hides a part of it, may look smaller than dice of its colour. Of
12,139 sightings of dice on 24 rendered films 363 were in doubt, and looked up to 1.33 times smaller than all that were
not; three of four finds that were no dice and seen whole looked 1.8 times smaller, or more. Dice of two colours may be
of two sizes: those of one film were, by 1.7. Of white dice in bright light at times a one's red ring alone is found."""


def box_sides(boxes: NDArray[np.floating[Any]], plane: Plane) -> NDArray[np.float64]:
    """(n, 2): millimetres along the sides of boxes (n, 4), in pixels, of what stands on the plane there."""
    middles = plane.millimetres((np.asarray(boxes[:, :2], np.float64) + boxes[:, 2:]) / 2)
    scales = plane.stretches(middles)[:, :1]  # where the table is least foreshortened: a die stands up
    return np.asarray((boxes[:, 2:] - boxes[:, :2]) / np.maximum(scales, 1e-6), np.float64)


def die_sized(
    boxes: NDArray[np.floating[Any]], plane: Plane, likely: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """(n,): which of `boxes` (n, 4), in pixels, are of the size that a die on the plane may have there; those that are
    not `likely` (n,), if some are, only if they are about as large as those that are."""
    millimetres = np.sqrt(box_sides(boxes, plane).prod(1))
    sized = (millimetres >= SMALLEST) & (millimetres <= LARGEST)
    if likely is not None and (sized & likely).any():
        usual = float(np.median(millimetres[sized & likely]))
        sized &= likely | ((millimetres <= usual * UNLIKE) & (millimetres >= usual / UNLIKE))
    return np.asarray(sized)


def much_smaller(boxes: NDArray[np.floating[Any]], plane: Plane, others: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n,): which of `boxes` (n, 4), in pixels, look smaller than a die can that is seen whole and is as large as its
    `others` (n, n), those in its row; none that has no others. The unit of the plane does not matter."""
    sides = np.sqrt(box_sides(boxes, plane).prod(1))
    usual = [float(np.median(sides[row])) if row.any() else 0.0 for row in others]
    return np.asarray(sides * SMALLER < usual, np.bool_)


def side_of(dice: Sequence[Die], camera: Camera) -> tuple[float, float]:
    """The side in millimetres of the dice in a picture, and by how much it may be wrong: the ordinary one, unless their
    faces are clearly larger or smaller."""
    tops = [die.top for die in dice if die.top is not None and "cut off" not in die.doubts]
    pixels = np.array(tops, np.float64).reshape(-1, 2) - 0.5
    side = DIE
    for _ in range(3 if tops else 0):  # the higher a face is taken to lie, the smaller it must be
        faces = camera.lifted(side).millimetres(pixels).reshape(-1, 4, 2)
        side = float(np.clip(np.median(_sides(faces)), *SIDES))
    apart = abs(side - DIE)
    return (DIE, apart) if apart <= SAME_SIDE else (side, 0.0)


def feet_of(dice: Sequence[Die], camera: Camera) -> list[DieFootprint]:
    """Estimates where each of `dice`, as seen in the camera's picture, stands on its plane."""
    if not dice:
        return []
    side, wrong = side_of(dice, camera)
    boxes = np.array([die.box for die in dice], np.float64) - 0.5  # boxes count pixels from the edge of the first one
    by_box = camera.lifted(side / 2).millimetres((boxes[:, :2] + boxes[:, 2:]) / 2)
    half = corners_of_size((side, side)) - side / 2
    unknown = ((0.0, 0.0),) * 4
    pixels = np.array([die.top or unknown for die in dice], np.float64).reshape(-1, 2) - 0.5
    faces = camera.lifted(side).millimetres(pixels).reshape(-1, 4, 2)
    on_plane = camera.plane.millimetres((boxes[:, :2] + boxes[:, 2:]) / 2)
    slants = np.linalg.norm(by_box - on_plane, axis=1) / (side / 2)
    steep = float(np.tan(np.radians(min(camera.tilt, 75.0))))
    feet = []
    for die, box, middle, face, slant in zip(dice, boxes, by_box, faces, slants.tolist(), strict=True):
        apart = 0.0 if die.top is None else float(np.linalg.norm(face.mean(0) - middle))
        flat, oblique = BOX_ERROR if die.top is None else FACE_ERROR
        small = max(1.0, LARGE / max(float((box[2:] - box[:2]).min()), 1.0))
        error = small * (flat + oblique * steep**2) + DISAGREEMENT * apart
        lower = max(steep, slant)  # what a foot is off where the die is a millimetre higher than it is taken for
        error += wrong * lower
        if "stacked" in die.doubts or "leaning" in die.doubts:
            error += RAISED * side * lower
        if "cut off" in die.doubts:
            error += side / 2
        feet.append(DieFootprint(middle + half if die.top is None else face, error))
    return feet


def outline_of(die: Die, foot: DieFootprint, plane: Plane) -> Points:
    """(n, 2) pixels: points around all that is seen of a die, whose convex hull hides what lies behind it."""
    if die.top is None:
        x0, y0, x1, y1 = (edge - 0.5 for edge in die.box)
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
    return np.concatenate([np.array(die.top, np.float64) - 0.5, plane.pixels(foot.corners)])


def _sides(squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,): the sides of squares as large as what corners (n, 4, 2) surround."""
    ahead = np.roll(squares, -1, 1)
    areas = (squares[..., 0] * ahead[..., 1] - ahead[..., 0] * squares[..., 1]).sum(1) / 2
    return np.asarray(np.sqrt(np.abs(areas)))
