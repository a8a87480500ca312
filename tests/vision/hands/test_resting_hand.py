"""A hand that came to rest by itself is still known where another covers a part of it; one that moves on is not."""

import numpy as np
import pytest

from vision.hands.resting_hand import HandSnapshot, match_resting_hand

HEIGHT, WIDTH = 90, 160
REACH = np.broadcast_to(-np.arange(HEIGHT, dtype=np.float32)[:, None] * 2, (HEIGHT, WIDTH)).copy()
"""Two millimetres a pixel, upwards."""


def scene(tip: int, table: int, skin: int, noise: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A picture with a hand of four fingers that comes in from below and reaches up to row `tip`, and its pixels."""
    g = np.random.default_rng(noise)
    image = np.full((HEIGHT, WIDTH, 3), table, np.int16) + g.integers(-3, 4, (HEIGHT, WIDTH, 3))
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for k in range(4):
        mask[tip + 2 * abs(k - 1) : tip + 30, 60 + 10 * k : 66 + 10 * k] = 1
    mask[tip + 24 :, 58:98] = 1
    image[mask > 0] = skin
    return np.clip(image, 0, 255).astype(np.uint8), mask


def looked(tip: int, table: int = 220, skin: int = 120, still: bool = False) -> HandSnapshot:
    image, mask = scene(tip, table, skin)
    return HandSnapshot(image, mask, REACH, still)


def test_it_lies_where_it_lay_though_another_covers_a_part_of_it() -> None:
    look = looked(30)
    image, mask = scene(30, 220, 120, noise=1)
    image[34:48, 84:120] = 60
    rest = match_resting_hand(look, image)
    assert rest is not None and rest.sure and rest.tips
    assert (rest.mask == mask).all()
    under = np.zeros_like(mask)
    under[36:46, 86:96] = 1
    assert rest.covered[(under > 0) & (mask > 0)].mean() > 0.9 and rest.covered[mask == 0].sum() == 0


@pytest.mark.parametrize("on", [4, 8, 20])
def test_a_hand_that_goes_on_is_not_at_rest(on: int) -> None:
    rest = match_resting_hand(looked(30), scene(30 - on, 220, 120, noise=1)[0])
    assert rest is None or not rest.sure


@pytest.mark.parametrize("on", [0, 4, 8])
def test_it_cannot_be_told_of_a_hand_that_looks_like_the_table(on: int) -> None:
    rest = match_resting_hand(looked(30, table=110), scene(30 - on, 110, 120, noise=1)[0])
    assert rest is None or not rest.sure


def test_one_that_was_at_rest_stays_sure_while_half_of_it_is_seen() -> None:
    image, _ = scene(30, 220, 120, noise=1)
    image[20:40, 50:110] = 40
    rest = match_resting_hand(looked(30, still=True), image)
    assert rest is not None and rest.sure and not rest.tips
    assert not getattr(match_resting_hand(looked(30), image), "sure", False)
    image[20:70, 50:110] = 40
    assert not getattr(match_resting_hand(looked(30, still=True), image), "sure", False)
