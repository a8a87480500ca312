"""Counts the pips of rectified upper faces by their outlines: a second opinion, in which no network has a part, on
faces that the reader doubts.

A face is looked at in several shades (along the axes in which its colours differ most, with and without what changes
slowly, such as the gleam of a lamp) and each shade is cut at several levels. Whatever stands out then as one to six
blobs of about one size, placed as pips are, speaks for that number; how many cuts say the same tells how far it can be
believed. On labelled photographs that the reader had not seen, of 745 dice in doubt it counted 257 in at least
`CLEAR` cuts, 254 of them rightly; the reader had 239 of them right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 64
"""Side in pixels of the faces."""
LEVELS = np.linspace(0.25, 0.85, 8)
"""Where shades are cut, between the darkest and the brightest of a face."""
LEAST_CONTRAST = 2.5
"""Difference of a shade within a face, of 100, from which there is something to count."""
WIDE, AROUND = 96, 1.5
"""Side in pixels of what is looked at, a face with what lies around it, and in faces."""
SHIFTS = ((0.0, 0.0), (0, 0.2), (0, -0.2), (0.2, 0), (-0.2, 0), (0.2, 0.2), (0.2, -0.2), (-0.2, 0.2), (-0.2, -0.2))
"""Faces by which the reader may misplace a face. The next face is further off."""
FEWEST_SHIFTED = 3
"""Pips that are counted on a face which lies elsewhere: fewer may be some of another face's."""
BESIDE = 0.6
"""Faces from the middle up to which there is nothing like another pip: that is one of the same face."""
OUTER, EDGE = 0.42, 8
"""Faces beyond whose middle nothing is a pip; and the part of a face, 1 in so many, along its edge that has no part in
how dark and bright it is: what lies beside the face may show there."""
SLOW = 0.18
"""Sides of a face beyond which a shade's change is that of the light."""
COARSER = 2
"""How much coarser the light is looked at, a fourth of the pixels: it has no detail to lose."""
SECOND_SHADE = 0.15
"""Spread along the second axis, as a share of that along the first, from which it is looked at."""
PIP, ONE_PIP = (0.004, 0.16), 0.012
"""Areas of a pip, as shares of a face's, and of one that is alone, at least. What is larger hides the pips."""
LONGEST, LONGEST_ONE, SOLID = 1.9, 1.4, 0.85
"""How much longer than wide a pip is at most, and one that is alone, which may be a digit; and the least share of the
shape stretched around it that it fills."""
UNEQUAL = 3.0
"""How much larger than the smallest pip of a face the largest is at most."""
OFF_CENTRE, OFF_PLACE, SPREADS = 0.14, 0.1, (0.6, 1.35)
"""Faces by which the middle of all pips may be off that of the face, and each pip off its place; and how much closer
together and further apart than usual pips may be."""
MOST_BLOBS = 40
"""What falls into more pieces shows no pips."""
RIVAL = 0.5
"""Share of the cuts that speak for a number from which another one makes it no count at all."""
CLEAR = 5
"""Cuts from which a count is good evidence."""
ENOUGH = 8
"""Cuts that say the same, and none another number, from which no further shade is looked at."""
LEAST_CUTS = 2
"""Cuts from which there is a count at all."""
MOST_WEIGHT, MOST_WEIGHT_OF_ONE = 25.0, 8.0
"""How much likelier than any other face the clearest count makes a face: the gleam of a lamp may look like one pip."""

INNER = slice((WIDE - SIDE) // 2 + SIDE // EDGE, (WIDE + SIDE) // 2 - SIDE // EDGE)

_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_SIDES = ((-1, 0), (1, 0))
_LAYOUTS: dict[int, tuple[NDArray[np.float64], ...]] = {
    number: tuple(np.array(places, np.float64) / 4 for places in ways)
    for number, ways in {
        1: (((0, 0),),),
        2: (_CORNERS[:2], _CORNERS[2:]),
        3: ((*_CORNERS[:2], (0, 0)), (*_CORNERS[2:], (0, 0))),
        4: (_CORNERS,),
        5: ((*_CORNERS, (0, 0)),),
        6: ((*_CORNERS, *_SIDES), (*_CORNERS, *(side[::-1] for side in _SIDES))),
    }.items()
}
"""Where pips are on a face, from its middle, in faces: (n, 2) for each way in which so many may lie."""


class PipCount(NamedTuple):
    """What was counted on one face."""

    value: int
    """1 to 6; 0: nothing that looks like pips."""
    cuts: int
    """How many cuts say so."""

    @property
    def weight(self) -> float:
        """How much likelier than any other face this makes the one that was counted."""
        most = MOST_WEIGHT_OF_ONE if self.value == 1 else MOST_WEIGHT
        return min(self.cuts**2 / 2, most) if self.value else 1.0


def count_pips(face: NDArray[np.uint8], most_shades: int | None = None) -> PipCount:
    """The pips of the face in the middle of (WIDE, WIDE, 3), blue green red, seen from straight above; in no more than
    `most_shades`, where given, of the up to four: the first two show most."""
    found = np.zeros(7, np.int64)
    for shade in islice(_shades(face), most_shades):
        inner = np.sort(shade[INNER, INNER], axis=None)
        low, high = float(inner[len(inner) // 100]), float(inner[-1 - len(inner) // 100])
        if high - low >= LEAST_CONTRAST:
            for share in LEVELS:
                found[_pips(cv2.compare(shade, low + share * (high - low), cv2.CMP_GT))] += 1
                found[_pips(cv2.compare(shade, high - share * (high - low), cv2.CMP_LT))] += 1
        found[0] = 0
        if found.max() == found.sum() >= ENOUGH:
            break
    best = int(found.argmax())
    cuts = int(found[best])
    rivals = int(np.delete(found, best).max())
    return PipCount(best, cuts) if cuts >= LEAST_CUTS and rivals <= RIVAL * cuts else PipCount(0, 0)


def weigh_faces(faces: NDArray[np.float32], is_right: float, count: PipCount) -> NDArray[np.float32]:
    """(7,): the probabilities of no pips, 1 ... 6 by both witnesses; `faces` (7,): those by the reader, whose best face
    is right with the probability `is_right`."""
    best = int(faces[1:].argmax()) + 1
    weighed = faces * ((1 - is_right) / max(1 - float(faces[best]), 1e-6))
    weighed[best] = is_right
    weighed[count.value] *= count.weight
    return np.asarray(weighed / weighed.sum(), np.float32)


def _shades(face: NDArray[np.uint8]) -> Iterator[NDArray[np.float32]]:
    """(WIDE, WIDE) each: the face along the axes of its colours, as it is and without slow changes."""
    smooth = cv2.GaussianBlur(face, (3, 3), 0).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2Lab), np.float32)
    inner = lab[INNER, INNER].reshape(-1, 3)
    _, spreads, axes = np.linalg.svd(inner - inner.mean(0), full_matrices=False)
    for axis in axes[: 2 if spreads[1] > SECOND_SHADE * spreads[0] else 1]:
        shade = (lab - inner.mean(0)) @ axis
        yield shade
        coarse = cv2.resize(shade, (WIDE // COARSER, WIDE // COARSER), interpolation=cv2.INTER_AREA)
        yield shade - cv2.resize(cv2.GaussianBlur(coarse, (0, 0), SLOW * SIDE / COARSER), (WIDE, WIDE))


class _Blob(NamedTuple):
    """Something that stands out in a cut; its middle from that of the picture, in faces."""

    x: float
    y: float
    area: float
    """In faces."""
    length: float
    """How much longer than wide it is."""
    pip: bool
    """Whether it may be a pip."""

    def off(self, x: float, y: float) -> float:
        return max(abs(self.x - x), abs(self.y - y))


def _pips(cut: NDArray[Any]) -> int:
    """The number of pips that stand out in a cut (WIDE, WIDE); 0 where nothing looks like pips."""
    outlines = cv2.findContours(cut, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    if len(outlines) > MOST_BLOBS:
        return 0
    blobs = [blob for outline in outlines if (blob := _blob(np.asarray(outline))) is not None]
    for x, y in SHIFTS if len(blobs) >= FEWEST_SHIFTED else SHIFTS[:1]:
        inside = [blob for blob in blobs if blob.off(x, y) <= OUTER]
        least = 1 if x == y == 0 else FEWEST_SHIFTED
        if not least <= len(inside) <= 6 or not all(blob.pip for blob in inside):
            continue
        areas = [blob.area for blob in inside]
        beside = max((blob.area for blob in blobs if blob.pip and OUTER < blob.off(x, y) <= BESIDE), default=0.0)
        if max(areas) > UNEQUAL * min(areas) or UNEQUAL * beside > min(areas):
            continue
        if len(inside) == 1 and (areas[0] < ONE_PIP or inside[0].length > LONGEST_ONE):
            continue
        if _placed_as_pips(np.array([(blob.x - x, blob.y - y) for blob in inside])):
            return len(inside)
    return 0


def _blob(outline: NDArray[Any]) -> _Blob | None:
    """What has this outline (n, 1, 2), in pixels; None: it is too small to be anything."""
    edge = len(outline) / 2  # areas are those of pixels, not of what lies between their middles
    area = (cv2.contourArea(outline) + edge) / SIDE**2
    if area < PIP[0]:
        return None
    x, y, width, height = cv2.boundingRect(outline)
    length = max(width, height) / min(width, height)
    pip = area <= PIP[1] and length <= LONGEST
    pip = pip and area * SIDE**2 >= SOLID * (cv2.contourArea(cv2.convexHull(outline)) + edge)
    return _Blob((x + width / 2 - WIDE / 2) / SIDE, (y + height / 2 - WIDE / 2) / SIDE, area, length, pip)


def _placed_as_pips(places: NDArray[np.float64]) -> bool:
    """Whether pips at `places` (n, 2), in faces from the middle, lie as those of a die do."""
    middle = places.mean(0)
    if np.abs(middle).max() > OFF_CENTRE:
        return False
    if len(places) == 1:
        return True
    for layout in _LAYOUTS[len(places)]:
        spread = float(np.sqrt(((places - middle) ** 2).sum() / (layout**2).sum()))
        if SPREADS[0] < spread < SPREADS[1]:
            apart = np.linalg.norm((places - middle)[:, None] - spread * layout[None], axis=2)
            if len(set(apart.argmin(1))) == len(places) and apart.min(1).max() < OFF_PLACE:
                return True
    return False
