"""Defines an illegal act (what goes where, which clauses it breaks) and the helpers that all catalogues share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules import Event
from companion.table.layout import Face
from models.train.matches.script.conduct import Conduct
from models.train.matches.stage import Change


class Wrong(NamedTuple):
    """Something that may be done wrong in a position."""

    what: str
    """In few words, the same for all acts of its kind."""
    seat: int
    clauses: tuple[str, ...]
    parts: Sequence[Sequence[Change]] = ()
    """What a hand moves, in order."""
    thrown: Sequence[tuple[int, Face]] = ()
    """Dice that are then thrown, with what they show."""
    event: dict[str, Any] | None = None
    """The event as FORMATS has it, where it can be written down."""


def broken(conduct: Conduct, position: Any, event: Event) -> tuple[str, ...]:
    """The clauses that an event breaks; empty for a legal one."""
    ruling = conduct.table.game.rule(position, event)
    return () if ruling.legal else ruling.clauses


def formatted(conduct: Conduct, event: Event) -> dict[str, Any]:
    return dict(conduct.table.game.format_event(event))
