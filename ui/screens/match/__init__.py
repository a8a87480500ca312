"""Pages of a match in play: the players' and the viewers'."""

from ui.screens.match.match import MatchScreen
from ui.screens.match.viewer import MatchViewer, NothingYet

__all__ = ["MatchScreen", "MatchViewer", "NothingYet"]
