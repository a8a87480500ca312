"""Finds the printed fiducials of a picture: which are there, and where their corners lie to a fraction of a pixel; and
with them, where they are wanted, the marks of printed cards, which are of the same kind and smaller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds import FIDUCIALS
from vision.camera import Image

Corners = NDArray[np.float32]
"""(4, 2): pixels of the picture (the middle of its first pixel is 0, 0), clockwise from the fiducial's upper left."""

SEARCHED = 960
"""Longest side in pixels of the picture that is searched. A fiducial of 14 pixels there is still found."""
LITTLE = 0.6
"""Scale above which every pixel still counts in the smaller picture without being averaged, which takes longer."""
AROUND = 0.8
"""Sides of a fiducial around the place where it should be, in which it is looked for once more."""
SMALLEST, LARGE = 8.0, 60.0
"""Sides in pixels: of the smallest fiducial that is looked for so, and to what it is enlarged."""
SAMPLES, RIM, RIM_WRONG = 12, 0.3, 0.2
"""Samples along each side of a cell by which it is told to be black or white, the share of it at each side that does
not count, and the share of a fiducial's black rim that may be read as white. With OpenCV's own 4 and 0.13, noise hides
two of three marks that a person can read; with its 0.35, some more faces of black dice are taken for fiducials."""
MARKS_SEARCHED, MARK_WINDOW, MARK_RATE = 1280, 5, 0.025
"""For the marks of cards, which are half as large: longest side in pixels of what is searched, side of the window by
which it is made black and white, and the least circumference of a mark as a share of the longest side. Larger windows
find no more of them, and take longer."""
SAME_MARK = 0.5
"""Sides of a mark within which two finds of its number are one and the same."""
CLOSER = 0.56
"""Share of the picture's longer side that each half of a closer look has: a fiducial in the middle is in both."""
SAME_PLACE = 0.3
"""Sides of a fiducial by which its corners may lie apart in two looks."""
REFINED = 0.12
"""Widths of a fiducial around a corner in which the corner is refined; wider meets the fiducial's own cells."""


class Fiducials(NamedTuple):
    """The fiducials of one picture."""

    found: dict[int, Corners]
    """By number; of a number that is there twice, none."""
    repeated: tuple[int, ...]
    """Numbers that are there more than once, rising."""
    mirrored: bool
    """Whether they were found in the mirrored picture only: a front camera. `found` is empty then."""
    marks: tuple[tuple[int, Corners], ...] = ()
    """Those of printed cards (seeds/cards.py), where they were looked for: numbers from seeds.sheets.FIDUCIALS on, each
    as often as it is there, since equal cards may be, and every card has two. They are never among `found`."""


def _detector(dictionary: int, windows: tuple[int, ...], rate: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = windows[0], windows[-1]
    parameters.adaptiveThreshWinSizeStep = max(windows[-1] - windows[0], 1)
    parameters.minMarkerPerimeterRate = rate
    parameters.perspectiveRemovePixelPerCell, parameters.perspectiveRemoveIgnoredMarginPerCell = SAMPLES, RIM
    parameters.maxErroneousBitsInBorderRate = RIM_WRONG
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), parameters)


def cells_of(number: int) -> list[list[bool]]:
    """The cells of a fiducial as it is printed, row after row with its rim; True: black. Numbers are 0 to 99: those of
    DICT_4X4_100, whose first fifty are DICT_4X4_50."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, dictionary.markerSize + 2)) == 0
    rows: list[list[bool]] = black.tolist()
    return rows


class FiducialDetector:
    """Detects fiducials (OpenCV ArUco). Not thread-safe."""

    def __init__(self, cards: bool = False) -> None:
        """`cards`: whether to look for the marks of printed cards too."""
        dictionary = cv2.aruco.DICT_4X4_100 if cards else cv2.aruco.DICT_4X4_50  # the first fifty are the same
        self._detector = _detector(dictionary, (7, 23), 0.05)
        self._of_marks = _detector(dictionary, (MARK_WINDOW,), MARK_RATE) if cards else None

    def find(self, image: Image) -> Fiducials:
        """The fiducials of a picture (height, width, 3). A mirrored picture is reported as such, not read."""
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        scale = min(1.0, SEARCHED / max(grey.shape))
        way = cv2.INTER_LINEAR if scale > LITTLE else cv2.INTER_AREA
        small = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way)
        pairs = self._detected(np.asarray(small, np.uint8))
        if len(pairs) < 2:  # a mirrored fiducial is sometimes taken for one of another number
            mirrored = self._detected(np.asarray(cv2.flip(small, 1), np.uint8))
            sheets = any(number < FIDUCIALS for number, _ in mirrored)
            if len(mirrored) > len(pairs) and (sheets or len(mirrored) > 1):
                return Fiducials({}, (), True)
        # The middles of the first pixels are 0, 0 in both pictures.
        placed = [(number, (corners + 0.5) / scale - 0.5) for number, corners in pairs]
        numbers = [number for number, _ in pairs if number < FIDUCIALS]
        repeated = sorted({number for number in numbers if numbers.count(number) > 1})
        found = {
            number: _refined(grey, corners)
            for number, corners in placed
            if number < FIDUCIALS and number not in repeated
        }
        return Fiducials(found, tuple(repeated), False, self._marks(grey, placed))

    def _marks(self, grey: NDArray[np.uint8], placed: list[tuple[int, Corners]]) -> tuple[tuple[int, Corners], ...]:
        """The marks of cards, those that were found among the fiducials included."""
        if self._of_marks is None:
            return ()
        scale = min(1.0, MARKS_SEARCHED / max(grey.shape))
        smaller = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        more = _detected(self._of_marks, np.asarray(smaller, np.uint8))
        marks: list[tuple[int, Corners]] = []
        for number, corners in placed + [(number, (corners + 0.5) / scale - 0.5) for number, corners in more]:
            if number < FIDUCIALS or any(
                number == other and np.linalg.norm(corners.mean(0) - there.mean(0)) < SAME_MARK * _side(corners)
                for other, there in marks
            ):
                continue
            marks.append((number, _refined(grey, corners)))
        return tuple(marks)

    def find_marks(self, flat: Image) -> tuple[list[tuple[int, Corners]], list[Corners]]:
        """The marks of cards in a small picture (height, width, 3) of what lies flat; and what else is square
        and dark there, to a pixel: marks that cannot be read among it."""
        grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
        corners, numbers, others = self._detector.detectMarkers(grey)
        read = [] if numbers is None else [int(number) for number in np.asarray(numbers).ravel()]
        marks = [
            (number, _refined(grey, np.asarray(place, np.float32).reshape(4, 2)))
            for number, place in zip(read, corners, strict=True)
            if number >= FIDUCIALS
        ]
        return marks, [np.asarray(square, np.float32).reshape(4, 2) for square in others]

    def find_near(self, image: Image, number: int, corners: NDArray[np.float64]) -> Corners | None:
        """The fiducial `number` near where its corners (4, 2) should be, however small; None where it is not there."""
        low, high = corners.min(0), corners.max(0)
        side = float((high - low).max())
        left, top = (max(int(v - AROUND * side), 0) for v in low)
        right, bottom = (max(int(v + AROUND * side) + 1, 0) for v in high)
        piece = image[top:bottom, left:right]
        if min(piece.shape[:2], default=0) < side or side < SMALLEST:
            return None
        grey = np.asarray(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), np.uint8)
        scale = max(1.0, LARGE / side)
        large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        for found, place in self._detected(np.asarray(large, np.uint8)):
            if found == number:
                refined = _refined(grey, (place + 0.5) / scale - 0.5)
                return np.asarray(refined + np.array([left, top], np.float32), np.float32)
        return None

    def find_closer(self, image: Image, seen: Fiducials) -> Fiducials:
        """What is `seen`, and the smaller fiducials that show when each half of the picture is searched as closely as
        the whole was."""
        height, width = image.shape[:2]
        wide = width >= height
        part = round(CLOSER * max(height, width))
        places: dict[int, list[Corners]] = {number: [corners] for number, corners in seen.found.items()}
        for start in (0, max(height, width) - part):
            half = image[:, start : start + part] if wide else image[start : start + part]
            scale = SEARCHED / max(half.shape[:2])
            large = np.asarray(cv2.resize(half, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
            shift = np.array([start, 0] if wide else [0, start], np.float32)
            for number, corners in self.find(large).found.items():
                places.setdefault(number, []).append(np.float32((corners + 0.5) / scale - 0.5) + shift)
        repeated = tuple(sorted(number for number, found in places.items() if not _one_place(found)))
        kept = {number: found[0] for number, found in places.items() if number not in repeated}
        return Fiducials(kept, repeated, False, seen.marks)

    def _detected(self, grey: NDArray[np.uint8]) -> list[tuple[int, Corners]]:
        return _detected(self._detector, grey)


def _detected(detector: cv2.aruco.ArucoDetector, grey: NDArray[np.uint8]) -> list[tuple[int, Corners]]:
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return []
    flat = np.asarray(numbers).ravel()
    return [(int(n), np.asarray(c, np.float32).reshape(4, 2)) for n, c in zip(flat, corners, strict=True)]


def _side(corners: Corners) -> float:
    """The shortest side of a fiducial, in pixels."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min())


def _width(corners: Corners) -> float:
    """How narrow a fiducial is where it is narrowest, in pixels: seen from the side, less than its sides are long."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    return abs(float(cv2.contourArea(corners.astype(np.float32)))) / max(float(sides.max()), 1e-6)


def _refined(grey: NDArray[np.uint8], corners: Corners) -> Corners:
    """The same corners where the picture itself shows them."""
    reach = int(np.clip(round(REFINED * _width(corners)), 2, 12))
    end = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    better = cv2.cornerSubPix(grey, corners.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), end).reshape(4, 2)
    far = np.linalg.norm(better - corners, axis=1) > reach
    return np.where(far[:, None], corners, better).astype(np.float32)


def _one_place(found: Sequence[Corners]) -> bool:
    """Whether all these are one fiducial, seen more than once."""
    first = found[0]
    most = SAME_PLACE * float(np.linalg.norm(first - np.roll(first, 1, 0), axis=1).max())
    return all(float(np.abs(other - first).max()) <= most for other in found[1:])
