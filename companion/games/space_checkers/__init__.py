"""Space Checkers. Hands out the rules of a table (`build`, `for_position`), their class, and the type of its seed."""

from companion.games.space_checkers.board import board_of
from companion.games.space_checkers.pieces import SpaceSeed
from companion.games.space_checkers.rules import SpaceCheckers, build, for_position

__all__ = ["SpaceCheckers", "SpaceSeed", "board_of", "build", "for_position"]
