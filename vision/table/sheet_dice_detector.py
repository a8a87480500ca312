"""Detects dice on sheets: nothing of another size than a die takes the place of one, and the part of the picture that
sheets with zones cover, seen from far, is passed through the network once more at a higher resolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.dice import (
    CLEAR_HEAT,
    DETECTOR_SIZES,
    SMALL_DIE,
    Candidates,
    DiceDetector,
    RegionFilter,
    merge_candidates,
    more_than_beside,
    shared_areas,
)
from vision.plane import Plane
from vision.table.die_footprint import DIE, SMALLEST, box_sides, die_sized

AROUND = 20.0
"""Millimetres around a sheet that are looked at with it: a die stands up, and may lie across the edge."""
CLOSEUP_ZOOM, FINE_ENOUGH = 2.0, 1.3
"""How much finer than the first look at the whole picture the closer look is at most, and from what it is worth it."""
MOST_PIXELS = 400_000
"""Of a closer look, which takes as long as the first one with 230,000 for a picture of 16:9."""
SEVERAL = 120.0
"""Millimetres: the longest side of what a few dice and their shadows change where they come to lie."""
BY_ITSELF, SQUARE = (12.0, 32.0), 1.6
"""Millimetres, as box_sides has them, between which what came to lie may be one die, and how many times as long as wide
it may look."""
SAME_BOX = 0.5
"""Intersection over union from which a find is all that came to lie at a place."""
HARDLY = 0.2
"""Heat, at most, of what is of another size than any die: it may hold a die, and must not stand for it."""
ALL_IN, ALL_NEW = 0.8, 0.6
"""Share of the place of one die that came to lie from which a find holds it, and of that find, up to which it is too
large for it: drawn around the die and what is printed below, of which neither pips nor a drawing can be read."""
UNFOUND = 0.35
"""Heat of what came to lie where no die is found: its drawing tells, or nothing does."""
LONG = 1.25
"""Times as long as wide from which a find may be drawn around two dice, one of which hides a part of the other."""
APART, AROUND_TWO = 40, 0.5
"""Pixels that the shorter side of such a find has in the look that tells them apart, and how many of these sides around
it are looked at with it."""
OF_TWO, SHARE_OF_TWO = 0.4, 0.3
"""Area, over the square of that side, from which what is found there is a die, and how much of it lies in the find."""
PARTS = 6
"""Into so many parts the sheets' box is cut along each side, to look only at those where something changed."""


class Part(NamedTuple):
    """A part of the picture and its scale for the closer pass."""

    box: tuple[int, int, int, int]
    """x0, y0, x1, y1 in pixels of the picture."""
    scale: float
    """Pixels of the look along each pixel of the picture."""


class SheetDiceDetector:
    """A detector (vision.dice.Detector) with a closer pass over `sheets`. Not thread-safe."""

    def __init__(self, finder: DiceDetector, drawn: bool = False) -> None:
        """`drawn`: some of the dice have drawings by which they are told from anything else."""
        self.finder, self.drawn = finder, drawn
        self.sheets: tuple[Plane, ...] = ()
        """Those with zones, in the picture that is looked at next, as far as they are known."""
        self.ground: Plane | None = None
        """The plane of the table there, which tells how large a die may look."""

    def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
        """See DiceDetector.find."""
        size = (image.shape[1], image.shape[0])
        part = closer_part(self.sheets, size, worth)
        possible = self._possible if self.ground is not None else None
        if part is None:
            return self._parted(image, self._cooled(self.finder.find(image, worth, possible)))

        def beside(places: NDArray[np.float32]) -> NDArray[np.bool_]:
            """What is worth a closer look of its own."""
            x, y = ((places[:, axis] + places[:, axis + 2]) / 2 for axis in (0, 1))
            x0, y0, x1, y1 = part.box
            out = (x < x0) | (y < y0) | (x > x1) | (y > y1)
            return np.asarray(out if worth is None else out & worth(places))

        passes = [
            self.finder.find(image, beside, possible),
            self.finder.look_within(image, part.box, part.scale),
        ]
        return self._parted(image, self._cooled(merge_candidates(passes, size, possible, self.finder.classified)))

    def look_at(self, image: Image, found: Candidates, places: NDArray[np.float32]) -> Candidates:
        """See DiceDetector.look_at. What is smaller than a die on the table, or larger than a few, is passed over."""
        if self.ground is None:
            return self.finder.look_at(image, found, places)
        sides = box_sides(places, self.ground)
        sized = places[(sides.min(1) >= SMALLEST) & (sides.max(1) <= SEVERAL)]
        if not self.drawn:
            return self._cooled(self.finder.look_at(image, found, sized, self._possible))
        across, (least, most) = np.sqrt(sides.prod(1)), BY_ITSELF
        alone = places[(across >= least) & (across <= most) & (sides.max(1) <= SQUARE * sides.min(1))]
        around = (np.sqrt(box_sides(found.boxes, self.ground).prod(1)) > most) & _hold(found.boxes, alone)
        came = self.finder.look_at(image, found.some(~around), sized, self._possible)
        return self._cooled(_together(_with_unfound(came, alone), found.some(around)))

    def _cooled(self, found: Candidates) -> Candidates:
        """The candidates, those that no die can be the last ones."""
        if self.ground is None or (sized := self._possible(found.boxes)).all():
            return found
        heat = np.where(sized, found.heat, np.minimum(found.heat, HARDLY))
        order = np.argsort(-heat, kind="stable")
        return Candidates(found.boxes[order], heat[order])

    def _parted(self, image: Image, found: Candidates) -> Candidates:
        """The candidates, each that is drawn around two dice parted into these."""
        sides = found.boxes[:, 2:] - found.boxes[:, :2]
        long = (sides.max(1) >= LONG * sides.min(1)) & (found.heat >= CLEAR_HEAT)
        whole, parts = np.ones(len(sides), np.bool_), found.some(np.zeros(0, np.intp))
        for n in np.flatnonzero(long if self.ground is not None else ()):
            whole[n] = False
            known = np.concatenate([found.boxes[whole & (found.heat > HARDLY)], parts.boxes])
            two = self._two_in(image, found.boxes[n])
            two = two.some(np.flatnonzero(~more_than_beside(two.boxes, known).any(1)))
            whole[n] = len(two.heat) != 2
            if not whole[n]:
                parts = _together(parts, two)
        return found if whole.all() else _together(found.some(whole), parts)

    def _two_in(self, image: Image, box: NDArray[np.float32]) -> Candidates:
        """What a closer look finds in and around a box (4,) that is large enough for one of two dice."""
        side = float((box[2:] - box[:2]).min())
        low = np.maximum(box[:2] - AROUND_TWO * side, 0).astype(int)
        high = np.minimum(box[2:] + AROUND_TWO * side, image.shape[1::-1]).astype(int)
        look = self.finder.look_within(image, (*low.tolist(), *high.tolist()), APART / side)
        look = merge_candidates([look.some(np.flatnonzero(look.heat >= UNFOUND))], image.shape[1::-1])
        areas = (look.boxes[:, 2:] - look.boxes[:, :2]).prod(1)
        inside = shared_areas(look.boxes, box[None])[:, 0] >= SHARE_OF_TWO * areas
        return look.some(np.flatnonzero((areas >= OF_TWO * side**2) & inside))

    def _possible(self, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
        assert self.ground is not None
        return die_sized(boxes, self.ground)


def _with_unfound(found: Candidates, places: NDArray[np.float32]) -> Candidates:
    """Adds the `places` (n, 4) that may be a die each in which none is found, or but a part: to the network a drawing
    on a die may look like a die, and the die itself like what is printed below it."""
    clear = found.some(found.heat >= CLEAR_HEAT)
    unfound = places[~more_than_beside(places, clear.boxes).any(1)]
    unfound = unfound[~(_overlap(unfound, found.boxes) >= SAME_BOX).any(1)]
    return _together(found, Candidates(unfound, np.full(len(unfound), UNFOUND, np.float32)))


def _hold(boxes: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,): which finds (n, 4) hold one of `places` (m, 4) where something came to lie, and a good deal else."""
    shared = shared_areas(boxes, places)
    areas = [(each[:, 2:] - each[:, :2]).prod(1) for each in (boxes, places)]
    return np.asarray(((shared >= ALL_IN * areas[1]) & (shared < ALL_NEW * areas[0][:, None])).any(1))


def _together(found: Candidates, others: Candidates) -> Candidates:
    """Both, strongest first."""
    boxes, heat = (np.concatenate(pair) for pair in zip(found, others, strict=True))
    order = np.argsort(-heat, kind="stable")
    return Candidates(boxes[order], heat[order])


def _overlap(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, m): intersections over unions."""
    shared = shared_areas(boxes, others)
    areas = ((each[:, 2:] - each[:, :2]).prod(1) for each in (boxes, others))
    return np.asarray(shared / np.maximum(np.add.outer(*areas) - shared, 1e-6), np.float32)


def closer_part(sheets: Sequence[Plane], size: tuple[int, int], worth: RegionFilter | None = None) -> Part | None:
    """Chooses the part of a picture of `size` (width, height) to look at more closely; None where dice on sheets look
    large enough without, or nothing is `worth` it."""
    small = [plane for plane in sheets if _side(plane) * DETECTOR_SIZES[0] / max(size) < SMALL_DIE]
    boxes = [_box(plane, size) for plane in small]
    parts = np.concatenate([_parts(box) for box in boxes]) if boxes else np.zeros((0, 4), np.float32)
    if worth is not None and len(parts):
        parts = parts[worth(parts)]
    if not len(parts):
        return None
    x0, y0 = (int(v) for v in np.floor(parts[:, :2].min(0)))
    x1, y1 = (int(v) for v in np.ceil(parts[:, 2:].max(0)))
    first = DETECTOR_SIZES[0] / max(size)
    scale = min(CLOSEUP_ZOOM * first, (MOST_PIXELS / max((x1 - x0) * (y1 - y0), 1)) ** 0.5)
    return Part((x0, y0, x1, y1), scale) if scale >= FINE_ENOUGH * first and min(x1 - x0, y1 - y0) > 1 else None


def _side(plane: Plane) -> float:
    """Pixels across a die in the middle of a sheet."""
    return DIE * plane.stretches_at((plane.size[0] / 2, plane.size[1] / 2))[0]


def _box(plane: Plane, size: tuple[int, int]) -> NDArray[np.float64]:
    """(4,) pixels: the upright box around a sheet, within the picture."""
    around = plane.outline
    more = AROUND / DIE * _side(plane)
    return np.concatenate([np.clip(around.min(0) - more, 0, size), np.clip(around.max(0) + more, 0, size)])


def _parts(box: NDArray[np.float64]) -> NDArray[np.float32]:
    """(PARTS * PARTS, 4): a box cut into equal parts."""
    xs, ys = (np.linspace(box[axis], box[axis + 2], PARTS + 1) for axis in (0, 1))
    cut = [(xs[i], ys[j], xs[i + 1], ys[j + 1]) for j in range(PARTS) for i in range(PARTS)]
    return np.array(cut, np.float32)
