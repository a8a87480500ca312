"""Derives the true rolls of a clip from what happened in it."""

from __future__ import annotations

import numpy as np

from models.train.render.clips.clips import RATE, Director, Moment, RestingDie, TrueRoll
from models.train.render.clips.physics import Vector
from models.train.render.clips.raster import FACES

STILL = 0.03
"""Units or radians by which a die may still be off its last pose when it counts as lying still."""


def _off(a: tuple[Vector, Vector], b: tuple[Vector, Vector]) -> float:
    return float(max(np.abs(a[0] - b[0]).max(), np.abs(a[1] - b[1]).max()))


def true_rolls(director: Director) -> list[TrueRoll]:
    """What was rolled, from what happened."""
    rolls = []
    moments = [_in_view(director, moment) for moment in director.moments]
    for k, throw in enumerate(director.throws):
        end = director.throws[k + 1].first if k + 1 < len(director.throws) else len(moments)
        last = _rest_before(moments, throw.first, end)
        if last is None:
            continue
        poses = {n: (place, turn) for n, place, turn in moments[last].poses}
        ready = last
        while ready > throw.first and not moments[ready - 1].hand:
            earlier = {n: (place, turn) for n, place, turn in moments[ready - 1].poses}
            if any(n not in earlier or _off(earlier[n], poses[n]) > STILL for n in poses):
                break
            ready -= 1

        def resting(n: int, poses: dict[int, tuple[Vector, Vector]] = poses) -> RestingDie:
            place, turn = poses[n]
            axis = int(np.argmax(np.abs(turn[2])))
            value = FACES[2 * axis + (0 if turn[2, axis] > 0 else 1)]
            x, y = director.view.project(place)[0]
            leans = bool(abs(turn[2, axis]) < 0.985 or place[2] > 0.7)
            size, colour = director.view.scale(place), director.looks[n].colour
            return RestingDie((float(x), float(y)), size, value, colour, leans, place)

        rolled = [n for n in throw.dice if n in poses and director.seen(poses[n][0], 0.9)]
        half_seen = [n for n in throw.dice if n in poses and n not in rolled and director.seen(poses[n][0], -1)]
        pushed = [n for n in throw.before if n in poses and _off(poses[n], throw.before[n]) > 0.05]
        if rolled or half_seen:
            until = ready
            while until < len(moments) and not moments[until].hand and _same(moments[until], moments[ready]):
                until += 1
            rolls.append(
                TrueRoll(
                    throw.first / RATE,
                    ready / RATE,
                    until / RATE,
                    [resting(n) for n in rolled],
                    [resting(n) for n in pushed + half_seen],
                )
            )
    return rolls


def _in_view(director: Director, moment: Moment) -> Moment:
    poses = [pose for pose in moment.poses if director.seen(pose[1], -1)]
    return Moment(poses, moment.limbs, moment.lamps, moment.hand)


def _rest_before(moments: list[Moment], first: int, end: int) -> int | None:
    """The last frame between two throws at which everything lies as it came to rest, no hand in view."""
    for n in range(first + 2, end):
        if moments[n].hand or n + 14 >= end or moments[n + 14].hand:
            continue
        if _same(moments[n], moments[n + 14]) and not any(moments[m].hand for m in range(n, n + 14)):
            return n + 7
    return None


def _same(a: Moment, b: Moment) -> bool:
    one, other = ({n: (p, t) for n, p, t in m.poses} for m in (a, b))
    return one.keys() == other.keys() and all(_off(one[n], other[n]) <= STILL for n in one)
