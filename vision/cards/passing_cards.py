"""Collects the cards that lie on the table for a moment only, between two rests: flipped, and taken away with others
before the hands have left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from companion.table import CardSeen
from vision.camera import Frame

OFTEN = 0.1
"""Seconds between two looks at what hands are doing. Lowering it costs time and finds what lies there for less."""
STILL_MM = 3.0
"""Millimetres within which a card lies still from look to look."""


class PassingCard(NamedTuple):
    """A card that lay still between two rests, in the frame that showed it first."""

    card: CardSeen
    frame: Frame


class PassingCards:
    """Tracks them from one rest to the next. A card of a name that lay there before may have been carried, and is
    none of them."""

    def __init__(self) -> None:
        self.rest(())

    def rest(self, cards: Sequence[CardSeen]) -> None:
        """The table is at rest, and these `cards` lie on it."""
        self._before, self._looked = {card.face for card in cards}, float("-inf")
        self._last: tuple[PassingCard, ...] = ()
        self._lain: dict[str, PassingCard] = {}

    def due(self, time: float) -> bool:
        """Whether it is time for the next look."""
        return not 0 <= time - self._looked < OFTEN

    def see(self, frame: Frame, cards: Sequence[CardSeen]) -> None:
        """Takes the `cards` of a frame in which hands are at work."""
        self._looked = frame.time
        new = [card for card in cards if card.certain and card.face is not None and card.face not in self._before]
        for one in self._last:
            if one.card.face and any(_lies_as(card, one.card) for card in new):
                self._lain.setdefault(one.card.face, one)
        self._last = tuple(PassingCard(card, frame) for card in new)

    def gone(self, cards: Sequence[CardSeen]) -> list[PassingCard]:
        """Those that lay still and are not among the `cards` of the next rest, the first ones first."""
        stay = {card.face for card in cards}
        return [one for face, one in self._lain.items() if face not in stay]


def _lies_as(card: CardSeen, other: CardSeen) -> bool:
    """Whether a card lies where one of its name lay a moment before."""
    if card.face != other.face or card.place is None or other.place is None:
        return False
    return hypot(card.place[0] - other.place[0], card.place[1] - other.place[1]) <= STILL_MM
