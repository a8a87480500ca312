"""Labels a picture of a rendered table: where each sheet lies, and what is on it.

Pixels are pixel middles: the middle of the first pixel is 0, 0. Only boxes go from edge to edge, as those of dice do
elsewhere: a box around the first pixel alone is 0, 0, 1, 1.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.view import zone_name
from models.train.render.boards.boards import HALF_HIDDEN, HIDDEN
from models.train.render.dice_scene.camera_model import Lens
from models.train.render.dice_scene.labels import DIRECTIONS, outline, project
from models.train.render.dice_scene.things import BALL, DISC, Scene, Thing
from models.train.render.tables.table_items import (
    MM,
    PAWN,
    Item,
    LaidCard,
    LaidDie,
    LaidHand,
    LaidPiece,
    LaidSheet,
    TableScene,
)  # fmt: skip
from seeds.sheets import Grid
from vision.table.zones import OVER

BEHIND = 0.5
"""Share of an empty cell that other pieces may hide before it is in doubt: pawns stand in front of each other."""
LEAST_DIE = 12
"""Pixels of a die that must be seen for it to have a label."""
CLOSE = 1.5
"""Millimetres from a zone's line within which a die's zone is not clear: half a pixel from afar."""
LEAST_CARD = 0.03
"""Share of a card that must be seen."""
Ids = NDArray[np.integer[Any]]
"""(height, width): number of the item seen + 1, or 0."""


def item_ids(table: TableScene, things: NDArray[np.uint8]) -> Ids:
    """From the numbers of things + 1 to those of items + 1."""
    owner = np.concatenate([[0], table.owners + 1])
    return np.asarray(owner[things])


def pixels(scene: Scene, world: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 3) world to (n, 2) pixel middles."""
    return project(scene, world).astype(np.float64) - 0.5


def homography(scene: Scene, sheet: LaidSheet) -> NDArray[np.float64]:
    """(3, 3): millimetres of the sheet to pixels."""
    width, high = sheet.page.sheet.size
    corners = np.float32([(0, 0), (width, 0), (width, high), (0, high)])
    return np.asarray(cv2.getPerspectiveTransform(corners, np.float32(pixels(scene, sheet.world(corners)))))


def _silhouette(scene: Scene, thing: Thing) -> NDArray[np.float32]:
    """(n, 2) pixels: a convex outline of the thing."""
    r, _, h = (float(v) for v in thing.half)
    if thing.kind == BALL:
        points = DIRECTIONS * r
    elif thing.kind in (DISC, PAWN):
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.stack([r * np.cos(around), r * np.sin(around), np.full(24, -h)], 1)
        head = thing.rounding
        top = ring * [1, 1, -1] if thing.kind == DISC else DIRECTIONS * head + [0, 0, h - head]
        points = np.concatenate([ring, top])
    else:
        return outline(scene, thing, Lens(scene.size))
    return cv2.convexHull(project(scene, np.float32(points @ thing.turn.T + thing.place)))[:, 0]


def shown(scene: Scene, ids: Ids, number: int, item: Item) -> float:
    """Share of the item's silhouette that is seen, 0..1."""
    hulls = [_silhouette(scene, thing) for thing in item.things]
    area = float(cv2.contourArea(cv2.convexHull(np.concatenate(hulls))))
    return float(min(1.0, (ids == number + 1).sum() / max(area, 1.0)))


def _foot(die: Thing) -> NDArray[np.float32]:
    """(4, 2) world: what a die lies on."""
    up = int(np.argmax(np.abs(die.turn[2])))
    a, b = (n for n in range(3) if n != up)
    u, v = die.turn[:2, a] * die.half[a], die.turn[:2, b] * die.half[b]
    return np.float32([die.place[:2] + s * u + t * v for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def zones_of(table: TableScene, die: Thing, larger: float = 0.0) -> tuple[str | None, list[str]]:
    """The zone that a die lies in, and those at whose edges it lies so that nobody can tell (see vision.table.zones).

    `larger`: millimetres by which its foot is taken to reach further on each side."""
    foot = _foot(die)
    foot = foot.mean(0) + (foot - foot.mean(0)) * np.float32(1 + larger * MM / float(die.half[0]))
    core = foot.mean(0) + (foot - foot.mean(0)) * (1 - 2 * OVER)
    inside, touched = [], []
    for sheet in table.laid.sheets:
        seat = None if sheet.page.sheet.copies == 1 else sheet.page.copy
        for area in sheet.page.sheet.areas:
            left, top, right, bottom = area.box
            box = np.float32([(left, top), (right, top), (right, bottom), (left, bottom)])
            if _shared(sheet, foot, box) > 0:
                touched.append(zone_name(area.id, seat))
            if _shared(sheet, core, box) > 1 - 1e-4:
                inside.append(zone_name(area.id, seat))
    if len(touched) == len(inside) == 1:
        return inside[0], []
    return None, touched


def _shared(sheet: LaidSheet, square: NDArray[np.float32], box: NDArray[np.float32]) -> float:
    """Share of a convex outline in the world (n, 2) that lies in a box of the sheet (4, 2)."""
    there = np.float32(cv2.convexHull(np.float32(sheet.millimetres(square)))[:, 0])
    return float(cv2.intersectConvexConvex(there, box)[0]) / max(float(cv2.contourArea(there)), 1e-6)


def _dice(table: TableScene, ids: Ids) -> list[dict[str, Any]]:
    made = []
    first = table.laid.sheets[0]
    for number, item in enumerate(table.laid.items):
        ys, xs = np.nonzero(ids == number + 1) if isinstance(item, LaidDie) else (np.zeros(0), np.zeros(0))
        if not isinstance(item, LaidDie) or len(xs) < LEAST_DIE:
            continue
        zone, across = zones_of(table, item.things[0])
        clear = all(zones_of(table, item.things[0], by) == (zone, across) for by in (-CLOSE, CLOSE))
        place = first.millimetres([item.place])[0]
        made.append(
            {
                "box": [float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)],
                "value": item.value,
                "face": item.face,
                "colour": item.colour,
                "place": place.round(2).tolist(),
                "zone": zone,
                "across": across,
                "clear": clear,
                "hidden": round(1 - shown(table.scene, ids, number, item), 3),
            }
        )
    return made


def _hidden_share(scene: Scene, hiding: NDArray[np.bool_], polygon: NDArray[np.float64]) -> float:
    """How much of a polygon (n, 2) of pixels is hidden or outside the picture."""
    height, width = hiding.shape
    low, high = np.floor(polygon.min(0)).astype(int), np.ceil(polygon.max(0)).astype(int) + 1
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.int32(np.round((polygon - low) * 16)), 1, shift=4)
    whole = int(mask.sum())
    x0, y0, x1, y1 = max(low[0], 0), max(low[1], 0), min(high[0], width), min(high[1], height)
    if whole == 0 or x1 <= x0 or y1 <= y0:
        return 1.0
    mask = mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
    return 1 - float((mask & ~hiding[y0:y1, x0:x1]).sum()) / whole


def _grid(table: TableScene, ids: Ids, number: int, grid: Grid, pieces: NDArray[np.bool_]) -> dict[str, Any]:
    """The label of one grid of sheet `number`; `pieces` (items + 1): which ids belong to markers and pawns."""
    scene, sheet = table.scene, table.laid.sheets[number]
    left, top, right, bottom = grid.box
    corners = pixels(scene, sheet.world([(left, top), (right, top), (right, bottom), (left, bottom)]))
    there = {
        item.cell[2:]: (n, item)
        for n, item in enumerate(table.laid.items)
        if isinstance(item, LaidPiece) and item.cell is not None and item.cell[:2] == (number, grid.id)
    }
    anything, foreign = ids > 0, (ids > 0) & ~pieces[ids]
    cells, forms, covered, unsure = [], [], [], []
    for row in range(grid.rows):
        for col in range(grid.cols):
            if (row, col) in there:
                n, piece = there[row, col]
                hidden, half = 1 - shown(scene, ids, n, piece), 2.5 * HALF_HIDDEN
                if hidden < HIDDEN + 0.2:
                    cells.append([row, col, piece.colour])
                    forms.append(piece.form)
                else:
                    covered.append([row, col])
                if half <= hidden < HIDDEN + 0.2:
                    unsure.append([row, col])
                continue
            x0, y0, x1, y1 = grid.cell(row, col)
            inset = 0.1 * (x1 - x0)
            ring = [
                (x0 + inset, y0 + inset),
                (x1 - inset, y0 + inset),
                (x1 - inset, y1 - inset),
                (x0 + inset, y1 - inset),
            ]
            polygon = pixels(scene, sheet.world(ring))
            by_others = _hidden_share(scene, foreign, polygon)
            if by_others >= HIDDEN:
                covered.append([row, col])
            elif by_others >= HALF_HIDDEN or _hidden_share(scene, anything, polygon) >= BEHIND:
                unsure.append([row, col])
    return {
        "grid": grid.id,
        "sheet": number,
        "rows": grid.rows,
        "cols": grid.cols,
        "corners": corners.round(2).tolist(),
        "cells": cells,
        "forms": forms,
        "covered": covered,
        "unsure": unsure,
    }


def _cards(table: TableScene, ids: Ids) -> list[dict[str, Any]]:
    made = []
    for number, item in enumerate(table.laid.items):
        if not isinstance(item, LaidCard):
            continue
        corners = pixels(table.scene, item.corners)
        seen = 1 - _hidden_share(table.scene, ids != number + 1, corners)
        if seen < LEAST_CARD:
            continue
        zone = None
        for sheet in table.laid.sheets:
            (x, y) = sheet.millimetres([item.place])[0]
            for area in sheet.page.sheet.areas:
                left, top, right, bottom = area.box
                zone = area.id if left <= x <= right and top <= y <= bottom else zone
        made.append(
            {
                "corners": corners.round(2).tolist(),
                "face": item.face,
                "zone": zone,
                "top": item.top,
                "covered": round(1 - seen, 3),
            }
        )
    return made


def truth(table: TableScene, ids: Ids) -> dict[str, Any]:
    """The label of a picture of `table` in which `ids` are seen."""
    laid = table.laid
    pieces = np.array([False, *(isinstance(item, LaidPiece) for item in laid.items)])
    grids = [
        _grid(table, ids, number, grid, pieces)
        for number, sheet in enumerate(laid.sheets)
        for grid in sheet.page.sheet.grids
    ]
    hands = [n + 1 for n, item in enumerate(laid.items) if isinstance(item, LaidHand)]
    return {
        "game": laid.game,
        "sheets": [
            {
                "id": sheet.page.sheet.id,
                "copy": sheet.page.copy,
                "numbers": list(sheet.page.numbers),
                "homography": homography(table.scene, sheet).tolist(),
            }
            for sheet in laid.sheets
        ],
        "grids": grids,
        "dice": _dice(table, ids),
        "cards": _cards(table, ids),
        "hands": bool(np.isin(ids, hands).any()),
        "position": laid.position,
    }
