"""What colours the pieces of a game have, for the camera: fewer to choose from, fewer to mistake for each other."""

from __future__ import annotations

import msgspec

import seeds

__all__ = ["colours_of"]


class _Fleet(msgspec.Struct):
    id: str
    """The colour is its name."""


class _Pieces(msgspec.Struct):
    """What a seed says of pieces on boards; the rest of it is not looked at."""

    colours: tuple[str, ...] = ()
    fleets: tuple[_Fleet, ...] = ()


def colours_of(game: str) -> tuple[str, ...]:
    """Of the markers or pawns in the box, seat by seat; empty for a game without any. Raises seeds.SeedError."""
    pieces = seeds.table_of(game, _Pieces)
    return pieces.colours or tuple(fleet.id for fleet in pieces.fleets)
