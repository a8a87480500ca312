"""The awaited roll as it is typed: which dice it has, and the event that they make."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from companion.referee.matching import SeatedGame
from companion.rules import CompanionError, Event
from companion.table import Colour
from companion.text import say

LOT = random.SystemRandom()
"""What draws rolls by lot."""


class TypedDie(NamedTuple):
    """One die of an awaited roll."""

    field: str
    """Of the event's JSON, in which its face stands."""
    colour: Colour | None


def dice_to_type(seated: SeatedGame, position: Any) -> tuple[TypedDie, ...]:
    """The dice of the awaited roll, in the order in which they are typed; none where no roll is awaited, or one of dice
    that show no pips."""
    game = seated.game
    awaited = game.awaited(position)
    if awaited.need != "roll":
        return ()
    if awaited.by_colour:
        return tuple(
            TypedDie(colour, cast(Colour, colour)) for colour, n in awaited.by_colour.items() for _ in range(n)
        )
    if not isinstance(_example(seated, position).get("faces"), list | tuple):
        return ()
    own = None
    if awaited.seat is not None and game.usual_colour(awaited.seat) is not None:
        own = seated.colours[awaited.seat]
    return (TypedDie("faces", own),) * (awaited.dice or 0)


def typed_event(seated: SeatedGame, position: Any, faces: Sequence[int]) -> Event:
    """The event of an awaited roll in which `dice_to_type` show these faces. Raises CompanionError where the position
    awaits no such roll."""
    dice = dice_to_type(seated, position)
    if not dice or len(faces) != len(dice):
        raise CompanionError(say("the match has gone on otherwise by now: look again, and choose anew"))
    plain = _example(seated, position)  # which has the dice that are not rolled again as they lie
    for field in {die.field for die in dice}:
        plain[field] = [face for die, face in zip(dice, faces, strict=True) if die.field == field]
    event: Event = seated.game.parse_event(plain)
    return event


def _example(seated: SeatedGame, position: Any) -> dict[str, object]:
    """Any outcome of the awaited roll, as plain data."""
    game = seated.game
    return game.format_event(game.drawn(position, random.Random(0)))
