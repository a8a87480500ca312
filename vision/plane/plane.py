"""The plane of a table: a homography between millimetres on a sheet and pixels of a picture.

Millimetres: origin at the sheet's upper left, x to the right, y down, seen from above. Pixels: the middle of the first
pixel is 0, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.text import say

Points = NDArray[np.float64]
"""(n, 2)."""

LEAST_SIDE = 12.0
"""Pixels between two corners below which a board is too small, or two taps are one."""
LEAST_ANGLE = 12.0
"""Degrees at a corner below which a board is seen too flat, or three taps lie in a line."""
CUT = 6.0
"""Millimetres of a part of the table that may be past the picture's edge: of a die that lies there most is seen."""


class CornerError(ValueError):
    """Four corners that cannot be a board's. The message is one line that says what to do."""


@dataclass(frozen=True)
class Plane:
    """A flat rectangle of the table, with the homography from its millimetres to pixels."""

    to_pixels: NDArray[np.float64]
    """(3, 3), millimetres to pixels."""
    size: tuple[float, float]
    """Width and height in millimetres (or in cells, for a board of unknown size)."""
    error: float = 0.0
    """Root mean square distance in pixels between where the points it was fitted on are and where it puts them."""

    def pixels(self, points: Points) -> Points:
        """Where points (n, 2) of the plane are in the picture."""
        return project(self.to_pixels, points)

    def millimetres(self, points: Points) -> Points:
        """Where points (n, 2) of the picture are on the plane."""
        return project(self._to_plane, points)

    @cached_property
    def _to_plane(self) -> NDArray[np.float64]:
        """(3, 3), pixels to millimetres."""
        return np.asarray(np.linalg.inv(self.to_pixels), np.float64)

    @property
    def outline(self) -> Points:
        """(4, 2) pixels: the corners, clockwise from the upper left."""
        return self.pixels(corners_of_size(self.size))

    def scale_at(self, point: tuple[float, float]) -> float:
        """Pixels a millimetre around a point of the plane, as the root of the area that a square one covers."""
        x, y = point
        a, b, c = self.pixels(np.array([[x, y], [x + 0.5, y], [x, y + 0.5]], np.float64))
        (ux, uy), (vx, vy) = (b - a) * 2, (c - a) * 2
        return float(abs(ux * vy - uy * vx) ** 0.5)

    def stretches_at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Pixels a millimetre around a point of the plane in the direction in which there are most, and in the one in
        which there are fewest: the plane is foreshortened there."""
        most, fewest = self.stretches(np.array([point], np.float64))[0].tolist()
        return most, fewest

    def stretches(self, points: Points) -> Points:
        """(n, 2): the same around several points (n, 2), in millimetres."""
        steps = np.array([[0, 0], [0.5, 0], [0, 0.5]])
        a, b, c = self.pixels((points[None] + steps[:, None]).reshape(-1, 2)).reshape(3, -1, 2)
        return np.asarray(2 * np.linalg.svd(np.stack([b - a, c - a], 2), compute_uv=False), np.float64)

    def shows(self, points: Points, size: tuple[int, int]) -> NDArray[np.bool_]:
        """(n,): whether points (n, 2), in millimetres, lie in a picture of `size` (width, height), or at most CUT past
        its edge."""
        ahead = np.column_stack([points, np.ones(len(points))]) @ self.to_pixels[2]
        middle = np.append(np.array(self.size) / 2, 1) @ self.to_pixels[2]  # what is behind the camera has another sign
        pixels, edge = self.pixels(points), np.array(size) - 0.5
        past = np.maximum(-0.5 - pixels, pixels - edge).max(1)
        return np.asarray((ahead * middle > 0) & (past <= CUT * self.stretches(points)[:, 0]))

    def rectify(
        self, image: NDArray[np.uint8], box: tuple[float, float, float, float], scale: float
    ) -> NDArray[np.uint8]:
        """Rectifies a `box` (left, top, right, bottom; millimetres) of the plane: its picture from straight above, with
        `scale` pixels a millimetre; the middle of its first pixel is the box's corner."""
        left, top, right, bottom = box
        close = np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]])
        size = (round((right - left) * scale), round((bottom - top) * scale))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(image, self.to_pixels @ close, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(flat, np.uint8)

    def moved(self, by: NDArray[np.float64], error: float) -> Plane:
        """The plane in a picture to which the homography `by` (3, 3) leads from the one it was found in."""
        return Plane(by @ self.to_pixels, self.size, error)


def corners_of_size(size: tuple[float, float]) -> Points:
    """(4, 2): the corners of a rectangle of such a width and height, clockwise from the upper left."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def corners_of_box(box: tuple[float, float, float, float]) -> Points:
    """(4, 2): the corners of a box (left, top, right, bottom), clockwise from the upper left."""
    left, top, right, bottom = box
    return np.asarray(corners_of_size((right - left, bottom - top)) + np.array([left, top]))


def diagonal_crossing(corners: Points) -> Points:
    """(2,): the crossing of the diagonals of a quadrilateral (4, 2): the image of a rectangle's middle."""
    a, b, c, d = np.asarray(corners, np.float64)
    along, across = c - a, d - b
    turn = along[0] * across[1] - along[1] * across[0]
    if abs(turn) < 1e-9:
        return np.asarray(np.mean([a, b, c, d], 0))
    share = ((b - a)[0] * across[1] - (b - a)[1] * across[0]) / turn
    return np.asarray(a + share * along)


def in_image(pixels: Points, width: int, height: int) -> NDArray[np.bool_]:
    """(...): whether pixels (..., 2) lie in a picture of such a size."""
    return np.asarray(((pixels > -0.5) & (pixels < np.array([width, height]) - 0.5)).all(-1))


def project(matrix: NDArray[np.float64], points: Points) -> Points:
    """Applies a homography (3, 3) to points (n, 2)."""
    ahead = np.column_stack([np.asarray(points, np.float64).reshape(-1, 2), np.ones(np.size(points) // 2)]) @ matrix.T
    return np.asarray(ahead[:, :2] / ahead[:, 2:])


def fit_plane(plane: Points, picture: Points, size: tuple[float, float]) -> Plane | None:
    """Fits the homography that maps points (n, 2) of a plane, at least four, to pixels (n, 2) of the picture; None
    where there is none."""
    found, _ = cv2.findHomography(plane, picture)
    if found is None or not np.isfinite(found).all() or abs(np.linalg.det(found)) < 1e-12:
        return None
    matrix = np.asarray(found, np.float64)
    missed = np.linalg.norm(project(matrix, plane) - picture, axis=1)
    return Plane(matrix, size, float(np.sqrt(np.mean(missed**2))))


def plane_of_corners(corners: Sequence[tuple[float, float]], size: tuple[float, float]) -> Plane:
    """The plane of a board of `size` (width, height) from its four corners in pixels, clockwise from its upper left.
    Raises CornerError."""
    points = np.array(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        line = say("a board has four corners, each x,y in pixels; {number} were given", number=len(corners))
        raise CornerError(line)
    ahead, back = np.roll(points, -1, 0) - points, np.roll(points, 1, 0) - points
    if np.linalg.norm(ahead, axis=1).min() < LEAST_SIDE:
        near = f"{LEAST_SIDE:.0f}"
        raise CornerError(
            say("two corners are less than {pixels} pixels apart; tap each corner of the board once", pixels=near)
        )
    turns = ahead[:, 0] * back[:, 1] - ahead[:, 1] * back[:, 0]  # above 0 where the way round bends to the right
    if (turns < 0).all():
        raise CornerError(
            say("the corners run counter-clockwise; give upper left, upper right, lower right, lower left")
        )
    if (turns <= 0).any():
        raise CornerError(
            say("the corners cross; give upper left, upper right, lower right, lower left, in this order")
        )
    sines = turns / np.linalg.norm(ahead, axis=1) / np.linalg.norm(back, axis=1)
    angles = np.degrees(np.arcsin(np.minimum(sines, 1.0)))  # of a right angle it may be a little more
    if angles.min() < LEAST_ANGLE:
        raise CornerError(
            say(
                "the board is seen too flat (a corner of {degrees} degrees); look on from higher up",
                degrees=f"{angles.min():.0f}",
            )
        )
    plane = fit_plane(corners_of_size(size), points, size)
    if plane is None:
        raise CornerError(say("no flat board has these four corners; tap them again"))
    return plane
