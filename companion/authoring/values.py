"""Types of the fields of positions and events: their titles tell how JSON is checked and which words they get."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

from companion.rules import Count, Event

FACE = "face of a die"
Pips: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100, title=FACE)]
Faces: TypeAlias = tuple[Pips, ...]
"""What dice show, in any order; events have them sorted."""

PER_SEAT = "entries, one for each player"
T = TypeVar("T")
EachSeat: TypeAlias = Annotated[tuple[T, ...], msgspec.Meta(title=PER_SEAT)]
"""Something for each seat, such as `EachSeat[Faces]`."""
PerSeat: TypeAlias = EachSeat[Count]
"""A number for each seat, such as points."""


def replaced(entries: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The entries with another one at a place, such as the points of a seat."""
    return (*entries[:place], value, *entries[place + 1 :])


class GameEvent(Event, frozen=True, tag_field="do", tag=str.lower):
    """Base of a game's events; in JSON and notation each goes by the name of its class in small letters."""


def faces_in(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that are `Faces`."""
    shapes = inspect.type_info(kind)
    assert isinstance(shapes, inspect.StructType)
    listed = {field.name: getattr(field.type, "item_type", None) for field in shapes.fields}
    titles = {name: (getattr(item, "extra_json_schema", None) or {}).get("title") for name, item in listed.items()}
    return tuple(name for name, title in titles.items() if title == FACE)


class Chance(GameEvent, frozen=True):
    """Base of what the awaited dice decide, where that is not all that they show: `roll_of` makes it of their faces."""


class Roll(Chance, frozen=True):
    """The awaited dice have come to rest."""

    faces: Faces
