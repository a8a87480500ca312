"""Fuses several readings of a table at rest: probabilities of faces are averaged in log space, disagreement lowers the
confidence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Box, Die

SAME_PLACE = 0.4
"""Two boxes whose middles are nearer than this, in sides of a die, are one die in two frames."""
LEAST_SHARE = 0.5
"""Share of the readings in which a die must be found."""
FLOOR = 1e-4
"""Probability that every face keeps in every reading: one frame alone rules out nothing."""
MOST_ALTERNATIVES, LEAST_ALTERNATIVE = 3, 5e-4


def box_side(box: Box) -> float:
    """The shorter side of a box in pixels: about that of the die."""
    return min(box[2] - box[0], box[3] - box[1])


def box_distance(one: Box, other: Box) -> float:
    """Distance between the middles of two boxes, in units of the larger one's shorter side."""
    x = (one[0] + one[2] - other[0] - other[2]) / 2
    y = (one[1] + one[3] - other[1] - other[3]) / 2
    return float(np.hypot(x, y) / max(box_side(one), box_side(other), 1e-6))


def reading_order(die: Die) -> tuple[int, float]:
    """Sort key: from top to bottom in bands of 16 pixels, then from left to right."""
    return round(die.box[1] / 16), die.box[0]


def faces_of(die: Die) -> NDArray[np.float64]:
    """(6,): the probabilities of 1..6 by a reading, summing to one."""
    faces = np.full(6, FLOOR)
    for value, share in die.alternatives:
        if 1 <= value <= 6:
            faces[value - 1] = max(share, FLOOR)
    if die.value is not None:
        rest = faces.sum() - faces[die.value - 1]
        faces[die.value - 1] = max(die.confidence, 1 - rest, FLOOR)
    return np.asarray(faces / faces.sum())


def fuse(readings: Sequence[Sequence[Die]]) -> tuple[tuple[Die, ...], bool]:
    """One set of dice from readings of the same table, the newest last; and whether a die may have been missed.

    A die found in too few readings is left out, which makes the whole unsure. Boxes are those of the newest reading
    that has the die.
    """
    groups: list[list[Die]] = []
    for reading in readings:
        taken: set[int] = set()
        for die in reading:
            best = min(
                (n for n in range(len(groups)) if n not in taken),
                key=lambda n: box_distance(groups[n][-1].box, die.box),
                default=None,
            )
            if best is None or box_distance(groups[best][-1].box, die.box) > SAME_PLACE:
                groups.append([])
                best = len(groups) - 1
            groups[best].append(die)
            taken.add(best)
    steady = [group for group in groups if len(group) >= LEAST_SHARE * len(readings)]
    dice = sorted((fused(group) for group in steady), key=reading_order)
    # A flicker that no reading was sure of is no die that was missed.
    missed = any(die.certain for group in groups if group not in steady for die in group)
    return tuple(dice), missed


def fused(sightings: Sequence[Die]) -> Die:
    """One die from its sightings in several frames, the newest last."""
    newest = sightings[-1]
    if len(sightings) == 1:
        return newest
    if newest.face is not None:  # an enrolled face has no number to average: the likeliest sighting speaks for all
        best = max(sightings, key=lambda die: die.confidence)
        one_voice = all(die.face == best.face for die in sightings)
        return msgspec.structs.replace(best, box=newest.box, certain=best.certain and one_voice)
    logs = np.mean([np.log(faces_of(die)) for die in sightings], axis=0)
    faces = np.exp(logs - logs.max())
    faces /= faces.sum()
    value = int(faces.argmax()) + 1
    agree = [die for die in sightings if die.value == value]
    if not agree:  # no frame knew the face
        return newest
    chosen = agree[-1]
    # In log odds, so that one frame in doubt weighs as much as one that is sure; dissent counts as none at all.
    trusts = [die.confidence if die.value == value else 1 - die.confidence for die in sightings]
    chances = np.clip(trusts, FLOOR, 1 - FLOOR)
    odds = float(np.mean(np.log(chances / (1 - chances))))
    confidence = 1 / (1 + float(np.exp(-odds)))
    certain = len(agree) == len(sightings) and 2 * sum(die.certain for die in agree) > len(sightings)
    others = [n + 1 for n in np.argsort(-faces).tolist() if n + 1 != value and faces[n] >= LEAST_ALTERNATIVE]
    return msgspec.structs.replace(
        chosen,
        box=newest.box,
        value=value,
        confidence=round(confidence, 4),
        certain=certain,
        doubts=() if certain else next((die.doubts for die in sightings[::-1] if die.doubts), ()),
        alternatives=tuple((face, round(float(faces[face - 1]), 4)) for face in others[:MOST_ALTERNATIVES]),
    )
