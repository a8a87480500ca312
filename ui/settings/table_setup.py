"""What is agreed before a game that is played with dice alone."""

from __future__ import annotations

import msgspec

from companion.table import Colour, Zones

GAME = "army-vs-aliens-2011"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed before a game: whose dice are of which colour, and the house rules that differ."""

    colours: tuple[Colour, ...] = ("blue", "green")
    """By seat."""
    options: dict[str, object] = {}
    zones: Zones = Zones()
