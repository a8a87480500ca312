"""What `game.toml` says of a game that is written with this room, beside what every game's file holds."""

from __future__ import annotations

from typing import Any

import msgspec

from seeds import API, Colour, Seed


class EventTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for one kind of event. In `line` stand, in braces, its fields, and {player} for whose turn it is."""

    clause: str
    """The clause that allows it."""
    heading: str
    line: str
    notation: str = ""
    """The event as one line that can be read again, such as `bank {faces:numbers}`; empty: made from its fields."""


class KindOfDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of the box that are alike."""

    count: int
    sides: int = 6
    colour: Colour | None = None
    """None: of any colour."""

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 100 or not 2 <= self.sides <= 100:
            raise ValueError(f"{self.count} dice with {self.sides} sides are none (1 to 100 dice, 2 to 100 sides)")


class GameSeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the file adds to that of any game."""

    api: int
    events: dict[str, EventTexts]
    """By what events are called in JSON."""
    endings: dict[str, str] = msgspec.field(default_factory=dict)
    """The sentences of `Outcome.how`, by the way a game ends."""
    dice: tuple[KindOfDie, ...] = ()
    colours: tuple[Colour, ...] = ()
    """Of the pieces, seat by seat, where players choose no others."""
    standing: bool = False
    """Whether the pieces stand, as pawns do, and are no discs; by which tables are rendered."""
    words: dict[str, str] = msgspec.field(default_factory=dict)
    """What players call the words that stand in events."""
    scoring: dict[str, Any] = msgspec.field(default_factory=dict)
    """Numbers and lists of the game's own, for its rules to read."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.api != API:
            raise ValueError(f"the file asks for api {self.api}, and this program has {API}")
        clauses = {clause.id for clause in self.clauses}
        for name, texts in self.events.items():
            if texts.clause not in clauses:
                raise ValueError(f"event {name} rests on {texts.clause}, which is not in the file")
        if self.colours and len(self.colours) < self.players[1]:
            raise ValueError(f"{len(self.colours)} colours of pieces, and up to {self.players[1]} players")
