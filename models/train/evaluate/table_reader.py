"""What is judged on rendered tables: the program's own eyes, as they come, for `evaluate_tables --reader`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.table.view import TableView
from vision.table.table_factory import sheet_in, table_reader_for
from vision.table.table_reader import TableReader


def read(image: NDArray[np.uint8], game: str) -> TableView:
    """Everything on a table of `game` for two, in one picture (height, width, 3)."""
    return _eyes(game, sheet_in(image, game)).read(image)


def read_symbols(image: NDArray[np.uint8], game: str) -> TableView:
    """The same where dice may have the stickers of the game's units."""
    return _eyes(game, sheet_in(image, game), symbols=True).read(image)


@lru_cache(maxsize=8)
def _eyes(game: str, sheet: str | None, symbols: bool = False) -> TableReader:
    return table_reader_for(game, sheet=sheet, symbols=symbols)
