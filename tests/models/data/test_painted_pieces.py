"""Pieces painted on boards: they lie where the labels say, in the colours that the labels name."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.data.cell_data import COVERED, NOTHING, PIECE, UNKNOWN
from models.train.data.painted_pieces import paint
from vision.boards.cell_classifier import COLOURS, PIXELS

KINDS = (NOTHING, PIECE, UNKNOWN)


def blank(rows: int = 8, cols: int = 8) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    image = np.full((rows * PIXELS, cols * PIXELS, 3), 128, np.uint8)
    holds = np.full((rows, cols), NOTHING, np.int64)
    holds[0], holds[3, 3] = UNKNOWN, COVERED
    empty = np.full((rows, cols), UNKNOWN, np.int64)
    lean = np.broadcast_to(np.float32([0.5, 0.3]), (rows, cols, 2)).copy()
    return image, lean, holds, empty, empty.copy()


def test_only_empty_sites_get_pieces_and_each_has_a_colour() -> None:
    painted = 0
    for seed in range(20):
        image, holds, colours, forms = paint(np.random.default_rng(seed), *blank(), kinds=KINDS)
        assert (holds[0] == UNKNOWN).all() and holds[3, 3] == COVERED
        assert ((colours != UNKNOWN) == (holds == PIECE)).all()
        assert (forms[holds != PIECE] == UNKNOWN).all()
        assert image.shape == (8 * PIXELS, 8 * PIXELS, 3) and image.dtype == np.uint8
        painted += int((holds == PIECE).sum())
    assert painted > 100


def test_what_is_given_is_left_as_it_was() -> None:
    given = blank()
    before = [part.copy() for part in given]
    paint(np.random.default_rng(1), *given, kinds=KINDS)
    for part, was in zip(given, before, strict=True):
        assert (part == was).all()


def test_red_is_redder_and_white_brighter_than_black() -> None:
    """Over many boards, the middles of pieces have the light that their names promise, though lamps differ."""
    seen: dict[str, list[np.ndarray]] = {name: [] for name in COLOURS}
    for seed in range(80):
        image, _, colours, _ = paint(np.random.default_rng(seed), *blank(), kinds=KINDS)
        for row, col in np.argwhere(colours != UNKNOWN):
            site = image[row * PIXELS + 8 : (row + 1) * PIXELS - 8, col * PIXELS + 8 : (col + 1) * PIXELS - 8]
            seen[COLOURS[colours[row, col]]].append(site.reshape(-1, 3).mean(0))
    blue, green, red = np.mean(seen["red"], 0)
    assert red > 1.5 * green and red > 1.5 * blue
    assert np.mean(seen["white"]) > 2 * np.mean(seen["black"])
    blue, _, red = np.mean(seen["blue"], 0)
    assert blue > 1.3 * red


def test_a_board_without_room_stays_as_it_is() -> None:
    image, lean, holds, colours, forms = blank()
    holds[:] = COVERED
    painted, *_ = paint(np.random.default_rng(1), image, lean, holds, colours, forms, kinds=KINDS)
    assert (painted == image).all()


def test_pieces_lean_as_they_are_told_to() -> None:
    """What is painted reaches beyond its site on the side to which it leans, over many boards."""
    for way in (np.float32([1.2, 0.0]), np.float32([0.0, -1.2])):
        beyond = {1: 0.0, -1: 0.0}
        for seed in range(40):
            image, lean, holds, colours, forms = blank()
            holds[:] = UNKNOWN
            holds[4, 4] = NOTHING
            painted, there, *_ = paint(
                np.random.default_rng(seed), image, lean * 0 + way, holds, colours, forms, kinds=KINDS
            )
            if there[4, 4] != PIECE:
                continue
            changed = np.abs(painted.astype(int) - image).max(2) > 25
            for side in beyond:
                x, y = ((np.array([4.5, 4.5]) + side * way * 0.75) * PIXELS).astype(int)
                beyond[side] += float(changed[y - 3 : y + 4, x - 3 : x + 4].mean())
        assert beyond[1] > 3 * beyond[-1] + 1
