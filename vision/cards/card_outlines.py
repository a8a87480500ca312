"""Detects cards by their outlines on a table whose plane is known: rectangles of a card's size, with all four sides
seen as far as they are in the picture.

A corner is where two lines meet at a right angle; each gives two rectangles, one lying and one standing. Those are kept
whose sides the picture shows. Of a pile it is the uppermost card that has all its sides; the others have gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds import CARD
from vision.plane import Plane, Points, corners_of_size, project

SIDE = 640
"""Longest side in pixels of the picture in which lines are sought."""
SHORTEST, BEYOND = 14.0, 8.0
"""Millimetres: of a line that may be part of a card's side, and by how much it may be longer than that."""
SQUARE = 0.07
"""Cosine of the angle between two lines up to which it is a right one."""
MEETS = 12.0
"""Millimetres from a line's end within which it must meet the other one; cards have rounded corners."""
WHOLE = (-14.0, 4.0)
"""Millimetres by which a line may differ from a side's length to be the whole of it; cards have rounded corners."""
MOST_CORNERS = 200
"""Of a picture; those of the longest lines are looked at."""
ROUNDED = 6.0
"""Millimetres at either end of a side where its edge is not looked for."""
POINTS = 20
"""Places on each side where the edge is looked for."""
NEAR, NEARER = 2.2, 1.0
"""Millimetres, and at least pixels of the small picture, within which an edge belongs to a side: at first, and in the
finer second look."""
EDGE = 9.0
"""Change of brightness (0..255) over two pixels of the small picture from which there is an edge."""
ALONG = 0.75
"""Cosine of the angle between such a change and a side's normal from which it is the side's."""
SIDE_SEEN, ALL_SEEN = 0.4, 0.62
"""Shares of the places on the weakest side, and on all, where an edge must be seen; then what is on it decides."""
IN_VIEW, SIDES_IN_VIEW = 0.35, 3
"""Share of a side that must be in the picture for it to be looked at, and how many sides must be for a card to be
found: the picture's edge may cut it off."""
CUT_SEEN = 0.85
"""ALL_SEEN of such a card: what is left of it looks like many things."""
PERHAPS, MOST_CLOSELY = 0.55, 40
"""The share on all sides from which a rectangle is looked at more closely, and how many are at most."""
STRONG = 60.0
"""Change of brightness above which an edge counts as no stronger."""
KNOWN = 12.0
"""Millimetres around a card that is known in which no other outline is looked for."""
WHOLLY = 0.97
"""The share on all sides from which a card is so clear that none is looked for within SAME of it."""
SAME = 16.0
"""Millimetres between the middles of two rectangles below which they are one card seen twice."""


class Pose(NamedTuple):
    """How a card lies on a plane."""

    x: float
    """Of its middle, in millimetres of the plane."""
    y: float
    turn: float
    """Radians from the plane's x to the card's, clockwise as seen from above."""

    def to_plane(self, size: tuple[float, float] = CARD) -> NDArray[np.float64]:
        """(3, 3): millimetres of the card (seeds/cards.py) to those of the plane."""
        c, s = float(np.cos(self.turn)), float(np.sin(self.turn))
        u, v = size[0] / 2, size[1] / 2
        return np.array([[c, -s, self.x - c * u + s * v], [s, c, self.y - s * u - c * v], [0, 0, 1]])

    def corners(self, plane: Plane, size: tuple[float, float] = CARD) -> Points:
        """(4, 2) pixels, clockwise from the card's upper left."""
        return project(plane.to_pixels @ self.to_plane(size), corners_of_size(size))

    def apart(self, other: Pose) -> float:
        """Millimetres between the middles."""
        return float(np.hypot(self.x - other.x, self.y - other.y))

    def turned_from(self, other: Pose) -> float:
        """Degrees, 0..90, between the two cards' sides; equal ends are not told apart."""
        return float(np.degrees(abs((self.turn - other.turn + np.pi / 2) % np.pi - np.pi / 2)))


class Outline(NamedTuple):
    """One card-shaped thing."""

    pose: Pose
    """Of the two ways up, one."""
    seen: float
    """Share of its edge, as far as that is in the picture, that is seen there, 0..1."""
    cut: bool = False
    """Whether the picture's edge cuts it off: what is left may be of many things, and says less of where it lies."""


class OutlineDetector:
    """Detects outlines of cards of one size. Not thread-safe."""

    def __init__(self, size: tuple[float, float] = CARD) -> None:
        self.size = size
        self._lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, 0.8)

    def find(self, edges: Edges, among: Sequence[Pose] = (), known: Sequence[Pose] = ()) -> list[Outline]:
        """The cards whose four sides are seen, the clearest first.

        `among`: poses that are looked at besides those that the lines tell of. `known`: where none is looked for."""
        poses = [
            pose
            for pose in _different([*among, *self._poses(edges)])
            if all(pose.apart(other) > KNOWN for other in known)
        ]
        if not poses:
            return []
        rough = shares_seen(edges.seen(poses, self.size, NEAR).there, edges.in_view(poses, self.size))[1]
        kept = [poses[n] for n in np.argsort(-rough, kind="stable") if rough[n] >= PERHAPS][:MOST_CLOSELY]
        found: list[tuple[float, Outline]] = []
        for pose in kept:
            if any(_settled(pose, other) for _, other in found):
                continue
            better = edges.fitted(edges.fitted(pose, self.size, NEAR), self.size, NEARER)
            seen, in_view = edges.seen([better], self.size, NEARER), edges.in_view([better], self.size)
            weakest, share = (float(values[0]) for values in shares_seen(seen.there, in_view))
            if weakest >= SIDE_SEEN and share >= (ALL_SEEN if in_view.all() else CUT_SEEN):
                found.append((float(seen.strength[in_view].mean()), Outline(better, share, not in_view.all())))
        # What a wooden table's grain makes is weak beside a card's own edge.
        found.sort(key=lambda one: -one[0])
        alone: list[Outline] = []
        for _, outline in found:
            if all(outline.pose.apart(other.pose) >= SAME for other in alone):
                alone.append(outline)
        return alone

    def _poses(self, edges: Edges) -> list[Pose]:
        """Where cards may lie, by the corners that lines make."""
        found = self._lines.detect(edges.small)[0]
        if found is None:
            return []
        ends = np.asarray(found, np.float64).reshape(-1, 2, 2)
        lines = project(edges.to_plane, ends.reshape(-1, 2)).reshape(-1, 2, 2)
        along = lines[:, 1] - lines[:, 0]
        length = np.linalg.norm(along, axis=1)
        fits = (length >= SHORTEST) & (length <= max(self.size) + BEYOND) & np.isfinite(length)
        lines, along, length = lines[fits], along[fits] / length[fits][:, None], length[fits]
        poses = self._by_whole_sides(lines, along, length)
        if len(lines) < 2:
            return poses
        a, b = np.triu_indices(len(lines), 1)
        right = np.abs((along[a] * along[b]).sum(1)) < SQUARE
        a, b = a[right], b[right]
        # Where lines a and b meet: start of a + t along it.
        gap = lines[b, 0] - lines[a, 0]
        cross = along[a, 0] * along[b, 1] - along[a, 1] * along[b, 0]
        t = (gap[:, 0] * along[b, 1] - gap[:, 1] * along[b, 0]) / cross
        corner = lines[a, 0] + t[:, None] * along[a]
        off_a = np.linalg.norm(lines[a] - corner[:, None], axis=2)
        off_b = np.linalg.norm(lines[b] - corner[:, None], axis=2)
        meet = np.flatnonzero((off_a.min(1) <= MEETS) & (off_b.min(1) <= MEETS))
        longest = (length[a] + length[b])[meet]
        for n in meet[np.argsort(-longest, kind="stable")[:MOST_CORNERS]]:
            u = lines[a[n], off_a[n].argmax()] - corner[n]
            v = lines[b[n], off_b[n].argmax()] - corner[n]
            u, v = u / np.linalg.norm(u), v / np.linalg.norm(v)
            for short, reach_short, long, reach_long in ((u, off_a[n], v, off_b[n]), (v, off_b[n], u, off_a[n])):
                if reach_short.max() <= self.size[0] + BEYOND and reach_long.max() <= self.size[1] + BEYOND:
                    middle = corner[n] + short * self.size[0] / 2 + long * self.size[1] / 2
                    poses.append(Pose(float(middle[0]), float(middle[1]), float(np.arctan2(short[1], short[0]))))
        return poses

    def _by_whole_sides(
        self, lines: NDArray[np.float64], along: NDArray[np.float64], length: NDArray[np.float64]
    ) -> list[Pose]:
        """Where cards may lie of which a line is one whole side; the grain of wood may hide the two beside it."""
        width, height = self.size
        poses = []
        for line, (x, y), long in zip(lines, along, length, strict=True):
            for side, other, turn in ((width, height, 0.0), (height, width, np.pi / 2)):
                if WHOLE[0] <= long - side <= WHOLE[1]:
                    for way in (1, -1):
                        middle = line.mean(0) + way * np.array([-y, x]) * other / 2
                        poses.append(Pose(float(middle[0]), float(middle[1]), float(np.arctan2(y, x) + turn)))
        return poses


def shares_seen(
    there: NDArray[np.float64], in_view: NDArray[np.bool_], least: int = SIDES_IN_VIEW
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n,) each: what is seen of the weakest side that is looked at, and of all, as a share of what is in view; of
    cards (n, 4, POINTS) of which less than `least` sides are in view, nothing. `there`: see Seen."""
    looked_at = in_view.mean(2) >= IN_VIEW
    enough = looked_at.sum(1) >= least
    sides = (there * in_view).sum(2) / np.maximum(in_view.sum(2), 1)
    weakest = np.where(looked_at, sides, 1.0).min(1) * enough
    return weakest, (sides * looked_at).sum(1) / np.maximum(looked_at.sum(1), 1) * enough


def _settled(pose: Pose, outline: Outline) -> bool:
    """Whether an outline that was found leaves nothing to be looked for at a pose."""
    apart = pose.apart(outline.pose)
    return (apart < 4 and pose.turned_from(outline.pose) < 4) or (apart < SAME and outline.seen >= WHOLLY)


def _different(poses: Sequence[Pose]) -> list[Pose]:
    """Without those that are as good as the same."""
    kept: dict[tuple[int, int, int], Pose] = {}
    for pose in poses:
        kept.setdefault((round(pose.x / 2), round(pose.y / 2), round(pose.turn % np.pi / 0.05)), pose)
    return list(kept.values())


RIM = 3.0
"""Pixels from the edge of the picture made small in which no edge of a card is told."""


class Seen(NamedTuple):
    """How much of the edges of n cards is seen; parallel arrays."""

    there: NDArray[np.float64]
    """(n, 4, POINTS): 1 where there is an edge, else 0, along the upper, right, lower and left side."""
    off: NDArray[np.float64]
    """(n, 4, POINTS): how many millimetres outwards of the side it lies."""
    strength: NDArray[np.float64]
    """(n, 4, POINTS): how strong it is, 0..STRONG."""


class Edges:
    """The edges of a reduced picture, and their match with the sides of cards."""

    def __init__(self, grey: NDArray[np.uint8], plane: Plane) -> None:
        """`grey` (height, width): brightness."""
        scale = min(1.0, SIDE / max(grey.shape))
        small = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        self.small = np.asarray(small, np.uint8)
        shift = scale / 2 - 0.5
        self.to_small = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]]) @ plane.to_pixels
        self.to_plane = np.asarray(np.linalg.inv(self.to_small), np.float64)
        # Scharr's filters sum to 32 a step of brightness over two pixels.
        self._x = cv2.Scharr(self.small, cv2.CV_32F, 1, 0, scale=1 / 16)
        self._y = cv2.Scharr(self.small, cv2.CV_32F, 0, 1, scale=1 / 16)

    def sides(self, poses: Sequence[Pose], size: tuple[float, float] = CARD) -> NDArray[np.float64]:
        """(n, 4, POINTS): where the edges of cards are seen that lie so; see Seen.there."""
        return self.seen(poses, size, NEARER).there if poses else np.zeros((0, 4, POINTS))

    def in_view(self, poses: Sequence[Pose], size: tuple[float, float] = CARD) -> NDArray[np.bool_]:
        """(n, 4, POINTS): which places of the edges of cards that lie so are in the picture."""
        edge, _ = _sides(size)
        on_plane = [project(pose.to_plane(size), edge.reshape(-1, 2)) for pose in poses]
        small = project(self.to_small, np.concatenate(on_plane)) if on_plane else np.zeros((0, 2))
        height, width = self.small.shape
        inside = ((small >= RIM) & (small <= np.array([width, height]) - 1 - RIM)).all(1)
        return np.asarray(inside.reshape(len(poses), 4, POINTS))

    def seen(self, poses: Sequence[Pose], size: tuple[float, float], near: float) -> Seen:
        """What is seen of the edges of cards that lie so, `near` millimetres around where they should be."""
        edge, outwards = _sides(size)
        to_plane = np.stack([pose.to_plane(size) for pose in poses])
        ahead = np.concatenate([edge, np.ones((*edge.shape[:2], 1))], 2).reshape(-1, 3)
        turned = np.einsum("nij,sj->nsi", to_plane[:, :2, :2], outwards)  # (n, 4, 2) of the plane
        on_plane = np.einsum("nij,pj->npi", to_plane, ahead)[..., :2].reshape(len(poses), 4, POINTS, 2)
        point = project(self.to_small, on_plane.reshape(-1, 2)).reshape(on_plane.shape)
        step = 0.5
        beside = on_plane + step * turned[:, :, None]
        out = (project(self.to_small, beside.reshape(-1, 2)).reshape(on_plane.shape) - point) / step  # pixels a mm
        # The normal of the side in the picture is not the picture of its normal: it is square to the side there.
        tangent = np.roll(point, -1, 2) - point
        tangent[:, :, -1] = tangent[:, :, -2]
        normal = np.stack([-tangent[..., 1], tangent[..., 0]], -1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
        normal *= np.sign((normal * out).sum(-1, keepdims=True))
        wide = np.maximum((normal * out).sum(-1), 1e-6)  # pixels along the normal for a millimetre outwards
        reach = np.maximum(near * wide, 1.0)
        offsets = np.linspace(-1, 1, 7)
        places = point[..., None, :] + normal[..., None, :] * (reach[..., None] * offsets)[..., None]
        x, y = self._at(places)
        across = np.abs((x * normal[..., None, 0]) + (y * normal[..., None, 1]))
        strength = np.hypot(x, y)
        good = np.where((strength >= EDGE) & (across >= ALONG * strength), across, 0)
        best = good.argmax(-1)
        there = good.max(-1) > 0
        off = offsets[best] * reach / wide
        return Seen(there.astype(np.float64), off, np.minimum(good.max(-1), STRONG))

    def _at(self, places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        height, width = self.small.shape
        col, row = np.rint(np.nan_to_num(places, nan=-9.0, posinf=-9.0, neginf=-9.0).clip(-9, 1e6)).astype(int).T
        inside = (col >= 0) & (row >= 0) & (col < width) & (row < height)
        col, row = col.clip(0, width - 1), row.clip(0, height - 1)
        x, y = np.where(inside, self._x[row, col], 0), np.where(inside, self._y[row, col], 0)
        return x.T.astype(np.float64), y.T.astype(np.float64)

    def fitted(self, pose: Pose, size: tuple[float, float], near: float) -> Pose:
        """The pose moved so that its sides lie on the edges that are seen near them."""
        there, off, _ = self.seen([pose], size, near)
        edge, outwards = _sides(size)
        c, s = np.cos(pose.turn), np.sin(pose.turn)
        spin = np.array([[c, -s], [s, c]])
        arm = (edge - np.array(size) / 2) @ spin.T
        normal = np.repeat((outwards @ spin.T)[:, None], POINTS, 1)
        # Moved by x, y and turned by t, a point goes outwards by n . (x, y) + t (n . (arm turned by a quarter)).
        lever = (normal * np.stack([-arm[..., 1], arm[..., 0]], -1)).sum(-1)
        # Opposite sides of the size known pull alike; what is off by much more than the rest of its side is not of it.
        usual = np.array([np.median(off[0, n][there[0, n] > 0]) if there[0, n].any() else 0.0 for n in range(4)])
        weight = there[0] * (np.abs(off[0] - usual[:, None]) < near / 2)
        rows = np.concatenate([normal, lever[..., None]], -1).reshape(-1, 3) * weight.reshape(-1, 1)
        if weight.sum() < POINTS:
            return pose
        x, y, turn = np.linalg.lstsq(rows, (off[0] * weight).ravel(), rcond=None)[0]
        return Pose(pose.x + float(x), pose.y + float(y), pose.turn + float(np.clip(turn, -0.1, 0.1)))


def _sides(size: tuple[float, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(4, POINTS, 2) places on the upper, right, lower and left side of a card, and (4, 2) which way is out."""
    corners = corners_of_size(size)
    ends = np.roll(corners, -1, 0)
    lengths = np.linalg.norm(ends - corners, axis=1)
    shares = np.stack([np.linspace(ROUNDED / length, 1 - ROUNDED / length, POINTS) for length in lengths])
    edge = corners[:, None] + shares[..., None] * (ends - corners)[:, None]
    return edge, np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
