"""The legal moves of a position as a player reads them: lines under headings, and the rally, picked die by die.

A rally may have hundreds of variants, one for each choice of Combat dice; they are offered as one choice of dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules import Event, Game, Position, ZonedGame

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


class Moves(NamedTuple):
    """Every legal move of one position."""

    groups: tuple[tuple[str, tuple[Line, ...]], ...]
    """All but rallies, by heading."""
    rallies: tuple[Event, ...]
    """Every rally, in the game's order."""

    @property
    def total(self) -> int:
        return sum(len(lines) for _, lines in self.groups) + len(self.rallies)


def legal_moves(game: ZonedGame, position: Position) -> Moves:
    """What the player whose turn it is may do."""
    groups: dict[str, list[Line]] = {}
    rallies: list[Event] = []
    for event in game.actions(position):
        if game.format_event(event)["do"] == RALLY:
            rallies.append(event)
        else:
            groups.setdefault(game.kind_of(event), []).append(line_of(game, position, event))
    return Moves(tuple((kind, tuple(lines)) for kind, lines in groups.items()), tuple(rallies))


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


def rally_of(game: ZonedGame, faces: Sequence[int]) -> Event:
    """The rally that rolls all rally dice and Combat dice with these faces."""
    event: Event = game.parse_event({"do": RALLY, "roll": sorted(faces)})
    return event
