"""Names of colours, under lamps of other colours too."""

import cv2
import numpy as np
import pytest

from vision.colour import body_colours, name_colours, name_of

BODIES = {
    "white": (240, 242, 245),
    "black": (25, 22, 24),
    "red": (40, 30, 200),
    "green": (60, 140, 40),
    "blue": (190, 80, 30),
    "yellow": (40, 205, 240),
    "purple": (150, 45, 110),
    "orange": (30, 120, 245),
    "grey": (112, 115, 114),
}
"""Blue green red."""


def face(body: tuple[int, int, int]) -> np.ndarray:
    """A tight crop of a five with pips that stand out."""
    image = np.full((64, 64, 3), body, np.uint8)
    pip = (20, 20, 20) if sum(body) > 380 else (240, 240, 240)
    for x, y in ((18, 18), (46, 18), (32, 32), (18, 46), (46, 46)):
        cv2.circle(image, (x, y), 6, pip, -1, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("name", sorted(BODIES))
def test_a_plain_body_gets_its_name(name: str) -> None:
    assert name_of(body_colours(face(BODIES[name])[None])) == name


@pytest.mark.parametrize("name", ["white", "red", "green", "blue", "black"])
@pytest.mark.parametrize("lamp", [(0.72, 0.92, 1.0), (1.0, 0.95, 0.8)], ids=["warm", "cool"])
def test_a_lamp_of_another_colour_does_not_rename_a_die(name: str, lamp: tuple[float, float, float]) -> None:
    scene = np.full((240, 320, 3), 190, np.uint8)
    scene[80:144, 100:164] = face(BODIES[name])
    lit = np.uint8(scene * np.float32(lamp))
    assert name_colours(lit, lit[None, 80:144, 100:164]) == [name]


def test_pips_do_not_count_as_the_body() -> None:
    assert np.allclose(body_colours(face(BODIES["blue"])[None])[0], BODIES["blue"], atol=12)


def test_no_crops_no_names() -> None:
    assert name_colours(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 64, 64, 3), np.uint8)) == []
