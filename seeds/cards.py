"""The printed cards: what marks a face carries and where, in millimetres, for the kit that draws it and the camera that
reads it.

A card carries two equal marks: one at the upper right, and one, turned by half, at the lower left, so that it reads the
same from both ends. Marks are of OpenCV's dictionary DICT_4X4_100, whose first fifty are those of the sheets
(seeds/sheets.py), so that one search finds both. A card's origin is its upper left corner, x to the right and y down.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from seeds.installed import remembered
from seeds.seed import SeedError, game_ids, table_of
from seeds.sheets import FIDUCIALS, Point

CARD = (63.0, 88.0)
"""Width and height."""
CARD_ROUNDED = 3.0
"""Radius of a card's corners once it is cut out."""
CARD_MARK = 9.0
"""Side of a mark's black square."""
QUIET = 1.5
"""White around it: one of its six cells."""
INSET = 4.0
"""From the card's edges to the black square."""
MARKS = 100
"""Numbers that the dictionary has."""
BACK = "back"
"""What lies face down."""


class CardMark(NamedTuple):
    """What one number stands for."""

    game: str
    face: str
    """A card of the game's deck, such as "D7", or BACK."""


class _Cards(msgspec.Struct, forbid_unknown_fields=True):
    size: tuple[float, float]
    first_mark: int


class _Kind(msgspec.Struct):
    letter: str
    numbers: tuple[int, int]


class _Special(msgspec.Struct):
    letter: str


class _Deck(msgspec.Struct):
    """What a seed says of cards; the rest of it is not looked at."""

    cards: _Cards | None = None
    kinds: tuple[_Kind, ...] = ()
    specials: tuple[_Special, ...] = ()


@remembered
def _marks(game: str) -> dict[str, int]:
    deck = table_of(game, _Deck)
    if deck.cards is None:
        return {}
    named = [f"{kind.letter}{n}" for kind in deck.kinds for n in range(kind.numbers[0], kind.numbers[1] + 1)]
    named += [special.letter for special in deck.specials]
    named.append(BACK)
    first = deck.cards.first_mark
    if deck.cards.size != CARD or first < FIDUCIALS or first + len(named) > MARKS:
        raise SeedError(f"{game}: cards of {list(CARD)} mm with marks from {FIDUCIALS} to {MARKS - 1} are needed")
    return {face: first + n for n, face in enumerate(named)}


def faces(game: str) -> tuple[str, ...]:
    """Each different face of the game's deck once, in its order, without the back; empty for a game without cards.

    Raises SeedError."""
    return tuple(face for face in _marks(game) if face != BACK)


def mark_of(game: str, face: str) -> int:
    """The number that a face of the game's deck, or BACK, carries. Raises KeyError."""
    return _marks(game)[face]


@remembered
def _owners() -> dict[int, CardMark]:
    return {number: CardMark(game, face) for game in game_ids() for face, number in _marks(game).items()}


def face_of(number: int) -> CardMark | None:
    """What carries this number; None: no card does."""
    return _owners().get(number)


def mark_corners(end: int) -> tuple[Point, Point, Point, Point]:
    """Corners of the black square, clockwise from the mark's own upper left.

    `end` 0: the mark at the upper right; 1: the turned one at the lower left."""
    right, top = CARD[0] - INSET, INSET
    left, bottom = right - CARD_MARK, top + CARD_MARK
    upright = ((left, top), (right, top), (right, bottom), (left, bottom))
    if end == 0:
        return upright
    a, b, c, d = ((CARD[0] - x, CARD[1] - y) for x, y in upright)
    return a, b, c, d
