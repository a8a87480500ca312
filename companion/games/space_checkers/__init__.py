"""Space Checkers. Hands out the rules of a table (`build`, `for_position`), their class, the type of its seed, its
board, and the types of its JSON."""

from companion.games.space_checkers.board import board_of
from companion.games.space_checkers.format import EventData, PositionData
from companion.games.space_checkers.pieces import SpaceSeed
from companion.games.space_checkers.rules import SpaceCheckers, build, for_position

__all__ = ["EventData", "PositionData", "SpaceCheckers", "SpaceSeed", "board_of", "build", "for_position"]
