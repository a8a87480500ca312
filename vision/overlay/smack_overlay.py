"""Draws a moment of a smack: the table around the card, with its bull's-eye and the hands that have come."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera import Image, KeptFrame
from vision.hands import SmackHand
from vision.overlay.board_overlay import draw_ring, ring_of
from vision.overlay.dice_overlay import INK, PAPER, SURE
from vision.plane import Plane, diagonal_crossing

__all__ = ["around_card"]

REACH = 210.0
"""Millimetres to the left and right of the card's middle that are shown."""
ASPECT = 16 / 9
BULLSEYE = 9.0
"""Radius of its ring, in millimetres."""
WIDTH, QUALITY = 800, 85
"""Pixels of the pictures that are made, and of their JPEGs, 0 to 100."""


def around_card(kept: KeptFrame, plane: Plane, width: int, card: np.ndarray, hands: Sequence[SmackHand]) -> bytes:
    """A JPEG of the table around the card at the time of a frame. `plane`: in the stream's pictures, `width` pixels
    wide, in which `card` (4, 2) has its corners. Hands that have come by then carry their number, from 1 on, by time.
    """
    image = kept.image
    scale = image.shape[1] / width
    middle = plane.millimetres(np.asarray(diagonal_crossing(card), np.float64)[None])[0]
    left, top, wide, high = _window(image, plane.pixels(middle[None])[0] * scale, REACH * scale, plane, middle)
    grown = WIDTH / wide
    shown = cv2.resize(image[top : top + high, left : left + wide], (WIDTH, round(high * grown)))
    onto = np.array([[grown, 0, -left * grown], [0, grown, -top * grown], [0, 0, 1]]) @ np.diag([scale, scale, 1.0])
    close = Plane(onto @ plane.to_pixels, plane.size)
    picture = np.ascontiguousarray(shown, np.uint8)
    draw_ring(picture, ring_of(close, middle, BULLSEYE), True, 2)
    for number, hand in enumerate(hands, 1):
        if hand.arrival.time <= kept.time + 1e-6:
            x, y = (round(float(v)) for v in close.pixels(np.array([hand.arrival.tip], np.float64))[0])
            _badge(picture, str(number), min(max(x, 18), WIDTH - 18), min(max(y, 18), picture.shape[0] - 18))
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _window(image: Image, at: np.ndarray, reach: float, plane: Plane, middle: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown, in pixels of the picture and inside it."""
    height, width = image.shape[:2]
    wide = min(width, max(32, round(2 * reach * plane.scale_at((float(middle[0]), float(middle[1]))))))
    high = min(height, round(wide / ASPECT))
    left = min(max(0, round(float(at[0]) - wide / 2)), width - wide)
    top = min(max(0, round(float(at[1]) - high / 2)), height - high)
    return left, top, wide, high


def _badge(picture: Image, text: str, x: int, y: int) -> None:
    """A number on a disc, readable on anything."""
    cv2.circle(picture, (x, y), 17, INK, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), 15, SURE, 2, cv2.LINE_AA)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 0.7, 1)
    cv2.putText(picture, text, (x - wide // 2, y + high // 2), cv2.FONT_HERSHEY_DUPLEX, 0.7, PAPER, 1, cv2.LINE_AA)
