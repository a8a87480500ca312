"""Army vs Aliens by the sheets of 2011 and 2012. Hands out the rules of a table (`build`, `for_position`), their class,
the type of its seed, and the types of its JSON (`PositionData` and `EventData2011` by the sheet of 2011,
`PositionData2012` and `EventData` by that of 2012)."""

from companion.games.army_vs_aliens.format import EventData, EventData2011, PositionData, PositionData2012
from companion.games.army_vs_aliens.pieces import ArmySeed
from companion.games.army_vs_aliens.rules import ArmyVsAliens, build, for_position

__all__ = [
    "ArmySeed",
    "ArmyVsAliens",
    "EventData",
    "EventData2011",
    "PositionData",
    "PositionData2012",
    "build",
    "for_position",
]
