"""The awaited roll as it is typed: which dice it has, and the event that they make."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from companion.match import SetUp
from companion.referee.matching import SeatedGame
from companion.rules import CompanionError, Event
from companion.table import PIPS, Colour, Face
from companion.text import say


class TypedDie(NamedTuple):
    """One die of an awaited roll."""

    field: str
    """Of the event's JSON, in which its face stands."""
    colour: Colour | None
    faces: tuple[Face, ...] = PIPS
    """What it can show."""


def dice_to_type(seated: SeatedGame, position: Any) -> tuple[TypedDie, ...]:
    """The dice of the awaited roll, in the order in which they are typed; none where no roll is awaited, or one that is
    no roll of dice, such as a lot for who begins, or tells no more of them than how many count."""
    game = seated.game
    awaited = game.awaited(position)
    if awaited.need != "roll":
        return ()
    if awaited.by_colour:
        dice = (TypedDie(name, cast(Colour, name), game.die_faces) for name in awaited.by_colour)
        return tuple(die for die in dice for _ in range(awaited.by_colour[die.field]))
    if awaited.dice is None:
        return _different_dice(seated, position)
    if "faces" not in _example(seated, position):
        return ()
    own = None
    if awaited.seat is not None and game.usual_colour(awaited.seat) is not None:
        own = seated.colours[awaited.seat]
    return (TypedDie("faces", own, game.die_faces),) * awaited.dice


def _different_dice(seated: SeatedGame, position: Any) -> tuple[TypedDie, ...]:
    """Dice that are not alike, each in a field of its own: those of a roll of two at least."""
    chances = [seated.game.format_event(event) for event, _ in seated.game.chances(position)]
    fields = [name for name in chances[0] if name != "do"] if chances else []
    if len(fields) < 2:
        return ()
    shown = {name: dict.fromkeys(cast(Face, plain[name]) for plain in chances) for name in fields}
    return tuple(TypedDie(name, None, tuple(faces)) for name, faces in shown.items())


def typed_event(seated: SeatedGame, position: Any, faces: Sequence[Face]) -> Event:
    """The event of an awaited roll in which `dice_to_type` show these faces. Raises CompanionError where the position
    awaits no such roll, or a face is on no die."""
    dice = dice_to_type(seated, position)
    if not dice:
        raise CompanionError(say("the match has gone on otherwise by now: look again, and choose anew"))
    if len(faces) != len(dice):
        raise CompanionError(
            say("{count} dice are rolled, and {given} were typed: type each once", count=len(dice), given=len(faces))
        )
    for die, face in zip(dice, faces, strict=True):
        if face not in die.faces:
            raise CompanionError(say("no die of this roll shows {face}: type it anew", face=face))
    plain = _example(seated, position)  # which has the dice that are not rolled again as they lie
    for field in {die.field for die in dice}:
        shown = [face for die, face in zip(dice, faces, strict=True) if die.field == field]
        plain[field] = shown if isinstance(plain[field], list | tuple) else shown[0]
    event: Event = seated.game.parse_event(plain)
    return event


def rolled_faces(seated: SeatedGame, position: Any, event: Any) -> tuple[tuple[Face, Colour | None], ...]:
    """What the dice of a roll in this position show, each with its colour; none of what is no roll of dice."""
    dice = () if isinstance(event, SetUp) else dice_to_type(seated, position)
    plain = seated.game.format_event(event) if dice else {}
    found: list[tuple[Face, Colour | None]] = []
    for die in dict.fromkeys(dice):
        value = plain.get(die.field)
        faces = value if isinstance(value, list | tuple) else (value,)
        found += [(face, die.colour) for face in faces if face in die.faces]
    return tuple(found)


def _example(seated: SeatedGame, position: Any) -> dict[str, object]:
    """Any outcome of the awaited roll, as plain data."""
    game = seated.game
    return game.format_event(game.drawn(position, random.Random(0)))
