"""The legal moves of a position as a player reads them."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules import Event, Game, Position

RALLY = "rally"


class Line(NamedTuple):
    """One legal move."""

    event: Event
    text: str
    clause: str
    own: tuple[int, ...]
    """Faces of the own dice that it uses, for drawing."""
    hits: tuple[tuple[int, int], ...]
    """Seat and face of each die that it hits, for drawing."""


def line_of(game: Game, position: Position, event: Event) -> Line:
    """One move as a line."""
    plain: dict[str, Any] = game.format_event(event)
    own = tuple(plain.get("with", ()))
    if plain["do"] == "general" or plain["do"] == "overlord":
        own = (5,)
    elif plain["do"] in ("nuke", "mothership"):
        own = (6, 6, 6)
    elif plain["do"] == RALLY:
        own = tuple(plain["roll"])
    hits = tuple((int(seat), int(face)) for seat, face in plain.get("hit", ()))
    return Line(event, game.text(position, event), game.clause_of(position, event), own, hits)
