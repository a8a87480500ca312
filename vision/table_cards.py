"""Cards on the table: in which area of the sheets they lie, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
import numpy as np

from companion.table import CardSeen, Place, zone_name
from seeds.sheets import Page
from vision.camera import Image
from vision.fiducials import Fiducials
from vision.plane import Plane, crossing


class CardReader(Protocol):
    """What finds and names the cards of a picture."""

    def read(self, image: Image, plane: Plane | None, fiducials: Fiducials | None, /) -> tuple[CardSeen, ...]:
        """`plane`: that of the sheet, where it is known; `fiducials`: what was found in the picture, the marks of cards
        among it. Places and zones need not be told."""
        ...


def laid(cards: Sequence[CardSeen], first: Plane | None, seen: Sequence[tuple[Page, Plane]]) -> tuple[CardSeen, ...]:
    """The cards with their places on the plane `first`, and the areas of `seen` sheets in which their middles lie."""
    return tuple(_laid(card, first, seen) for card in cards)


def _laid(card: CardSeen, first: Plane | None, seen: Sequence[tuple[Page, Plane]]) -> CardSeen:
    middle = crossing(np.array(card.corners, np.float64))[None]
    place: Place | None = card.place
    if first is not None and place is None:
        x, y = first.millimetres(middle)[0]
        place = (round(float(x), 1), round(float(y), 1))
    zone = None
    for page, plane in seen:
        x, y = plane.millimetres(middle)[0]
        for area in page.sheet.areas:
            left, top, right, bottom = area.box
            if left <= x <= right and top <= y <= bottom:
                zone = zone_name(area.id, None if page.sheet.copies == 1 else page.copy)
    return msgspec.structs.replace(card, place=place, zone=zone)


def notes_on(cards: Sequence[CardSeen]) -> tuple[str, ...]:
    """What the players should be told: a card that lies face down where cards are played face up."""
    turned = sorted({card.zone for card in cards if card.face_down and card.zone is not None})
    return tuple(f"a card lies face down in {zone}: turn it over" for zone in turned)
