"""The square that the reader sees."""

import numpy as np
import pytest

from tests.support.paths import ROOT
from vision.camera.image_files import read_picture
from vision.dice.dice_reader import DiceReader
from vision.dice.pip_classifier import FLAT_LOOKS, FaceClassifier, crop
from vision.inference import load_network


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


def test_faces_laid_flat_are_read_as_they_are() -> None:
    image = read_picture(ROOT / "tests" / "data" / "eighteen.png")
    reader = DiceReader()
    seen = reader.classifier.examine(image, reader.finder.find(image))  # type: ignore[attr-defined]
    clear = np.flatnonzero(seen.faces[:, 1:].max(1) > 0.9)
    assert len(clear) >= 15
    faces = FaceClassifier(load_network("face_reader")).read(seen.crops[clear], seen.frames[clear])
    assert faces.shape == (FLAT_LOOKS, len(clear), 6)
    assert faces.sum(2) == pytest.approx(1, abs=1e-4)
    assert (faces.argmax(2) == seen.faces[clear, 1:].argmax(1)).all()


def test_no_faces_no_looks() -> None:
    nothing = FaceClassifier(load_network("face_reader")).read(np.zeros((0, 64, 64, 3), np.uint8), np.zeros((0, 6)))
    assert nothing.shape == (FLAT_LOOKS, 0, 6)
