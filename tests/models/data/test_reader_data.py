"""What the reader is shown and taught."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.data import reader_data
from models.train.data.augment import mirror_lamps
from models.train.data.labels import LabelledDie
from models.train.data.reader_data import (
    PATCH,
    UNKNOWN,
    Patches,
    doubts_of,
    frame_in,
    load_symbols,
    random_view,
    top_of,
)


def die(**more: object) -> LabelledDie:
    return LabelledDie((0, 0, 40, 40), 3, "d6", measured=True, **more)  # type: ignore[arg-type]


def test_photographs_teach_no_doubt() -> None:
    assert doubts_of(LabelledDie((0, 0, 40, 40), 3, "d6")).tolist() == [UNKNOWN] * 4


def test_clear_cases_teach_and_those_between_do_not() -> None:
    assert doubts_of(die()).tolist() == [0, 0, 0, 0]
    assert doubts_of(die(tilt=25.0, stacked=True, hidden=0.4, glare=0.5)).tolist() == [1, 1, 1, 1]
    assert doubts_of(die(tilt=10.0, hidden=0.15, glare=0.2)).tolist() == [UNKNOWN, 0, UNKNOWN, UNKNOWN]


def test_mirrored_lamps_only_brighten_and_leave_most_as_it_was() -> None:
    g = np.random.default_rng(1)
    dark = np.full((64, 64, 3), 40, np.uint8)
    lit = mirror_lamps(g, dark)
    assert lit.min() >= 39
    assert lit.max() > 90
    assert np.mean(np.abs(lit.astype(int) - dark) < 3) > 0.4


def test_patches_without_pips_are_of_class_none() -> None:
    patches = Patches.without_pips("empty", [np.zeros((112, 112, 3), np.uint8)] * 3)
    assert len(patches) == 3
    assert patches.classes.tolist() == [0, 0, 0]
    assert (patches.doubts == UNKNOWN).all()


def test_the_frame_of_an_upper_face_goes_where_the_view_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A white face on black: wherever a view puts it, the frame's corners are the white's corners."""
    monkeypatch.setattr(reader_data, "disturb", lambda g, image: image)
    monkeypatch.setattr(reader_data, "mirror_lamps", lambda g, image: image)
    face = ((10.0, 12.0), (34.0, 8.0), (38.0, 30.0), (14.0, 34.0))
    top = top_of(die(top=face))
    patch = np.zeros((PATCH, PATCH, 3), np.uint8)
    middle, x, y = top
    corners = np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y])
    cv2.fillPoly(patch, [np.int32((corners - 0.5) * 16)], (255, 255, 255), cv2.LINE_AA, 4)
    for seed in range(30):
        view, matrix = random_view(np.random.default_rng(seed), patch)
        middle, x, y = frame_in(top, matrix).reshape(3, 2)
        if max(np.abs(middle) + np.abs(x) + np.abs(y)) > 0.95:
            continue  # part of it lies outside
        drawn = np.zeros((64, 64), np.uint8)
        corners = np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y])
        cv2.fillPoly(drawn, [np.int32(((corners + 1) * 32 - 0.5) * 16)], 255, cv2.LINE_AA, 4)
        inner = np.s_[11:-11, 11:-11]  # what may lie over an edge of the die stays outside of it
        shown, wanted = view[..., 1][inner] > 128, drawn[inner] > 128
        assert (shown & wanted).sum() > 0.9 * (shown | wanted).sum() > 0, seed


def test_symbol_dice_are_no_pips_and_bring_the_frames_of_their_faces(tmp_path: Path) -> None:
    frames = np.float32([[0.1, -0.2, 0.5, 0.1, -0.1, 0.5], [-0.2, 0.1, 0.3, -0.3, 0.3, 0.3]])
    crops = np.zeros((2, 64, 64, 3), np.uint8)
    for one, (middle, x, y) in zip(crops, frames.reshape(2, 3, 2), strict=True):
        corners = np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y])
        cv2.fillPoly(one, [np.int32(((corners + 1) * 32 - 0.5) * 16)], (255, 255, 255), cv2.LINE_AA, 4)
    np.savez(tmp_path / "dice.npz", crops=crops, frames=frames)
    patches = load_symbols(tmp_path / "dice.npz")
    assert patches.classes.tolist() == [0, 0]
    for image, (middle, x, y) in zip(patches.images, patches.tops, strict=True):
        drawn = np.zeros((PATCH, PATCH), np.uint8)
        corners = np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y])
        cv2.fillPoly(drawn, [np.int32((corners - 0.5) * 16)], 255, cv2.LINE_AA, 4)
        shown, wanted = image[..., 1] > 128, drawn > 128
        assert (shown & wanted).sum() > 0.95 * (shown | wanted).sum() > 0


def test_a_face_whose_corners_are_not_known_has_no_frame() -> None:
    assert np.isnan(frame_in(top_of(die()), np.eye(2, 3))).all()
