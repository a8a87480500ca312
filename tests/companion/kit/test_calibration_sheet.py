"""The calibration sheet: its patches, rulers and outlines, and numbers that belong to nothing else."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pypdfium2
import pytest

from companion.kit.document import make_kit
from companion.table.view import Colour
from seeds import game_ids
from seeds.calibration import COLOURS, DIE, FIELD, FIRST_FIDUCIAL, GREYS, PATCH, SIZE, corners_of, outlines, patches
from seeds.cards import BACK, MARKS, face_of, faces, mark_of
from seeds.sheets import FIDUCIALS, QUIET, page_of
from vision.plane.fiducials import cells_of

DOTS = 8.0
"""Pixels a millimetre."""
NUMBERS = range(FIRST_FIDUCIAL, FIRST_FIDUCIAL + 4)


def printed() -> np.ndarray:
    """The page, blue green red."""
    document = pypdfium2.PdfDocument(make_kit("doubles-wild", "A4", cells_of, "0.0", only=["calibration"]).pdf)
    image = np.array(document[0].render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3])
    document.close()
    return image


def cut(image: np.ndarray, box: tuple[float, float, float, float], inset: float) -> np.ndarray:
    left, top = (210 - SIZE[0]) / 2, (297 - SIZE[1]) / 2
    x0, y0, x1, y1 = (round(v * DOTS) for v in (box[0] + left + inset, box[1] + top + inset, box[2] + left - inset,
                                                box[3] + top - inset))  # fmt: skip
    return image[y0:y1, x0:x1]


def test_its_numbers_are_no_games_and_no_cards() -> None:
    assert list(NUMBERS) == [77, 78, 79, 80] and NUMBERS[0] >= FIDUCIALS and NUMBERS[-1] < MARKS
    taken = {mark_of(game, face) for game in game_ids() if faces(game) for face in (*faces(game), BACK)}
    assert taken.isdisjoint(NUMBERS)
    assert all(face_of(number) is None and page_of(number) is None for number in NUMBERS)


def test_it_shows_every_colour_that_the_camera_tells() -> None:
    assert set(COLOURS) == set(get_args(Colour)) - {"mixed"}
    shown = patches()
    assert [patch.name for patch in shown[:11]] == list(COLOURS) and len(shown) == 11 + len(GREYS)
    for patch in shown:
        x0, y0, x1, y1 = patch.box
        assert (x1 - x0, y1 - y0) == (PATCH, PATCH)
        assert FIELD[0] <= x0 and FIELD[1] <= y0 and x1 <= FIELD[2] and y1 <= FIELD[3]
    assert (FIELD[2] - FIELD[0], FIELD[3] - FIELD[1]) == (100.0, 150.0)


def test_the_patches_are_printed_in_their_colours_and_places() -> None:
    image = printed().astype(int)
    for patch in patches():
        piece = cut(image, patch.box, 0.4)
        piece = piece[: round(14 * DOTS)]  # its name stands below
        assert np.abs(piece - np.array(patch.colour[::-1])).max() <= 2, patch.name


def test_outlines_are_as_large_as_a_die_and_empty() -> None:
    image = printed()
    assert len(outlines()) == 17
    for box in outlines():
        assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((DIE, DIE))
        row = cut(image, (box[0] - 1, box[1] + 5, box[2] + 1, box[1] + 5.5), 0).min(axis=(0, 2)) < 128
        ends = np.flatnonzero(row)
        assert abs((ends[-1] - ends[0]) / DOTS - DIE) < 0.4
        assert cut(image, (box[0], box[1] + 3, box[2], box[1] + 6), 0.5).min() == 255


def test_the_ruled_rectangle_is_true_and_leaves_the_fiducials_alone() -> None:
    image = printed()
    ruled = cut(image, (FIELD[0] - 0.5, FIELD[3] + 0.7, FIELD[2] + 0.5, FIELD[3] + 1.1), 0).max(-1).mean(0) < 190
    starts = np.flatnonzero(ruled & ~np.roll(ruled, 1))
    assert len(starts) == 101 and abs((starts[-1] - starts[0]) / DOTS - 100) < 0.3
    for corner in range(4):
        (x0, y0), _, (x1, y1), _ = corners_of(corner)
        for quiet in ((x0 - QUIET, y0 - QUIET, x1 + QUIET, y0), (x0 - QUIET, y1, x1 + QUIET, y1 + QUIET),
                      (x0 - QUIET, y0, x0, y1), (x1, y0, x1 + QUIET, y1)):  # fmt: skip
            assert cut(image, quiet, 0.2).min() == 255
