"""Doubles Wild. Hands out the rules of a table (`build`, `for_position`), their class, and the type of its seed."""

from companion.games.doubles_wild.pieces import DoublesSeed
from companion.games.doubles_wild.rules import DoublesWild, build, for_position

__all__ = ["DoublesSeed", "DoublesWild", "build", "for_position"]
