"""Pips counted by their outlines: on drawn faces of every kind, and none on what shows none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.pip_counter import CLEAR, LEAST_CUTS, SIDE, WIDE, PipCount, count_pips, weigh_faces

CORNERS = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
PIPS = {
    1: [(0, 0)],
    2: CORNERS[:2],
    3: [*CORNERS[:2], (0, 0)],
    4: CORNERS,
    5: [*CORNERS, (0, 0)],
    6: [*CORNERS, (-1, 0), (1, 0)],
}
Shades = tuple[tuple[int, int, int], tuple[int, int, int]]
RED_WHITE: Shades = ((40, 30, 180), (235, 235, 235))
DARK: Shades = ((60, 25, 20), (35, 25, 75))


def face(number: int, shades: Shades = RED_WHITE, kind: str = "round", radius: int = 5) -> NDArray[np.uint8]:
    """A drawn face that shows `number` pips, with what lies around it (WIDE, WIDE, 3)."""
    body, pip = shades
    image = np.full((WIDE, WIDE, 3), 128, np.uint8)
    low, high = (WIDE - SIDE) // 2, (WIDE + SIDE) // 2
    image[low:high, low:high] = body
    for x, y in PIPS[number]:
        middle = (WIDE // 2 + x * SIDE // 4, WIDE // 2 + y * SIDE // 4)
        if kind == "square":
            low, high = ((middle[0] + way, middle[1] + way) for way in (-radius, radius))
            cv2.rectangle(image, low, high, pip, -1)
        else:
            cv2.circle(image, middle, radius, pip, 2 if kind == "ring" else -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0), np.uint8)


@pytest.mark.parametrize("kind", ["round", "square", "ring"])
@pytest.mark.parametrize("shades", [RED_WHITE, RED_WHITE[::-1], DARK], ids=["dark", "light", "alike"])
@pytest.mark.parametrize("number", range(1, 7))
def test_pips_of_every_kind_are_counted(number: int, shades: Shades, kind: str) -> None:
    drawn, least = face(number, shades, kind), LEAST_CUTS if (shades, kind) == (DARK, "ring") else CLEAR
    for turned in (drawn, drawn[::-1], np.rot90(drawn)):
        count = count_pips(np.ascontiguousarray(turned))
        assert count.value == number and count.cuts >= least


def test_a_face_that_is_lit_from_one_side_is_counted() -> None:
    light = np.linspace(0.35, 1.0, WIDE)[None, :, None]
    for number in PIPS:
        assert count_pips((face(number) * light).astype(np.uint8)).value == number


def test_a_face_that_the_reader_misplaces_is_counted_if_it_shows_several_pips() -> None:
    for number in range(3, 7):
        moved = np.roll(face(number), (SIDE // 5, -SIDE // 5), (0, 1))
        assert count_pips(moved).value == number
    assert count_pips(np.roll(face(2), SIDE // 3, 0)).value == 0


def test_a_part_of_a_face_is_no_face() -> None:
    for down in range(SIDE // 8, SIDE // 2, SIDE // 16):  # of a six, the upper row goes out of what is looked at
        assert count_pips(np.roll(face(6), -down, 0)).value in (0, 6)


def test_two_pips_at_opposite_edges_are_no_two() -> None:
    edges = face(1, (RED_WHITE[0], RED_WHITE[0]))
    for x in (-SIDE // 4, SIDE // 4):
        cv2.circle(edges, (WIDE // 2 + x, WIDE // 2), 6, RED_WHITE[1], -1)
    assert count_pips(edges).value == 0


def test_nothing_is_counted_where_no_pips_are() -> None:
    plain = np.full((WIDE, WIDE, 3), 120, np.uint8)
    noise = np.random.default_rng(1).integers(0, 255, (WIDE, WIDE, 3), np.uint8)
    stripes = plain.copy()
    stripes[:, ::8] = 30
    letter = plain.copy()
    cv2.putText(letter, "K", (30, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (10, 10, 10), 5)
    for picture in (plain, noise, stripes, letter):
        assert count_pips(picture) == PipCount(0, 0)


def test_a_count_is_as_good_a_witness_as_its_cuts_are_many() -> None:
    faces = np.array([0.1, 0.0, 0.0, 0.0, 0.25, 0.05, 0.6], np.float32)
    agreed, few, other = (weigh_faces(faces, 0.6, count) for count in (PipCount(6, 9), PipCount(6, 2), PipCount(4, 9)))
    assert all(one.sum() == pytest.approx(1) for one in (agreed, few, other))
    assert agreed[6] > 0.97 and 0.6 < few[6] < 0.8
    assert other.argmax() == 4 and other[4] < 0.95
    np.testing.assert_allclose(weigh_faces(faces, 0.6, PipCount(0, 0)), faces, atol=1e-6)


def test_one_pip_which_a_lamp_may_be_says_less_than_several() -> None:
    assert PipCount(1, 16).weight < PipCount(2, 16).weight and PipCount(0, 0).weight == 1
