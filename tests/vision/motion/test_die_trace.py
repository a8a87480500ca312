"""A die that lies still is traced back by its looks to where it stopped, came into view, or lay all the time."""

import cv2
import numpy as np
import pytest

from vision.motion.die_trace import trace_back
from vision.motion.frame_difference import Small

GENERATOR = np.random.default_rng(5)
SIDE = 16


def die(seed: int) -> np.ndarray:
    """A face of its own: dark spots on white, (16, 16)."""
    face = np.full((SIDE, SIDE), 220, np.uint8)
    for x, y in np.random.default_rng(seed).integers(3, 13, (4, 2)):
        cv2.circle(face, (int(x), int(y)), 2, 30, -1)
    return face


def picture(at: tuple[float, float], face: int = 1) -> Small:
    """A bare table with a die whose corner is at x, y."""
    table = np.full((180, 320), 110, np.float32)
    move = np.array([[1, 0, at[0]], [0, 1, at[1]]], np.float32)
    mask = cv2.warpAffine(np.ones((SIDE, SIDE), np.float32), move, (320, 180))
    table = table * (1 - mask) + cv2.warpAffine(die(face).astype(np.float32), move, (320, 180)) * mask
    noisy = cv2.blur(table, (3, 3)) + GENERATOR.normal(0, 1, table.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def box(x: float, y: float) -> tuple[float, float, float, float]:
    return x, y, x + SIDE, y + SIDE


def test_a_die_that_lay_there_is_traced_to_the_first_picture_wherever_the_camera_turned() -> None:
    way = [(40 + 4 * n, 60 + 15 * np.sin(n / 4)) for n in range(40)]
    trace = trace_back([picture(at) for at in way], box(*way[-1]))
    assert trace.first == 0 and not trace.entered
    assert np.hypot(trace.boxes[trace.first][0] - way[0][0], trace.boxes[trace.first][1] - way[0][1]) < 4


def test_a_die_that_tumbled_is_traced_to_where_it_stopped() -> None:
    way = [(200 - 6 * n, 80) for n in range(20)] + [(80, 80)] * 15
    pictures = [picture(at, face=n if n < 20 else 1) for n, at in enumerate(way)]
    trace = trace_back(pictures, box(80, 80))
    assert 18 <= trace.first <= 21 and not trace.entered


def test_a_die_at_which_the_camera_comes_to_look_has_entered() -> None:
    way = [(-40 + 5 * n, 90) for n in range(30)]
    trace = trace_back([picture(at) for at in way], box(*way[-1]))
    assert trace.entered and 0 < trace.first < 12


def test_a_blurred_picture_is_passed_over() -> None:
    pictures = [picture((100, 60)) for _ in range(12)]
    pictures[5] = np.asarray(cv2.blur(pictures[5], (25, 1)), np.uint8)
    assert trace_back(pictures, box(100, 60)).first == 0


@pytest.mark.parametrize("where", [(-30.0, 10.0), (315.0, 178.0), (150.0, 20.0)])
def test_where_nothing_can_be_seen_nothing_is_traced(where: tuple[float, float]) -> None:
    pictures = [picture((100, 60)) for _ in range(6)]
    assert trace_back(pictures, box(*where)).first == 5
