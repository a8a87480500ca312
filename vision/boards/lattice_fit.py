"""Finds the corners of a board between four fiducials that are not ours: wherever people taped them, the board's lines
lie somewhere within, as many of them as the grid has.

The fiducials lay the picture roughly flat. There the lines show as edges along whole columns and rows; the comb of
lines that fits these edges best is the grid, and its corners are then moved until the lines fit them best.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_classifier import Grid
from vision.camera import Image
from vision.plane import CornerError, Corners, Plane, Points, corners_of_size, plane_of_corners, project

Edges = NDArray[np.float32]

FLAT = 640
"""Side in pixels of the picture that is laid roughly flat."""
WITHIN = 0.03
"""Share of that picture that stays around what the fiducials enclose."""
NARROWEST = 0.55
"""Least share of the enclosed square that a board takes up, along each side."""
STRONG = 3.0
"""Times the mean edge from which an edge counts no more: pieces and glare have stronger ones than lines."""
LEAST_CONTRAST = 1.35
"""How many times stronger than between them the edges must be along the lines, each way."""
RIVAL, RIVALS = 0.5, 6
"""Share of the best comb's score from which another one is looked at too, and how many are."""
MIDDLE = 0.15
"""How far off the middle, as a share of the square, a board may well be."""
SOFT = (3.0, 1.5)
"""Blur in pixels of the edges, for each round in which the corners are moved."""
MOST = 0.85
"""Share of the lines whose edges must be stronger than those between lines."""
SAMPLES = 60
"""Places along each line at which its edge is looked at."""
STEPS = (4.0, 2.0, 1.0, 0.5)
"""By how many pixels the corners are moved, in each round."""


def corners_within(fiducials: dict[int, Corners]) -> Points | None:
    """(4, 2): the corners of four fiducials that lie next to what they enclose, clockwise, the picture's upper left
    first; None without just four fiducials around something."""
    if len(fiducials) != 4:
        return None
    marks = np.stack(list(fiducials.values())).astype(np.float64)
    middle = marks.mean((0, 1))
    near = np.linalg.norm(marks - middle, axis=2).argmin(1)
    corners = marks[np.arange(4), near]
    ahead = corners - middle
    corners = corners[np.argsort(np.arctan2(ahead[:, 1], ahead[:, 0]))]  # clockwise, as y runs down
    return upright(corners)


def upright(corners: Points) -> Points:
    """The same corners (4, 2), clockwise, turned so that they begin with the edge whose middle is highest."""
    edges = (corners + np.roll(corners, -1, 0)) / 2
    return np.roll(corners, -int(edges[:, 1].argmin()), 0)


def find_lattice(image: Image, around: Points, grid: Grid) -> Plane | None:
    """The plane of a board (in sites, as `Grid.size` has it) within four points (4, 2) of the picture, clockwise; None
    where no lines of such a grid stand out."""
    low, high = WITHIN * FLAT, (1 - WITHIN) * FLAT
    square = np.array([[low, low], [high, low], [high, high], [low, high]])
    to_flat = cv2.getPerspectiveTransform(around.astype(np.float32), square.astype(np.float32))
    across, down = _edges(np.asarray(cv2.warpPerspective(image, to_flat, (FLAT, FLAT)), np.uint8))
    lines = (grid.cols, grid.rows) if grid.points else (grid.cols + 1, grid.rows + 1)
    combs = [_combs(edges, count) for edges, count in ((across.mean(0), lines[0]), (down.mean(1), lines[1]))]
    if not combs[0] or not combs[1]:
        return None
    soft_edges = _softened((across, down), 2.0)
    corners = max(
        (_rectangle(*left_right, *top_bottom) for left_right in combs[0] for top_bottom in combs[1]),
        key=lambda tried: _strength(soft_edges, tried, lines) * _in_the_middle(tried),
    )
    for soft in SOFT:
        corners = _settled(_softened((across, down), soft), corners, lines)
    if not _stands_out(_softened((across, down), SOFT[-1]), corners, lines):
        return None
    back = np.asarray(np.linalg.inv(to_flat), np.float64)
    try:
        return plane_of_corners([(float(x), float(y)) for x, y in project(back, corners)], grid.size)
    except CornerError:
        return None


def _edges(flat: Image) -> tuple[Edges, Edges]:
    """(FLAT, FLAT) each: edges to the side and downwards, in whichever colour they are strongest; the strongest cut."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.0)
    found = []
    for dx, dy in ((1, 0), (0, 1)):
        edges = np.abs(cv2.Sobel(smooth, cv2.CV_32F, dx, dy)).max(2)
        found.append(np.asarray(np.minimum(edges, STRONG * edges.mean()), np.float32))
    return found[0], found[1]


def _combs(profile: Edges, lines: int) -> list[tuple[float, float]]:
    """Where along `profile` (FLAT,) the first and the last of so many lines at equal distances may lie, the likeliest
    first. A frame about the board is often as wide as its cells, so that it counts as well as an outer line does."""
    soft = np.asarray(cv2.GaussianBlur(profile[None], (0, 0), 1.5), np.float32)[0]
    places, steps = np.arange(FLAT), np.arange(lines) / (lines - 1)
    found: list[tuple[float, float, float]] = []
    for start in np.arange(0, FLAT * (1 - NARROWEST) - 2, 1.0):
        ends = np.arange(start + NARROWEST * FLAT, FLAT - 1, 1.0)
        at = start + (ends - start)[:, None] * steps
        on = np.interp(at, places, soft)
        off = np.interp((at[:, 1:] + at[:, :-1]) / 2, places, soft).mean(1)
        score = np.where(on.mean(1) > LEAST_CONTRAST * off, on.mean(1) - 0.5 * on.std(1) - off, 0.0)
        k = int(score.argmax())
        if score[k] > 0:
            found.append((float(score[k]), float(start), float(ends[k])))
    found.sort(reverse=True)
    chosen: list[tuple[float, float]] = []
    for value, start, end in found:
        near = 0.5 * (end - start) / (lines - 1)
        if value < RIVAL * found[0][0] or len(chosen) == RIVALS:
            break
        if all(abs(start - other[0]) > near or abs(end - other[1]) > near for other in chosen):
            chosen.append((start, end))
    return chosen


def _rectangle(left: float, right: float, top: float, bottom: float) -> Points:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)


def _in_the_middle(corners: Points) -> float:
    """1 for a board in the middle of the fiducials, less for one beside it: people tape them round about evenly."""
    off = np.abs(corners.mean(0) / FLAT - 0.5).max()
    return float(np.exp(-((off / MIDDLE) ** 2) / 2))


def _softened(maps: tuple[Edges, Edges], by: float) -> tuple[Edges, Edges]:
    across, down = (np.asarray(cv2.GaussianBlur(edges, (0, 0), by), np.float32) for edges in maps)
    return across, down


def _settled(maps: tuple[Edges, Edges], corners: Points, lines: tuple[int, int]) -> Points:
    """The corners (4, 2), moved until the lines between them lie on the strongest edges."""
    best = _strength(maps, corners, lines)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for corner in range(4):
                for way in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
                    tried = corners.copy()
                    tried[corner] += way
                    strength = _strength(maps, tried, lines)
                    if strength > best + 1e-6:
                        best, corners, moved = strength, tried, True
    return corners


def _strength(maps: tuple[Edges, Edges], corners: Points, lines: tuple[int, int]) -> float:
    """The mean edge along the lines of a grid with such corners."""
    return sum(
        float(_along(edges, corners, axis, np.linspace(0, 1, count)).mean())
        for axis, (edges, count) in enumerate(zip(maps, lines, strict=True))
    )


def _stands_out(maps: tuple[Edges, Edges], corners: Points, lines: tuple[int, int]) -> bool:
    """Whether nearly all lines of the grid have stronger edges than what lies between them."""
    for axis, (edges, count) in enumerate(zip(maps, lines, strict=True)):
        places = np.linspace(0, 1, count)
        on = _along(edges, corners, axis, places)
        off = _along(edges, corners, axis, (places[1:] + places[:-1]) / 2)
        if on.mean() < LEAST_CONTRAST * off.mean() or (on > np.median(off)).mean() < MOST:
            return False
    return True


def _along(edges: Edges, corners: Points, axis: int, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(len(places),): the mean edge along lines at these shares of the way from the first line to the last; `axis` 0
    for lines from top to bottom, 1 for those from left to right."""
    unit = corners_of_size((1.0, 1.0)).astype(np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), np.float64)
    a, b = np.meshgrid(places, np.linspace(0.01, 0.99, SAMPLES), indexing="ij")
    points = np.stack([a, b] if axis == 0 else [b, a], 2).reshape(-1, 2)
    x, y = np.clip(project(plane, points), 0, FLAT - 1.001).T.astype(np.float32)
    found = np.asarray(cv2.remap(edges, x[None], y[None], cv2.INTER_LINEAR), np.float64)
    return np.asarray(found.reshape(len(places), SAMPLES).mean(1), np.float64)
