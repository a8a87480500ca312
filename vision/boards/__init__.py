"""Boards: locating the grid, classifying what each cell holds, colours of pieces."""

from vision.boards.board_locator import BoardNotFound, find_board, plane_of_given
from vision.boards.board_reader import (
    GridReader,
    SheetSeen,
    TableBoards,
    board_pieces,
    dice_mask,
    hidden_cells,
    off_grids,
    piece_colours,
    pieces_in,
    without_pieces,
)
from vision.boards.cell_classifier import BoardReader, BoardReading, CellReading, Grid
from vision.boards.grids import Field
from vision.boards.named_colours import NamedColourError, NamedColours

__all__ = [
    "BoardNotFound",
    "BoardReader",
    "BoardReading",
    "CellReading",
    "Field",
    "Grid",
    "GridReader",
    "NamedColourError",
    "NamedColours",
    "SheetSeen",
    "TableBoards",
    "board_pieces",
    "dice_mask",
    "find_board",
    "hidden_cells",
    "off_grids",
    "piece_colours",
    "pieces_in",
    "plane_of_given",
    "without_pieces",
]
