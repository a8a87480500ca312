"""Printed sheets as pictures, and photographs of them: what a camera that stands anywhere would show."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds.sheets import FIDUCIAL, MARK, Page

Image = NDArray[np.uint8]
SCALE = 4.0
"""Pixels a millimetre of a painted page."""


def _pixels(*millimetres: float) -> list[int]:
    return [round(value * SCALE) for value in millimetres]


def painted(page: Page) -> Image:
    """A page as it is printed, without ornament: fiducials, areas, cells, and its name."""
    width, height = _pixels(*page.sheet.size)
    image = np.full((height, width, 3), 250, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(FIDUCIAL * SCALE)
    for corner, number in enumerate(page.numbers):
        x, y = _pixels(*page.sheet.fiducial(corner)[0])
        image[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, number, side)[..., None]
    for x, y in page.sheet.marks:
        cv2.circle(image, (round(x * SCALE), round(y * SCALE)), round(MARK * SCALE), (10, 10, 10), -1, cv2.LINE_AA)
    for area in page.sheet.areas:
        left, top, right, bottom = _pixels(*area.box)
        cv2.rectangle(image, (left, top), (right, bottom), (90, 60, 30), 4)
        low = (top + bottom) // 2 + 25 if area.pile else top + 70
        cv2.putText(image, area.id.upper(), (left + 20, low), cv2.FONT_HERSHEY_DUPLEX, 2, (60, 90, 30), 3)
    for grid in page.sheet.grids:
        for row in range(grid.rows):
            for col in range(grid.cols):
                left, top, right, bottom = _pixels(*grid.cell(row, col))
                shade = (205, 225, 235) if (row + col) % 2 else (235, 215, 205)
                cv2.rectangle(image, (left, top), (right, bottom), shade, -1)
                cv2.rectangle(image, (left, top), (right, bottom), (70, 70, 70), 2)
                cv2.putText(image, str(row + col), (left + 8, bottom - 8), cv2.FONT_HERSHEY_PLAIN, 1.5, (80, 80, 80), 2)
    return image


def seen_from(
    page: Page, tilt: float, turn: float = 0.0, distance: float = 520.0, at: tuple[float, float] = (0.0, 0.0)
) -> NDArray[np.float64]:
    """(3, 3), millimetres of the page to pixels of a 1280 x 720 picture.

    The camera looks at the page's middle from `distance` millimetres, `tilt` degrees off the vertical; the page is
    turned by `turn` degrees and lies `at` millimetres beside the middle of the view.
    """
    width, height = page.sheet.size
    t, r = np.radians(tilt), np.radians(turn)
    spin = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
    pose = lean @ spin
    flat = np.column_stack([pose[:, 0], pose[:, 1], lean @ np.array([*at, 0.0]) + [0, 0, distance]])
    lens = np.array([[950.0, 0, 639.5], [0, 950.0, 359.5], [0, 0, 1]])
    return np.asarray(lens @ flat @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]))


def photographed(page: Page, view: NDArray[np.float64], seed: int = 1, image: Image | None = None) -> Image:
    """The page (or `image` of one) on a grainy table, as a camera with the homography `view` sees it."""
    g = np.random.default_rng(seed)
    grain = cv2.resize(g.integers(60, 150, (90, 160, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    page_picture = painted(page) if image is None else image
    to_millimetres = np.array([[1 / SCALE, 0, 0.5 / SCALE], [0, 1 / SCALE, 0.5 / SCALE], [0, 0, 1]])
    matrix = view @ to_millimetres
    size = (1280, 720)
    lying = cv2.warpPerspective(page_picture, matrix, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full(page_picture.shape[:2], 255, np.uint8), matrix, size)[..., None] / 255
    noise = g.normal(0, 3, (720, 1280, 3))
    return np.uint8(np.clip(grain * (1 - cover) + lying * cover + noise, 0, 255))
