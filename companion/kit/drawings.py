"""Finds how a game draws what is printed of it."""

from __future__ import annotations

from importlib import import_module

import seeds
from companion.drawing import KitDrawings


@seeds.remembered
def drawings_of(game: str) -> KitDrawings:
    """The game's own, or plain ones for a game without. Raises seeds.SeedError."""
    module = seeds.module_of(game, "drawings")
    made: KitDrawings = import_module(module).DRAWINGS if module else KitDrawings()
    return made
