"""What reaches in over the picture's edge and is a hand, or only how the light falls."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.motion.frame_difference import Small
from vision.motion.hand_mask import hands_among, reaching_in

GENERATOR = np.random.default_rng(5)


def table(light: tuple[float, float] = (60.0, 40.0), strength: float = 60.0) -> Small:
    """A plain table on which a lamp shines, softly, around a point of the small picture."""
    y, x = np.mgrid[:180, :320]
    glow = strength * np.exp(-((x - light[0]) ** 2 + (y - light[1]) ** 2) / (2 * 70.0**2))
    noisy = (90 + glow)[..., None] + GENERATOR.normal(0, 2, (180, 320, 3))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def with_hand(picture: Small, blur: float = 0.0) -> Small:
    hand = np.zeros((180, 320), np.uint8)
    cv2.line(hand, (319, 100), (200, 90), 255, 40)
    share = (cv2.GaussianBlur(hand, (0, 0), blur) if blur else hand)[..., None] / 255.0
    return np.asarray(picture * (1 - share) + np.array([120, 150, 210]) * share, np.uint8)


def test_how_the_light_falls_before_a_camera_that_moved_unseen_is_no_hand() -> None:
    before, now = table((60, 40)), table((240, 150))
    assert np.count_nonzero(np.abs(before.astype(int) - now).max(2) > 24) > 5000
    assert reaching_in(before, now, still=False) is None


@pytest.mark.parametrize("blur", [0.0, 3.0])
def test_a_hand_that_comes_in_meanwhile_is_one(blur: float) -> None:
    reaching = reaching_in(table((60, 40)), with_hand(table((75, 50)), blur), still=False)
    assert reaching is not None and (hands := hands_among(reaching, None)) is not None
    assert 3000 < np.count_nonzero(hands) < 12000
