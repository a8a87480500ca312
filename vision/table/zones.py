"""Assigns dice to zones: the areas of sheets, or zones drawn on the picture; a die across a border is assigned to none.

A die lies in a zone when its foot does, but for a quarter of its side at most, and touches no other zone. It lies
beside when it touches none. Everything between is unsure. How exactly the foot is known is part of it: what may be is
not ruled out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Die, zone_name
from companion.text import say
from seeds import Page
from vision.camera import Image
from vision.motion import Small, camera_shift, changes, grey, small_picture, spread_out
from vision.plane import Points, corners_of_size, project
from vision.table.die_footprint import DieFootprint

OVER = 0.25
"""Sides of a die by which it may lie over the edge of its zone, where no other zone begins, and still be in it."""
LEAST_AREA = 0.0005
"""Share of the picture that a drawn zone must cover; less is a slip of the finger."""
LEAST_LINE = 0.02
"""Share of the picture's longer side that a drawn line must have."""
SAMPLES = 8
"""Points on each side of a foot that are compared with the zones."""


class ZoneError(ValueError):
    """Zones that cannot be used as drawn. The message is one line that says what to do."""


class Zone(NamedTuple):
    """A part of the table with a name, as companion.table.view.zone_name has it."""

    name: str
    outline: Points
    """(n, 2): its corners in order, in millimetres of a sheet or in pixels."""


class ZoneAssignment(NamedTuple):
    """The zone of a die, as Die.zone and Die.across have it; both empty: outside all."""

    zone: str | None
    across: tuple[str, ...] = ()


def zones_of(page: Page) -> tuple[Zone, ...]:
    """The areas of a page, in its millimetres."""
    seat = None if page.sheet.copies == 1 else page.copy
    made = []
    for area in page.sheet.areas:
        left, top, right, bottom = area.box
        made.append(
            Zone(zone_name(area.id, seat), corners_of_size((right - left, bottom - top)) + np.array([left, top]))
        )
    return tuple(made)


def sort_feet(feet: Sequence[DieFootprint], zones: Sequence[Zone]) -> list[ZoneAssignment]:
    """The zone of each foot; feet and zones have the same unit and origin."""
    if not feet:
        return []
    corners = np.stack([foot.corners for foot in feet])
    errors = np.array([foot.error for foot in feet])
    middles = corners.mean(1, keepdims=True)
    cores = _along(middles + (corners - middles) * (1 - 2 * OVER))
    points = np.concatenate([_along(corners), cores, middles], 1)
    touched, inside = [], []
    for zone in zones:
        depth = signed_distances(points.reshape(-1, 2), zone.outline).reshape(len(feet), -1)
        touched.append(depth.max(1) >= -errors)
        inside.append(depth[:, -cores.shape[1] - 1 :].min(1) >= errors)
    answers = []
    for n in range(len(feet)):
        near = tuple(zone.name for zone, touches in zip(zones, touched, strict=True) if touches[n])
        within = [zone.name for zone, holds in zip(zones, inside, strict=True) if holds[n]]
        answers.append(ZoneAssignment(within[0]) if len(near) == 1 and within else ZoneAssignment(None, near))
    return answers


def signed_distances(points: Points, outline: Points) -> NDArray[np.float64]:
    """(n,): how far points (n, 2) lie inside a polygon (m, 2) of any form, below 0 outside."""
    ends = np.roll(outline, -1, 0)
    x, y = points[:, :1], points[:, 1:]
    (x0, y0), (x1, y1) = outline.T, ends.T
    wide, high = x1 - x0, y1 - y0
    share = ((x - x0) * wide + (y - y0) * high) / np.maximum(wide**2 + high**2, 1e-12)
    share = np.minimum(np.maximum(share, 0), 1)
    distance = np.hypot(x - x0 - share * wide, y - y0 - share * high).min(1)
    spans = (y0 > y) != (y1 > y)
    crossing = x0 + (y - y0) / np.where(spans, high, 1.0) * wide  # of a line that spans y, the share is 1 at most
    odd = np.count_nonzero(spans & (x < crossing), axis=1) % 2 == 1
    return np.asarray(np.where(odd, distance, -distance))


def _along(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 4 * SAMPLES, 2): points along the sides of squares (n, 4, 2), their corners among them."""
    share = (np.arange(SAMPLES) / SAMPLES)[None, None, :, None]
    sides = corners[:, :, None] * (1 - share) + np.roll(corners, -1, 1)[:, :, None] * share
    return np.asarray(sides.reshape(len(corners), -1, 2))


# ------------------------------------------------------------------------------------------ zones that players draw


@dataclass(frozen=True)
class DrawnZones:
    """Zones that players drew on a picture: they hold as long as neither camera nor table moves."""

    size: tuple[int, int]
    """Width and height of the picture, in pixels."""
    zones: tuple[Zone, ...]
    """In pixels."""

    def __post_init__(self) -> None:
        width, height = self.size
        names = [zone.name for zone in self.zones]
        for zone in self.zones:
            if names.count(zone.name) > 1:
                raise ZoneError(say("the zone {zone} is drawn twice; give each its own name", zone=zone.name))
            if zone.outline.ndim != 2 or zone.outline.shape[1:] != (2,) or len(zone.outline) < 3:
                raise ZoneError(say("the zone {zone} needs three corners at least", zone=zone.name))
            if not np.isfinite(zone.outline).all():
                raise ZoneError(say("the zone {zone} has a corner that is no place in the picture", zone=zone.name))
            if _crosses_itself(zone.outline):
                raise ZoneError(
                    say("the outline of the zone {zone} crosses itself; draw it in one go around", zone=zone.name)
                )
            if cv2.contourArea(zone.outline.astype(np.float32)) < LEAST_AREA * width * height:
                raise ZoneError(say("the zone {zone} is too small for a die; draw it larger", zone=zone.name))

    @classmethod
    def between_lines(
        cls,
        size: tuple[int, int],
        lines: Sequence[tuple[tuple[float, float], tuple[float, float]]],
        taps: Mapping[str, tuple[float, float]],
    ) -> DrawnZones:
        """The parts into which straight lines, each through two points and on to the picture's edges, cut the picture;
        a part is named by a tap into it, and one without a tap is no zone. Raises ZoneError."""
        width, height = size
        parts = [corners_of_size((float(width), float(height)))]
        for start, end in lines:
            if np.hypot(end[0] - start[0], end[1] - start[1]) < LEAST_LINE * max(size):
                raise ZoneError(say("a line is too short to tell where it runs; draw it longer"))
            parts = [piece for part in parts for piece in _halves(part, start, end)]
        named: list[Zone] = []
        for name, tap in taps.items():
            within = [part for part in parts if signed_distances(np.array([tap], np.float64), part)[0] > 0]
            if not within:
                raise ZoneError(
                    say("the tap for {zone} lies on a line or beyond the picture; tap into the zone", zone=name)
                )
            other = next((zone.name for zone in named if zone.outline is within[0]), None)
            if other is not None:
                raise ZoneError(say("no line parts {zone} from {other}; draw one between them", zone=name, other=other))
            named.append(Zone(name, within[0]))
        return cls(size, tuple(named))

    def sort(self, feet: Sequence[DieFootprint]) -> list[ZoneAssignment]:
        """As sort_feet, of feet in pixels."""
        return sort_feet(feet, self.zones)


def _crosses_itself(outline: Points) -> bool:
    count = len(outline)
    ends = np.roll(outline, -1, 0)
    for i in range(count):
        for k in range(i + 2, count):
            if (k + 1) % count != i and _cross(outline[i], ends[i], outline[k], ends[k]):
                return True
    return False


def _cross(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64], d: NDArray[np.float64]) -> bool:
    """Whether two lines, from a to b and from c to d, cross."""

    def turn(p: NDArray[np.float64], q: NDArray[np.float64], r: NDArray[np.float64]) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def _halves(part: Points, start: tuple[float, float], end: tuple[float, float]) -> list[Points]:
    """A convex polygon, cut by the line through two points; one that the line misses stays whole."""
    across = np.array([start[1] - end[1], end[0] - start[0]])
    sides = (part - np.array(start)) @ across
    if (sides >= 0).all() or (sides <= 0).all():
        return [part]
    halves = []
    for sign in (1, -1):
        kept: list[NDArray[np.float64]] = []
        for n in range(len(part)):
            here, there = sides[n] * sign, sides[(n + 1) % len(part)] * sign
            if here >= 0:
                kept.append(part[n])
            if here * there < 0:
                kept.append(part[n] + (part[(n + 1) % len(part)] - part[n]) * here / (here - there))
        halves.append(np.array(kept))
    return halves


SLANT = 0.3
"""Sides of a die by which its foot may lie elsewhere than its box and its upper face say, where no plane is known."""


def feet_in_picture(dice: Sequence[Die]) -> list[DieFootprint]:
    """Where dice stand, in pixels, where nothing but their boxes and upper faces is known: what of a box its upper face
    leaves over is what is seen of the sides, by which the foot lies below the face."""
    feet = []
    for die in dice:
        x0, y0, x1, y1 = (edge - 0.5 for edge in die.box)
        side = min(x1 - x0, y1 - y0)
        if die.top is None:
            half = side / 2
            middle = np.array([(x0 + x1) / 2, y1 - half])
            corners = middle + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        else:
            face = np.array(die.top, np.float64) - 0.5
            (left, top), (right, bottom) = face.min(0), face.max(0)
            corners = face + np.array([x0 - left + x1 - right, y0 - top + y1 - bottom])
        feet.append(DieFootprint(corners, SLANT * side))
    return feet


def in_picture(feet: Sequence[DieFootprint], matrix: NDArray[np.float64]) -> list[DieFootprint]:
    """Feet of a plane, in pixels of the picture to which the homography `matrix` (3, 3) leads from it."""
    made = []
    for foot in feet:
        middle = foot.middle
        around = middle + foot.error * np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]])
        pixels = project(matrix, around)
        error = float(np.linalg.norm(pixels[1:] - pixels[0], axis=1).max())
        made.append(DieFootprint(project(matrix, foot.corners), error))
    return made


@dataclass
class CameraPositionCheck:
    """Checks by the whole picture whether camera and table still stand where they stood; hands and dice do not
    count."""

    image: Image
    _was: Small = field(init=False)

    def __post_init__(self) -> None:
        self._was = grey(small_picture(self.image))

    def moved(self, image: Image) -> bool:
        """Whether camera or table moved between the first picture and `image`, taken at rest."""
        now = grey(small_picture(image))
        if now.shape != self._was.shape:
            return True
        return any(camera_shift(self._was, now)) or spread_out(changes(self._was, now))
