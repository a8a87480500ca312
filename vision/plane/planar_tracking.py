"""Tracks a flat textured thing: estimates its homography in a new picture by features matched with a reference picture.

Every picture is compared with that one, never with the one before, so that nothing drifts. Pieces that were moved, and
hands, are told from the ground by their not agreeing on one homography.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.plane.plane import Plane, project

SIDE = 800
"""Longest side in pixels of the pictures that are compared."""
FEATURES = 900
ALIKE = 0.8
"""How much nearer the best match of a feature must be than its second best."""
LEAST_AGREEING = 14
"""Features that must agree on a homography."""
SPREAD = 0.08
"""Share of the thing's area that they must surround."""
REACH = 3.0
"""Pixels of the compared pictures within which a feature agrees."""
CLOSE = 1.0
"""The same, after the second, finer look."""
STEADY = 0.004
"""Share of the thing's circumference by which two halves of what agrees may differ about its corners; the true error is
about half of it."""
LARGEST = 4.0
"""How many times larger or smaller than in the first picture the thing may be."""


class TrackedPlacement(NamedTuple):
    """The thing's plane in a picture."""

    plane: Plane
    agreeing: int
    """Features that say so."""


class PlanarTracker:
    """Holds a reference picture of a thing and its plane there."""

    def __init__(self, image: Image, plane: Plane) -> None:
        self.plane = plane
        self._orb = cv2.ORB.create(FEATURES, scaleFactor=1.3, nlevels=6, edgeThreshold=15, fastThreshold=8)
        self._grey, self._scale = _small(image)
        inside = np.zeros(self._grey.shape, np.uint8)
        self._outline = project(_scaling(self._scale), plane.outline)
        cv2.fillConvexPoly(inside, np.round(self._outline).astype(np.int32), 255)
        points, self._signs = self._orb.detectAndCompute(self._grey, inside)
        self._points = np.array([point.pt for point in points], np.float64).reshape(-1, 2)
        corners = cv2.goodFeaturesToTrack(self._grey, 300, 0.01, 6, mask=inside)
        self._corners = np.zeros((0, 2)) if corners is None else corners.reshape(-1, 2).astype(np.float64)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)

    def follow(self, image: Image) -> TrackedPlacement | None:
        """The plane in another picture (height, width, 3) of the same thing; None where it is not found reliably."""
        grey, scale = _small(image)
        rough = self._by_signs(grey)
        finer = None if rough is None else self._finer(grey, rough)
        if finer is None:
            return None
        matrix, agreeing, error = finer
        whole = np.linalg.inv(_scaling(scale)) @ matrix @ _scaling(self._scale)
        return TrackedPlacement(self.plane.moved(whole, error / scale), agreeing)

    def _by_signs(self, grey: NDArray[np.uint8]) -> NDArray[np.float64] | None:
        points, signs = self._orb.detectAndCompute(grey, None)
        if signs is None or self._signs is None or len(signs) < LEAST_AGREEING or len(self._signs) < LEAST_AGREEING:
            return None
        pairs = self._matcher.knnMatch(self._signs, signs, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < ALIKE * pair[1].distance]
        if len(good) < LEAST_AGREEING:
            return None
        was = np.array([self._points[m.queryIdx] for m in good])
        now = np.array([points[m.trainIdx].pt for m in good], np.float64)
        found, agreed = cv2.findHomography(was, now, cv2.RANSAC, REACH, maxIters=1000)
        if found is None:
            return None
        matrix = np.asarray(found, np.float64)
        return matrix if self._believable(matrix, was[agreed.ravel() > 0]) else None

    def _finer(
        self, grey: NDArray[np.uint8], rough: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], int, float] | None:
        """A homography to a fraction of a pixel, how many corners agree on it, and their error in pixels."""
        height, width = self._grey.shape
        turned = cv2.warpPerspective(grey, rough, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        again = np.asarray(turned, np.uint8)
        if len(self._corners) < LEAST_AGREEING:
            return None
        start = self._corners.astype(np.float32).reshape(-1, 1, 2)
        moved, there, _ = cv2.calcOpticalFlowPyrLK(self._grey, again, start, start.copy(), winSize=(15, 15), maxLevel=1)
        kept = there.ravel() > 0
        was, now = self._corners[kept], moved.reshape(-1, 2)[kept].astype(np.float64)
        if len(was) < LEAST_AGREEING:
            return None
        found, agreed = cv2.findHomography(was, now, cv2.RANSAC, CLOSE)
        if found is None:
            return None
        matrix = np.asarray(found, np.float64)
        inside = agreed.ravel() > 0
        was, now = was[inside], now[inside]
        if not self._believable(matrix, was) or not self._steady(was, now):
            return None
        error = float(np.sqrt(np.mean(np.sum((project(matrix, was) - now) ** 2, 1))))
        return rough @ matrix, len(was), error

    def _steady(self, was: NDArray[np.float64], now: NDArray[np.float64]) -> bool:
        """Whether either half of the corners alone puts the outline in about the same place: where much is covered, or
        out of view, small errors grow large on the far side."""
        halves = [cv2.findHomography(was[part::2], now[part::2])[0] for part in (0, 1)]
        if any(half is None for half in halves):
            return False
        one, other = (project(np.asarray(half, np.float64), self._outline) for half in halves)
        return float(np.linalg.norm(one - other, axis=1).max()) <= STEADY * cv2.arcLength(
            self._outline.astype(np.float32), True
        )

    def _believable(self, matrix: NDArray[np.float64], agreed: NDArray[np.float64]) -> bool:
        """Whether a homography shows the thing from the front, about as large, and rests on much of it."""
        if len(agreed) < LEAST_AGREEING:
            return False
        area = cv2.contourArea(self._outline.astype(np.float32))
        spread = cv2.contourArea(cv2.convexHull(agreed.astype(np.float32)))
        now = project(matrix, self._outline)
        larger = cv2.contourArea(now.astype(np.float32)) / max(area, 1.0)
        ahead, back = np.roll(now, -1, 0) - now, np.roll(now, 1, 0) - now
        front = bool((ahead[:, 0] * back[:, 1] - ahead[:, 1] * back[:, 0] > 0).all())
        return spread >= SPREAD * area and front and 1 / LARGEST <= larger**0.5 <= LARGEST


def _small(image: Image) -> tuple[NDArray[np.uint8], float]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, SIDE / max(grey.shape))
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(grey, np.uint8), scale


def _scaling(scale: float) -> NDArray[np.float64]:
    """(3, 3): pixels of a picture to those of the same one at `scale`; the middles of the first pixels are 0, 0."""
    shift = scale / 2 - 0.5
    return np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]])
