"""Boards between fiducials that are not ours: painted, seen from anywhere, and found again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.boards.board_locator import BoardNotFound, find_board, plane_of_given
from vision.boards.cell_classifier import Grid
from vision.boards.lattice_fit import corners_within, find_lattice, upright
from vision.plane.plane import CornerError, project

UNIT = 40
"""Pixels a site of the painted board."""
ABOUT = 90
"""Pixels of paper around it, in whose corners the fiducials lie."""


def painted(grid: Grid, frame: bool = False, seed: int = 0) -> np.ndarray:
    """A chequered board, or ruled lines, with discs on a fifth of its sites, on white paper with four fiducials."""
    g = np.random.default_rng(seed)
    wide, high = (round(UNIT * side) for side in grid.size)
    image = np.full((high + 2 * ABOUT, wide + 2 * ABOUT, 3), 235, np.uint8)
    if frame:
        cv2.rectangle(
            image, (ABOUT - UNIT, ABOUT - UNIT), (ABOUT + wide + UNIT, ABOUT + high + UNIT), (150, 160, 90), -1
        )
    cv2.rectangle(image, (ABOUT, ABOUT), (ABOUT + wide, ABOUT + high), (140, 190, 225), -1)
    shift = 0.0 if grid.points else 0.5
    for row in range(grid.rows):
        for col in range(grid.cols):
            x, y = ABOUT + col * UNIT, ABOUT + row * UNIT
            if not grid.points and (row + col) % 2:
                cv2.rectangle(image, (x, y), (x + UNIT - 1, y + UNIT - 1), (60, 90, 130), -1)
    if grid.points:
        for n in range(grid.rows):
            cv2.line(image, (ABOUT, ABOUT + n * UNIT), (ABOUT + wide, ABOUT + n * UNIT), (30, 30, 30), 2)
        for n in range(grid.cols):
            cv2.line(image, (ABOUT + n * UNIT, ABOUT), (ABOUT + n * UNIT, ABOUT + high), (30, 30, 30), 2)
    for row, col in np.argwhere(g.random((grid.rows, grid.cols)) < 0.2):
        middle = (round(ABOUT + (col + shift) * UNIT), round(ABOUT + (row + shift) * UNIT))
        cv2.circle(image, middle, 16, ((20, 20, 20), (230, 235, 240))[int(g.integers(2))], -1, cv2.LINE_AA)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in zip((48, 49, 17, 30), ((8, 8), (-48, 8), (-48, -48), (8, -48)), strict=True):
        x, y = x % image.shape[1], y % image.shape[0]
        image[y : y + 40, x : x + 40] = cv2.aruco.generateImageMarker(dictionary, number, 40)[..., None]
    return image


def seen(image: np.ndarray, grid: Grid, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A photograph of it from anywhere, 1100 x 900, and where the grid's corners are there."""
    g = np.random.default_rng(seed)
    high, wide = image.shape[:2]
    outline = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    target = np.float32([[190, 110], [910, 110], [910, 800], [190, 800]]) + np.float32(g.uniform(-80, 80, (4, 2)))
    matrix = cv2.getPerspectiveTransform(outline, target)
    photo = cv2.warpPerspective(image, matrix, (1100, 900), flags=cv2.INTER_AREA, borderValue=(90, 110, 120))
    photo = np.clip(cv2.GaussianBlur(photo, (0, 0), 0.8) + g.normal(0, 5, photo.shape), 0, 255)
    side = np.array(grid.size) * UNIT
    corners = ABOUT + np.array([[0, 0], [side[0], 0], [side[0], side[1]], [0, side[1]]])
    return photo.astype(np.uint8), project(matrix, corners)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grid", "frame"), [(Grid(8, 8), False), (Grid(8, 8), True), (Grid(10, 10), True), (Grid(13, 13, True), False)]
)
def test_a_board_between_foreign_fiducials_is_found_to_a_tenth_of_a_site(grid: Grid, frame: bool) -> None:
    for seed in range(3):
        photo, corners = seen(painted(grid, frame, seed), grid, seed)
        plane = find_board(photo, grid)
        step = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / max(grid.size)
        assert np.linalg.norm(plane.outline - corners, axis=1).max() < 0.12 * step


def test_another_grid_than_asked_for_is_not_made_up() -> None:
    photo, _ = seen(painted(Grid(8, 8)), Grid(8, 8), 1)
    with pytest.raises(BoardNotFound, match="no grid of 31 x 31 cells found"):
        find_board(photo, Grid(31, 31))


def test_an_empty_square_between_fiducials_is_no_board() -> None:
    photo, corners = seen(np.full((400, 400, 3), 200, np.uint8), Grid(8, 8), 1)
    assert find_lattice(photo, corners, Grid(8, 8)) is None


def test_what_is_missing_is_said() -> None:
    with pytest.raises(BoardNotFound, match="no fiducial is in the picture; give --corners"):
        find_board(np.full((300, 400, 3), 90, np.uint8), Grid(8, 8))
    photo, _ = seen(painted(Grid(8, 8)), Grid(8, 8), 2)
    with pytest.raises(BoardNotFound, match="mirrored"):
        find_board(np.ascontiguousarray(photo[:, ::-1]), Grid(8, 8))
    half = photo.copy()
    half[:, 550:] = 120
    with pytest.raises(BoardNotFound, match="2 fiducials are in the picture, not four around a board"):
        find_board(half, Grid(8, 8))


def test_corners_are_turned_until_the_highest_edge_is_the_first() -> None:
    square = np.array([[10.0, 10], [90, 12], [92, 88], [9, 90]])
    for turn in range(4):
        assert (upright(np.roll(square, turn, 0)) == square).all()


def test_four_fiducials_enclose_what_lies_between_their_inner_corners() -> None:
    spots = [(0, 0), (80, 0), (80, 80), (0, 80)]
    marks = {n: np.float32([[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]]) for n, (x, y) in enumerate(spots)}
    assert (corners_within(marks) == [[10, 10], [80, 10], [80, 80], [10, 80]]).all()
    assert corners_within({n: marks[n] for n in range(3)}) is None


@pytest.mark.parametrize(
    ("corners", "line"),
    [
        ([(10, 10), (300, 10), (300, 300), (10, 300)], None),
        ([(300, 10), (300, 300), (10, 300), (10, 10)], "the first corner is not the upper left"),
        ([(300, 300), (10, 300), (10, 10), (300, 10)], "the first corner is not the upper left"),
        ([(10, 10), (300, 10), (300, 300), (10, 3000)], "corner 4 .* lies outside of the picture of 400 x 320"),
        ([(10, 10), (300, 300), (300, 10), (10, 300)], "the corners cross"),
    ],
)
def test_given_corners_are_taken_or_refused_in_one_line(corners: list[tuple[float, float]], line: str | None) -> None:
    image = np.zeros((320, 400, 3), np.uint8)
    if line is None:
        assert plane_of_given(corners, Grid(8, 8), image).size == (8.0, 8.0)
        return
    with pytest.raises(CornerError, match=line):
        plane_of_given(corners, Grid(8, 8), image)
