"""Draws all that was read of a table onto a copy of the picture: dice, pieces and cards; doubt by shape and word."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from companion.table import CardSeen, Piece, TableView, Zones
from vision.camera import Image
from vision.motion import Matrix, carried
from vision.overlay.board_overlay import draw_ring, ring_of
from vision.overlay.dice_overlay import DOUBT, SURE, draw, write
from vision.plane import Plane

__all__ = ["draw_table"]

RADIUS = 5.5
"""Of the ring around a piece, in millimetres."""
DASHES = 8
"""Parts of an edge of a card, of which every other one is drawn where it is in doubt."""


def draw_table(
    image: Image,
    view: TableView | None,
    plane: Plane | None,
    lines: Zones | None = None,
    since_view: Matrix | None = None,
    since_lines: Matrix | None = None,
) -> Image:
    """A copy of `image` (height, width, 3) with every die and card outlined and a ring around every piece. `plane`:
    that of the view's millimetres; pieces are left out without it. `lines`: zones on the picture, which are drawn too.
    Without a view nothing else is. `since_view`, `since_lines`: how the camera has moved to this picture since the one
    that was read, and since the one on which the lines were drawn, in pixels; None: not.

    Certain dice and cards say what they are, certain pieces nothing, because many stand close; what is in doubt has a
    dashed outline and a question mark.
    """
    if view is not None and since_view is not None:
        view = _moved(view, since_view)
        plane = None if plane is None else plane.moved(since_view, plane.error)
    picture = draw(image, view if view is not None else (), lines, since_lines, brief=True)
    if view is None:
        return picture
    weight = max(1, round(max(picture.shape[:2]) / 900))
    size = 0.5 * max(picture.shape[:2]) / 1280
    for piece in view.pieces if plane is not None else ():
        assert plane is not None
        _draw_piece(picture, piece, plane, weight, size)
    for card in view.cards:
        _draw_card(picture, card, weight, size)
    return picture


def _moved(view: TableView, camera: Matrix) -> TableView:
    """The view with all that has a place on the picture where a camera has it that has moved so."""
    cards = []
    for card in view.cards:
        (moved,) = cv2.perspectiveTransform(np.array([card.corners], np.float64), camera)
        cards.append(msgspec.structs.replace(card, corners=tuple((float(x), float(y)) for x, y in moved)))
    return msgspec.structs.replace(view, dice=carried(view.dice, camera), cards=tuple(cards))


def _draw_piece(picture: Image, piece: Piece, plane: Plane, weight: int, size: float) -> None:
    if piece.place is None:
        return
    ring = ring_of(plane, np.array(piece.place, np.float64), RADIUS)
    draw_ring(picture, ring, piece.certain, weight)
    if not piece.certain:
        x, y = (int(v) for v in ring.min(0))
        write(picture, f"{piece.colour or ''}?", x, y, size, DOUBT)


def _draw_card(picture: Image, card: CardSeen, weight: int, size: float) -> None:
    corners = np.asarray(np.round(np.array(card.corners, np.float64)), np.int32)
    # Dashes need points along the edges.
    ring = np.concatenate(
        [np.linspace(a, b, 8, endpoint=False) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
    draw_ring(picture, np.concatenate([ring, ring[:1]]).astype(np.int32), card.certain, weight)
    named = "" if card.face_down else card.face or ""
    tag = named if card.certain else f"{named}?"
    if tag:
        x, y = (int(v) for v in corners.min(0))
        write(picture, tag, x, y, size, SURE if card.certain else DOUBT)
