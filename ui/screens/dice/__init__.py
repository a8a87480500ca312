"""The page on which dice are read and added up, without a game."""

from ui.screens.dice.dice import DiceScreen

__all__ = ["DiceScreen"]
