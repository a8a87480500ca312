"""The head of the companion: rules, referee and record. No pixels, no screen, no clock of its own."""

from companion.games import GAMES, load, load_position
from companion.rules import (
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
    Position,
    Ruling,
    UnknownGame,
)

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
    "Position",
    "Ruling",
    "UnknownGame",
    "load",
    "load_position",
]
