"""What the reader of boards is fitted on, and its parts."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.data.cell_data import COVERED, NOTHING, PIECE, UNKNOWN, WINDOWS, Flat, batches, load_boards, window
from models.train.fit.fit_cells import cell_loss
from models.train.nets.cell_net import ANSWERS, CellNet, CellsForExport
from vision.boards.cell_classifier import COLOURS, FORMS, PIXELS, Grid
from vision.plane.plane import plane_of_corners

CORNERS = [[60, 50], [540, 60], [560, 430], [40, 420]]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """A plain board of 8 x 8 with a red stack at row 1, column 2, a site under a hand and one in doubt."""
    image = np.full((480, 600, 3), 200, np.uint8)
    plane = plane_of_corners([(float(x), float(y)) for x, y in CORNERS], Grid(8, 8).size)
    x, y = plane.pixels(np.array([[2.5, 1.5]]))[0]
    cv2.circle(image, (round(x), round(y)), 18, (30, 30, 200), -1)
    cv2.imwrite(str(tmp_path / "one.png"), image)
    entry = {"image": "one.png", "rows": 8, "cols": 8, "grid": "cells", "corners": CORNERS}
    file = tmp_path / "labels.json"
    file.write_text(
        json.dumps([{**entry, "cells": [[1, 2, "red"]], "forms": ["stack"], "covered": [[5, 5]], "unsure": [[7, 0]]}])
    )
    return file


def test_a_board_laid_flat_has_its_pieces_where_they_are_labelled(labels: Path) -> None:
    for flat in load_boards(labels, 1):
        assert flat.image.shape == (10 * PIXELS, 10 * PIXELS, 3)
        assert flat.holds[2, 3] == PIECE and flat.colours[2, 3] == COLOURS.index("red")
        assert flat.holds[6, 6] == COVERED and flat.holds[8, 1] == UNKNOWN and flat.holds[1, 1] == NOTHING
        assert (flat.holds[0] == UNKNOWN).all() and (flat.colours == UNKNOWN).sum() == 99
        assert flat.forms[2, 3] == FORMS.index("stack") and (flat.forms == UNKNOWN).sum() == 99
        middle = flat.image[2 * PIXELS + 9 : 3 * PIXELS - 9, 3 * PIXELS + 9 : 4 * PIXELS - 9].reshape(-1, 3).mean(0)
        assert middle[2] > 150 and middle[0] < 80, "the disc is red"


def test_windows_turn_pixels_and_labels_alike(labels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.train.data.cell_data.PAINTED", 0.0)
    g = np.random.default_rng(1)
    flats = load_boards(labels, 1)
    seen = 0
    for _ in range(60):
        pixels, lean, holds, colours, forms = window(g, flats[int(g.integers(len(flats)))])
        high, wide = WINDOWS[0]
        assert pixels.shape == (high * PIXELS, wide * PIXELS, 3) and holds.shape == (high, wide)
        assert lean.shape == (high, wide, 2)
        for row, col in np.argwhere(holds == PIECE):
            assert colours[row, col] == COLOURS.index("red") and forms[row, col] == FORMS.index("stack")
            middle = pixels[row * PIXELS + 8 : row * PIXELS + 16, col * PIXELS + 8 : col * PIXELS + 16]
            around = pixels[row * PIXELS : row * PIXELS + 2, col * PIXELS : col * PIXELS + 2]
            (blue, _, red), (pale, _, other) = (part.reshape(-1, 3).mean(0) for part in (middle, around))
            assert red / (blue + 1) > 1.2 * other / (pale + 1), "whatever the lamp"
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("strip", [False, True])
def test_what_leans_turns_with_its_window(monkeypatch: pytest.MonkeyPatch, strip: bool) -> None:
    """On a board that is red where what stands on its middle leads to, it is red there in every window."""
    monkeypatch.setattr("models.train.data.cell_data.PAINTED", 0.0)
    monkeypatch.setattr("models.train.data.cell_data.MISJUDGED", 0.0)
    rows, cols = (12, 3) if strip else (8, 8)
    image = np.full((rows * PIXELS, cols * PIXELS, 3), 160, np.uint8)
    holds = np.full((rows, cols), NOTHING, np.int64)
    lean = np.broadcast_to(np.float32([0.6, 1.4]), (rows, cols, 2)).copy()
    foot = (1, rows // 2 - 1)  # across, down
    x, y = ((np.array(foot) + 0.5 + lean[0, 0]) * PIXELS).astype(int).tolist()
    cv2.circle(image, (x, y), 9, (20, 20, 220), -1)
    holds[foot[1], foot[0]] = PIECE
    g, seen = np.random.default_rng(3), 0
    for _ in range(60):
        pixels, leans, there, _, _ = window(g, Flat(image, holds, holds.copy(), holds.copy(), lean))
        for row, col in np.argwhere(there == PIECE):
            x, y = ((np.array([col, row]) + 0.5 + leans[row, col]) * PIXELS).astype(int).tolist()
            if 4 <= x < pixels.shape[1] - 4 and 4 <= y < pixels.shape[0] - 4:
                blue, _, red = pixels[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(0)
                usual = np.median(pixels.reshape(-1, 3), 0)
                assert red / (blue + 1) > 1.5 * usual[2] / (usual[0] + 1)
                seen += 1
    assert seen > 15


def test_a_step_lowers_the_loss_and_the_answer_is_made_of_probabilities(labels: Path) -> None:
    torch.manual_seed(0)
    batch = next(batches([(load_boards(labels, 1), 1.0)], 4, np.random.default_rng(0)))
    tensors = tuple(torch.from_numpy(part) for part in batch)
    net = CellNet()
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3)
    losses = []
    for _ in range(8):
        loss = cell_loss(net, tensors)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < 0.8 * losses[0], losses
    with torch.no_grad():
        answer = CellsForExport(net.eval())(tensors[0][:1, : 5 * PIXELS, : 4 * PIXELS], tensors[1][:1, :5, :4])
    assert answer.shape == (1, sum(ANSWERS), 5, 4)
    for part in answer.split(ANSWERS, 1):
        assert torch.allclose(part.sum(1), torch.ones(1, 5, 4), atol=1e-5)


def test_strips_come_in_batches_of_their_own_and_lie_along_the_window(tmp_path: Path) -> None:
    image = np.full((480, 600, 3), 200, np.uint8)
    cv2.imwrite(str(tmp_path / "one.png"), image)
    upright = {"image": "one.png", "rows": 10, "cols": 1, "grid": "cells", "cells": [[4, 0, "blue"]], "unsure": []}
    corners = [[100, 20], [140, 20], [140, 420], [100, 420]]
    board = {**upright, "rows": 8, "cols": 8, "corners": CORNERS}
    (tmp_path / "labels.json").write_text(json.dumps([{**upright, "corners": corners}, board]))
    shapes = set()
    drawn = batches([(load_boards(tmp_path / "labels.json", 1), 1.0)], 2, np.random.default_rng(0))
    for _ in range(40):
        pixels, _, holds, colours, _ = next(drawn)
        shapes.add(holds.shape[1:])
        assert pixels.shape[1:3] == (holds.shape[1] * PIXELS, holds.shape[2] * PIXELS)
        assert ((colours != UNKNOWN) == (holds == PIECE)).all()
        if holds.shape[1:] == WINDOWS[1]:
            assert (holds[:, 1] != UNKNOWN).sum() >= 6 and (holds[:, [0, 2]] == UNKNOWN).all()
    assert shapes == set(WINDOWS)
