"""Doubles Wild. Hands out the rules of a table (`build`, `for_position`), their class, the type of its seed, and the
types of its JSON."""

from companion.games.doubles_wild.format import EventData, PositionData
from companion.games.doubles_wild.pieces import DoublesSeed
from companion.games.doubles_wild.rules import DoublesWild, build, for_position

__all__ = ["DoublesSeed", "DoublesWild", "EventData", "PositionData", "build", "for_position"]
