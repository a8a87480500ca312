"""Steps of a match: events of its game, and tables that were set up by hand between them.

A set-up is no event of any game, and no rules judge it: the players say how the table lies and that the game goes on
from there. Journals and transcripts keep it in an event's place, so that it can be taken back like one; whoever goes
through them asks here what a step is called, how it is written, and what comes after it.
"""

from __future__ import annotations

from typing import Any

from companion.rules import Codec, Event, Game, MalformedError, Rules, an_object
from companion.text import say

_DO = "set-up"


class SetUp(Event, frozen=True, gc=False):
    """The players agreed that the game goes on from this position."""

    position: Any


def apply_step(game: Rules, before: Any, step: Event) -> Any:
    """The position after a step. Raises IllegalEvent for an event that the position before it does not allow."""
    return step.position if isinstance(step, SetUp) else game.apply(before, step)


def step_text(game: Game, before: Any, step: Event) -> str:
    """The step as a line for players; `before` is the position before it."""
    if not isinstance(step, SetUp):
        return game.text(before, step)
    awaited = game.awaited(step.position)
    if awaited.seat is None:
        return say("The table counts as it lies")
    return say("The table counts as it lies, {player} next", player=game.seat_name(awaited.seat))


def format_step(game: Codec, step: Event) -> dict[str, object]:
    """The step as plain data, ready for JSON."""
    if isinstance(step, SetUp):
        return {"do": _DO, "position": game.format_position(step.position)}
    return game.format_event(step)


def parse_step(game: Codec, raw: object, path: str = "event") -> Event:
    """The step in decoded JSON. Raises MalformedError."""
    if not (isinstance(raw, dict) and raw.get("do") == _DO):
        event: Event = game.parse_event(raw, path)
        return event
    fields = an_object(raw, path, ("do", "position"))
    try:
        return SetUp(game.parse_position(fields["position"]))
    except MalformedError as fault:
        raise MalformedError(".".join(filter(None, (path, "position", fault.path))), fault.fault) from None
