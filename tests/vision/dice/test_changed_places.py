"""What looks otherwise in two pictures of one table, what lies as it lay, and where something came to lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.frame import Image
from vision.dice.changed_places import FLICKER, LEAST_CHANGE, PicturePair, RestedPicture

DIE = (600, 300, 660, 360)
BOX = np.array([DIE], np.float32)


def gingham(brightness: float = 1.0) -> Image:
    """A cloth of small squares, as hard as any for who looks for dice."""
    y, x = np.mgrid[:720, :1280] // 6
    cloth = np.where((x + y) % 2, 200, 90)[..., None] * np.array([0.4, 1.0, 0.5])
    return (cloth * brightness).astype(np.uint8)


def with_die(image: Image, box: tuple[int, int, int, int] = DIE, pips: int = 1) -> Image:
    x0, y0, x1, y1 = box
    image = image.copy()
    image[y0:y1, x0:x1] = (200, 225, 230)
    for n in range(pips):
        cv2.circle(image, (x0 + 15 + 15 * n, (y0 + y1) // 2), 6, (20, 20, 20), -1)
    return image


@pytest.mark.parametrize("brightness", [1.0, 0.85])
def test_a_die_that_came_to_lie_on_a_patterned_cloth_is_one_place(brightness: float) -> None:
    (place,) = PicturePair(
        RestedPicture(gingham()), (with_die(gingham()) * brightness).astype(np.uint8)
    ).changed_places()
    assert place == pytest.approx(DIE, abs=12)


def test_so_is_the_one_that_it_left_and_the_largest_comes_first() -> None:
    there = (200, 100, 290, 190)
    places = PicturePair(RestedPicture(with_die(gingham())), with_die(gingham(), there)).changed_places()
    assert places[0] == pytest.approx(there, abs=12) and places[1] == pytest.approx(DIE, abs=12)
    assert len(places) == 2


def test_an_arm_a_speck_and_the_same_picture_are_none() -> None:
    bare = np.full((720, 1280, 3), (60, 90, 40), np.uint8)
    reached = np.asarray(cv2.line(bare.copy(), (1279, 719), (700, 360), (120, 150, 210), 90), np.uint8)
    assert not len(PicturePair(RestedPicture(bare), reached).changed_places())
    speck = gingham()
    cv2.circle(speck, (640, 360), 2, (255, 255, 255), -1)
    assert not len(PicturePair(RestedPicture(gingham()), speck).changed_places())
    assert not len(PicturePair(RestedPicture(gingham()), gingham()).changed_places())


def test_a_turned_die_is_still_there_and_not_as_it_lay() -> None:
    one, two = with_die(gingham()), with_die(gingham(), pips=2)
    pair = PicturePair(RestedPicture(one), two)
    assert pair.changed(BOX).all() and pair.still_there(BOX).all() and not pair.as_it_lay(BOX).any()


def test_a_die_that_flickers_lies_as_it_lay_though_it_is_read_again() -> None:
    now = with_die(gingham())
    now[320:330, 620:630] -= np.uint8((LEAST_CHANGE + FLICKER) / 2)
    pair = PicturePair(RestedPicture(with_die(gingham())), now)
    assert pair.changed(BOX).all() and pair.as_it_lay(BOX).all()


def test_so_does_one_that_flickers_more_at_its_edges() -> None:
    one = with_die(gingham())
    blurred = np.asarray(cv2.GaussianBlur(one, (0, 0), 1.0), np.uint8)
    assert cv2.norm(cv2.blur(one, (3, 3)), cv2.blur(blurred, (3, 3)), cv2.NORM_INF) > FLICKER
    assert PicturePair(RestedPicture(one), blurred).as_it_lay(BOX).all()


def test_a_faint_one_does_not_that_shows_another_face() -> None:
    one, two = (np.asarray(cv2.addWeighted(with_die(gingham(), pips=n), 0.2, gingham(), 0.0, 60.0)) for n in (1, 2))
    assert not PicturePair(RestedPicture(one), two).as_it_lay(BOX).any()


def test_a_die_that_is_gone_is_neither() -> None:
    pair = PicturePair(RestedPicture(with_die(gingham())), gingham())
    assert not pair.still_there(BOX).any() and not pair.as_it_lay(BOX).any()


def test_nothing_asked_nothing_told() -> None:
    none = np.zeros((0, 4), np.float32)
    pair = PicturePair(RestedPicture(gingham()), gingham())
    for tell in (pair.changed, pair.still_there, pair.as_it_lay):
        assert tell(none).shape == (0,)
