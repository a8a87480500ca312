"""Reads the whole table of a game: zones, sheets, dice, pieces and cards to a `TableView`."""

from vision.table.sheet_dice_detector import CLOSEUP_ZOOM
from vision.table.table_factory import games_in, table_reader_for
from vision.table.table_reader import TableReader, TappedBoard

__all__ = ["CLOSEUP_ZOOM", "TableReader", "TappedBoard", "games_in", "table_reader_for"]
