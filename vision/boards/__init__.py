"""Boards: locating the grid, classifying what each cell holds, colours of pieces."""

from vision.boards.board_locator import NoBoard, find_board, plane_of_given
from vision.boards.board_reader import (
    Reader,
    SheetSeen,
    TableBoards,
    dice_mask,
    hidden_cells,
    off_grids,
    told,
    without_pieces,
)
from vision.boards.cell_classifier import BoardReader, BoardReading, Grid, Site
from vision.boards.grids import Field
from vision.boards.named_colours import OwnColourError, OwnColours

__all__ = [
    "BoardReader",
    "BoardReading",
    "Field",
    "Grid",
    "NoBoard",
    "OwnColourError",
    "OwnColours",
    "Reader",
    "SheetSeen",
    "Site",
    "TableBoards",
    "dice_mask",
    "find_board",
    "hidden_cells",
    "off_grids",
    "plane_of_given",
    "told",
    "without_pieces",
]
