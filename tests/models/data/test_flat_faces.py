"""Upper faces laid flat: which can be read, and that they show the pips they have."""

import cv2
import numpy as np
import pytest

from models.train.data import flat_faces
from models.train.data.flat_faces import flat_view, readable
from models.train.data.reader_data import PATCH, UNKNOWN, Patches
from vision.dice.pip_classifier import CROP, REACH

TOP = np.float32([[60, 50], [24, 6], [-10, 20]])
"""Middle and half sides of a slanted face, in pixels of its patch."""


def patch_with(pips: list[tuple[float, float]]) -> np.ndarray:
    """A white face on black, pips at places in half faces from its middle."""
    image = np.zeros((PATCH, PATCH, 3), np.uint8)
    middle, x, y = TOP.astype(np.float64)
    corners = [middle + a * x + b * y for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    cv2.fillConvexPoly(image, np.int32(np.round(corners)), (255, 255, 255))
    for a, b in pips:
        at = np.round(middle + a * x + b * y).astype(int)
        cv2.circle(image, (int(at[0]), int(at[1])), 3, (0, 0, 0), -1)
    return image


@pytest.mark.parametrize("pips", [[(0.0, 0.0)], [(-0.5, -0.5), (0.5, 0.5)], [(-0.5, 0.5), (0.0, 0.0), (0.5, -0.5)]])
def test_a_face_laid_flat_fills_the_view_and_shows_its_pips(
    pips: list[tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flat_faces, "disturb", lambda g, image: image)
    monkeypatch.setattr(flat_faces, "mirror_lamps", lambda g, image: image)
    patch = patch_with(pips)
    shares = []
    for seed in range(30):
        view = flat_view(np.random.default_rng(seed), patch, TOP)
        assert view.shape == (CROP, CROP, 3)
        shares.append(np.mean(view > 127))
        light = (view[..., 0] > 127).astype(np.uint8)
        holes, _ = cv2.findContours(light, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        assert len(holes) == 1 + len(pips)
    assert np.mean(shares) * REACH**2 == pytest.approx(1, abs=0.2), "as large as the face, more or less"


def test_a_view_is_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    patch = patch_with([(0.0, 0.0)])
    one, other = (flat_view(np.random.default_rng(seed), patch, TOP) for seed in (1, 2))
    assert not np.array_equal(one, other)
    assert np.array_equal(one, flat_view(np.random.default_rng(1), patch, TOP))


def test_what_leans_or_is_covered_or_lies_nobody_knows_where_is_not_shown() -> None:
    tops = np.repeat(TOP[None], 6, 0)
    tops[1] = np.nan
    doubts = np.zeros((6, 4), np.float32)
    doubts[2, 0] = doubts[3, 2] = 1
    doubts[5] = UNKNOWN
    patches = Patches("dice", np.zeros((6, PATCH, PATCH, 3), np.uint8), np.int64([3, 3, 3, 3, 0, 6]), doubts, tops)
    assert readable(patches).tolist() == [0, 5]
