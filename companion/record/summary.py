"""What a record tells of a match without reading its entries."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from sqlalchemy import RowMapping

from companion.record.tables import sealed
from companion.table import Colour

__all__ = ["State", "Summary", "summary_of"]

State = Literal["playing", "over", "left"]
"""How a match stands: it can go on, it was played to its end, or the players left it before."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a record."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    """The house rules that differ from the default."""
    names: tuple[str, ...]
    """Of the players by seat; empty where nobody gave any."""
    colours: tuple[Colour, ...]
    """Of each seat's pieces; empty where they are those in the box."""
    started: float
    """Seconds of UTC since 1970."""
    state: State
    outcome: dict[str, Any] | None
    """As FORMATS.md has it; None while the game goes on."""
    series: str | None
    """What the games of one match between the same people share."""
    entries: int
    """How many entries its journal has, what was undone and corrected included."""


def summary_of(row: RowMapping) -> Summary | None:
    """The summary in a row of `matches`; None where the row is not what was written."""
    if row["seal"] != sealed(row):
        return None
    return Summary(
        id=row["id"],
        game=row["game"],
        players=row["players"],
        options=json.loads(row["options"]),
        names=tuple(json.loads(row["names"])),
        colours=tuple(json.loads(row["colours"])),
        started=row["started"],
        state=row["state"],
        outcome=None if row["outcome"] is None else json.loads(row["outcome"]),
        series=row["series"],
        entries=row["entries"],
    )
