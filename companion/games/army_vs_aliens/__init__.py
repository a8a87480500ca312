"""Army vs Aliens by the sheets of 2011 and 2012. Hands out the rules of a table (`build`, `for_position`), their class,
and the type of its seed."""

from companion.games.army_vs_aliens.pieces import ArmySeed
from companion.games.army_vs_aliens.rules import ArmyVsAliens, build, for_position

__all__ = ["ArmySeed", "ArmyVsAliens", "build", "for_position"]
