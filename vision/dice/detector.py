"""Detects dice: a heat-map network runs on the picture at two or three sizes, then on tiles at twice the resolution
where something small was unclear; the boxes of all passes are merged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.camera import Image
from vision.motion import greatest_channel

DETECTOR_SIZES = (640, 320, 160)
"""Longest sides in pixels at which the network sees the picture: small dice in the first, dice close by in the last."""
NEAR, HINT = 15.0, 0.3
"""Longest side in pixels of the last look, and heat, from which what it finds may be a die close by: if the first look
does not clearly show what lies there, the look between is taken too, for another opinion: the others see all sizes."""
LEAST_HEAT = 0.25
"""Peaks below are no dice. Raising it loses dice, lowering it finds more that are none."""
MOST_CANDIDATES = 64
"""The strongest peaks that are kept; more dice than this in one picture are not read."""
MOST_FINDS = 8 * MOST_CANDIDATES
"""How many finds are compared with each other, all with all; a picture full of noise has thousands of weak ones."""
COMFORT = (13.0, 20.0, 110.0, 170.0)
"""Sizes (pixels of a look) at which the network's word counts nothing, fully, fully, nothing: as it was trained."""
OVERLAP = 0.35
"""Two boxes that overlap further than this (intersection over union) are one die."""
WITHIN = 0.7
"""Share of the smaller box that must lie in the larger one for both to be one die: a pip may look like a die."""
PART_OF_TWO, BESIDE = (0.25, 0.8), 0.35
"""Area of a find, in areas of the one that holds it, from and to which it may be one of two dice that were taken for
one; and share of the smaller of two such finds up to which they overlap: a die hides a part of the one behind it."""
TO_EDGE = 0.05
"""Longest sides of a die by which its box may miss the picture's edge that cuts it."""
STRIDE = 4
GLARING, DIMMED = 200.0, 150.0
"""Median brightness, 0 to 255, from which a picture is overexposed, and to which it is brought then before it is looked
at: the network takes dark, round dice on glaring paper for holes in it. No labelled photograph is as bright."""
SPARSE = 80
"""Points of a coarse grid along the longest side by which it is told how bright a picture is."""
SMALL_DIE, UNDECIDED_HEAT = 28.0, (0.2, 0.8)
"""Finds of the first look below this size (pixels of it) and between these probabilities are looked at more closely."""
TILE, INNER = 128, 40
"""Side of a closer look in pixels, twice as fine as those of the first look; finds so far from its middle are settled
by it, those further out have too little around them."""
MOST_TILES = 24
"""Closer looks at one picture. A tile has a fourteenth of the pixels of the first look at a picture of 16:9."""
TILES_AT_ONCE = 8
"""Closer looks that the network is shown together: one by one each takes a tenth longer."""
COMFORT_CLOSER = (13.0, 20.0, 48.0, 64.0)
"""As COMFORT: what is larger was seen before, and a pip seen too closely looks like a die."""
CLEAR_HEAT = 0.5
"""Probability from which what lies within a find is its pips, and not looked at."""
MOST_PLACES, SETTLED = 6, 0.5
"""How many places are looked at by themselves, where something came to lie, and the share of one from which what was
found there is what came."""
AROUND_PLACE, PLACE_SIZES, LARGEST_SCALE = 0.6, (80.0, 120.0), 2.5
"""How much around a place is looked at with it, in its shorter sides; how many pixels these are made: more if the first
look shows no more than a trace, for so a die parts best from the pattern of a cloth, but its faces are taken for dice,
too; and by how much a place is enlarged at most."""
TRACE = 0.05
"""Heat of what is looked at once more: of 2,490 places on rendered films where the first look showed less, the second
found something in sixteen, letters and cloth, and never a die."""
LARGE = 1000
"""Longest side in pixels from which a picture without one clear find is looked at more closely all over: its dice may
be too small to leave a trace in the first look."""


RegionFilter = Callable[[NDArray[np.float32]], NDArray[np.bool_]]
"""Selects some of boxes (n, 4), in pixels of the picture, such as those that deserve a closer pass: (n,) bool."""
TILE_STEP = 0.5 / DETECTOR_SIZES[0]
"""Side of a closer look's pixel, in longest sides of the picture."""


class Candidates(NamedTuple):
    """Boxes that may be dice; parallel arrays, strongest first."""

    boxes: NDArray[np.float32]
    """(n, 4): x0, y0, x1, y1 in pixels of the picture."""
    heat: NDArray[np.float32]
    """(n,): the network's probability that this is a die."""

    def some(self, which: NDArray[Any]) -> Candidates:
        """Those of `which`: a mask (n,) or numbers."""
        return Candidates(self.boxes[which], self.heat[which])


class Detector(Protocol):
    """Protocol of what finds dice in a picture: DiceDetector, vision.table.SheetDiceDetector."""

    def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
        """See DiceDetector.find."""

    def look_at(self, image: Image, found: Candidates, places: NDArray[np.float32]) -> Candidates:
        """See DiceDetector.look_at."""


class Peaks(NamedTuple):
    """The peaks of one pass of the network; parallel arrays in no order."""

    boxes: NDArray[np.float32]
    """(n, 4): x0, y0, x1, y1."""
    heat: NDArray[np.float32]
    """(n,): the network's probability that this is a die."""
    sizes: NDArray[np.float32]
    """(n,): longest sides in pixels of the look, on which it depends how far the network can be believed."""


def _strongest(heat: NDArray[np.float32]) -> NDArray[np.intp]:
    """Indices of the MOST_FINDS strongest finds, strongest first."""
    return np.argsort(-heat, kind="stable")[:MOST_FINDS]


def _areas(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).prod(1))


def shared_areas(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, m): the areas that `boxes` (n, 4) share with `others` (m, 4)."""
    low, high = np.maximum(boxes[:, None, :2], others[None, :, :2]), np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    return np.asarray(np.clip(high - low, 0, None).prod(2))


def _overlaps(
    boxes: NDArray[np.float32], others: NDArray[np.float32]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """(n, m) each: which of `boxes` (n, 4) overlap which of `others` (m, 4) so much that they are of one thing, which
    lie within which, and which hold which."""
    shared, areas = shared_areas(boxes, others), (_areas(boxes), _areas(others))
    both = areas[0][:, None] + areas[1][None]
    return shared > OVERLAP * (both - shared), shared > WITHIN * areas[0][:, None], shared > WITHIN * areas[1][None]


def same_dice(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, m): which of `boxes` (n, 4) are the same die as which of `others` (m, 4): much overlap, or the smaller lies
    within the larger one."""
    return np.asarray(np.any(_overlaps(boxes, others), 0))


def more_than_beside(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, m): which of `boxes` (n, 4) share more with which of `others` (m, 4) than two dice do that lie beside each
    other."""
    smaller = np.minimum(_areas(boxes)[:, None], _areas(others)[None])
    return np.asarray(shared_areas(boxes, others) > BESIDE * smaller)


def members_of_two(boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, n): which of `boxes` (n, 4) hold two others that lie beside each other, and which those are."""
    areas = _areas(boxes)
    shared = shared_areas(boxes, boxes)
    least, most = PART_OF_TWO
    relative = areas[None] / np.maximum(areas[:, None], 1e-6)
    held = (shared > WITHIN * areas[None]) & (relative >= least) & (relative <= most)
    apart = shared <= BESIDE * np.minimum(areas[:, None], areas[None])
    for n in np.flatnonzero(held.sum(1)):
        inside = np.flatnonzero(held[n])
        held[n, inside] = apart[np.ix_(inside, inside)].any(1)
    return np.asarray(held)


def merge(
    boxes: NDArray[np.float32],
    heat: NDArray[np.float32],
    possible: RegionFilter | None = None,
    nested: bool = False,
) -> NDArray[np.intp]:
    """Non-maximum suppression: indices of the boxes (n, 4) that stay, strongest first, MOST_CANDIDATES at most. Those
    that are not `possible` come last, so that none of the others is lost to them. `nested`: a box stays although a
    stronger one lies within it, and then drops only others around a stronger one: a pip may be stronger than its die,
    a die than a box around two that touch; and two that lie beside each other within a stronger one stay. Only who
    looks into them can tell."""
    order = _strongest(heat)
    if possible is not None:
        order = order[np.argsort(~possible(boxes[order]), kind="stable")]
    alike, within, holding = _overlaps(boxes[order], boxes[order])
    spared = members_of_two(boxes[order]) if nested else np.zeros_like(alike)
    spared |= spared.T
    left = np.ones(len(order), bool)
    kept: list[int] = []
    for n in range(len(order)):
        if left[n] and len(kept) < MOST_CANDIDATES:
            dropped = alike[n] | holding[n]
            if not nested:
                dropped |= within[n]
            elif np.any(holding[n, kept]):
                dropped = alike[n] & np.any(holding[:, kept], 1)
            kept.append(n)
            left &= ~dropped | spared[n]
    return np.asarray(order[kept], np.intp)


def _to_the_edge(boxes: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """The boxes (n, 4) within a picture; those that end so near its edge that it may have cut the die end there."""
    near = TO_EDGE * np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])[:, None]
    low, high = boxes[:, :2], np.array([width, height], np.float32) - boxes[:, 2:]
    low, high = np.where(low < near, 0, low), np.where(high < near, 0, high)
    return np.hstack([low, np.array([width, height]) - high]).astype(np.float32)


def merge_candidates(
    several: Sequence[Candidates],
    size: tuple[int, int],
    possible: RegionFilter | None = None,
    nested: bool = False,
) -> Candidates:
    """Merges the candidates of several passes over a picture of `size` (width, height) as `merge` does; boxes are cut
    at its edge."""
    boxes = np.concatenate([found.boxes for found in several])
    heat = np.concatenate([found.heat for found in several])
    kept = merge(boxes, heat, possible, nested)
    return Candidates(_to_the_edge(boxes[kept], *size), heat[kept])


def _ramp(sizes: NDArray[np.float32], comfort: tuple[float, float, float, float]) -> NDArray[np.float32]:
    return np.interp(sizes, comfort, [0.0, 1.0, 1.0, 0.0]).astype(np.float32)


def _weighed(closer: Candidates, first: Peaks) -> Candidates:
    """Finds of closer looks with the mean of their heat and the first look's: what looks like a die only from close by,
    without what lies around it, is often none."""
    boxes, heat = (values[_strongest(closer.heat)] for values in (closer.boxes, closer.heat))
    earlier = _strongest(first.heat)
    before = np.where(same_dice(boxes, first.boxes[earlier]), first.heat[earlier], 0).max(1, initial=0)
    return Candidates(boxes, ((heat + before) / 2).astype(np.float32))


def halvings(image: Image, count: int) -> list[Image]:
    """The picture and its `count` successive halves (image pyramid)."""
    levels = [image]
    for _ in range(count):
        height, width = levels[-1].shape[:2]
        half = cv2.resize(levels[-1], (max(width // 2, 1), max(height // 2, 1)), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(half, np.uint8))
    return levels


def dimmed(levels: list[Image]) -> list[Image]:
    """Darkens an overexposed picture (median brightness over GLARING), given as a pyramid, to a median of DIMMED;
    others are returned as they are."""
    sparse = max(1, max(levels[-1].shape[:2]) // SPARSE)
    usual = float(np.median(greatest_channel(np.ascontiguousarray(levels[-1][::sparse, ::sparse]))))
    return levels if usual < GLARING else [np.asarray(cv2.convertScaleAbs(one, alpha=DIMMED / usual)) for one in levels]


def look_sized(levels: list[Image], longest: int) -> Image:
    """The picture, given as a pyramid, resized so that its longest side is about `longest` pixels; sides are multiples
    of 16."""
    height, width = levels[0].shape[:2]
    scale = longest / max(height, width)
    size = max(16, round(width * scale / 16) * 16), max(16, round(height * scale / 16) * 16)
    nearest = next((level for level in reversed(levels) if max(level.shape[:2]) >= 0.95 * longest), levels[0])
    return np.asarray(cv2.resize(nearest, size, interpolation=cv2.INTER_LINEAR), np.uint8)


class DiceDetector:
    """Wraps the finder network (input (1, h, w, 3) uint8, output (1, 5, h / 4, w / 4): see
    models/train/nets/die_nets.py)."""

    def __init__(self, session: ort.InferenceSession, least_heat: float = LEAST_HEAT, classified: bool = False) -> None:
        """`classified`: a classifier says afterwards which candidates are dice. The look between is taken only where it
        is needed then, and candidates may be nested (see `merge`); who goes by heat alone should have neither."""
        self.session = session
        self.least_heat = least_heat
        self.classified = classified
        self._input = session.get_inputs()[0].name

    def _peaks(self, pictures: NDArray[np.uint8], least: float) -> list[Peaks]:
        """What the network says of pictures (n, h, w, 3) of one size, one by one."""
        found = []
        for maps in self.session.run(None, {self._input: pictures})[0]:
            rows, columns = np.nonzero(maps[0] > least)
            heat, dx, dy, width, height = maps[:, rows, columns]
            x, y = (columns + dx) * STRIDE, (rows + dy) * STRIDE
            boxes = np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 1)
            found.append(Peaks(boxes.astype(np.float32), heat, np.maximum(width, height)))
        return found

    def look(self, levels: list[Image], longest: int) -> Peaks:
        """Peaks of one look at a picture (given with its halves) made about `longest` pixels long."""
        small = look_sized(levels, longest)
        (height, width), (h, w) = levels[0].shape[:2], small.shape[:2]
        (peaks,) = self._peaks(small[None], self.least_heat * 0.5)
        return peaks._replace(boxes=peaks.boxes * np.array([width / w, height / h, width / w, height / h], np.float32))

    def _looks(self, levels: list[Image]) -> list[Peaks]:
        """The first look, the last one, and the one between where it is needed."""
        fine, between, coarse = DETECTOR_SIZES
        first, last = self.look(levels, fine), self.look(levels, coarse)
        near = last.boxes[(last.sizes >= NEAR) & (last.heat >= HINT)]
        clear = first.boxes[first.heat * _ramp(first.sizes, COMFORT) >= CLEAR_HEAT]
        if self.classified and np.all(same_dice(near, clear).any(1)):
            return [first, last]
        return [first, last, self.look(levels, between)]

    def _spots(self, first: Peaks, found: Candidates) -> NDArray[np.float32]:
        """(n, 2) middles of what is small and unclear in the `first` look, strongest first."""
        low, high = UNDECIDED_HEAT
        unclear = (first.sizes < SMALL_DIE) & (first.heat >= low) & (first.heat * _ramp(first.sizes, COMFORT) < high)
        boxes = first.boxes[unclear][_strongest(first.heat[unclear])]
        if len(boxes):
            clear = shared_areas(boxes, found.boxes[found.heat >= CLEAR_HEAT])
            boxes = boxes[~np.any(clear > WITHIN * _areas(boxes)[:, None], 1)]
        return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, np.float32)

    def look_closer(self, levels: list[Image], spots: NDArray[np.float32]) -> Candidates:
        """Candidates around `spots` (n, 2), pixels of the picture, in tiles twice as large as in the first look."""
        side = TILE * TILE_STEP * max(levels[0].shape[:2])  # of a tile, in pixels of the picture
        halved = min(max(0, int(np.log2(side / (0.95 * TILE)))), len(levels) - 1) if side > TILE else 0
        scale = side / TILE / 2**halved
        corners: list[NDArray[np.float32]] = []
        tiles: list[Image] = []
        while len(spots) and len(tiles) < MOST_TILES:
            corner = spots[0] - side / 2
            # Middles of pixels: tile pixel (i) covers the level's pixels around (i + 0.5) scale - 0.5.
            start = corner / 2**halved + 0.5 * scale - 0.5
            matrix = np.array([[scale, 0, start[0]], [0, scale, start[1]]])
            tile = cv2.warpAffine(levels[halved], matrix, (TILE, TILE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            corners.append(corner)
            tiles.append(np.asarray(tile, np.uint8))
            spots = spots[np.abs(spots - spots[0]).max(1) > INNER * side / TILE]
        boxes, heat = [np.empty((0, 4), np.float32)], [np.empty(0, np.float32)]
        for start_at in range(0, len(tiles), TILES_AT_ONCE):
            several = slice(start_at, start_at + TILES_AT_ONCE)
            for corner, peaks in zip(
                corners[several], self._peaks(np.stack(tiles[several]), self.least_heat), strict=True
            ):
                inner = np.abs((peaks.boxes[:, :2] + peaks.boxes[:, 2:]) / 2 - TILE / 2).max(1) <= INNER
                boxes.append(peaks.boxes[inner] * np.float32(side / TILE) + np.tile(corner, 2))
                heat.append((peaks.heat * _ramp(peaks.sizes, COMFORT_CLOSER))[inner])
        return Candidates(np.concatenate(boxes).astype(np.float32), np.concatenate(heat).astype(np.float32))

    def look_within(
        self,
        image: Image,
        box: tuple[int, int, int, int],
        scale: float,
        comfort: tuple[float, float, float, float] = COMFORT_CLOSER,
    ) -> Candidates:
        """Candidates of one look at a part of a picture, x0, y0, x1, y1 in its pixels, made `scale` times as large;
        `comfort`: see COMFORT."""
        x0, y0, x1, y1 = box
        (part,) = dimmed([np.ascontiguousarray(image[y0:y1, x0:x1])])
        width, height = (max(16, round(side * scale / 16) * 16) for side in (x1 - x0, y1 - y0))
        small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        (peaks,) = self._peaks(np.asarray(small, np.uint8)[None], self.least_heat)
        back = np.array([(x1 - x0) / width, (y1 - y0) / height] * 2, np.float32)
        boxes = peaks.boxes * back + np.array([x0, y0, x0, y0], np.float32)
        return Candidates(boxes.astype(np.float32), peaks.heat * _ramp(peaks.sizes, comfort))

    def look_at(
        self,
        image: Image,
        found: Candidates,
        places: NDArray[np.float32],
        possible: RegionFilter | None = None,
    ) -> Candidates:
        """`found` in `image`, with what looks at some `places` (n, 4) by themselves add, where something is known to
        lie and nothing is found. On a patterned cloth a look at the whole picture may show no trace of a die that one
        from close by shows clearly. What was found stays as it is. `possible`: see `merge`."""
        seen = found.boxes[found.heat >= LEAST_HEAT]
        unseen = places[~np.any(shared_areas(places, seen) > SETTLED * _areas(places)[:, None], 1)][:MOST_PLACES]
        height, width = image.shape[:2]
        looks = []
        for x0, y0, x1, y1 in unseen.tolist():
            side = min(x1 - x0, y1 - y0)
            more = AROUND_PLACE * side
            left, top = max(0, int(x0 - more)), max(0, int(y0 - more))
            box = (left, top, min(width, int(x1 + more) + 1), min(height, int(y1 + more) + 1))
            for scale in sorted({min(size / side, LARGEST_SCALE) for size in PLACE_SIZES}):
                look = self.look_within(image, box, scale, COMFORT)
                middles = (look.boxes[:, :2] + look.boxes[:, 2:]) / 2
                looks.append(look.some(np.flatnonzero(np.all((middles >= (x0, y0)) & (middles <= (x1, y1)), axis=1))))
                if not TRACE <= looks[-1].heat.max(initial=0) < LEAST_HEAT:
                    break
        if not looks:
            return found
        new = merge_candidates(looks, (width, height), possible, self.classified)
        new = new.some(np.flatnonzero(~np.any(more_than_beside(new.boxes, seen), axis=1)))
        order = _strongest(np.concatenate([found.heat, new.heat]))
        return Candidates(*(np.concatenate(pair)[order] for pair in zip(found, new, strict=True)))

    def find(self, image: Image, worth: RegionFilter | None = None, possible: RegionFilter | None = None) -> Candidates:
        """The dice of `image`, strongest first; boxes end at the picture's edge. `worth`: which of some places (n, 4)
        are worth a closer look; without it, all are. `possible`: which of some boxes can be a die's, see `merge`."""
        levels = dimmed(halvings(image, max(0, int(np.log2(max(image.shape[:2]) / (0.95 * min(DETECTOR_SIZES)))))))
        looks = self._looks(levels)
        boxes = np.concatenate([look.boxes for look in looks])
        heat = np.concatenate([look.heat * _ramp(look.sizes, COMFORT) for look in looks])
        if max(image.shape[:2]) >= LARGE and not np.any(heat >= CLEAR_HEAT):
            whole = self.look(levels, 2 * DETECTOR_SIZES[0])
            closer = Candidates(whole.boxes, whole.heat * _ramp(whole.sizes, COMFORT_CLOSER))
        else:
            spots = self._spots(looks[0], Candidates(boxes, heat))
            if worth is not None and len(spots):
                reach = INNER * TILE_STEP * max(image.shape[:2])
                spots = spots[worth(np.hstack([spots - reach, spots + reach]).astype(np.float32))]
            closer = _weighed(self.look_closer(levels, spots), looks[0])
        several = [found.some(found.heat >= self.least_heat) for found in (Candidates(boxes, heat), closer)]
        return merge_candidates(several, (image.shape[1], image.shape[0]), possible, self.classified)
