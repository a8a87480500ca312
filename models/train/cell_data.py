"""Boards to learn from: rendered ones and photographs, laid flat a little wrongly, turned, and disturbed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.cells import COLOURS, HOLDS, PIXELS, Grid, lit
from vision.plane import CornerError, plane_of_corners

WINDOW = 8
"""Sites of a window along each side, those at its rim only seen, not read."""
UNKNOWN = -100
NOTHING, PIECE, COVERED = range(len(HOLDS))
MISSED = 0.05
"""Standard deviation in sites of how far corners are off, for each board drawn anew."""
FLATS = 3
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


def load_boards(labels: Path, seed: int, only: tuple[str, ...] = ()) -> list[Flat]:
    """The boards of a labels file (see board_scenes.py), of sources with one of the words `only` in their path."""
    g = np.random.default_rng(seed)
    flats = []
    for entry in json.loads(labels.read_text()):
        if only and not any(word in entry["image"] for word in only):
            continue
        image = cv2.imread(str(labels.parent / entry["image"]))
        grid = Grid(entry["rows"], entry["cols"], entry["grid"] != "cells")
        holds = np.full((grid.rows + 2, grid.cols + 2), UNKNOWN, np.int64)
        colours = holds.copy()
        inside = holds[1:-1, 1:-1]
        inside[:] = NOTHING
        for row, col in entry.get("covered", []):
            inside[row, col] = COVERED
        for row, col, colour in entry["cells"]:
            inside[row, col] = PIECE
            colours[row + 1, col + 1] = COLOURS.index(colour)
        for row, col in entry["unsure"]:
            inside[row, col], colours[row + 1, col + 1] = UNKNOWN, UNKNOWN
        corners = np.array(entry["corners"], np.float64)
        step = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean() / max(grid.size)
        for _ in range(FLATS):
            off = corners + g.normal(0, MISSED * np.exp(g.normal(0, 0.5)) * step, (4, 2))
            try:
                plane = plane_of_corners([(float(x), float(y)) for x, y in off], grid.size)
            except CornerError:
                continue
            flats.append(Flat(grid.laid_flat(image, plane), holds, colours))
    return flats


def window(g: Generator, flat: Flat) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """A turned and disturbed window of a board: pixels, what its sites hold, and their colours."""
    rows, cols = flat.holds.shape
    image, holds, colours = flat.image, flat.holds, flat.colours
    if min(rows, cols) < WINDOW:
        more = ((0, max(0, WINDOW - rows)), (0, max(0, WINDOW - cols)))
        image = np.pad(image, (*(tuple(PIXELS * n for n in pair) for pair in more), (0, 0)), "edge")
        holds, colours = (np.pad(part, more, constant_values=UNKNOWN) for part in (holds, colours))
        rows, cols = holds.shape
    top, left = int(g.integers(rows - WINDOW + 1)), int(g.integers(cols - WINDOW + 1))
    part = np.s_[top : top + WINDOW, left : left + WINDOW]
    holds, colours = holds[part].copy(), colours[part].copy()
    pixels = image[top * PIXELS : (top + WINDOW) * PIXELS, left * PIXELS : (left + WINDOW) * PIXELS]
    for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        holds[edge], colours[edge] = UNKNOWN, UNKNOWN
    turns, mirrored = int(g.integers(4)), g.random() < 0.5
    pixels, holds, colours = (np.rot90(a, turns) for a in (pixels, holds, colours))
    if mirrored:
        pixels, holds, colours = (a[:, ::-1] for a in (pixels, holds, colours))
    return lit(disturb_board(g, np.ascontiguousarray(pixels))), holds.copy(), colours.copy()


def disturb_board(g: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """As another camera might have shown it; colours keep their names, but for a tint."""
    x = np.float32(image) / 255
    tint = np.exp(g.normal(0, 0.08, 3))
    gain = np.exp(g.normal(0, 0.25))
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


def batches(
    groups: list[tuple[list[Flat], float]], size: int, seed: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]]:
    """Endless batches of `size` windows; each group of boards is drawn with its weight."""
    g = np.random.default_rng(seed)
    shares = np.array([share for _, share in groups])
    shares /= shares.sum()
    while True:
        made = []
        for k in g.choice(len(groups), size, p=shares):
            flats = groups[k][0]
            made.append(window(g, flats[int(g.integers(len(flats)))]))
        yield tuple(np.stack(part) for part in zip(*made, strict=True))  # type: ignore[misc]
