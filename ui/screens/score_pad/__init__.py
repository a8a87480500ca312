"""Pages of score sheets for games that the app does not know."""

from ui.screens.score_pad.pad_list import ScoresScreen

__all__ = ["ScoresScreen"]
