"""What the reader of boards is fitted on, and its parts."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.cell_data import COVERED, NOTHING, PIECE, UNKNOWN, WINDOW, batches, load_boards, window
from models.train.cell_net import CellNet, CellsForExport
from models.train.fit_cells import cell_loss
from vision.cells import COLOURS, HOLDS, PIXELS, Grid
from vision.plane import plane_of_corners

CORNERS = [[60, 50], [540, 60], [560, 430], [40, 420]]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """A plain board of 8 x 8 with a red disc at row 1, column 2, one under a hand and one in doubt."""
    image = np.full((480, 600, 3), 200, np.uint8)
    plane = plane_of_corners([(float(x), float(y)) for x, y in CORNERS], Grid(8, 8).size)
    x, y = plane.pixels(np.array([[2.5, 1.5]]))[0]
    cv2.circle(image, (round(x), round(y)), 18, (30, 30, 200), -1)
    cv2.imwrite(str(tmp_path / "one.png"), image)
    entry = {"image": "one.png", "rows": 8, "cols": 8, "grid": "cells", "corners": CORNERS}
    file = tmp_path / "labels.json"
    file.write_text(json.dumps([{**entry, "cells": [[1, 2, "red"]], "covered": [[5, 5]], "unsure": [[7, 0]]}]))
    return file


def test_a_board_laid_flat_has_its_pieces_where_they_are_labelled(labels: Path) -> None:
    for flat in load_boards(labels, 1):
        assert flat.image.shape == (10 * PIXELS, 10 * PIXELS, 3)
        assert flat.holds[2, 3] == PIECE and flat.colours[2, 3] == COLOURS.index("red")
        assert flat.holds[6, 6] == COVERED and flat.holds[8, 1] == UNKNOWN and flat.holds[1, 1] == NOTHING
        assert (flat.holds[0] == UNKNOWN).all() and (flat.colours == UNKNOWN).sum() == 99
        middle = flat.image[2 * PIXELS + 12 : 3 * PIXELS - 12, 3 * PIXELS + 12 : 4 * PIXELS - 12].reshape(-1, 3).mean(0)
        assert middle[2] > 150 and middle[0] < 80, "the disc is red"


def test_windows_turn_pixels_and_labels_alike(labels: Path) -> None:
    g = np.random.default_rng(1)
    flats = load_boards(labels, 1)
    seen = 0
    for _ in range(60):
        pixels, holds, colours = window(g, flats[int(g.integers(len(flats)))])
        assert pixels.shape == (WINDOW * PIXELS, WINDOW * PIXELS, 3) and holds.shape == (WINDOW, WINDOW)
        for row, col in np.argwhere(holds == PIECE):
            assert colours[row, col] == COLOURS.index("red")
            middle = pixels[row * PIXELS + 10 : row * PIXELS + 22, col * PIXELS + 10 : col * PIXELS + 22]
            blue, _, red = middle.reshape(-1, 3).mean(0)
            assert red > blue + 20
            seen += 1
    assert seen > 10


def test_a_step_lowers_the_loss_and_the_answer_is_made_of_probabilities(labels: Path) -> None:
    torch.manual_seed(0)
    batch = next(batches([(load_boards(labels, 1), 1.0)], 4, 0))
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
        answer = CellsForExport(net.eval())(tensors[0][:1, : 5 * PIXELS, : 4 * PIXELS])
    assert answer.shape == (1, len(HOLDS) + len(COLOURS), 5, 4)
    assert torch.allclose(answer[:, : len(HOLDS)].sum(1), torch.ones(1, 5, 4), atol=1e-5)
    assert torch.allclose(answer[:, len(HOLDS) :].sum(1), torch.ones(1, 5, 4), atol=1e-5)
