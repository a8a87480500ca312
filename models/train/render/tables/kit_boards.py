"""Boards of the print kit, as pictures of the table: each grid of a sheet becomes a board of its own on one picture.

World frame as in boards.py: the main grid's middle is the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator

from models.train.game_notes import own_games
from models.train.render.boards.boards import PITCH, SIDE, SPARE, Board
from models.train.render.common import Picture, Tables, linear
from models.train.render.kit_pictures import DOTS, printed
from seeds import pages
from seeds.sheets import Page

GAMES = tuple(game for game in own_games() if any(page.sheet.grids for page in pages(game)))
"""Games with grids on their sheets."""
WHITE = 0.92
"""How much light paper throws back."""
MARGIN = 10.0
"""Millimetres of white paper that stay around a sheet."""


@dataclass(frozen=True)
class Print:
    """A sheet as it comes out of the printer."""

    page: Page
    picture: Picture
    """Linear red green blue, DOTS pixels a millimetre, with MARGIN around."""


@lru_cache(maxsize=4)
def prints(light: bool = False) -> tuple[Print, ...]:
    """Every page with a board on it."""
    made = []
    for page, shown in (one for game in GAMES for one in printed(game, "A4", 2, light)):
        wide, high = (round((side + 2 * MARGIN) * DOTS) for side in page.sheet.size)
        y, x = (shown.shape[0] - high) // 2, (shown.shape[1] - wide) // 2
        made.append(Print(page, linear(shown[y : y + high, x : x + wide]) * np.float32(WHITE)))
    return tuple(made)


def random_kit_boards(g: Generator, tables: Tables) -> list[Board]:
    """The grids of one printed sheet that lies on some table, the main one first, without pieces; scoring strips, whose
    pieces are larger than their cells, come with the tables of whole games."""
    known = prints(bool(g.random() < 0.3))
    sheet = known[int(g.integers(len(known)))]
    grids = sheet.page.sheet.grids
    left, top, right, bottom = grids[0].box
    unit = (right - left) / grids[0].cols / PITCH  # millimetres
    picture = np.ascontiguousarray(tables.table(g, SIDE) if g.random() < 0.5 else tables.material(g, SIDE))
    reach = SPARE * max(sheet.page.sheet.size) / unit / 1.25
    scale = SIDE / reach / unit  # pixels a millimetre
    size = [round(side * scale / DOTS) for side in sheet.picture.shape[1::-1]]
    small = cv2.resize(sheet.picture, (size[0], size[1]), interpolation=cv2.INTER_AREA)
    x0 = round(SIDE / 2 - ((left + right) / 2 + MARGIN) * scale)
    y0 = round(SIDE / 2 - ((top + bottom) / 2 + MARGIN) * scale)
    x1, y1 = max(x0, 0), max(y0, 0)
    part = small[y1 - y0 : SIDE - y0, x1 - x0 : SIDE - x0]
    picture[y1 : y1 + part.shape[0], x1 : x1 + part.shape[1]] = part * np.float32(g.uniform(0.8, 1))
    boards = []
    for grid in grids:
        if any(grid.crowded):
            continue
        a, b, c, d = grid.box
        boards.append(
            Board(
                rows=grid.rows,
                cols=grid.cols,
                points=False,
                picture=picture,
                reach=reach,
                pitch=((c - a) / grid.cols / unit, (d - b) / grid.rows / unit),
                middle=(((a + c) - (left + right)) / 2 / unit, ((top + bottom) - (b + d)) / 2 / unit),
                cut_outs=True,
            )
        )
    return boards
