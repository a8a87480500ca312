"""Derives cards from their printed marks: which marks belong to one card, where it lies, and what it is.

A card's two marks are equal, and the card is the same both ways up, so that one mark alone tells where the whole card
lies, as far as its own corners, or the plane of the table, tell. Where marks are too small to be found by themselves,
they are read where they must be, on a card whose outline was found, by comparing them with each that there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds import CARD, CARD_MARK, QUIET, mark_corners
from seeds import MARKS as NUMBERS
from vision.cards.card_outlines import Pose
from vision.plane import Corners, Plane, Points, corners_of_size, in_image, project

LARGER = 1.25
"""How many times larger or smaller than printed a mark may be on the plane; what is further off is no card's on the
table."""
TOGETHER, OPPOSITE = 5.0, 9.0
"""Millimetres between the middles of cards, and degrees between their sides, within which two equal marks are those of
one card; the marks point in opposite directions then."""
CELL = 4
"""Pixels of a mark's cell in the pictures that are compared."""
ROOM = 1.6
"""Millimetres around a mark in which it is looked for."""
LIKE, LEAD = 0.80, 0.35
"""Likeness to a mark (correlation, -1..1) from which it may be that one, and by how much it must lead over every other
to be certain. Raising them asks more, lowering them errs more."""
LEAST_SPREAD, FADED = 12.0, 0.6
"""Spread of brightness (0..255) below which a place is plain: no mark is there, not even one that nobody can read;
unless it is as like a mark as the second says, which glare has faded."""
UNDECIDED, STEP = 0.15, 0.04
"""Lead at which a number is as likely wrong as right, and by which it must grow for the odds to grow by one e-fold;
fitted on painted cards (tests/support/vision/cards.py)."""


class MarkedCard(NamedTuple):
    """One card, located by its marks."""

    number: int
    corners: Points
    """(4, 2) pixels, clockwise from the card's upper left."""
    pose: Pose | None
    """On the plane, where it is known."""
    marks: tuple[Corners, ...]
    """Those of its marks that were found: one or two."""


class MarkReading(NamedTuple):
    """The best match of the marks at a card's two mark places."""

    number: int
    likeness: float
    """To the likeliest mark, -1..1."""
    lead: float
    """Over the next one: 1 when it is as unlike that one as the two marks are, 0 when it is as like the one as the
    other."""
    contrast: float
    """Spread of brightness (0..255) at the plainer of the places that are in the picture."""

    @property
    def certain(self) -> bool:
        return self.likeness >= LIKE and self.lead >= LEAD

    @property
    def confidence(self) -> float:
        """Probability that it is this number."""
        return float(1 / (1 + np.exp((UNDECIDED - self.lead) / STEP)))

    @property
    def plain(self) -> bool:
        """Whether there is no mark at one of the places."""
        return self.contrast < LEAST_SPREAD and self.likeness < FADED


def cards_on_plane(marks: Sequence[tuple[int, Corners]], plane: Plane) -> list[MarkedCard]:
    """The cards that carry `marks`, as they lie on the plane. Marks that are none of a card on it are left out."""
    placed = []
    for number, corners in marks:
        pose = _pose_of(plane.millimetres(corners.astype(np.float64)))
        if pose is not None:
            placed.append((number, corners, pose))
    cards: list[MarkedCard] = []
    left = list(range(len(placed)))
    for a, b in _pairs(placed):
        if a in left and b in left:
            left.remove(a)
            left.remove(b)
            (number, one, _), (_, other, _) = placed[a], placed[b]
            joined = _pose_of_two(plane, one, other)
            cards.append(MarkedCard(number, joined.corners(plane), joined, (one, other)))
    for n in left:
        number, corners, pose = placed[n]
        cards.append(MarkedCard(number, pose.corners(plane), pose, (corners,)))
    return cards


def _pose_of(mark: Points) -> Pose | None:
    """The card whose upper right mark has these corners (4, 2) on the plane; None where no mark is of that size."""
    should = np.array(mark_corners(0), np.float64)
    sides = np.linalg.norm(mark - np.roll(mark, 1, 0), axis=1) / CARD_MARK
    if not np.isfinite(sides).all() or sides.max() > LARGER**1.5 or sides.min() < LARGER**-1.5:
        return None
    if not 1 / LARGER <= float(np.sqrt(abs(cv2.contourArea(mark.astype(np.float32))))) / CARD_MARK <= LARGER:
        return None
    from_middle, now = should - should.mean(0), mark - mark.mean(0)
    turn = np.arctan2((from_middle[:, 0] * now[:, 1] - from_middle[:, 1] * now[:, 0]).sum(), (from_middle * now).sum())
    c, s = np.cos(turn), np.sin(turn)
    middle = mark.mean(0) + np.array([[c, -s], [s, c]]) @ (np.array(CARD) / 2 - should.mean(0))
    return Pose(float(middle[0]), float(middle[1]), float(turn))


def _pose_of_two(plane: Plane, one: Corners, other: Corners) -> Pose:
    """The card with both these marks, the first at its upper right: from middle to middle, which is far longer than a
    mark, they tell how it is turned."""
    ends = np.stack([plane.millimetres(mark.astype(np.float64)).mean(0) for mark in (one, other)])
    should = np.array([np.mean(mark_corners(end), axis=0) for end in (0, 1)])
    (x, y), (u, v) = should[1] - should[0], ends[1] - ends[0]
    middle = ends.mean(0)
    return Pose(float(middle[0]), float(middle[1]), float(np.arctan2(x * v - y * u, x * u + y * v)))


def _pairs(placed: Sequence[tuple[int, Corners, Pose]]) -> list[tuple[int, int]]:
    """Which marks may be of one card, the best fits first."""
    fits = []
    for a, (number, _, pose) in enumerate(placed):
        for b, (other, _, back) in enumerate(placed[:a]):
            opposite = np.cos(pose.turn - back.turn) < 0
            apart = pose.apart(back)
            if number == other and opposite and apart <= TOGETHER and pose.turned_from(back) <= OPPOSITE:
                fits.append((apart, b, a))
    return [(a, b) for _, a, b in sorted(fits)]


OFF = 0.35
"""Without a plane: how far a second mark may be from where the first one says, as a share of the distance."""


def cards_in_picture(marks: Sequence[tuple[int, Corners]]) -> list[MarkedCard]:
    """The cards that carry `marks` where no plane is known. With one mark only, corners are rough."""
    known = np.array([mark_corners(end) for end in (0, 1)], np.float64)
    single = [
        np.asarray(cv2.getPerspectiveTransform(known[0].astype(np.float32), corners.astype(np.float32)), np.float64)
        for _, corners in marks
    ]
    fits = []
    for a, (number, corners) in enumerate(marks):
        for b, (other, there) in enumerate(marks):
            if a == b or number != other:
                continue
            side = _side(corners)
            alike = 0.5 < _side(there) / max(side, 1e-6) < 2
            # A small mark says little of how the view narrows, so that it is asked for direction and size alone.
            across, down = corners[[1, 2]].mean(0) - corners[[0, 3]].mean(0), corners[2:].mean(0) - corners[:2].mean(0)
            way = (known[1].mean(0) - known[0].mean(0)) / CARD_MARK
            should = corners.mean(0) + way[0] * across + way[1] * down
            off = float(np.linalg.norm(should - there.mean(0)) / np.linalg.norm(should - corners.mean(0)))
            if alike and off <= OFF:
                fits.append((off, a, b))
    cards: list[MarkedCard] = []
    left = list(range(len(marks)))
    for _, a, b in sorted(fits):
        if a in left and b in left:
            left.remove(a)
            left.remove(b)
            both = np.concatenate([marks[a][1], marks[b][1]]).astype(np.float64)
            matrix, _ = cv2.findHomography(known.reshape(-1, 2), both)
            if matrix is None:
                left += [a, b]
                continue
            outline = project(np.asarray(matrix, np.float64), corners_of_size(CARD))
            cards.append(MarkedCard(marks[a][0], outline, None, (marks[a][1], marks[b][1])))
    for n in left:
        cards.append(MarkedCard(marks[n][0], project(single[n], corners_of_size(CARD)), None, (marks[n][1],)))
    return cards


def _side(corners: Corners) -> float:
    return float(np.sqrt(abs(cv2.contourArea(corners))))


@lru_cache(maxsize=8)
def _templates(blur: float) -> NDArray[np.float32]:
    """(NUMBERS, pixels): each mark with the white around it, upright, as a lens shows it that blurs by so many pixels;
    of mean 0 and length 1."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    cells = dictionary.markerSize + 2
    rows = []
    for number in range(NUMBERS):
        mark = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, cells), np.float32) / 255
        large = np.repeat(np.repeat(np.pad(mark, 1, constant_values=1), CELL, 0), CELL, 1).astype(np.float32)
        rows.append(cv2.GaussianBlur(large, (0, 0), blur, borderType=cv2.BORDER_REPLICATE).ravel())
    return _levelled(np.stack(rows))


def _levelled(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3), np.float32)


PER_MM = CELL / QUIET
"""Pixels a millimetre in the pictures that are compared; a cell is as wide as the white around."""


def read_marks(grey: NDArray[np.uint8], to_pixels: NDArray[np.float64], numbers: Sequence[int]) -> MarkReading:
    """Which of `numbers` stands at the two places of a card's marks in a picture (height, width) of brightness.

    `to_pixels` (3, 3): millimetres of the card to pixels. Other numbers of the dictionary count as well: what is more
    like one of them has no lead."""
    likeness, between, contrasts = _likeness(grey, to_pixels)
    ends = [end for end in (0, 1) if _in_picture(grey, to_pixels, end)]
    if not ends:
        return MarkReading(-1, 0.0, 0.0, 0.0)
    contrast = min(contrasts[end] for end in ends)
    rows = [likeness[ends].mean(0), *(likeness[end] for end in ends)]
    readings = [_best_match(found, between, contrast) for found in rows]  # one end may be hidden
    best = max(readings, key=lambda one: (one.certain, one.likeness))
    contradicted = any(one.certain and one.number != best.number for one in readings)
    return best._replace(lead=0.0) if contradicted or best.number not in numbers else best


def _in_picture(grey: NDArray[np.uint8], to_pixels: NDArray[np.float64], end: int) -> bool:
    """Whether the mark at one end of a card lies wholly in a picture (height, width)."""
    corners = project(to_pixels, np.array(mark_corners(end), np.float64))
    return bool(in_image(corners, grey.shape[1], grey.shape[0]).all())


def _best_match(likeness: NDArray[np.float64], between: NDArray[np.float64], contrast: float) -> MarkReading:
    """By the likeness (NUMBERS,) to each mark, and how like marks are to each other (NUMBERS, NUMBERS)."""
    best = int(likeness.argmax())
    lead = (likeness[best] - likeness) / np.maximum(1 - between[best], 1e-6)
    lead[best] = np.inf
    return MarkReading(best, float(likeness[best]), float(lead.min()), contrast)


def _likeness(
    grey: NDArray[np.uint8], to_pixels: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[float]]:
    """(2, NUMBERS): how like each mark the places of both are, where they are most like it; (NUMBERS, NUMBERS): how
    like the marks are to each other; and the spread of brightness at both places."""
    middle = np.array(CARD) / 2
    one, across, down = project(to_pixels, middle + np.array([[0, 0], [1, 0], [0, 1]]))
    scale = min(float(np.linalg.norm(across - one)), float(np.linalg.norm(down - one)))
    blur = min(max(round(0.8 * PER_MM / max(scale, 0.1) * 4) / 4, 0.75), 2.5)
    templates = _templates(blur)
    side, room = 8 * CELL, round(ROOM * PER_MM)
    wide = side + 2 * room
    answer, spread = [], []
    for end in (0, 1):
        corner = np.array(mark_corners(end), np.float64)
        left, top = corner.min(0) - QUIET - room / PER_MM
        start = np.array([[1 / PER_MM, 0, left + 0.5 / PER_MM], [0, 1 / PER_MM, top + 0.5 / PER_MM], [0, 0, 1]])
        flat = cv2.warpPerspective(
            grey,
            to_pixels @ start,
            (wide, wide),
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        spread.append(float(flat[room + CELL : -room - CELL, room + CELL : -room - CELL].std()))
        flat = flat if end == 0 else flat[::-1, ::-1]
        windows = np.lib.stride_tricks.sliding_window_view(flat, (side, side))[::2, ::2]
        rows = _levelled(windows.reshape(-1, side * side).astype(np.float32))
        answer.append((rows @ templates.T).max(0))
    return np.stack(answer).astype(np.float64), (templates @ templates.T).astype(np.float64), spread
