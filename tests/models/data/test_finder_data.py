"""The maps that the finder is asked to answer."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.data.finder_data import SIDE, target_maps


def maps(*boxes: tuple[float, float, float, float], kinds: list[str] | None = None) -> np.ndarray:
    return target_maps(np.float32(boxes), kinds or ["d6"] * len(boxes), SIDE)


def test_the_peak_is_at_the_middle_and_tells_place_and_size() -> None:
    answer = maps((30, 50, 70, 80))
    row, column = np.unravel_index(answer[0].argmax(), answer[0].shape)
    assert (row, column) == (65 // 4, 50 // 4)
    assert (column + answer[1, row, column]) * 4 == pytest.approx(50)
    assert (row + answer[2, row, column]) * 4 == pytest.approx(65)
    assert np.exp(answer[3, row, column]) * 16 == pytest.approx(40)
    assert np.exp(answer[4, row, column]) * 16 == pytest.approx(30)


def test_touching_dice_keep_their_own_peaks() -> None:
    answer = maps((20, 20, 44, 44), (44, 20, 68, 44))
    assert np.count_nonzero(answer[0] == 1) == 2


@pytest.mark.parametrize("box", [(10, 10, 15, 15), (0, 0, 190, 190)], ids=["too small", "too large"])
def test_dice_out_of_range_teach_nothing(box: tuple[float, float, float, float]) -> None:
    answer = maps(box)
    assert answer[0].max() == 0
    assert answer[6].min() == 0


def test_ignored_places_weigh_nothing_and_the_rest_does() -> None:
    answer = maps((40, 40, 80, 80), kinds=["ignore"])
    assert answer[6, 15, 15] == 0
    assert answer[6, 40, 40] == 1
