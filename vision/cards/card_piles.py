"""Orders the cards of one picture that lie on each other, by whose edges are seen."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds import CARD
from vision.cards.card_outlines import POINTS, Pose
from vision.plane import project

Points = NDArray[np.float64]


ACROSS = float(np.hypot(*CARD))
"""Millimetres between the middles of two cards from which they cannot overlap."""


def _corners(pose: Pose) -> Points:
    width, height = CARD
    return project(pose.to_plane(), np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))


def lowest_first(poses: Sequence[Pose], sides: NDArray[np.float64]) -> list[int]:
    """An order of cards in which each comes after those it lies on.

    `sides` (n, 4, POINTS) tells where their edges are seen (Edges.sides): of two cards that overlap, the upper
    one's edge is seen within the lower one."""
    above = np.zeros((len(poses), len(poses)), bool)
    for a in range(len(poses)):
        for b in range(a):
            if poses[a].apart(poses[b]) < ACROSS:
                inside = _share_inside(poses[a], poses[b], sides[a]), _share_inside(poses[b], poses[a], sides[b])
                above[a, b], above[b, a] = inside[0] > inside[1], inside[1] > inside[0]
    order: list[int] = []
    left = list(range(len(poses)))
    while left:
        n = min(left, key=lambda k: int(above[k][left].sum()))
        left.remove(n)
        order.append(n)
    return order


def _share_inside(card: Pose, other: Pose, seen: NDArray[np.float64]) -> float:
    """Of the card's edge that lies within another card, the share that is seen (4, POINTS); 0 where none does."""
    corners = _corners(card)
    shares = (np.arange(POINTS) + 0.5) / POINTS
    edge = corners[:, None] + shares[:, None] * (np.roll(corners, -1, 0) - corners)[:, None]
    outline = _corners(other).astype(np.float32)
    within = np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), True) > 3 for x, y in edge.reshape(-1, 2)])
    return float(seen.reshape(-1)[within].mean()) if within.any() else 0.0
