"""Makes training batches of boards, rendered or photographed: laid flat with small errors, turned and augmented."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.data.painted_pieces import paint
from seeds.sheets import pages
from vision.boards.cell_classifier import COLOURS, FORMS, HOLDS, PIXELS, Grid, lit
from vision.boards.grids import Field, Part, parts_of
from vision.plane.plane import CornerError, Plane, plane_of_corners

WINDOWS = ((8, 8), (3, 9))
"""Rows and columns of sites of a window of a board and of a strip; those at its rim are only seen, not read."""
WORTH = 3
"""How many empty strips one with pieces is worth."""
PAINTED = 0.4
"""Share of windows on which further pieces are painted."""
STRIPS = 0.25
"""Share of batches that are of strips, where there are any."""
UNKNOWN = -100
NOTHING, PIECE, COVERED = range(len(HOLDS))
MISSED = 0.05
"""Standard deviation in sites of how far corners are off, for each board drawn anew."""
MISJUDGED = 0.1
"""Standard deviation of the logarithm by which the lean is misjudged: nobody told the camera's focal length."""
FLATS = 2
"""How many times each board is laid flat."""


@dataclass
class Flat:
    """One board laid flat; a site of surroundings on each side."""

    image: NDArray[np.uint8]
    """((rows + 2) * PIXELS, (cols + 2) * PIXELS, 3)."""
    holds: NDArray[np.int64]
    """(rows + 2, cols + 2) indices of HOLDS, UNKNOWN for what is not asked."""
    colours: NDArray[np.int64]
    """(rows + 2, cols + 2) indices of COLOURS, UNKNOWN where there is no piece."""
    forms: NDArray[np.int64]
    """(rows + 2, cols + 2) indices of FORMS, UNKNOWN where there is no piece or nobody says."""

    lean: NDArray[np.float32]
    """(rows + 2, cols + 2, 2): see Grid.lean."""

    @property
    def is_strip(self) -> bool:
        return min(self.holds.shape) <= WINDOWS[1][0]


Window = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Pixels (rows * PIXELS, cols * PIXELS, 3), how things lean (rows, cols, 2), and what the sites hold, their colours and
their forms (rows, cols)."""


def grids_of(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The boards of one label: itself, or the ordinary grids as which those of a whole table (see table_scenes.py) are
    read."""
    if "grids" not in entry:
        return [entry]
    made = []
    for number, laid in enumerate(entry["sheets"]):
        sheet = next(page.sheet for page in pages(entry["game"]) if page.sheet.id == laid["id"])
        there = {grid["grid"]: grid for grid in entry["grids"] if grid["sheet"] == number}
        plane = Plane(np.array(laid["homography"], np.float64), sheet.size)
        for part in parts_of(tuple(Field.of(grid) for grid in sheet.grids if grid.id in there)):
            made.append(_label(part, plane, there) | {"image": entry["image"], "grid": "cells"})
    return made


def _label(part: Part, plane: Plane, grids: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The label of an ordinary grid: of pieces that it does not have in a site's middle, it sees parts at the edges of
    sites that hold nothing."""
    sites = [(name, [i, j]) for i, row in enumerate(part.cells) for j, name in enumerate(row)]
    pieces = {
        (name, row, col): (colour, form)
        for name, grid in grids.items()
        for (row, col, colour), form in zip(grid["cells"], grid["forms"], strict=True)
    }
    there = [(site, *pieces[tuple(cell)]) for cell, site in sites if tuple(cell) in pieces]
    return {
        "rows": part.field.grid.rows,
        "cols": part.field.grid.cols,
        "corners": part.field.plane(plane).outline.tolist(),
        "cells": [[*site, colour] for site, colour, _ in there],
        "forms": [form for _, _, form in there],
        **{
            state: [site for cell, site in sites if [cell.row, cell.col] in grids[cell.grid][state]]
            for state in ("covered", "unsure")
        },
    }


def load_boards(labels: Path, seed: int, only: tuple[str, ...] = (), most: int | None = None) -> list[Flat]:
    """The boards of a labels file (see board_scenes.py, table_scenes.py), of sources with one of the words `only` in
    their path; with `most` about so many of them, from all over the file."""
    g = np.random.default_rng(seed)
    flats = []
    entries = [grid for entry in json.loads(labels.read_text()) for grid in grids_of(entry)]
    for entry in entries[:: max(1, len(entries) // most) if most else 1]:
        if only and not any(word in entry["image"] for word in only):
            continue
        image = cv2.imread(str(labels.parent / entry["image"]))
        grid = Grid(entry["rows"], entry["cols"], entry["grid"] != "cells")
        holds = np.full((grid.rows + 2, grid.cols + 2), UNKNOWN, np.int64)
        colours, forms = holds.copy(), holds.copy()
        inside = holds[1:-1, 1:-1]
        inside[:] = NOTHING
        for row, col in entry.get("covered", []):
            inside[row, col] = COVERED
        labelled = entry.get("forms", [None] * len(entry["cells"]))
        for (row, col, colour), form in zip(entry["cells"], labelled, strict=True):
            inside[row, col] = PIECE
            colours[row + 1, col + 1] = COLOURS.index(colour)
            forms[row + 1, col + 1] = UNKNOWN if form is None else FORMS.index(form)
        for row, col in entry["unsure"]:
            inside[row, col], colours[row + 1, col + 1], forms[row + 1, col + 1] = UNKNOWN, UNKNOWN, UNKNOWN
        corners = np.array(entry["corners"], np.float64)
        step = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / max(grid.size)
        for _ in range(FLATS):
            off = corners + g.normal(0, MISSED * np.exp(g.normal(0, 0.5)) * step, (4, 2))
            try:
                plane = plane_of_corners([(float(x), float(y)) for x, y in off], grid.size)
            except CornerError:
                continue
            lean = grid.lean(plane, image.shape[1], image.shape[0])
            flats.append(Flat(grid.rectify(image, plane), holds, colours, forms, lean))
    return flats


def window(g: Generator, flat: Flat) -> Window:
    """A turned and disturbed window of a board, or of a strip."""
    image, lean, sites = flat.image, flat.lean, (flat.holds, flat.colours, flat.forms)
    high, wide = WINDOWS[flat.is_strip]
    if flat.is_strip and flat.holds.shape[0] > flat.holds.shape[1]:
        image, lean, sites = np.rot90(image), _leans_turned(lean, 1), tuple(np.rot90(part) for part in sites)
    rows, cols = sites[0].shape
    if rows < high or cols < wide:
        more = ((0, max(0, high - rows)), (0, max(0, wide - cols)))
        image = np.pad(image, (*(tuple(PIXELS * n for n in pair) for pair in more), (0, 0)), "edge")
        lean = np.pad(lean, (*more, (0, 0)), "edge")
        sites = tuple(np.pad(part, more, constant_values=UNKNOWN) for part in sites)
        rows, cols = sites[0].shape
    top, left = int(g.integers(rows - high + 1)), int(g.integers(cols - wide + 1))
    sites = tuple(part[top : top + high, left : left + wide].copy() for part in sites)
    lean = lean[top : top + high, left : left + wide]
    pixels = image[top * PIXELS : (top + high) * PIXELS, left * PIXELS : (left + wide) * PIXELS]
    for part in sites:
        for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
            part[edge] = UNKNOWN
    if g.random() < PAINTED:
        pixels, *sites = paint(g, pixels, lean, *sites, kinds=(NOTHING, PIECE, UNKNOWN))
    turns = int(g.integers(4)) if high == wide else 2 * int(g.integers(2))
    lean = _leans_turned(lean, turns)
    pixels, *sites = (np.rot90(a, turns) for a in (pixels, *sites))
    if g.random() < 0.5:
        pixels, *sites = (a[:, ::-1] for a in (pixels, *sites))
        lean = lean[:, ::-1] * np.float32([-1, 1])
    lean = np.ascontiguousarray(lean * np.float32(np.exp(g.normal(0, MISJUDGED))))
    holds, colours, forms = (np.ascontiguousarray(part) for part in sites)
    return lit(disturb_board(g, np.ascontiguousarray(pixels))), lean, holds, colours, forms


def _leans_turned(lean: NDArray[np.float32], turns: int) -> NDArray[np.float32]:
    """What leans on a board (rows, cols, 2), turned by so many quarters against the clock."""
    for _ in range(turns):
        lean = np.rot90(lean)[..., ::-1] * np.float32([1, -1])
    return lean


def disturb_board(g: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """As another camera might have shown it; colours keep their names, but for a tint."""
    x = np.float32(image) / 255
    # Now and then the lamp is coloured, or there is hardly any light: what is left is noise and few shades.
    tint = np.exp(g.normal(0, 0.3 if g.random() < 0.3 else 0.08, 3))
    gain = np.exp(g.uniform(-2.6, -0.8) if g.random() < 0.15 else g.normal(0, 0.25))
    x = np.clip(x ** np.float32(np.exp(g.normal(0, 0.15))) * np.float32(tint * gain), 0, 1)
    r = g.random()
    if r < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), g.uniform(0.4, 1.6))
    elif r < 0.5:  # a board far away
        small = cv2.resize(x, None, fx=(f := float(g.uniform(0.35, 0.9))), fy=f, interpolation=cv2.INTER_AREA)
        x = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if g.random() < 0.5:
        x = x + g.standard_normal(x.shape, dtype=np.float32) * np.float32(
            np.exp(g.uniform(np.log(0.004), np.log(0.05)))
        )
    result = np.uint8(np.clip(x, 0, 1) * 255 + 0.5)
    if g.random() < 0.25:
        data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(g.integers(30, 90))])[1]
        result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return result


def _drawn_from(flats: list[Flat], strips: bool) -> list[Flat]:
    """Boards, or strips; those few strips that hold pieces so often as the many empty ones are not."""
    chosen = [flat for flat in flats if flat.is_strip == strips]
    return [flat for flat in chosen for _ in range(WORTH if strips and (flat.holds == PIECE).any() else 1)]


def batches(groups: list[tuple[list[Flat], float]], size: int, g: np.random.Generator) -> Iterator[Window]:
    """Endless batches of `size` windows of one shape; each group of boards is drawn with its weight."""
    kinds = [[(_drawn_from(flats, strips), share) for flats, share in groups] for strips in (False, True)]
    while True:
        chosen = [(flats, share) for flats, share in kinds[g.random() < STRIPS] if flats] or [
            (flats, share) for flats, share in kinds[0] if flats
        ]
        shares = np.array([share for _, share in chosen])
        made = []
        for k in g.choice(len(chosen), size, p=shares / shares.sum()):
            flats = chosen[k][0]
            made.append(window(g, flats[int(g.integers(len(flats)))]))
        yield tuple(np.stack(part) for part in zip(*made, strict=True))  # type: ignore[misc]
