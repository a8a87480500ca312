"""The first page, the set-up of a match, the print kit."""

from ui.screens.start.kit import KitScreen
from ui.screens.start.setup import draft_game
from ui.screens.start.start import StartScreen

__all__ = ["KitScreen", "StartScreen", "draft_game"]
