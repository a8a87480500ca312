"""Army vs Aliens by the sheet of 2012: what it says otherwise than that of 2011, whose rules serve both. Hands out the
types of its JSON."""

from companion.games.army_vs_aliens import EventData
from companion.games.army_vs_aliens import PositionData2012 as PositionData

__all__ = ["EventData", "PositionData"]
