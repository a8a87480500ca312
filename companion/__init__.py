"""The head of the companion: rules, referee and record. No pixels, no screen, no clock of its own."""

from companion.game import (
    Awaited,
    BrokenClause,
    BrokenSeed,
    CompanionError,
    Event,
    Game,
    IllegalEvent,
    MalformedError,
    NotAwaited,
    Outcome,
    Pile,
    Position,
    Ruling,
    UnknownGame,
)
from companion.games import GAMES, load, load_position

__all__ = [
    "GAMES",
    "Awaited",
    "BrokenClause",
    "BrokenSeed",
    "CompanionError",
    "Event",
    "Game",
    "IllegalEvent",
    "MalformedError",
    "NotAwaited",
    "Outcome",
    "Pile",
    "Position",
    "Ruling",
    "UnknownGame",
    "load",
    "load_position",
]
