"""The pages of dice without a game: on one they are read and added up, on the other rolled by lot."""

from ui.screens.dice.dice import DiceScreen
from ui.screens.dice.roller import RollerScreen

__all__ = ["DiceScreen", "RollerScreen"]
