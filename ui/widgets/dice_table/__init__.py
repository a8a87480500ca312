"""Controls of the table of dice alone."""

from ui.widgets.dice_table.controls import PictureControls
from ui.widgets.dice_table.history import HistoryList
from ui.widgets.dice_table.moves import MovesPanel
from ui.widgets.dice_table.players import PlayerCard
from ui.widgets.dice_table.roll import AskCard, RollEntry, die_button

__all__ = ["AskCard", "HistoryList", "MovesPanel", "PictureControls", "PlayerCard", "RollEntry", "die_button"]
