"""Several looks, one list of dice."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.dice.detector import (
    DETECTOR_SIZES,
    DIMMED,
    MOST_PLACES,
    MOST_TILES,
    STRIDE,
    TILE,
    Candidates,
    DiceDetector,
    dimmed,
    members_of_two,
    merge,
)

AT_LEAST = 2
"""Looks at every picture: the first and the last."""


def boxes(*rows: tuple[float, float, float, float]) -> np.ndarray:
    return np.float32(rows)


def test_the_stronger_of_two_boxes_on_one_die_stays() -> None:
    kept = merge(boxes((0, 0, 20, 20), (2, 1, 22, 21)), np.float32([0.5, 0.9]))
    assert kept.tolist() == [1]


def test_touching_dice_both_stay() -> None:
    kept = merge(boxes((0, 0, 20, 20), (20, 0, 40, 20), (18, 0, 38, 20)), np.float32([0.9, 0.8, 0.1]))
    assert kept.tolist() == [0, 1]


def test_a_pip_taken_for_a_die_within_a_die_is_dropped() -> None:
    kept = merge(boxes((0, 0, 100, 100), (40, 40, 55, 55)), np.float32([0.9, 0.6]))
    assert kept.tolist() == [0]


PIP_DIE_GROUP = boxes((40, 40, 55, 55), (0, 0, 100, 100), (0, 0, 330, 110), (110, 0, 210, 100))


def test_a_die_is_not_lost_to_its_pip_where_a_classifier_comes_after() -> None:
    kept = merge(PIP_DIE_GROUP[:2], np.float32([0.9, 0.6]), nested=True)
    assert kept.tolist() == [0, 1]
    assert merge(PIP_DIE_GROUP[:2], np.float32([0.6, 0.9]), nested=True).tolist() == [1]


def test_a_box_around_several_dice_drops_none_of_them() -> None:
    kept = merge(PIP_DIE_GROUP[1:], np.float32([0.9, 0.7, 0.5]), nested=True)
    assert kept.tolist() == [0, 1, 2]


def test_of_two_dice_that_touch_neither_is_lost_to_a_box_around_both() -> None:
    behind, both, before = [[119, 0, 172, 59], [100, 14, 169, 108], [101, 41, 157, 107]]
    kept = merge(np.float32([behind, both, before]), np.float32([0.69, 0.67, 0.6]), nested=True)
    assert kept.tolist() == [0, 1, 2]
    again = merge(np.float32([behind, both, before]), np.float32([1.0, 0.99, 0.97]))
    assert again.tolist() == [0, 2]


ONE_BEHIND_ANOTHER = boxes((481, 153, 517, 200), (488, 149, 517, 183), (480, 173, 508, 202))
"""A box around most of two dice, and the two, of which one hides the other's lower edge."""


def test_two_dice_within_a_stronger_box_stay_where_a_classifier_comes_after() -> None:
    kept = merge(ONE_BEHIND_ANOTHER, np.float32([0.65, 0.49, 0.45]), nested=True)
    assert kept.tolist() == [0, 1, 2]
    assert members_of_two(ONE_BEHIND_ANOTHER).nonzero()[1].tolist() == [1, 2]


def test_pips_and_two_finds_of_one_die_are_no_two_dice() -> None:
    pips = boxes((0, 0, 100, 100), (10, 10, 30, 30), (60, 60, 80, 80))
    twice = boxes((0, 0, 100, 100), (0, 0, 80, 80), (10, 10, 95, 90))
    assert not members_of_two(pips).any() and not members_of_two(twice).any()


def test_nothing_in_nothing_out() -> None:
    assert merge(np.zeros((0, 4), np.float32), np.zeros(0, np.float32)).tolist() == []


class Spotter:
    """Stands in for the network: every bright spot is a die, and clearly so where it is large enough."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="pixels")]

    def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        pictures = given["pixels"]
        maps = np.zeros((len(pictures), 5, pictures.shape[1] // STRIDE, pictures.shape[2] // STRIDE), np.float32)
        for n, picture in enumerate(pictures):
            self.seen.append(picture.shape[:2])
            bright = np.uint8(picture.max(2) > 128)
            for x, y, w, h, _area in cv2.connectedComponentsWithStats(bright)[2][1:]:
                u, v = x + w / 2, y + h / 2
                column, row = int(u / STRIDE), int(v / STRIDE)
                heat = 0.95 if max(w, h) >= 22 else 0.4
                maps[n, :, row, column] = heat, u / STRIDE - column, v / STRIDE - row, w, h
        return [maps]


def finder() -> tuple[DiceDetector, Spotter]:
    network = Spotter()
    return DiceDetector(network, classified=True), network  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "box"),
    [
        ((1280, 720), (700, 301, 729, 330)),
        ((640, 480), (200, 401, 217, 418)),
        ((640, 480), (2, 3, 21, 21)),
        ((2400, 3200), (1500, 900, 1580, 980)),
    ],
)
def test_what_is_small_and_unclear_is_looked_at_closer(size: tuple[int, int], box: tuple[int, int, int, int]) -> None:
    image = np.zeros((size[1], size[0], 3), np.uint8)
    image[box[1] : box[3], box[0] : box[2]] = 255
    clear = max(size) // 10
    image[-2 * clear : -clear, -2 * clear : -clear] = 255
    eye, network = finder()
    found = eye.find(image)
    assert network.seen[AT_LEAST:] == [(TILE, TILE)]
    assert found.heat.tolist() == pytest.approx([0.95, (0.95 + 0.4) / 2])
    small = found.boxes[int((found.boxes[:, 2] - found.boxes[:, 0]).argmin())]
    assert small == pytest.approx(box, abs=0.012 * (box[2] - box[0]) * max(size) / 640 + 1)


def test_what_is_clear_is_not_looked_at_again_nor_are_its_pips() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[100:160, 100:160] = 255
    image[104:122, 104:122] = 0
    image[107:119, 107:119] = 255  # alone it would be small and unclear
    eye, network = finder()
    assert len(eye.find(image).boxes) == 1
    assert len(network.seen) == AT_LEAST


@pytest.mark.parametrize(("side", "looks"), [(80, 2), (140, 3), (320, 3)])
def test_a_die_close_by_that_the_first_look_does_not_show_clearly_gets_a_look_between(side: int, looks: int) -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[60 : 60 + side, 60 : 60 + side] = 255
    eye, network = finder()
    found = eye.find(image)
    assert [max(shape) for shape in network.seen] == [DETECTOR_SIZES[0], DETECTOR_SIZES[2], DETECTOR_SIZES[1]][:looks]
    assert len(found.boxes) == 1
    assert found.boxes[0] == pytest.approx((60, 60, 60 + side, 60 + side), abs=4)
    network.seen.clear()
    DiceDetector(network).find(image)  # type: ignore[arg-type]
    assert len(network.seen) == 3, "who does not spare it takes it always"


def test_neighbours_share_a_closer_look_and_a_littered_table_does_not_take_for_ever() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[200:216, 200:216] = image[200:216, 218:234] = 255
    eye, network = finder()
    assert len(eye.find(image).boxes) == 2
    assert len(network.seen) == AT_LEAST + 1
    for y in range(20, 460, 46):
        for x in range(20, 620, 46):
            image[y : y + 14, x : x + 14] = 255
    eye, network = finder()
    eye.find(image)
    assert len(network.seen) == AT_LEAST + MOST_TILES


def test_a_closer_look_is_taken_only_where_it_is_worth_one() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    for x in (100, 300, 500):
        image[200:216, x : x + 16] = 255
    eye, network = finder()
    asked: list[np.ndarray] = []

    def worth(places: np.ndarray) -> np.ndarray:
        asked.append(places)
        return (places[:, 0] < 308) & (places[:, 2] > 308)

    found = eye.find(image, worth)
    assert len(network.seen) == AT_LEAST + 1 and found.boxes.tolist() == [[300, 200, 316, 216]]
    (places,) = asked
    middles = (places[:, :2] + places[:, 2:]) / 2
    assert sorted(middles[:, 0]) == pytest.approx([108, 308, 508], abs=1)
    assert eye.find(np.zeros_like(image), worth).heat.tolist() == [] and len(asked) == 1


def test_a_large_picture_in_which_nothing_was_seen_is_looked_at_closer_all_over() -> None:
    class Shortsighted(Spotter):
        def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            maps = super().run(_, given)
            maps[0][:, 0] *= maps[0][:, 3] >= 14
            return maps

    image = np.zeros((2250, 4000, 3), np.uint8)
    image[1000:1056, 2000:2056] = 255  # 9 pixels of the first look
    network = Shortsighted()
    found = DiceDetector(network, least_heat=0.1, classified=True).find(image)  # type: ignore[arg-type]
    assert max(network.seen[-1]) == 2 * DETECTOR_SIZES[0]
    assert len(found.boxes) == 1
    assert found.boxes[0] == pytest.approx((2000, 1000, 2056, 1056), abs=4)
    small = np.ascontiguousarray(image[:500, :900])
    DiceDetector(network, classified=True).find(small)  # type: ignore[arg-type]
    assert len(network.seen) == 2 * AT_LEAST + 1


def test_an_overexposed_picture_is_looked_at_as_less_light_would_have_shown_it() -> None:
    """Dark dice on glaring paper keep their contrast; any other picture is left as it is."""
    paper = np.full((360, 640, 3), 250, np.uint8)
    paper[100:130, 100:130] = 60
    (seen,) = dimmed([paper])
    assert np.median(seen) == DIMMED and 30 < seen[110, 110, 0] < 40
    usual = np.full((360, 640, 3), 180, np.uint8)
    assert dimmed([usual])[0] is usual


@pytest.mark.parametrize(("trace", "looks"), [(0.2, [2.2 * 80, 2.2 * 120]), (0.0, [2.2 * 80])])
def test_a_place_where_nothing_is_found_is_looked_at_by_itself_and_more_closely_if_that_shows_a_trace(
    trace: float, looks: list[float]
) -> None:
    class Patterned(Spotter):
        """Sees a trace at most of a die that is less than a hundred pixels large, and none from afar."""

        def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            (maps,) = super().run(None, given)
            maps[:, 0][maps[:, 3] < 70] = 0
            maps[:, 0][maps[:, 3] < 100] *= trace
            return [maps]

    image = np.zeros((720, 1280, 3), np.uint8)
    image[300:360, 600:660] = 255
    network = Patterned()
    eye = DiceDetector(network, least_heat=0.1, classified=True)  # type: ignore[arg-type]
    found = eye.find(image)
    assert not len(found.boxes)
    network.seen.clear()
    again = eye.look_at(image, found, boxes((598, 298, 662, 362)))
    assert [max(shape) for shape in network.seen] == pytest.approx(looks, abs=12)
    if trace:
        assert again.boxes[0] == pytest.approx((600, 300, 660, 360), abs=3)
    else:
        assert not len(again.boxes)


def test_the_first_look_at_a_place_is_enough_where_it_shows_something() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    image[300:360, 600:660] = 255
    eye, network = finder()
    nothing = Candidates(np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    assert len(eye.look_at(image, nothing, boxes((598, 298, 662, 362))).boxes) == 1 == len(network.seen)


def test_a_place_with_a_find_is_not_looked_at_nor_are_more_than_a_few() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    image[300:360, 600:660] = 255
    eye, network = finder()
    found = eye.find(image)
    network.seen.clear()
    assert eye.look_at(image, found, boxes((590, 290, 670, 370))) is found and not network.seen
    many = boxes(*((40 * n, 40, 40 * n + 30, 70) for n in range(3 * MOST_PLACES)))
    eye.look_at(image, found, many)
    assert len(network.seen) == MOST_PLACES


def test_a_place_at_the_edge_of_the_picture_is_cut_there() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[440:480, 600:640] = 255
    eye, _ = finder()
    nothing = Candidates(np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    assert eye.look_at(image, nothing, boxes((600, 440, 640, 480))).boxes[0] == pytest.approx(
        (600, 440, 640, 480), abs=3
    )
