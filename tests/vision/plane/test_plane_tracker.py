"""The table is found, held under hands, followed when it is bumped; and what cannot be is named, not guessed."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from seeds.sheets import Page, pages
from tests.support.vision.sheets import SCALE, painted, photographed, seen_from
from tests.vision.plane.test_plane import off
from vision.plane.plane import Plane
from vision.plane.plane_tracker import BoardTracker, PageTracker, TrackedPlane

BOARD = pages("doubles-wild")[0]
OTHER = pages("space-checkers")[0]
VIEW = seen_from(BOARD, 30, 4)
MOVED = seen_from(BOARD, 28, 11, 535, (12, -8))
MARKS = [(14.0, 14.0), (176.0, 14.0), (176.0, 246.0), (14.0, 246.0)]
"""Middles of the fiducials in millimetres."""


def under_hands(
    image: np.ndarray, view: np.ndarray, places: Sequence[tuple[float, float]], wide: float = 24
) -> np.ndarray:
    """`image` with skin-coloured discs of `wide` millimetres on places of the sheet."""
    image = image.copy()
    for x, y in places:
        rim = [(x + wide * np.cos(t), y + wide * np.sin(t)) for t in np.linspace(0, 6.28, 24)]
        points = cv2.perspectiveTransform(np.array(rim).reshape(-1, 1, 2), view)
        cv2.fillConvexPoly(image, np.int32(points), (120, 150, 205))
    return image


@pytest.fixture
def tracker() -> PageTracker:
    """One that has seen the board at VIEW."""
    tracker = PageTracker(BOARD)
    assert tracker.look(photographed(BOARD, VIEW)).state == "found"
    return tracker


def plane_of(kept: TrackedPlane) -> Plane:
    assert kept.plane is not None and kept.sentence == ""
    return kept.plane


@pytest.mark.parametrize(
    "page",
    [BOARD, OTHER, pages("army-vs-aliens-2012")[1], pages("dinosaurs-vs-army-men")[0]],
    ids=lambda page: page.title,
)
def test_every_sheet_is_found_with_nothing_to_press(page: Page) -> None:
    view = seen_from(page, 30, 8)
    kept = PageTracker(page).look(photographed(page, view))
    assert (kept.state, kept.missing) == ("found", ())
    assert off(plane_of(kept), view) < 1.0


@pytest.mark.parametrize("covered", [1, 2, 3, 4])
def test_hands_over_fiducials_do_not_move_the_table(tracker: PageTracker, covered: int) -> None:
    kept = tracker.look(under_hands(photographed(BOARD, VIEW, 2), VIEW, MARKS[:covered]))
    assert (kept.state, kept.missing) == ("held", BOARD.numbers[:covered])
    assert off(plane_of(kept), VIEW) < 1.0


def test_a_bump_is_followed(tracker: PageTracker) -> None:
    kept = tracker.look(photographed(BOARD, MOVED, 3))
    assert kept.state == "found" and off(plane_of(kept), MOVED) < 1.0


def test_a_bump_under_hands_is_followed_by_the_drawing(tracker: PageTracker) -> None:
    hands = under_hands(photographed(BOARD, MOVED, 3), MOVED, MARKS)
    kept = tracker.look(hands)
    assert kept.state == "followed" and off(plane_of(kept), MOVED) < 1.5
    again = tracker.look(hands)
    assert again.state == "held" and off(plane_of(again), MOVED) < 1.5


def test_it_is_found_again_by_itself(tracker: PageTracker) -> None:
    grey = np.full((720, 1280, 3), 90, np.uint8)
    assert tracker.look(grey).plane is None
    far = seen_from(BOARD, 45, 170, 600, (-60, 40))
    kept = tracker.look(photographed(BOARD, far, 4))
    assert kept.state == "found" and off(plane_of(kept), far) < 1.0


def test_no_sheet() -> None:
    kept = PageTracker(BOARD).look(np.full((720, 1280, 3), 90, np.uint8))
    assert kept.state == "no sheet" and "no printed sheet" in kept.sentence


def test_half_a_sheet_names_what_is_missing() -> None:
    view = seen_from(BOARD, 10, 0, 330, (0, 130))
    kept = PageTracker(BOARD).look(photographed(BOARD, view))
    assert (kept.state, kept.plane) == ("half a sheet", None)
    assert set(kept.missing) == {34, 35} and "lower right and lower left corners" in kept.sentence


def test_another_games_sheet_is_named_even_where_ours_lay_before(tracker: PageTracker) -> None:
    for seen in (tracker, PageTracker(BOARD)):
        kept = seen.look(photographed(OTHER, VIEW))
        assert (kept.state, kept.plane) == ("another sheet", None)
        assert "Board G12s of space-checkers" in kept.sentence or "Board G12 of space-checkers" in kept.sentence


def test_the_same_sheet_twice() -> None:
    one, two = seen_from(BOARD, 5, 0, 520, (-160, 0)), seen_from(BOARD, 5, 0, 520, (160, 0))
    image = photographed(BOARD, one)
    both = np.where(np.arange(1280)[None, :, None] < 640, image, photographed(BOARD, two))
    kept = PageTracker(BOARD).look(both)
    assert (kept.state, kept.plane) == ("two sheets", None) and "twice" in kept.sentence


def test_a_mirrored_picture_is_told(tracker: PageTracker) -> None:
    mirrored = np.ascontiguousarray(photographed(BOARD, VIEW)[:, ::-1])
    for seen in (tracker, PageTracker(BOARD)):
        kept = seen.look(mirrored)
        assert (kept.state, kept.plane) == ("mirrored", None) and "mirrored" in kept.sentence


def warped(page: np.ndarray, move: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """A painted page as it looks when `move` tells how many millimetres each point, in shares of its sides, is off."""
    height, width = page.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    right, down = move(x / width, y / height)
    return cv2.remap(
        page, np.float32(x - right * SCALE), np.float32(y - down * SCALE), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    )


@pytest.mark.parametrize("page", [BOARD, OTHER, pages("army-vs-aliens-2011")[0]], ids=lambda page: page.title)
def test_a_folded_or_curled_sheet_is_bent(page: Page) -> None:
    """A ridge across the middle, as when it was folded for the box, and an edge that lifts; not one that is flat."""
    view = seen_from(page, 30, 4)

    def state(move: Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]) -> str:
        return PageTracker(page).look(photographed(page, view, image=warped(painted(page), move))).state

    assert state(lambda x, y: (0 * x, -4 * (1 - 2 * abs(y - 0.5)))) == "bent"
    assert state(lambda x, y: (-3 * np.sin(np.pi * y) * x**4, 0 * x)) == "bent"
    assert state(lambda x, y: (0.3 * np.sin(np.pi * y), 0 * x)) == "found"


def test_a_board_without_fiducials_is_held_and_followed_from_four_taps() -> None:
    page = painted(BOARD)
    for x, y in MARKS:  # as if there were none
        x, y = x * SCALE, y * SCALE
        page[int(y - 50) : int(y + 50), int(x - 50) : int(x + 50)] = 250
    corners = cv2.perspectiveTransform(np.array([[[14, 56]], [[176, 56]], [[176, 218]], [[14, 218]]], np.float64), VIEW)
    first = photographed(BOARD, VIEW, image=page)
    tracker = BoardTracker(first, [tuple(p) for p in corners.reshape(-1, 2)], (162, 162))
    assert tracker.look(under_hands(photographed(BOARD, VIEW, 2, page), VIEW, [(60, 100), (120, 150)])).state == "held"
    kept = tracker.look(under_hands(photographed(BOARD, MOVED, 3, page), MOVED, [(150, 200)]))
    assert kept.state == "followed"
    true = MOVED @ np.array([[1, 0, 14], [0, 1, 56], [0, 0, 1.0]])
    assert off(plane_of(kept), true) < 1.5
    lost = tracker.look(np.full((720, 1280, 3), 120, np.uint8))
    assert (lost.state, lost.plane) == ("lost", None) and "tap its corners again" in lost.sentence


@pytest.mark.slow
def test_a_sheet_that_turns_about_its_one_seen_fiducial_is_not_held(tracker: PageTracker) -> None:
    """Turned by four degrees about its upper left fiducial, whose own corners hardly move; the others are covered."""
    turn, (x, y) = np.radians(4), MARKS[0]
    c, s = np.cos(turn), np.sin(turn)
    view = VIEW @ np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y], [0, 0, 1]])
    for drawing, states in ((None, ("followed",)), (blank(), ("half a sheet",))):
        seen = tracker if drawing is None else PageTracker(BOARD)
        if drawing is not None:
            assert seen.look(photographed(BOARD, VIEW, image=drawing)).state == "found"
        kept = seen.look(under_hands(photographed(BOARD, view, 5, drawing), view, MARKS[1:]))
        assert kept.state in states
        assert kept.plane is None or off(kept.plane, view) < 1.5


def blank() -> np.ndarray:
    """The board with nothing on it but fiducials: nothing to follow it by."""
    page = painted(BOARD)
    keep = np.zeros(page.shape[:2], bool)
    for x, y in MARKS:
        keep[int((y - 13) * SCALE) : int((y + 13) * SCALE), int((x - 13) * SCALE) : int((x + 13) * SCALE)] = True
    page[~keep] = 250
    return page
