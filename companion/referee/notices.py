"""The notices of the referee: events, questions, rulings, reminders."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.referee.matching import Explanation, LayoutDifference
from companion.rules import BrokenClause, Event

What = Literal[
    "event", "taken back", "set up", "question", "ruling", "desync", "agreed", "reminder", "corrected", "over"
]
"""An event has been played; events have been taken back; the table was set up by hand; the players have to choose;
what was done is against the rules; the table shows what no event explains; table and game agree again; an act is not
finished; a correction; the end."""

Cue = Literal["roll", "move", "capture", "card", "question", "illegal", "agreed", "done", "over"]
"""Sounds that a screen can play."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """One notice, with its time in seconds of the source."""

    what: What
    time: float
    """Seconds on the clock of the source."""
    text: str
    """One line, fit to be read aloud."""
    position: Any
    """After it."""
    events: tuple[Event, ...] = ()
    """Of an event: the one that was played. Of what was taken back: those, newest first."""
    number: int | None = None
    """Of an event: which it is of those that stand, from 1 on."""
    confidence: float | None = None
    choices: tuple[Explanation, ...] = ()
    """Of a question: likeliest first; one without events says that nothing has happened. Of a ruling: which earlier
    reading may have been wrong instead. Of a desync also: that the table counts as it lies."""
    labels: tuple[str, ...] = ()
    """What each of the choices is called."""
    broken: tuple[BrokenClause, ...] = ()
    tasks: tuple[LayoutDifference, ...] = ()
    """What hands have still to do."""
    cue: Cue | None = None
