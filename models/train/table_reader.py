"""What is judged on rendered tables: the program's own eyes, as they come, for `evaluate_tables --reader`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.table import TableView
from seeds.cards import faces
from seeds.sheets import Page, page_of, pages
from vision.cards import PrintedCards
from vision.cells import BoardReader
from vision.eyes import Eyes
from vision.fiducials import FiducialFinder
from vision.networks import load_network
from vision.table_eyes import TableEyes
from vision.table_keeper import pages_on_table


def read(image: NDArray[np.uint8], game: str) -> TableView:
    """Everything on a table of `game` for two, in one picture (height, width, 3)."""
    sheet = None
    if len({page.sheet.id for page in pages(game)}) > 1:  # boards of one game that are told apart by their fiducials
        sheet = _sheet_in(image, game)
    return _eyes(game, sheet).read(image)


def _sheet_in(image: NDArray[np.uint8], game: str) -> str:
    """The sheet of which most fiducials are seen; the first where none is. Some share their numbers and their cells."""
    seen = [owner[1] for number in FiducialFinder().find(image).found if (owner := page_of(number)) is not None]
    known: tuple[Page, ...] = pages(game)
    return max(known, key=seen.count).sheet.id


@lru_cache(maxsize=8)
def _eyes(game: str, sheet: str | None) -> TableEyes:
    on_table = pages_on_table(game, 2, sheet)
    boards = BoardReader(load_network("cells")) if any(page.sheet.grids for page in on_table) else None
    return TableEyes(on_table, Eyes(), boards, PrintedCards(game) if faces(game) else None)
