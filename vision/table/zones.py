"""Assigns dice to zones: the areas of sheets, or zones between lines on the picture; a die across a border is assigned
to none.

A die lies in a zone when its foot does, but for a quarter of its side at most, and touches no other zone. It lies
beside when it touches none. Everything between is unsure. How exactly the foot is known is part of it: what may be is
not ruled out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.table import Die, Zones, zone_name
from seeds import Page
from vision.plane import Points, corners_of_box
from vision.table.die_footprint import DieFootprint

OVER = 0.25
"""Sides of a die by which it may lie over the edge of its zone, where no other zone begins, and still be in it."""
SAMPLES = 8
"""Points on each side of a foot that are compared with the zones."""


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
    return tuple(Zone(zone_name(area.id, seat), corners_of_box(area.box)) for area in page.sheet.areas)


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


SLANT = 0.3
"""Sides of a die by which its foot may lie elsewhere than its box and its upper face say, where no plane is known."""


def feet_in_picture(dice: Sequence[Die]) -> list[DieFootprint]:
    """Estimates where dice stand, in pixels, from boxes and upper faces alone: what of a box its upper face leaves over
    is what is seen of the sides, by which the foot lies below the face."""
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


def sort_between(dice: Sequence[Die], lines: Zones, width: int) -> list[ZoneAssignment]:
    """The zone of each die between upright lines on a picture of this width, where no plane is known. The outer zones
    go on beyond the picture's edges; a die stands somewhere within its box."""
    edges = [-np.inf, *(line * width for line in lines.lines), np.inf]
    answers = []
    for die, foot in zip(dice, feet_in_picture(dice), strict=True):
        left = max(die.box[0], foot.corners[:, 0].min() - foot.error)
        right = min(die.box[2], foot.corners[:, 0].max() + foot.error)
        bands = zip(lines.names, edges, edges[1:], strict=False)
        near = tuple(name for name, begins, ends in bands if left < ends and right > begins)
        answers.append(ZoneAssignment(near[0]) if len(near) == 1 else ZoneAssignment(None, near))
    return answers
