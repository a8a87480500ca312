"""Draws what was read of a board onto a copy of the picture: a ring for a piece, doubt by dashes and a mark."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards import BoardReading, CellReading, Grid
from vision.camera import Image
from vision.overlay.dice_overlay import DOUBT, INK, SURE, write
from vision.plane import Plane

RING = 0.4
"""Radius of a ring, in sites."""
PIECES = 28
"""Corners of a ring's outline; every other side of a doubtful one is left out."""


def draw_board(image: Image, plane: Plane, grid: Grid, reading: BoardReading) -> Image:
    """A copy of `image` (height, width, 3) with the board's outline, a named ring around every piece, and a cross on
    what is covered."""
    picture = image.copy()
    weight = max(1, round(max(picture.shape[:2]) / 640))
    cv2.polylines(picture, [np.asarray(np.round(plane.outline), np.int32)], True, INK, weight + 1, cv2.LINE_AA)
    for site in reading.sites:
        _draw_site(picture, plane, grid, site, weight)
    return picture


def _draw_site(picture: Image, plane: Plane, grid: Grid, site: CellReading, weight: int) -> None:
    shift = 0.0 if grid.points else 0.5
    middle = np.array([site.col + shift, site.row + shift])
    ring = ring_of(plane, middle, RING)
    if site.covered:
        for a, b in ((0, PIECES // 2), (PIECES // 4, 3 * PIECES // 4)):
            cv2.line(picture, tuple(map(int, ring[a])), tuple(map(int, ring[b])), DOUBT, weight, cv2.LINE_AA)
        return
    draw_ring(picture, ring, site.certain, weight)
    name = site.colour or ""
    x, y = (int(v) for v in ring.min(0))
    size = min(0.62 * max(picture.shape[:2]) / 1280, float(np.ptp(ring[:, 0])) / 55)
    write(picture, name if site.certain else f"{name}?", x, y, size, SURE if site.certain else DOUBT)


def ring_of(plane: Plane, middle: NDArray[np.float64], radius: float) -> NDArray[np.int32]:
    """Projects a circle of the plane into the picture: points (n, 2) in pixels, the first one once more at the end.
    `middle` (2,) and `radius` in units of the plane."""
    turns = np.linspace(0, 2 * np.pi, PIECES + 1)
    rim = plane.pixels(middle + radius * np.stack([np.cos(turns), np.sin(turns)], 1))
    return np.asarray(np.round(rim), np.int32)


def draw_ring(picture: Image, ring: NDArray[np.int32], certain: bool, weight: int) -> None:
    """Draw an outline onto `picture` itself, whole where the reading is certain and dashed where it is not."""
    if certain:
        cv2.polylines(picture, [ring], True, INK, weight + 2, cv2.LINE_AA)
        cv2.polylines(picture, [ring], True, SURE, weight, cv2.LINE_AA)
        return
    for a, b in list(pairwise(ring))[::2]:
        cv2.line(picture, tuple(map(int, a)), tuple(map(int, b)), DOUBT, weight + 1, cv2.LINE_AA)
