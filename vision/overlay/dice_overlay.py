"""Draws what was read onto a copy of the picture: an outline, the face, the colour's name; doubt by shape and word."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.table import Die, TableView, Zones, is_hardly_one
from vision.camera import Image
from vision.motion import Matrix

FONT = cv2.FONT_HERSHEY_DUPLEX
SURE = (96, 214, 70)
DOUBT = (36, 140, 255)
INK = (20, 20, 20)
PAPER = (250, 250, 250)
"""Colours, blue green red."""


def draw(
    image: Image,
    dice: TableView | Sequence[Die],
    zones: Zones | None = None,
    since_lines: Matrix | None = None,
    brief: bool = False,
    size: float = 1.0,
) -> Image:
    """A copy of `image` with every likely die outlined and named, and the lines between `zones` where given: on
    the picture from which the camera has moved by `since_lines`, in pixels, to this one.

    A certain die has a whole outline and its face; a doubtful one a dashed outline, its face with a question mark and
    "unsure" with the first reason, so that nothing depends on colours alone. `brief`: faces alone, where many lie.
    `size`: of the letters, 1 for a screen that shows the picture as large as it is.
    """
    picture = image.copy()
    scale = max(picture.shape[:2]) / 1280
    if zones is not None:
        _draw_zones(picture, zones, scale, np.eye(3) if since_lines is None else since_lines)
    for die in dice.dice if isinstance(dice, TableView) else dice:
        if is_hardly_one(die):
            continue
        _draw_die(picture, die, scale, brief, size)
    return picture


def label_of(die: Die) -> str:
    """The words that are written beside a die: "5 red", "5? red unsure", "? red unsure: leaning"."""
    face = _face_of(die)
    doubt = [] if die.certain else [f"unsure: {die.doubts[0]}" if die.doubts else "unsure"]
    words = [face, *([die.colour] if die.colour else []), *doubt]
    return " ".join(words)


def _face_of(die: Die) -> str:
    named = die.face or die.value
    return "?" if named is None else f"{named}" if die.certain else f"{named}?"


def _draw_die(picture: Image, die: Die, scale: float, brief: bool, size: float) -> None:
    x0, y0, x1, y1 = (round(v) for v in die.box)
    weight = max(1, round(2.5 * scale))
    colour = SURE if die.certain else DOUBT
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        if die.certain:
            cv2.line(picture, a, b, INK, weight + 2, cv2.LINE_AA)
        else:
            _dashed(picture, a, b, colour, weight + 1, max(4, round(9 * scale)))
    if die.certain:
        cv2.rectangle(picture, (x0, y0), (x1, y1), colour, weight, cv2.LINE_AA)
    write(picture, _face_of(die) if brief else label_of(die), x0, y0, 0.62 * size * scale, colour)


def _dashed(
    picture: Image, a: tuple[int, int], b: tuple[int, int], colour: tuple[int, int, int], weight: int, dash: int
) -> None:
    start, end = np.array(a, float), np.array(b, float)
    length = max(float(np.hypot(*(end - start))), 1.0)
    for at in np.arange(0, length, 2 * dash):
        p, q = start + (end - start) * at / length, start + (end - start) * min(at + dash, length) / length
        cv2.line(picture, (round(p[0]), round(p[1])), (round(q[0]), round(q[1])), colour, weight, cv2.LINE_AA)


def write(picture: Image, text: str, x: int, y: int, size: float, ground: tuple[int, int, int]) -> None:
    """A tag with `text` whose lower edge is at y, moved into the picture where it would leave it."""
    size = max(size, 0.38)
    (w, h), below = cv2.getTextSize(text, FONT, size, 1)
    pad = max(2, h // 4)
    x = min(max(x, 0), max(picture.shape[1] - w - 2 * pad, 0))
    top = y - h - below - 2 * pad
    if top < 0:
        top = min(y, max(picture.shape[0] - h - below - 2 * pad, 0))
    cv2.rectangle(picture, (x, top), (x + w + 2 * pad, top + h + below + 2 * pad), ground, -1)
    cv2.putText(picture, text, (x + pad, top + pad + h), FONT, size, INK, 1, cv2.LINE_AA)


def _draw_zones(picture: Image, zones: Zones, scale: float, since: Matrix) -> None:
    height, width = picture.shape[:2]
    edges = [0.0, *zones.lines]
    ends = np.array([[(edge * width, 0), (edge * width, height)] for edge in edges], np.float64)
    placed = cv2.perspectiveTransform(ends, since)
    weight, dash = max(1, round(2 * scale)), max(6, round(14 * scale))
    for (x0, y0), (x1, y1) in placed[1:]:
        _dashed(picture, (round(x0), round(y0)), (round(x1), round(y1)), PAPER, weight, dash)
    for name, (_, (x, _y)) in zip(zones.names, placed, strict=True):
        at = round(x) + round(8 * scale), height - round(6 * scale)
        write(picture, name.capitalize(), *at, 0.62 * scale, PAPER)
