"""Reads a rendered table as the program does: what `evaluate_tables --reader` evaluates."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.table.view import TableView
from vision.table.table_factory import sheet_in, table_reader_for
from vision.table.table_reader import TableReader


def read(image: NDArray[np.uint8], game: str) -> TableView:
    """What lies on a table of `game` for two players, in one picture (height, width, 3), blue green red."""
    return _reader(game, sheet_in(image, game)).read(image)


@lru_cache(maxsize=8)
def _reader(game: str, sheet: str | None) -> TableReader:
    return table_reader_for(game, sheet=sheet)
