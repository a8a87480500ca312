"""What the box of a game holds, for the camera: the colours of its pieces, and dice that have no pips. Fewer things to
choose from, fewer to mistake for each other."""

from __future__ import annotations

import msgspec

import seeds

__all__ = ["colours_of", "faces_of"]


class _Fleet(msgspec.Struct):
    id: str
    """The colour is its name."""


class _Pieces(msgspec.Struct):
    """What a seed says of pieces on boards; the rest of it is not looked at."""

    colours: tuple[str, ...] = ()
    fleets: tuple[_Fleet, ...] = ()
    directions: tuple[str, ...] = ()
    """Faces of the direction die."""


def colours_of(game: str) -> tuple[str, ...]:
    """Of the markers or pawns in the box, seat by seat; empty for a game without any. Raises seeds.SeedError."""
    pieces = seeds.table_of(game, _Pieces)
    return pieces.colours or tuple(fleet.id for fleet in pieces.fleets)


def faces_of(game: str) -> str | None:
    """The set (seeds.drawings.SETS) of a die that lies among the game's pipped ones, if any. Raises seeds.SeedError."""
    return "direction" if seeds.table_of(game, _Pieces).directions else None
