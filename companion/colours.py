"""Which colours are taken for each other under the lamps of living rooms."""

from __future__ import annotations

from companion.table import Colour

__all__ = ["alike"]

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
