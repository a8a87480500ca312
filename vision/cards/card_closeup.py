"""Searches for small card marks at a higher resolution, in rectified parts of the table.

The search of a whole picture misses one in three marks of 14 pixels. Laid flat and enlarged most are found; of those
that noise keeps from being read, the dark squares are: two of them that lie to each other as the marks of one card
tell where that card is, so that its marks can be compared with each that there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seeds import CARD, Area
from vision.camera import Image
from vision.cards.card_marks import MarkedCard, cards_on_plane
from vision.cards.card_outlines import Pose
from vision.plane import SAME_MARK, Corners, FiducialDetector, Plane

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in millimetres of a plane."""

PER_MM = 5.0
"""Pixels a millimetre of what is laid flat: a mark has 45."""
BESIDE_PILE, BESIDE_CARD = 22.0, 5.0
"""Millimetres around the place of a pile, and around a card, in which marks of it may lie."""
UNREAD = -1
"""In place of a mark's number."""


class CloseupReading(NamedTuple):
    """The marks found in the closer search."""

    marks: list[tuple[int, Corners]]
    """In pixels of the whole picture; some of them were found there already."""
    pairs: list[Pose]
    """Poses of cards whose marks are found but not read."""


def places_to_look(cards: Sequence[MarkedCard], areas: Sequence[Area]) -> list[Box]:
    """The boxes worth a closer search: piles without a card of which both marks are known, and cards of which one
    is."""
    whole = [card.pose for card in cards if card.pose is not None and len(card.marks) == 2]
    half = [card.pose for card in cards if card.pose is not None and len(card.marks) == 1]
    piles = [area.box for area in areas if area.pile and not any(_within(pose, area.box) for pose in whole)]
    near = [around(pose) for pose in half if not any(_within(pose, box) for box in piles)]
    return [*((x - BESIDE_PILE, y - BESIDE_PILE, u + BESIDE_PILE, v + BESIDE_PILE) for x, y, u, v in piles), *near]


def around(pose: Pose) -> Box:
    """The box (millimetres) that contains a card at this place, however it is turned."""
    reach = float(np.hypot(*CARD)) / 2 + BESIDE_CARD
    return pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach


def look_closer(image: Image, plane: Plane, boxes: Sequence[Box], finder: FiducialDetector) -> CloseupReading:
    """The marks, and the pairs of unread ones, that lie in `boxes` of a picture (height, width, 3)."""
    marks: list[tuple[int, Corners]] = []
    pairs: list[Pose] = []
    for box in boxes:
        found, squares = finder.find_marks(plane.rectify(image, box, PER_MM))
        marks += [(number, _in_picture(corners, box, plane)) for number, corners in found]
        turned = [(UNREAD, np.roll(_in_picture(one, box, plane), turn, 0)) for one in squares for turn in range(4)]
        likely = [card for card in cards_on_plane(turned, plane) if len(card.marks) == 2]
        pairs += [card.pose for card in likely if card.pose is not None]
    return CloseupReading(marks, pairs)


def unknown(marks: Sequence[tuple[int, Corners]], known: Sequence[tuple[int, Corners]]) -> list[tuple[int, Corners]]:
    """Those of `marks` that are none of the `known` ones, each once."""
    fresh: list[tuple[int, Corners]] = []
    for one in marks:
        if not any(_is_same(one, other) for other in [*known, *fresh]):
            fresh.append(one)
    return fresh


def _in_picture(corners: Corners, box: Box, plane: Plane) -> Corners:
    return plane.pixels(corners.astype(np.float64) / PER_MM + np.array(box[:2])).astype(np.float32)


def _within(pose: Pose, box: Box) -> bool:
    left, top, right, bottom = box
    return left <= pose.x <= right and top <= pose.y <= bottom


def _is_same(one: tuple[int, Corners], other: tuple[int, Corners]) -> bool:
    (number, corners), (as_number, there) = one, other
    side = float(np.linalg.norm(there[0] - there[1]))
    return number == as_number and float(np.linalg.norm(corners.mean(0) - there.mean(0))) < SAME_MARK * side
