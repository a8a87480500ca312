"""Names of colours, and which are taken for each other under the lamps of living rooms."""

from __future__ import annotations

from typing import Literal

from companion.table.view import Colour
from companion.text import later_as, say_as

_NAMES = (
    later_as("of dice", "white"), later_as("of one thing", "white"),
    later_as("of dice", "black"), later_as("of one thing", "black"),
    later_as("of dice", "grey"), later_as("of one thing", "grey"),
    later_as("of dice", "red"), later_as("of one thing", "red"),
    later_as("of dice", "orange"), later_as("of one thing", "orange"),
    later_as("of dice", "yellow"), later_as("of one thing", "yellow"),
    later_as("of dice", "green"), later_as("of one thing", "green"),
    later_as("of dice", "blue"), later_as("of one thing", "blue"),
    later_as("of dice", "purple"), later_as("of one thing", "purple"),
    later_as("of dice", "pink"), later_as("of one thing", "pink"),
    later_as("of dice", "brown"), later_as("of one thing", "brown"),
    later_as("of dice", "mixed"), later_as("of one thing", "mixed"),
)  # fmt: skip
"""So that catalogues have each colour in both contexts."""

_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    ("blue", "purple"),
    ("red", "orange"),
    ("red", "pink"),
    ("red", "brown"),
    ("orange", "yellow"),
    ("orange", "brown"),
    ("pink", "purple"),
    ("white", "grey"),
    ("grey", "black"),
)
_NEAR = frozenset((*_PAIRS, *((other, one) for one, other in _PAIRS)))


def alike(one: Colour | None, other: Colour | None) -> bool:
    """Whether two names may be of one body: they are equal or near each other, or one is not known."""
    return one is None or other is None or one == other or (one, other) in _NEAR


def colour_name(colour: Colour, context: Literal["of dice", "of one thing"]) -> str:
    """What a colour is called beside the dice that have it, or as a property of one thing that is moved."""
    return say_as(context, colour)
