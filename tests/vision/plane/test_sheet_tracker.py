"""All sheets of a table by one search; and none where nothing moved."""

import cv2
import numpy as np
import pytest

from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import two_mats
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane import Plane, project
from vision.plane.sheet_tracker import TableTracker, pages_on_table, print_ratio

MATS = pages_on_table("army-vs-aliens-2011", 2)
VIEW = seen_from(MATS[0], 20, 3, 640, (0, 110))


def test_two_mats_are_found_by_one_search_and_kept_without_any() -> None:
    image, there = two_mats(*MATS, VIEW)
    keeper = TableTracker(MATS)
    first = keeper.look(image)
    assert [kept.state for _, kept in first.pages] == ["found", "found"] and first.fiducials is not None
    for (_, plane), view in zip(first.seen, (VIEW, there), strict=True):
        assert np.abs(plane.outline - project(view, plane.millimetres(plane.outline))).max() < 1.5
    noise = np.random.default_rng(2).normal(0, 3, image.shape)
    again = keeper.look(np.clip(image + noise, 0, 255).astype(np.uint8), search=False)
    assert again.fiducials is None and again.pages == first.pages


@pytest.mark.parametrize("by", [(1.0, 0.0), (0.0, -1.0), (6.0, 3.0)])
def test_a_sheet_that_moved_by_a_pixel_is_sought_again(by: tuple[float, float]) -> None:
    image, _ = two_mats(*MATS, VIEW)
    keeper = TableTracker(MATS)
    keeper.look(image)
    moved = cv2.warpAffine(image, np.float32([[1, 0, by[0]], [0, 1, by[1]]]), (1280, 720))
    assert keeper.look(np.asarray(moved, np.uint8), search=False).fiducials is not None


def test_small_fiducials_are_found_by_a_closer_look() -> None:
    view = seen_from(MATS[0], 40, 5, 1150)
    image = photographed(MATS[0], view)
    finder = FiducialDetector()
    few = finder.find(image)
    more = finder.find_closer(image, few)
    assert len(few.found) < len(more.found) and set(more.found) <= set(MATS[0].numbers) and more.repeated == ()
    for corner, number in enumerate(MATS[0].numbers):
        if number in more.found:
            true = project(view, np.array(MATS[0].sheet.fiducial(corner), np.float64))
            assert np.abs(more.found[number] - true).max() < 1.5


@pytest.mark.parametrize("ratio", [0.9, 0.97, 1.0, 1.04])
def test_how_large_one_sheet_is_printed_the_other_tells(ratio: float) -> None:
    other = VIEW @ np.array([[0, ratio, 10], [-ratio, 0, -20], [0, 0, 1]])
    planes = Plane(VIEW, MATS[0].sheet.size), Plane(other, MATS[1].sheet.size)
    assert print_ratio(*planes) == pytest.approx(ratio, abs=1e-6)
    lifted = Plane(seen_from(MATS[1], 45, 90, 500), MATS[1].sheet.size)
    assert print_ratio(planes[0], lifted) is None  # it lies in another plane
