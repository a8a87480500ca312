"""Two looks, one list of dice."""

import numpy as np

from vision.dice import merge


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


def test_nothing_in_nothing_out() -> None:
    assert merge(np.zeros((0, 4), np.float32), np.zeros(0, np.float32)).tolist() == []
