"""Coloured pictures for the upper sides of flat things, and boards and panels printed on a table.

The sheet has 8 x 8 cells. `CELLS` and its neighbours name which cells show what.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

CELLS, DOMINOES, PICTURED = range(24), range(24, 32), range(32, 40)
CARDS, TOKENS, KEYS = range(40, 48), range(48, 56), range(56, 64)
Picture = NDArray[np.float32]
SPOTS = {
    0: [], 1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)], 6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}  # fmt: skip


def _pair(g: Generator) -> tuple[Picture, Picture]:
    """Ground and ink, one light and one dark."""
    light, dark = np.float32(g.uniform(0.5, 1.0, 3)), np.float32(g.uniform(0.0, 0.12, 3))
    if g.random() < 0.5:
        light = np.float32([1, 0.97, 0.9]) * np.float32(g.uniform(0.6, 1))
    return (light, dark) if g.random() < 0.75 else (dark, light)


def _blank(side: int, colour: Picture) -> Picture:
    return np.ones((side, side, 3), np.float32) * colour


def _ink(colour: Picture) -> tuple[float, ...]:
    return tuple(float(v) for v in colour)


def _pips(picture: Picture, value: int, at: tuple[float, float], step: float, radius: float, ink: Picture) -> None:
    for dx, dy in SPOTS[value]:
        centre = (round(at[0] + dx * step), round(at[1] + dy * step))
        cv2.circle(picture, centre, max(1, round(radius)), _ink(ink), -1, cv2.LINE_AA)


def _text(g: Generator, picture: Picture, text: str, ink: Picture, share: float = 0.5) -> None:
    side = picture.shape[0]
    font = int(g.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale = side * share / 22
    (w, h), _ = cv2.getTextSize(text, font, scale, 1)
    if w > 0.8 * side:
        scale, w, h = scale * 0.8 * side / w, round(0.8 * side), round(h * 0.8 * side / w)
    weight = max(1, round(side / 40))
    mask = np.zeros((side, side), np.uint8)
    cv2.putText(mask, text, ((side - w) // 2, (side + h) // 2), font, scale, 255, weight, cv2.LINE_AA)
    share_of = mask[..., None].astype(np.float32) / 255
    picture[:] = picture * (1 - share_of) + ink * share_of


def _cell(g: Generator, n: int, looks: list[tuple[Picture, Picture, float, bool]], side: int) -> Picture:
    """A square with pips; six in a row share one look."""
    ground, ink, radius, framed = looks[n // 6]
    picture = _blank(side, ground)
    if framed:
        paper = np.float32([0.9, 0.88, 0.82])
        picture = _blank(side, paper)
        edge = side // 8
        cv2.rectangle(picture, (edge, edge), (side - edge, side - edge), _ink(ground), -1)
        cv2.rectangle(picture, (edge, edge), (side - edge, side - edge), _ink(ink), max(1, side // 40), cv2.LINE_AA)
    _pips(picture, n % 6 + 1, (side / 2, side / 2), side * (0.2 if framed else 0.26), side * radius, ink)
    return picture


def _domino(g: Generator, side: int) -> Picture:
    ground, ink = _pair(g)
    wide = np.ones((side, 2 * side, 3), np.float32) * ground
    cv2.line(wide, (side, side // 10), (side, side * 9 // 10), _ink(ink), max(1, side // 30), cv2.LINE_AA)
    for half in (0, 1):
        _pips(wide, int(g.integers(7)), (side * (0.5 + half), side / 2), side * 0.25, side * 0.08, ink)
    return cv2.resize(wide, (side, side), interpolation=cv2.INTER_AREA)


def _token(g: Generator, side: int) -> Picture:
    """A disc with a number, dots under it as on some boards; the cell is cut round by the disc that carries it."""
    picture = _blank(side, np.float32([0.8, 0.66, 0.42]) * np.float32(g.uniform(0.7, 1.2)))
    number = int(g.integers(2, 13))
    ink = np.float32([0.5, 0.02, 0.02]) if number in (6, 8) else np.float32([0.02, 0.02, 0.02])
    if g.random() < 0.5:
        cv2.circle(picture, (side // 2, side // 2), side * 9 // 20, _ink(ink), max(1, side // 40), cv2.LINE_AA)
    _text(g, picture, str(number), ink, g.uniform(0.3, 0.6))
    dots = 6 - abs(7 - number)
    for k in range(dots if g.random() < 0.5 else 0):
        x = round(side / 2 + (k - (dots - 1) / 2) * side * 0.09)
        cv2.circle(picture, (x, side * 4 // 5), max(1, side // 32), _ink(ink), -1, cv2.LINE_AA)
    return picture


def _key(g: Generator, n: int, side: int) -> Picture:
    if n % 4 == 3:  # button with holes, or the head of a screw
        picture = _blank(side, np.float32(g.uniform(0.05, 0.8, 3)))
        if g.random() < 0.65:
            _pips(
                picture, int(g.choice([2, 4])), (side / 2, side / 2), side * 0.14, side * 0.07, np.float32([0.01] * 3)
            )
            cv2.circle(picture, (side // 2, side // 2), side * 2 // 5, (0.1, 0.1, 0.1), max(1, side // 40), cv2.LINE_AA)
        else:
            picture = _blank(side, np.float32([0.35, 0.34, 0.32]))
            for a, b in (((0.2, 0.5), (0.8, 0.5)), ((0.5, 0.2), (0.5, 0.8)))[: int(g.integers(1, 3))]:
                p, q = (tuple(round(v * side) for v in c) for c in (a, b))
                cv2.line(picture, p, q, (0.02, 0.02, 0.02), max(2, side // 10), cv2.LINE_AA)
        return picture
    picture = _blank(side, np.float32([0.015, 0.015, 0.018]) * np.float32(g.uniform(0.5, 3)))
    words = ["fn", "ctrl", "alt", "A", "S", "Z", "Q", "W", "7", "8", "+", "=", "esc", "tab", "OK", "<", ";", "."]
    _text(g, picture, words[int(g.integers(len(words)))], np.float32([0.7, 0.7, 0.7]), g.uniform(0.2, 0.5))
    return picture


def _card(g: Generator, side: int) -> Picture:
    ground, ink = _pair(g)
    picture = _blank(side, ground)
    for _ in range(int(g.integers(2, 7))):
        x, y = (int(v) for v in g.integers(side // 8, side * 7 // 8, 2))
        colour = _ink(np.float32(g.uniform(0, 0.9, 3)))
        if g.random() < 0.5:
            cv2.circle(picture, (x, y), int(g.integers(2, side // 4)), colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(picture, (x, y), (x + side // 4, y + side // 6), colour, -1)
    if g.random() < 0.6:
        _text(g, picture, str(g.choice(list("AKQJ23456789"))), ink, g.uniform(0.3, 0.9))
    return picture


def print_sheet(g: Generator, photographs: list[Picture], cell: int = 96) -> Picture:
    """(8 cell, 8 cell, 3) linear light. `photographs` of dice fill the cells `PICTURED`, as far as they go."""
    sheet = np.zeros((8 * cell, 8 * cell, 3), np.float32)
    looks = [(*_pair(g), float(g.uniform(0.06, 0.12)), bool(g.random() < 0.5)) for _ in range(4)]
    for n in range(64):
        if n in CELLS:
            tile = _cell(g, n, looks, cell)
        elif n in DOMINOES:
            tile = _domino(g, cell)
        elif n in PICTURED:
            k = n - PICTURED.start
            tile = photographs[k] if k < len(photographs) else _cell(g, int(g.integers(24)), looks, cell)
            if g.random() < 0.6:
                cv2.rectangle(tile, (0, 0), (cell - 1, cell - 1), _ink(np.float32(g.uniform(0, 1, 3))), cell // 14)
        elif n in CARDS:
            tile = _card(g, cell)
        elif n in TOKENS:
            tile = _token(g, cell)
        else:
            tile = _key(g, n, cell)
        row, column = divmod(n, 8)
        sheet[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = tile
    return sheet


TERRAINS = [
    ([0.02, 0.09, 0.02], [0.06, 0.25, 0.04]),
    ([0.65, 0.42, 0.05], [0.9, 0.7, 0.2]),
    ([0.12, 0.11, 0.14], [0.35, 0.33, 0.4]),
    ([0.3, 0.09, 0.03], [0.55, 0.25, 0.1]),
    ([0.12, 0.4, 0.05], [0.3, 0.6, 0.1]),
    ([0.6, 0.45, 0.22], [0.75, 0.62, 0.4]),
    ([0.02, 0.16, 0.45], [0.08, 0.35, 0.7]),
]
"""Two shades each for the landscapes of a board; the last is the sea."""


def _terrain(g: Generator, base: Picture, corners: NDArray[np.int32], radius: float, sea: bool) -> None:
    dark, light = (np.float32(c) for c in TERRAINS[-1 if sea else int(g.integers(len(TERRAINS) - 1))])
    x0, y0 = np.maximum(corners.min(0), 0)
    x1, y1 = np.minimum(corners.max(0) + 1, base.shape[1::-1])
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    patch = np.ones((y1 - y0, x1 - x0, 3), np.float32) * (dark + light) / 2
    centre = corners.mean(0) - (x0, y0)
    for _ in range(int(g.integers(15, 50))):  # trees, sheaves, rocks, bricks, waves
        at = tuple(int(v) for v in centre + g.uniform(-1, 1, 2) * radius)
        colour = _ink(dark + (light - dark) * np.float32(g.uniform(-0.3, 1.2)))
        size = (max(1, int(radius * g.uniform(0.03, 0.2))), max(1, int(radius * g.uniform(0.03, 0.12))))
        cv2.ellipse(patch, at, size, float(g.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    patch = np.maximum(patch * g.uniform(0.8, 1.2, patch.shape[:2]).astype(np.float32)[..., None], 0)
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(mask, [corners - np.int32([x0, y0])], 1)
    base[y0:y1, x0:x1][mask > 0] = patch[mask > 0]


def hex_board(g: Generator, base: Picture, unit: float) -> None:
    """Cover `base` with hexagons of landscapes, roads between them, tokens and harbours. `unit`: pixels a die."""
    size, radius = base.shape[0], max(12.0, unit * g.uniform(1.8, 3.2))
    road = _ink(np.float32([0.75, 0.6, 0.33]) * np.float32(g.uniform(0.7, 1.1)))
    middle, reach = g.uniform(0.3, 0.7, 2) * size, radius * g.uniform(4, 9)
    wide = 3**0.5 * radius
    for row in range(int(size / (1.5 * radius)) + 2):
        for column in range(int(size / wide) + 2):
            x, y = column * wide + (row % 2) * wide / 2, row * 1.5 * radius
            angles = np.radians(np.arange(6) * 60 + 30)
            corners = np.int32(np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1))
            sea = bool(np.hypot(x - middle[0], y - middle[1]) > reach)
            _terrain(g, base, corners, radius, sea)
            if not sea:
                cv2.polylines(base, [corners], True, road, max(1, int(radius * 0.14)), cv2.LINE_AA)
                cv2.polylines(base, [corners], True, (0.03, 0.03, 0.03), max(1, int(radius * 0.02)), cv2.LINE_AA)
            side = max(8, int(radius * (0.55 if not sea else 0.45)))
            if (not sea and g.random() < 0.85) or (sea and g.random() < 0.35):
                _stamp(base, _token(g, side) if not sea else _harbour(g, side), (x, y), not sea)


def _harbour(g: Generator, side: int) -> Picture:
    picture = _blank(side, np.float32([0.85, 0.83, 0.78]))
    _text(g, picture, str(g.choice(["3:1", "2:1", "?", "21"])), np.float32([0.05, 0.03, 0.02]), 0.4)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(g.uniform(0, 360)), 0.8)
    return cv2.warpAffine(picture, turn, (side, side), borderValue=(0.25, 0.13, 0.06))


def _stamp(base: Picture, picture: Picture, at: tuple[float, float], round_: bool) -> None:
    side = picture.shape[0]
    x, y = int(at[0] - side / 2), int(at[1] - side / 2)
    if x < 0 or y < 0 or x + side > base.shape[1] or y + side > base.shape[0]:
        return
    mask = np.ones((side, side, 1), np.float32)
    if round_:
        disc = np.zeros((side, side), np.float32)
        cv2.circle(disc, (side // 2, side // 2), side // 2 - 1, 1.0, -1, cv2.LINE_AA)
        mask = disc[..., None]
    area = base[y : y + side, x : x + side]
    area[:] = area * (1 - mask) + picture * mask


def track_board(g: Generator, base: Picture, unit: float) -> None:
    """Squares in coloured rows with digits, pictures or nothing: tracks, chessboards, score tables."""
    size, step = base.shape[0], max(10, int(unit * g.uniform(0.9, 3.0)))
    grounds = [np.float32(g.uniform(0.03, 0.9, 3)) for _ in range(int(g.integers(2, 6)))]
    ink = _ink(np.float32([1, 1, 1]) * np.float32(g.choice([0.02, 0.9])))
    for j, y in enumerate(range(0, size - step, step)):
        for i, x in enumerate(range(0, size - step, step)):
            ground = grounds[(i + j) % len(grounds)]
            cv2.rectangle(base, (x, y), (x + step, y + step), _ink(ground), -1)
            if g.random() < 0.3:
                tile = _blank(step, ground)
                _text(g, tile, str(int(g.integers(1, 100))), np.float32(ink), g.uniform(0.3, 0.6))
                base[y : y + step, x : x + step] = tile
            elif g.random() < 0.1:
                base[y : y + step, x : x + step] = _card(g, max(step, 16))[:step, :step]
            cv2.rectangle(base, (x, y), (x + step, y + step), ink, max(1, step // 30))


def keyboard(g: Generator, unit: float) -> Picture:
    """A keyboard or a remote control seen from above."""
    step = max(10, int(unit * g.uniform(0.7, 1.3)))
    columns, rows = int(g.integers(3, 13)), int(g.integers(3, 6))
    picture = np.ones((rows * step + 4, columns * step + 4, 3), np.float32) * np.float32(g.choice([0.02, 0.3, 0.6]))
    for j in range(rows):
        for i in range(columns):
            inner = step * 7 // 8
            picture[j * step + 3 : j * step + 3 + inner, i * step + 3 : i * step + 3 + inner] = _key(g, 0, inner)
    return picture


def lamps(g: Generator, unit: float) -> Picture:
    """A dark panel with shining dots, as on switches and chargers."""
    side = max(16, int(unit * g.uniform(1, 2.5)))
    picture = _blank(side, np.float32([0.015, 0.015, 0.02]))
    colour = _ink(np.float32([[0.1, 3, 0.3], [3, 0.1, 0.1], [0.3, 0.6, 3], [3, 3, 3]][int(g.integers(4))]))
    for _ in range(int(g.integers(1, 7))):
        at = tuple(int(v) for v in g.integers(2, side - 2, 2))
        cv2.circle(picture, at, max(1, side // 20), colour, -1, cv2.LINE_AA)
    return picture
