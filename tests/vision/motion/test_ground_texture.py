"""A ground too faint for corners tells how the camera moves, by its texture; noise and a bare ground do not."""

import cv2
import numpy as np
import pytest

from tests.support.vision.moving import HEIGHT, WIDTH
from vision.motion.camera_motion import CameraMotion, CameraTracker
from vision.motion.frame_difference import grey, small_picture
from vision.motion.ground_texture import FINER, block_shifts, enlarged, texture
from vision.motion.motion_history import MotionHistory
from vision.motion.picture_alignment import IDENTITY, Matrix, corners

GENERATOR = np.random.default_rng(7)
WIDE = 1280
CLOTH = 120 + cv2.GaussianBlur(GENERATOR.normal(0, 12, (1000, 1600)).astype(np.float32), (0, 0), 1.5)
"""A weave with a contrast of a grey level or two."""
SIDE = 16


def frame(x: float, y: float, degrees: float = 0.0, cloth: np.ndarray = CLOTH) -> np.ndarray:
    """The cloth (720, 1280, 3) as a noisy camera has it that has moved by so many pixels."""
    turn = cv2.getRotationMatrix2D((800, 500), degrees, 1.0)
    turn[:, 2] += x - 160, y - 140
    moved = cv2.warpAffine(cloth, turn, (WIDE, 720)) + GENERATOR.normal(0, 1.5, (720, WIDE))
    return cv2.cvtColor(np.clip(moved, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def small(image: np.ndarray) -> np.ndarray:
    return grey(small_picture(image))


def test_the_texture_of_a_cloth_tells_by_how_much_it_has_shifted() -> None:
    one, other = block_shifts(texture(enlarged(frame(0, 0))), texture(enlarged(frame(18, -10))))
    assert len(one) >= 12
    assert np.abs(other - one - (18 / 4, -10 / 4)).max() < 0.3  # a small picture has a quarter of the pixels


@pytest.mark.parametrize("cloth", [np.full_like(CLOTH, 120), None])
def test_noise_tells_nothing(cloth: np.ndarray | None) -> None:
    there = frame(0, 0) if cloth is None else frame(0, 0, cloth=cloth)
    bare = frame(0, 0, cloth=np.full_like(CLOTH, 120))
    assert len(block_shifts(texture(enlarged(there)), texture(enlarged(bare)))[0]) < 2


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (720, 1280), (400, 300), (200, 120)])
def test_what_is_compared_has_twice_the_size_of_a_small_picture(width: int, height: int) -> None:
    image = np.zeros((height, width, 3), np.uint8)
    assert enlarged(image).shape == tuple(FINER * side for side in small(image).shape)


def test_a_picture_smaller_than_a_block_tells_nothing() -> None:
    tiny = np.zeros((20, WIDTH * FINER), np.float32)
    assert len(block_shifts(tiny, tiny)[0]) == 0


def test_a_camera_in_a_hand_is_followed_over_a_cloth_without_corners() -> None:
    first = frame(0, 0)
    assert len(corners(small(first))) < 4
    tracker = CameraTracker(small(first), first)
    for n in range(1, 16):
        image = frame(6 * n, -4 * n, 0.2 * n)
        told = tracker.follow(small(image), image=image)
        assert not told.lost and not told.adrift
    turn = np.vstack([cv2.getRotationMatrix2D((160, 90), 3.0, 1.0), [0, 0, 1]])
    turn[:2, 2] += 90 / 4, -60 / 4
    here = np.array([[[60, 40], [260, 40], [260, 140], [60, 140]]], np.float64)
    assert np.abs(cv2.perspectiveTransform(here, told.matrix) - cv2.perspectiveTransform(here, turn)).max() < 1.5


def test_a_stand_over_a_cloth_without_corners_is_none_that_moves() -> None:
    first = frame(0, 0)
    tracker = CameraTracker(small(first), first)
    assert all(tracker.follow(small(image), image=image).still for image in (frame(0, 0) for _ in range(12)))


def shift(x: float) -> Matrix:
    matrix = np.eye(3)
    matrix[0, 2] = x
    return matrix


@pytest.mark.parametrize(("known", "told"), [(True, (9, 3.0)), (False, (1, 0.0))])
def test_a_die_that_slides_to_rest_showing_what_it_shows_then_has_come_from_there(
    known: bool, told: tuple[int, float]
) -> None:
    """Where it is not known how the camera moved, it may have been the camera's motion all the same."""
    face = np.full((SIDE, SIDE), 220, np.uint8)
    for spot in ((4, 4), (11, 5), (6, 11)):
        cv2.circle(face, spot, 2, 30, -1)
    history = MotionHistory()
    history.look_back(SIDE)
    for n in range(14):
        camera = 2.0 * n
        x = None if n == 0 else int(100 + 6 * min(n - 1, 8))
        table = np.full((HEIGHT // 2, WIDTH // 2), 110, np.uint8)
        seen = table.copy()
        for picture, left in ((table, x), (seen, None if x is None else x + int(camera))):
            if left is not None:
                picture[60 : 60 + SIDE, left : left + SIDE] = face
        moved = CameraMotion(shift(camera) if n else IDENTITY, 0.0, not known, 0 if known else n)
        history.add(n / 30, table, None, moved, seen)
    here = (148 + 26.0, 60.0, 148 + 26.0 + SIDE, 60.0 + SIDE)
    came = history.traced((148.0, 60.0, 148.0 + SIDE, 60.0 + SIDE), here, not known)
    assert (round(came.time * 30), came.path) == (told[0], pytest.approx(told[1], abs=0.5))
