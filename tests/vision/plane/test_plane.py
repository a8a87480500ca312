"""Where the table is: planes from fiducials and from taps, and what is said of taps that cannot be."""

import cv2
import numpy as np
import pytest

from seeds.sheets import pages
from tests.support.vision.sheets import photographed, seen_from
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane import CornerError, Plane, plane_of_corners
from vision.plane.sheet_pose import plane_of_fiducials, sheet_error

BOARD = pages("doubles-wild")[0]
SQUARE = [(100.0, 100.0), (500.0, 110.0), (510.0, 480.0), (90.0, 470.0)]


def off(plane: Plane, view: np.ndarray) -> float:
    """Greatest distance in millimetres by which `plane` misses the truth at corners and middle of the sheet."""
    width, height = plane.size
    points = np.array([[0, 0], [width, 0], [width, height], [0, height], [width / 2, height / 2]], np.float64)
    true = cv2.perspectiveTransform(points.reshape(-1, 1, 2), view).reshape(-1, 2)
    return float(np.linalg.norm(plane.millimetres(true) - points, axis=1).max())


@pytest.mark.parametrize(
    ("tilt", "turn", "most"), [(0, 0, 0.5), (20, 35, 0.5), (35, 180, 1.0), (50, -80, 1.0), (60, 5, 2.0)]
)
def test_fiducials_give_the_plane_in_millimetres(tilt: float, turn: float, most: float) -> None:
    """At 60 degrees a pixel of the far edge is four millimetres deep."""
    view = seen_from(BOARD, tilt, turn, 460)
    found = FiducialDetector().find(photographed(BOARD, view)).found
    plane = plane_of_fiducials(BOARD, found)
    assert plane is not None and len(found) >= 3
    assert off(plane, view) < most
    assert sheet_error(plane, BOARD.sheet) < 0.5


def test_points_go_there_and_back() -> None:
    plane = plane_of_corners(SQUARE, (162, 162))
    points = np.array([[0, 0], [81, 81], [162, 40]], np.float64)
    assert np.allclose(plane.millimetres(plane.pixels(points)), points)
    assert np.allclose(plane.outline, SQUARE)
    assert plane.scale_at((81, 81)) == pytest.approx(400 / 162, rel=0.05)  # 400 pixels wide, 162 millimetres


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        (SQUARE[:3], "four corners"),
        ([(1, float("nan")), *SQUARE[1:]], "four corners"),
        ([SQUARE[0], SQUARE[0], *SQUARE[2:]], "less than 12 pixels apart"),
        (SQUARE[::-1], "counter-clockwise"),
        ([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]], "cross"),
    ],
)
def test_corners_that_are_no_boards_are_refused_in_one_line(corners: list, message: str) -> None:
    with pytest.raises(CornerError, match=message) as fault:
        plane_of_corners(corners, (9, 9))
    assert "\n" not in str(fault.value)


def test_a_board_that_is_seen_from_straight_above_is_no_matter() -> None:
    """The sine of its right angles comes out a hair above 1."""
    corners = [(x * 639, y * 359) for x, y in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.8), (0.3, 0.8))]
    assert plane_of_corners(corners, (12, 12)).pixels(np.zeros((1, 2)))[0] == pytest.approx(corners[0])


def test_a_board_seen_too_flat_is_refused() -> None:
    with pytest.raises(CornerError, match="too flat"):
        plane_of_corners([(100, 100), (900, 95), (1000, 112), (0, 115)], (9, 9))


def test_without_fiducials_there_is_no_plane() -> None:
    assert plane_of_fiducials(BOARD, {}) is None
    assert plane_of_fiducials(BOARD, {3: np.zeros((4, 2), np.float32)}) is None


def test_small_fiducials_are_found_where_they_must_be() -> None:
    view = seen_from(BOARD, 35, 5, 900)
    image, finder = photographed(BOARD, view), FiducialDetector()
    for corner, number in enumerate(BOARD.numbers):
        should = cv2.perspectiveTransform(np.array(BOARD.sheet.fiducial(corner)).reshape(-1, 1, 2), view).reshape(-1, 2)
        found = finder.find_near(image, number, should + 3)
        assert found is not None and np.abs(found - should).max() < 1.0
        assert finder.find_near(image, (number + 1) % 50, should) is None
