"""The square that the reader sees."""

import numpy as np

from vision.dice.pip_classifier import crop


def picture(width: int, height: int) -> np.ndarray:
    x = np.linspace(0, 255, width, dtype=np.float32)
    return np.repeat(np.repeat(x[None, :, None], height, 0), 3, 2).astype(np.uint8)


def test_the_crop_is_centred_on_the_box() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[90:110, 60:80] = 255
    piece = crop(image, np.float32([60, 90, 80, 110]), 64, 1.0)
    assert piece.shape == (64, 64, 3)
    assert piece.min() == 255
    wide = crop(image, np.float32([60, 90, 80, 110]), 60, 3.0)
    ys, xs = np.nonzero(wide[..., 0] > 127)
    assert (xs.min() + xs.max()) / 2 == 29.5
    assert (ys.min() + ys.max()) / 2 == 29.5
    assert abs(len(xs) - 400) <= 80


def test_beyond_the_picture_its_edge_goes_on() -> None:
    image = picture(100, 80)
    piece = crop(image, np.float32([-10, 60, 20, 90]), 64, 1.2)
    assert piece.shape == (64, 64, 3)
    assert np.all(piece[0] == piece[-1])
    assert np.all(piece[:, 0] == image[0, 0])


def test_a_box_of_no_size_still_gives_a_square() -> None:
    assert crop(picture(50, 50), np.float32([10, 10, 10, 10])).shape == (64, 64, 3)
