"""Detects when a hand came down on a card, by the reach of its arm over time: it moves forward fast and stops on it.

Contact cannot be seen from above. A hand that stops over the card counts as down if it came fast; one that came slowly,
or left at once, may only have hovered, which is reported as a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from vision.hands.arm_observation import Arm, Sample

Doubt = Literal["slow", "brief", "beside", "before", "too far"]
"""Slow: it came slowly, and may hover. Brief: it went away at once. Beside: it stopped at the card's very edge. Before:
it was there when the card was uncovered. Too far: the arm lies across the card, the hand beyond it."""

ON_CARD, BESIDE = 4.0, 16.0
"""Millimetres from the card's outline up to which a hand lies on it, and up to which it may."""
STOPPED_MM = 8.0
"""Millimetres by which the reach of a hand that has stopped may change."""
SETTLED = 3.0
"""Millimetres within which it lies quite still."""
HOLD = 0.06
"""Seconds for which a hand must have stopped."""
CAME = 22.0
"""Millimetres that a hand must have come forward."""
FAST = 450.0
"""Millimetres a second from which a hand came to smack."""
SLOWEST = 60.0
"""Least speed in millimetres a second from which the time of the stop is extrapolated."""
RUN_UP = 0.25
"""Seconds before the stop in which it was fast."""
BACK = 14.0
"""Millimetres by which a hand goes back that was only there for a moment."""
LOWERING = 0.2
"""Seconds after which a hand that seemed to go back must lie still on the card to have come down."""
ACROSS = 130.0
"""Millimetres beyond the card's middle from which a hand no longer lies on the card, or has another's pixels in it."""
ALONE, JOINED = 0.35, 0.6
"""Frames by which a stop is off, as a standard deviation: of a hand by itself, and of one that runs into another."""
COVERING = 100.0
"""Millimetres from the card's outline within which a hand that runs into another may lie on the card unseen."""
GONE, FAR = 0.15, 250.0
"""Seconds after which an arm that is seen no more has vanished, and millimetres from the card's middle within which it
can have been on its way there."""
FINGERS = 120
"""Small pixels of an arm that is more than a shimmer at the picture's edge."""
LAYING = 0.12
"""Seconds after the stop over which the distance is measured."""


class Touchdown(NamedTuple):
    """A hand coming down on a card."""

    time: float
    """Seconds."""
    give_or_take: float
    """Seconds, as a standard deviation."""
    distance: float
    """Millimetres from the card's middle to the hand when it had come; 0 where it covers it."""
    uncertain: float
    """Millimetres by which `distance` may be off, as a standard deviation."""
    at_rest: float
    """Millimetres in the newest frame."""
    speed: float
    """Millimetres a second, at its fastest."""
    touched: bool
    """Whether another hand lies where this one is nearest to the middle: it may be nearer, beneath it or on it."""
    hidden: bool
    """Whether another hand lay before it when it seemed to stop: it may have gone on, beneath it or on it."""
    entry: tuple[float, float]
    """Millimetres: where the arm comes in over the picture's edge."""
    tip: tuple[float, float]
    """Millimetres: where the hand reaches farthest."""
    doubts: tuple[Doubt, ...] = ()
    earlier: float = 0.0
    """Seconds by which it may have come before `time`: where it had run into another hand before its stop was seen."""


def detect_touchdown(arm: Arm, slip: float) -> Touchdown | None:
    """The first touchdown of an arm, None while there is none; `slip`: standard deviation in millimetres of a measured
    distance."""
    samples = arm.samples
    there: int | None = None
    for n in range(len(samples)):
        if samples[n].outside > BESIDE or (n == 0 and arm.from_start):
            continue
        if samples[n].reach - min((one.reach for one in samples[:n]), default=-np.inf) < CAME:
            continue
        if there is not None and samples[n].time - samples[there].time > LOWERING:
            break
        hold = _hold(samples, n)
        if hold is not None:
            late = _settled(samples, n, hold)
            return _measured(arm, n + late, hold - late, False, slip)
        if there is None and _goes_back(samples, n):  # or is only lowered, which at a slant looks alike
            there = n
    return None if there is None else _measured(arm, there, 1, True, slip)


def _hold(samples: Sequence[Sample], n: int) -> int | None:
    """The number of samples for which the hand stays within STOPPED_MM of the n-th; None for less than HOLD seconds."""
    end = n
    while end + 1 < len(samples) and abs(samples[end + 1].reach - samples[n].reach) <= STOPPED_MM:
        end += 1
    return end - n + 1 if end > n and samples[end].time - samples[n].time >= HOLD else None


def _settled(samples: Sequence[Sample], n: int, hold: int) -> int:
    """How many samples after the n-th it lies quite still: the last of its way may be short, and at a slant a hand that
    is lowered seems to move."""
    reaches = [one.reach for one in samples[n : n + hold] if one.time - samples[n].time <= LOWERING]
    end = float(np.median(reaches[len(reaches) // 2 :]))
    return next((k for k, reach in enumerate(reaches) if abs(reach - end) <= SETTLED), 0)


def _goes_back(samples: Sequence[Sample], n: int) -> bool:
    """Whether the hand is farthest at the n-th sample, on the card, and goes back."""
    after = [one for one in samples[n + 1 :] if one.time - samples[n].time <= HOLD * 2]
    if not after or samples[n].outside > ON_CARD:
        return False
    return (
        max(one.reach for one in after) <= samples[n].reach + STOPPED_MM / 2
        and after[-1].reach < samples[n].reach - BACK
    )


def _measured(arm: Arm, n: int, held: int, brief: bool, slip: float) -> Touchdown:
    samples = arm.samples
    here = samples[n]
    reach = float(np.median([one.reach for one in samples[n : n + min(held, 4)]]))
    before = samples[n - 1].time if n else arm.unseen
    gap = max(here.time - before, 1e-3)
    moved = 0.5
    if n >= 2:
        pace = (samples[n - 1].reach - samples[n - 2].reach) / max(samples[n - 1].time - samples[n - 2].time, 1e-3)
        if abs(pace) > SLOWEST:
            moved = float(np.clip((reach - samples[n - 1].reach) / (pace * gap), 0.0, 1.0))
    resting = [one for one in samples[n : n + held] if one.time - here.time <= LAYING]
    open_ = [one for one in resting if not one.touched] if not here.touched else []
    distance = float(np.median([one.distance for one in open_ or resting]))  # where it lay before another came to it
    run_up = [one for one in samples[: n + 1] if here.time - one.time <= RUN_UP]
    paces = [(b.reach - a.reach) / max(b.time - a.time, 1e-3) for a, b in pairwise(run_up)]
    speed = max(paces, default=FAST if n == 0 else 0.0)
    doubts: list[Doubt] = []
    outside = float(np.median([one.outside for one in resting]))
    if reach > ACROSS or any(one.beyond for one in resting):
        doubts.append("too far")
    if outside > ON_CARD:
        doubts.append("beside")
    if arm.from_start and all(one.outside <= ON_CARD for one in samples[:n]):
        doubts.append("before")
    if brief:
        doubts.append("brief")
    if speed < FAST:
        doubts.append("slow")
    hidden = here.hidden or (here.touched and here.distance > 0)
    shades = [one.shaded for one in resting if not np.isnan(one.shaded)]
    shade = max(0.0, distance - float(np.median(shades))) if shades else 0.0
    touched = not open_
    off = JOINED if any(one.touched or one.hidden for one in samples[max(0, n - 1) : n + 1]) else ALONE
    return Touchdown(
        before + moved * gap, off * gap, distance, float(np.hypot(slip, 0.1 * shade)), samples[-1].distance, speed,
        touched, hidden, here.entry, here.tip, tuple(doubts), _earlier(samples, n, before + moved * gap),
    )  # fmt: skip


def _earlier(samples: Sequence[Sample], n: int, time: float) -> float:
    """Seconds by which a hand may have stopped before `time`, the n-th sample being its stop as it was seen."""
    first = n
    while (
        first > 0
        and samples[first - 1].hidden
        and samples[first - 1].outside <= COVERING
        and samples[first].reach - samples[first - 1].reach < CAME
    ):
        first -= 1
    return max(0.0, time - samples[first].time) if first < n else 0.0


def possible_touchdown(arm: Arm, close: float, length: float, now: float) -> Sample | None:
    """Finds the first sample after which an arm that was not seen to come down until `now` may have: within `close`
    millimetres of the card's middle; or within `length` where it ran into another hand as it shot forward; or the last
    of one that shot forward and was seen no more. None where there is none."""
    if arm.from_start:
        return None
    for n, one in enumerate(arm.samples):
        if one.distance < close:
            return one
        vanished = arm.largest >= FINGERS and n == len(arm.samples) - 1 and now - one.time > GONE and one.distance < FAR
        if vanished or (one.hidden and one.distance < length):
            before = [other.reach for other in arm.samples[:n] if one.time - other.time <= RUN_UP]
            if not before or one.reach - min(before) >= CAME:
                return one
    return None
