"""The eyes for the whole table of a game: zones, sheets, dice, pieces, cards to a `TableView`."""

from vision.table.sheet_dice_detector import FINER
from vision.table.table_factory import eyes_for
from vision.table.table_reader import DiceReader, TableEyes, TableLook, TappedBoard

__all__ = ["FINER", "DiceReader", "TableEyes", "TableLook", "TappedBoard", "eyes_for"]
