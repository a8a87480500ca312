"""Types of the fields of positions and events: their titles tell how JSON is checked and which words they get."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from companion.rules import Count, Event

FACE = "face of a die"
Pips: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100, title=FACE)]
Faces: TypeAlias = tuple[Pips, ...]
"""What dice show, in any order; events have them sorted."""

PER_SEAT = "entries, one for each player"
PerSeat: TypeAlias = Annotated[tuple[Count, ...], msgspec.Meta(title=PER_SEAT)]
"""A number for each seat, such as points."""


class GameEvent(Event, frozen=True, tag_field="do", tag=str.lower):
    """Base of a game's events; in JSON and notation each goes by the name of its class in small letters."""


class Roll(GameEvent, frozen=True):
    """The awaited dice have come to rest."""

    faces: Faces
