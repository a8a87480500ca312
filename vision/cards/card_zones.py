"""Assigns cards to the areas of sheets, and makes the notes about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import msgspec
import numpy as np

from companion.table import Box, CardSeen, Place, zone_name
from companion.text import later, say
from seeds import Area, Page
from vision.camera import Image
from vision.plane import Fiducials, Plane, diagonal_crossing


class CardReader(Protocol):
    """Protocol of what finds and names the cards of a picture."""

    def read(
        self, image: Image, plane: Plane | None, fiducials: Fiducials | None, areas: Sequence[Area], /
    ) -> tuple[CardSeen, ...]:
        """`plane`: that of the sheet, where it is known; `fiducials`: what was found in the picture, the marks of cards
        among it; `areas`: of the sheet, its piles among them. Places and zones need not be told."""
        ...

    def read_within(
        self, image: Image, plane: Plane, boxes: Sequence[Box], areas: Sequence[Area], /
    ) -> tuple[CardSeen, ...]:
        """The cards in `boxes` of the sheet's plane (millimetres) that can be read at a glance."""
        ...


PIXELS = 2.0
"""Of a place of a pile laid flat, a millimetre."""
INSET = 2.0
"""Millimetres at its edge that are not looked at: a line is printed there."""
SOFT = 9
"""Pixels over which it is averaged."""
OTHER, MOST_OTHER = 0.12, 0.04
"""Share of the light by which a pixel differs from plain paper, and share of such pixels from which something lies
there: none on ten rendered places that are empty, 0.08 under a card that glare has washed out, 0.4 and more under any
other."""


def unread_piles(image: Image, cards: Sequence[CardSeen], seen: Sequence[tuple[Page, Plane]]) -> tuple[str, ...]:
    """Makes a note for each place of a pile on which something lies, and no card was found."""
    notes = []
    for page, plane in seen:
        for area in page.sheet.areas:
            name = zone_name(area.id, None if page.sheet.copies == 1 else page.copy)
            if area.pile and all(card.zone != name for card in cards) and not is_plain(image, plane, area):
                line = later("something lies on {area} that is no card anybody can read: more light, or tidy it")
                notes.append(say(line, area=say(area.id)))
    return tuple(notes)


def is_plain(image: Image, plane: Plane, area: Area) -> bool:
    """Whether nothing lies on the place of a pile."""
    left, top, right, bottom = area.box
    flat = plane.rectify(image, (left + INSET, top + INSET, right - INSET, bottom - INSET), PIXELS)
    soft = cv2.blur(flat, (SOFT, SOFT)).astype(np.float32)
    third = len(soft) // 3
    ends = np.concatenate([soft[:third], soft[-third:]]).reshape(-1, 3)
    paper = np.percentile(ends, 80, axis=0)
    off = np.abs(ends - paper).max(1) / max(float(paper.max()), 1.0)
    return float((off > OTHER).mean()) < MOST_OTHER


def assign_zones(
    cards: Sequence[CardSeen], first: Plane | None, seen: Sequence[tuple[Page, Plane]]
) -> tuple[CardSeen, ...]:
    """The cards with their places on the plane `first`, and the areas of `seen` sheets in which their middles lie."""
    return tuple(_with_zone(card, first, seen) for card in cards)


def _with_zone(card: CardSeen, first: Plane | None, seen: Sequence[tuple[Page, Plane]]) -> CardSeen:
    middle = diagonal_crossing(np.array(card.corners, np.float64))[None]
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


def card_notes(cards: Sequence[CardSeen]) -> tuple[str, ...]:
    """The notes for the players: a card that lies face down where cards are played face up."""
    turned = sorted({card.zone for card in cards if card.face_down and card.zone is not None})
    return tuple(say("a card lies face down in {zone}: turn it over", zone=say(zone)) for zone in turned)
