"""Positions and events of the games as JSON has them, one Struct for each kind of object.

They say what is written and read, and not which positions can be; that is for `companion rules`. Where the codecs of
companion/games hold types of their own for this, the types here are to be replaced by those.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

__all__ = ["EVENTS", "AnyEvent", "AnyPosition", "AnyStep", "Position", "SetUp"]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An object without other keys than those named."""


Face = Annotated[int, Meta(ge=1, le=6)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Count = Annotated[int, Meta(ge=0)]
Options = dict[str, Any]

# ---------------------------------------------------------------------------------------------- Army vs Aliens

Target = tuple[Seat, Face]
"""A die of another player: [seat, rank]."""


class ArmyPlayer(Strict):
    """One seat of Army vs Aliens."""

    side: Literal["army", "aliens"]
    team: Count
    combat: list[Face]
    rally: Count
    scored: list[Face]


class ArmyRolling(Strict):
    """Dice in the air, which are in no zone."""

    seat: Seat
    dice: Annotated[int, Meta(ge=1, le=9)]


class _ArmyPosition(Strict, tag_field="game"):
    options: Options
    quiet: Count
    players: list[ArmyPlayer]
    turn: Seat | None = None
    rolling: ArmyRolling | None = None


class Army2011Position(_ArmyPosition, tag="army-vs-aliens-2011"):
    """A position of Army vs Aliens by the sheet of 2011."""


class Army2012Position(_ArmyPosition, tag="army-vs-aliens-2012"):
    """A position of Army vs Aliens by the sheet of 2012."""

    drawing: list[Seat] | None = None


class ArmyRolled(Strict, tag_field="do", tag="rolled"):
    faces: list[Face]


class ArmyDrawn(Strict, tag_field="do", tag="drawn"):
    """2012: the seat that was drawn by lot to begin."""

    seat: Seat


class ArmyAttack(Strict, tag_field="do", tag="attack"):
    using: list[Face] = field(name="with")
    hit: list[Target]


class ArmyNuke(Strict, tag_field="do", tag="nuke"):
    pass


class ArmyGeneral(Strict, tag_field="do", tag="general"):
    rank: Face


class ArmyOverlord(Strict, tag_field="do", tag="overlord"):
    hit: list[Target]


class ArmyMothership(Strict, tag_field="do", tag="mothership"):
    hit: list[Target]


class ArmyRally(Strict, tag_field="do", tag="rally"):
    roll: list[Face]


ArmyEvent = ArmyRolled | ArmyDrawn | ArmyAttack | ArmyNuke | ArmyGeneral | ArmyOverlord | ArmyMothership | ArmyRally

# ---------------------------------------------------------------------------------------------- Dinosaurs vs Army Men

Card = Annotated[str, Meta(pattern="^([DA]([1-9]|1[0-2])|B|S)$")]
Kind = Literal["army", "dinosaurs"]


class DinosaursBattle(Strict):
    chooser: Seat
    up: list[list[Card]]
    fighters: list[Card | None]
    kind: Kind | None = None
    searching: Seat | None = None
    tied: list[Seat] | None = None


class DinosaursPosition(Strict, tag_field="game", tag="dinosaurs-vs-army-men"):
    """A position of Dinosaurs vs Army Men."""

    options: Options
    piles: list[Count]
    central: list[Card]
    barred: list[Seat]
    out: list[Seat]
    removed: list[Card]
    smack: bool
    turn: Seat | None = None
    battle: DinosaursBattle | None = None


class DinosaursFlipped(Strict, tag_field="do", tag="flipped"):
    card: Card


class DinosaursChose(Strict, tag_field="do", tag="chose"):
    kind: Kind


class DinosaursSmacked(Strict, tag_field="do", tag="smacked"):
    seat: Seat


class DinosaursFalseSmack(Strict, tag_field="do", tag="false-smack"):
    seat: Seat
    card: Card | None


DinosaursEvent = DinosaursFlipped | DinosaursChose | DinosaursSmacked | DinosaursFalseSmack

# ---------------------------------------------------------------------------------------------- Doubles Wild

Label = Annotated[int, Meta(ge=3, le=11)]
Square = tuple[Label, Label]
"""[red row, blue column]."""
Pair = tuple[Face, Face]
Dice = Annotated[list[Face], Meta(max_length=3)]


class DoublesRoll(Strict):
    """The dice in the hand are null."""

    red: Pair | None
    blue: Pair | None
    again: bool


class DoublesBattle(Strict):
    square: Square
    attacker: Seat
    defender: Seat
    round: Annotated[int, Meta(ge=1)]
    dice: tuple[Dice, Dice]
    to_roll: Seat


class DoublesStart(Strict):
    among: list[Seat]
    totals: list[Annotated[int, Meta(ge=3, le=18)]]


class DoublesPosition(Strict, tag_field="game", tag="doubles-wild"):
    """A position of Doubles Wild."""

    options: Options
    supply: list[Count]
    score: list[Count]
    board: list[tuple[Label, Label, Seat]]
    turn: Seat | None = None
    rolled: DoublesRoll | None = None
    battle: DoublesBattle | None = None
    start: DoublesStart | None = None
    playoff: list[Seat] | None = None


class DoublesRolled(Strict, tag_field="do", tag="rolled"):
    red: list[Face]
    blue: list[Face]


class DoublesReroll(Strict, tag_field="do", tag="reroll"):
    dice: Literal["red", "blue", "both"]


class DoublesPlace(Strict, tag_field="do", tag="place"):
    square: Square | None


class DoublesLeave(Strict, tag_field="do", tag="leave"):
    square: Square


class DoublesHold(Strict, tag_field="do", tag="hold"):
    pass


class DoublesThrow(Strict, tag_field="do", tag="throw"):
    dice: list[Face]


class DoublesThrew(Strict, tag_field="do", tag="threw"):
    faces: list[Face]


DoublesEvent = DoublesRolled | DoublesReroll | DoublesPlace | DoublesLeave | DoublesHold | DoublesThrow | DoublesThrew

# ---------------------------------------------------------------------------------------------- Space Checkers

SpaceColour = Literal["yellow", "green", "blue", "red"]
SpaceCell = tuple[Count, Count]
"""[row, column] from the north-west."""


class SpaceRoll(Strict):
    number: Face
    direction: SpaceColour | Literal["wild"]


class SpacePosition(Strict, tag_field="game", tag="space-checkers"):
    """A position of Space Checkers."""

    options: Options
    seats: list[SpaceColour]
    captured: dict[SpaceColour, Count]
    pawns: dict[SpaceColour, list[SpaceCell]]
    turn: SpaceColour | None = None
    rolled: SpaceRoll | None = None


class SpaceRolled(Strict, tag_field="do", tag="rolled"):
    number: Face
    direction: SpaceColour | Literal["wild"]


class SpaceMove(Strict, tag_field="do", tag="move"):
    start: SpaceCell = field(name="from")
    toward: SpaceColour


SpaceEvent = SpaceRolled | SpaceMove

# ---------------------------------------------------------------------------------------------- all games

Position = Army2011Position | Army2012Position | DinosaursPosition | DoublesPosition | SpacePosition

EVENTS: dict[str, Any] = {
    "army-vs-aliens": ArmyEvent,
    "dinosaurs-vs-army-men": DinosaursEvent,
    "doubles-wild": DoublesEvent,
    "space-checkers": SpaceEvent,
}

AnyPosition = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "position.json"})]
AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "event.json"})]
AnyStep = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "step.json"})]


class SetUp(Strict, tag_field="do", tag="set-up"):
    """The players agreed that the game goes on from this position."""

    position: AnyPosition
