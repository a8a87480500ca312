"""Real boards, where the folder of material lies beside the checkout: found and read, and nothing certain is wrong."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.boards.board_locator import find_board
from vision.boards.cell_classifier import BoardReader, Grid
from vision.camera.image_files import read_picture
from vision.inference.networks import load_network
from vision.plane.plane import plane_of_corners

READER = BoardReader(load_network("cells"), patient=True)


def boards(shared: Path, folder: str) -> list[dict[str, Any]]:
    entries = json.loads((shared / "photos" / "boards.json").read_text())
    return [entry for entry in entries if entry["image"].startswith(folder)]


def grid_of(entry: dict[str, Any]) -> Grid:
    return Grid(entry["rows"], entry["cols"], entry["grid"] != "cells")


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "cells"), [("rursprung", 0.96), ("gobonline", 0.99), ("ensiss", 0.99)])
def test_real_boards_are_read_and_what_is_certain_is_right(shared: Path, folder: str, cells: float) -> None:
    """The first was never trained on. How well unseen ones are read is told in models/CARD.md."""
    wrong, right, total = [], 0, 0
    for entry in boards(shared, folder):
        grid = grid_of(entry)
        plane = plane_of_corners([(float(x), float(y)) for x, y in entry["corners"]], grid.size)
        sites = {
            (s.row, s.col): s for s in READER.read(read_picture(shared / "photos" / entry["image"]), plane, grid).sites
        }
        pieces = {(row, col): colour for row, col, colour in entry["cells"]}
        for place in ((row, col) for row in range(grid.rows) for col in range(grid.cols)):
            if list(place) in entry.get("unsure", []):
                continue
            site = sites.get(place)
            total += 1
            right += (site is not None and site.colour is not None) == (place in pieces)
            if (site is None and place in pieces) or (site and site.certain and site.colour != pieces.get(place)):
                wrong.append((entry["image"], place))
    assert not wrong
    assert right >= cells * total, f"{right} of {total}"


@pytest.mark.slow
def test_boards_between_fiducials_are_found_to_a_sixth_of_a_cell(shared: Path) -> None:
    found = 0
    for entry in (entry for folder in ("rursprung", "gobonline") for entry in boards(shared, folder)):
        grid = grid_of(entry)
        plane = find_board(read_picture(shared / "photos" / entry["image"]), grid)
        step = plane.scale_at((grid.size[0] / 2, grid.size[1] / 2))
        assert np.linalg.norm(plane.outline - np.array(entry["corners"]), axis=1).max() < step / 6, entry["image"]
        found += 1
    assert found == 10
