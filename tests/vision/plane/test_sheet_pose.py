"""The plane of a sheet of which a part is hidden: by what is left of its fiducials, and by the dots at its edges."""

import itertools

import cv2
import numpy as np
import pytest

from seeds.sheets import pages
from tests.support.vision.sheets import painted, photographed, seen_from
from tests.vision.plane.test_plane import off
from tests.vision.plane.test_plane_tracker import MARKS, under_hands
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane import fit_plane
from vision.plane.plane_tracker import PageTracker
from vision.plane.sheet_pose import bend, dot_seen, plane_of_fiducials, plane_with_dots

BOARD = pages("doubles-wild")[0]
DOTS = BOARD.sheet.marks
VIEW = seen_from(BOARD, 35, 10)


@pytest.mark.parametrize("seen", list(itertools.combinations(range(4), 2)))
def test_two_fiducials_and_the_dots_give_the_plane(seen: tuple[int, int]) -> None:
    image = under_hands(photographed(BOARD, VIEW), VIEW, [MARKS[n] for n in range(4) if n not in seen])
    kept = PageTracker(BOARD).look(image)
    assert kept.state == "found" and kept.plane is not None
    assert kept.missing == tuple(number for n, number in enumerate(BOARD.numbers) if n not in seen)
    assert off(kept.plane, VIEW) < 1.0


def test_three_fiducials_are_helped_by_the_dots() -> None:
    image = under_hands(photographed(BOARD, VIEW), VIEW, [MARKS[2]])
    found = FiducialDetector().find(image).found
    alone, helped = plane_of_fiducials(BOARD, found), plane_with_dots(image, BOARD, found)
    assert len(found) == 3 and alone is not None and helped is not None
    assert off(alone, VIEW) > 1.5 and off(helped, VIEW) < 0.5


@pytest.mark.parametrize("left", [0, 1])
def test_without_dots_two_fiducials_are_not_enough(left: int) -> None:
    """Nor with one: nothing would tell a wrong one."""
    image = under_hands(photographed(BOARD, VIEW), VIEW, [MARKS[0], MARKS[1], *DOTS[left:]], 12)
    kept = PageTracker(BOARD).look(image)
    assert (kept.state, kept.plane, kept.missing) == ("half a sheet", None, BOARD.numbers[:2])


@pytest.mark.parametrize("tilt", [5, 20, 35])
def test_a_hand_over_two_fiducials_and_the_dot_between_them(tilt: float) -> None:
    """All else must be seen clearly then; of a blurred dot, or with one more hidden, it is asked."""
    view = seen_from(BOARD, tilt, 8, 420)
    soft = cv2.GaussianBlur(painted(BOARD), (0, 0), 1.3)
    image = under_hands(photographed(BOARD, view, image=soft), view, [MARKS[0], MARKS[1], DOTS[0]], 13)
    kept = PageTracker(BOARD).look(image)
    assert kept.state == "found" and kept.plane is not None and off(kept.plane, view) < 1.2
    for worse in (under_hands(image, view, [DOTS[1]], 12), cv2.GaussianBlur(image, (0, 0), 2.5)):
        assert PageTracker(BOARD).look(np.asarray(worse, np.uint8)).state == "half a sheet"


@pytest.mark.parametrize("seen", list(itertools.combinations(range(4), 2)))
@pytest.mark.parametrize("dot", range(4))
def test_a_dot_that_is_none_moves_the_table_by_a_fifth_of_a_cell_at_most(seen: tuple[int, int], dot: int) -> None:
    """It is covered by a bit of paper with another one on it, three millimetres off; that is hardly ever believed."""
    hidden = under_hands(photographed(BOARD, VIEW), VIEW, [MARKS[n] for n in range(4) if n not in seen])
    (x, y), white = DOTS[dot], (245, 245, 245)
    for aside in ((-3.2, 1), (3, 0), (0, 3), (0, -3), (-2, 0)):
        image = hidden.copy()
        for (u, v), radius, colour in (((x, y), 2.5, white), ((x + aside[0], y + aside[1]), 1.5, (15, 15, 15))):
            rim = [(u + radius * np.cos(t), v + radius * np.sin(t)) for t in np.linspace(0, 6.28, 24)]
            points = cv2.perspectiveTransform(np.array(rim).reshape(-1, 1, 2), VIEW)
            cv2.fillConvexPoly(image, np.int32(np.round(points)), colour, cv2.LINE_AA)
        plane = PageTracker(BOARD).look(image).plane
        assert plane is None or off(plane, VIEW) < 3.6


def test_a_sheet_that_is_bent_is_not_taken_for_one_under_fingers() -> None:
    """A fiducial that lies off as a whole counts as a whole."""
    found = FiducialDetector().find(photographed(BOARD, VIEW)).found
    found[BOARD.numbers[2]] += (22, -20)
    plane = plane_of_fiducials(BOARD, found)
    millimetres = np.concatenate([BOARD.sheet.fiducial(corner) for corner in range(4)])
    whole = fit_plane(millimetres, np.concatenate([found[number] for number in BOARD.numbers]), BOARD.sheet.size)
    assert plane is not None and whole is not None
    assert np.allclose(plane.to_pixels, whole.to_pixels)


def test_dots_are_seen_where_they_are() -> None:
    image = photographed(BOARD, VIEW)
    plane = plane_of_fiducials(BOARD, FiducialDetector().find(image).found)
    assert plane is not None and bend(image, plane, BOARD.sheet) < 0.7
    for dot in DOTS:
        moved = plane.moved(np.array([[1, 0, 4.0], [0, 1, 0], [0, 0, 1]]), 0)
        here, there = dot_seen(image, plane, dot), dot_seen(image, moved, dot)
        assert here is not None and there is not None and min(here.likeness, there.likeness) > 0.75
        aside = moved.millimetres(plane.pixels(np.array([dot]) + here.off))[0] - dot
        assert np.linalg.norm(there.off - aside) < 0.4
    assert dot_seen(under_hands(image, VIEW, [DOTS[0]], 12), plane, DOTS[0]) is None


@pytest.mark.parametrize("hidden", range(4))
@pytest.mark.parametrize("corners", [[0], [2], [0, 1], [3, 0]])
def test_a_fiducial_that_is_half_hidden_counts_by_its_other_corners(hidden: int, corners: list[int]) -> None:
    image = photographed(BOARD, VIEW)
    for gone in (None, (hidden + 2) % 4):
        seen = FiducialDetector().find(image if gone is None else under_hands(image, VIEW, [MARKS[gone]]))
        seen.found[BOARD.numbers[hidden]][corners] += (6, 5)
        kept = PageTracker(BOARD).look(image, seen)
        assert kept.state == "found" and kept.plane is not None
        assert off(kept.plane, VIEW) < 1.0


@pytest.mark.parametrize("dot", range(4))
def test_the_edge_of_something_is_no_dot(dot: int) -> None:
    """A dark thing with a round end over a dot looks a little like one, and that one alone would lie off."""
    image = photographed(BOARD, VIEW)
    (x, y), middle = DOTS[dot], (95.0, 130.0)
    toward = np.array(middle) - (x, y)
    tip = np.array([x, y]) + 2.4 * toward / np.linalg.norm(toward)
    thing = [tuple(tip - 2.2 * n * toward / np.linalg.norm(toward)) for n in range(4)]
    image = under_hands(image, VIEW, thing, 1.9)
    plane = plane_of_fiducials(BOARD, FiducialDetector().find(image).found)
    assert plane is not None and bend(image, plane, BOARD.sheet) < 0.7
    assert PageTracker(BOARD).look(image).state == "found"
