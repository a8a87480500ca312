"""Precomputes for every pixel of a small picture its place on the table plane and its distance to a card, in
millimetres."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane, Points, diagonal_crossing

Grid = NDArray[np.float32]
"""(h, w): a value for each small pixel."""

THICK = 8.5
"""Half a finger's height in millimetres: at a slant the camera sees past it."""
RIM = 0.6
"""Pixels by which the outermost pixel's middle lies inside the outline."""


class CardDistances:
    """Maps of a card: per small pixel its place, its distance to the card's middle and to its outline, in
    millimetres."""

    def __init__(self, plane: Plane, corners: Points, shape: tuple[int, int], scale: float) -> None:
        """`corners` (4, 2) in pixels of the picture; `shape` (h, w) of the small pictures, a picture's pixel being
        `scale` small ones."""
        self.shape, self.scale = shape, scale
        self.corners = plane.millimetres(corners)
        self.middle: tuple[float, float] = tuple(diagonal_crossing(self.corners).tolist())
        y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float64)
        picture = np.stack([x.ravel(), y.ravel()], 1)
        there = plane.millimetres((picture + 0.5) / scale - 0.5).reshape(*shape, 2)
        self.x, self.y = there[..., 0].astype(np.float32), there[..., 1].astype(np.float32)
        self.distance = np.hypot(self.x - self.middle[0], self.y - self.middle[1]).astype(np.float32)
        self.area = np.zeros(shape, np.uint8)
        small = (corners + 0.5) * scale - 0.5
        cv2.fillConvexPoly(self.area, np.round(small * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        self.around = np.asarray(cv2.dilate(self.area, np.ones((7, 7), np.uint8)), np.uint8)
        """The card and a little around it."""
        self.pixel = 1 / max(plane.scale_at(self.middle) * scale, 1e-6)
        """Millimetres a small pixel at the card."""
        self.outside = np.asarray(cv2.distanceTransform(1 - self.area, cv2.DIST_L2, 5), np.float32) * np.float32(
            self.pixel
        )
        self.slant, self.away = slant_at(plane, self.middle)

    def true_distance(self, x: int, y: int) -> float:
        """Millimetres from the card's middle to a hand whose outline is nearest to it at the small pixel x, y,
        corrected for a finger's height (THICK) at the camera's slant."""
        seen = float(self.distance[y, x]) - RIM * self.pixel
        if seen <= 0:
            return 0.0
        toward = (self.middle[0] - float(self.x[y, x]), self.middle[1] - float(self.y[y, x]))
        share = (toward[0] * self.away[0] + toward[1] * self.away[1]) / max(float(np.hypot(*toward)), 1e-6)
        wide = float(np.sqrt((share / np.cos(self.slant)) ** 2 + 1 - share**2))
        return max(0.0, seen + THICK * (float(np.tan(self.slant)) * share + wide - 1))


def slant_at(plane: Plane, point: tuple[float, float]) -> tuple[float, tuple[float, float]]:
    """The angle in radians between the view of a point and straight down, and the unit vector on the plane that leads
    away from the camera; by how the picture is foreshortened there."""
    around = np.array([point, (point[0] + 1, point[1]), (point[0], point[1] + 1)], np.float64)
    at = plane.pixels(around)
    _, sizes, ways = np.linalg.svd(np.stack([at[1] - at[0], at[2] - at[0]], 1))
    x, y = (float(v) for v in ways[1])
    far, near = (plane.scale_at((point[0] + 40 * s * x, point[1] + 40 * s * y)) for s in (1, -1))
    if far > near:
        x, y = -x, -y
    return float(np.arccos(np.clip(sizes[1] / sizes[0], 0.3, 1.0))), (x, y)
