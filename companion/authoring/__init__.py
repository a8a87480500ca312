"""What a game is written with: base classes that make everything from its `game.toml` and its rules.

A game's `rules.py` has a class `Rules` that derives from `SimpleGame`: its position, its events, which of them are
legal, what they lead to, and the end. JSON, notation, texts, rulings, odds of rolls, dice on the table and their
readings come from here; whatever does not suit is overridden. docs/add-a-game.md leads through it.
"""

from msgspec.structs import replace

from companion.authoring.board_drawings import equal_pieces
from companion.authoring.board_game import BoardGame, Square, nth_cell, straight
from companion.authoring.dice_odds import draw_dice, hit_outcomes, roll_outcomes
from companion.authoring.game_seed import EventTexts, GameSeed, KindOfDie
from companion.authoring.simple_game import SimpleGame
from companion.authoring.values import Chance, EachSeat, Faces, GameEvent, PerSeat, Roll, replaced
from companion.rules import (
    Attempt,
    Awaited,
    BrokenClause,
    Count,
    Face,
    Gain,
    IllegalEvent,
    MalformedError,
    Outcome,
    Param,
    Position,
    Reading,
    Seat,
    breach,
)
from companion.table import Cell, Colour, Heap, Layout
from seeds import API

__all__ = [
    "API",
    "Attempt",
    "Awaited",
    "BoardGame",
    "BrokenClause",
    "Cell",
    "Chance",
    "Colour",
    "Count",
    "EachSeat",
    "EventTexts",
    "Face",
    "Faces",
    "Gain",
    "GameEvent",
    "GameSeed",
    "Heap",
    "IllegalEvent",
    "KindOfDie",
    "Layout",
    "MalformedError",
    "Outcome",
    "Param",
    "PerSeat",
    "Position",
    "Reading",
    "Roll",
    "Seat",
    "SimpleGame",
    "Square",
    "breach",
    "draw_dice",
    "equal_pieces",
    "hit_outcomes",
    "nth_cell",
    "replace",
    "replaced",
    "roll_outcomes",
    "straight",
]
