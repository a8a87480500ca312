"""What all games share: the protocols of a game (Rules, Codec, Texts, TableModel; Game is all four), events and errors,
options, notation, strict JSON and self-play."""

from companion.rules.base_game import LEGAL, BaseGame, Needs
from companion.rules.codec import Codec
from companion.rules.errors import (
    BrokenSeed,
    CompanionError,
    IllegalEvent,
    MalformedError,
    NotAwaited,
    UnknownGame,
)
from companion.rules.game import Game
from companion.rules.house_rules import Value, read_pairs
from companion.rules.notation import Notation
from companion.rules.rules_protocol import Rules
from companion.rules.self_play import PLAYERS, Step, greedy, lead, played
from companion.rules.strict_json import (
    SEAT,
    Check,
    Count,
    Face,
    Rank,
    Seat,
    a_list,
    a_text,
    a_whole,
    an_object,
    any_object,
    parse_json,
    plain,
    read_struct,
    shown,
)
from companion.rules.table_model import TableModel
from companion.rules.texts import Texts
from companion.rules.vocabulary import (
    Attempt,
    Awaited,
    BrokenClause,
    DrawCounter,
    Event,
    Gain,
    Need,
    Odds,
    Outcome,
    Param,
    Position,
    Reading,
    Ruling,
    breach,
)
from companion.rules.words import GameWords

__all__ = [
    "LEGAL",
    "PLAYERS",
    "SEAT",
    "Attempt",
    "Awaited",
    "BaseGame",
    "BrokenClause",
    "BrokenSeed",
    "Check",
    "Codec",
    "CompanionError",
    "Count",
    "DrawCounter",
    "Event",
    "Face",
    "Gain",
    "Game",
    "GameWords",
    "IllegalEvent",
    "MalformedError",
    "Need",
    "Needs",
    "NotAwaited",
    "Notation",
    "Odds",
    "Outcome",
    "Param",
    "Position",
    "Rank",
    "Reading",
    "Rules",
    "Ruling",
    "Seat",
    "Step",
    "TableModel",
    "Texts",
    "UnknownGame",
    "Value",
    "a_list",
    "a_text",
    "a_whole",
    "an_object",
    "any_object",
    "breach",
    "greedy",
    "lead",
    "parse_json",
    "plain",
    "played",
    "read_pairs",
    "read_struct",
    "shown",
]
