"""Summary of a recorded match, read without its entries."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Literal

import msgspec
from sqlalchemy import RowMapping

from companion.games import load_position
from companion.record.schema import sealed
from companion.rules import CompanionError
from companion.table import Colour
from companion.text import current_language

State = Literal["playing", "over", "left"]
"""How a match stands: it can go on, it was played to its end, or the players left it before."""

LAST = "position"
"""The key of the last position, which a record keeps with the outcome."""


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
    """As docs/formats.md has it; None while the game goes on."""
    series: str | None
    """What the games of one match between the same people share."""
    entries: int
    """How many entries its journal has, what was undone and corrected included."""
    last: str | None = None
    """The position at which the game ended, as JSON; None while it goes on, and where an older version recorded it."""


def outcome_text(summary: Summary) -> str:
    """How a match ended, in the language in use and by the names of its players; as it was told then, where its end
    cannot be read any more."""
    assert summary.outcome is not None
    how = None if summary.last is None else _how(summary.last, summary.names, current_language())
    return str(summary.outcome["how"]) if how is None else how


@lru_cache(maxsize=512)
def _how(position: str, names: tuple[str, ...], _language: str) -> str | None:
    """How the game ended in a position, in the language in use, which is this one."""
    try:
        game, last = load_position(position)
    except CompanionError:
        return None
    outcome = game.called(names).outcome(last)
    return None if outcome is None else outcome.how


def summary_of(row: RowMapping) -> Summary | None:
    """The summary in a row of `matches`; None where the row is not what was written."""
    if row["seal"] != sealed(row):
        return None
    outcome = None if row["outcome"] is None else json.loads(row["outcome"])
    last = None if outcome is None else outcome.pop(LAST, None)
    return Summary(
        id=row["id"],
        game=row["game"],
        players=row["players"],
        options=json.loads(row["options"]),
        names=tuple(json.loads(row["names"])),
        colours=tuple(json.loads(row["colours"])),
        started=row["started"],
        state=row["state"],
        outcome=outcome,
        series=row["series"],
        entries=row["entries"],
        last=None if last is None else json.dumps(last),
    )
