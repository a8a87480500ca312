"""Detects which of the dice on the table were rolled, as opposed to lying there, pushed or set down.

A rolled die came to rest by itself: it was seen to travel and to stop with no hand on it. A die that a hand touched
when it came to rest was placed. Where the frames leave it open, the roll is unsure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Box, Die
from vision.inference import box_distance, box_side
from vision.motion.dice_alignment import SAME_PLACE, may_be
from vision.motion.frame_difference import Small, camera_shift, changes, shift
from vision.motion.motion_history import DieArrival, MotionHistory, correlation, patch

SAME_SPOT = 0.3
"""Sides of a die by which a die that merely lies there may seem to have moved."""
UNTOUCHED, HARDLY = 0.8, 0.06
"""Likeness of the pictures before and after from which nothing has happened in a place; and the share of it that may
have changed all the same."""
FADED, UNNOTICED = 0.5, 0.6
"""Share of the contrast before below which an uncertain die is nothing that has come; and share of a die's own contrast
that there must have been for it to have lain there unnoticed: a shade across the table may look like a dark die."""
DIMMED, ROUGHLY = 0.3, 0.6
"""Share of its contrast that a die keeps, at least, where the camera is out of focus, and the likeness of the pictures
of it before and then: those of a die and of the ground below it are alike by .4, and share a tenth."""
TRAVEL = 0.8
"""Sides of a die that a rolled one must have been seen to come by itself; twice as many beside a hand."""
HURRY = 25.0
"""Sides of a die a second from which what ends beside a hand is no die but the hand's shadow."""
TOGETHER = 0.6
"""Seconds within which dice of one throw come to rest."""
HEAP = 3
"""Dice that come to rest together under a hand from which they have been poured out, perhaps: fingers set them down one
after the other."""
PUSH, PUSH_SECONDS = 1.6, 0.6
"""Sides of a die and seconds within which one that shows the same face as before has been pushed, not rolled."""
SLIDE, SLIDE_SECONDS = 5.0, 0.5
"""Sides of a die and seconds within which a single die with the same face may just have slid away from a finger."""
ANOTHER = 0.2
"""Share of the table beside the dice that must have changed for it to be another table."""

Verdict = Literal["rolled", "perhaps", "covered", "moved"]


class Roll(NamedTuple):
    """Dice that have come to rest after a roll."""

    time: float
    """Seconds, on the source's clock, of the frame that settled it."""
    dice: tuple[Die, ...]
    """Those that were rolled, from top to bottom, then from left to right."""
    unsure: bool
    """Whether a die may have been missed, or this may be no roll."""


class RestedTable(NamedTuple):
    """The table at one rest."""

    dice: tuple[Die, ...]
    picture: Small
    """Small and grey."""
    scale: float
    """Small pixels a pixel of the frame."""


def small_box(die: Die, scale: float) -> Box:
    """The box of a die in pixels of a small picture, of which a picture's pixel is `scale`."""
    return _scaled(die.box, scale)


def detect_roll(
    before: RestedTable | None,
    after: RestedTable,
    history: MotionHistory,
    seen: Sequence[Die] = (),
    adrift: bool = False,
) -> tuple[tuple[Die, ...], bool]:
    """The dice of `after` that were rolled since `before`, and whether that is in doubt.

    `history` holds the frames since `before`, the newest at rest. `seen`: the dice of `after` as the camera has them,
    where it has moved; `adrift`: it is not known how.
    """
    if before is not None and (before.picture.shape != after.picture.shape or before.scale != after.scale):
        before = None
    if before is None or not history.frames:
        return (), False  # nothing was seen before: whatever lies there merely lies there
    scale = after.scale
    x, y = (0.0, 0.0) if history.slack else camera_shift(before.picture, after.picture)
    picture = before.picture
    if x or y:
        picture = shift(picture, x, y)
    altered = changes(picture, after.picture, slack=history.slack)
    if not history.slack and _another_table(altered, after, before):
        return (), False
    old = [(die, _moved(die.box, x / scale, y / scale)) for die in before.dice]
    same_spot = SAME_PLACE if history.slack else SAME_SPOT
    changed: list[Die] = []
    kept: set[int] = set()
    for die in after.dice:
        box = small_box(die, scale)
        was, now = patch(picture, box), patch(after.picture, box)
        untouched = correlation(was, now) >= UNTOUCHED or patch(altered, box).mean() < HARDLY
        if not die.certain and now.std() < FADED * was.std():
            untouched = True  # what stood out here has gone: the detector sees a die in what is left
        nearest = min(range(len(old)), key=lambda n: box_distance(old[n][1], die.box), default=None)
        if nearest is not None and box_distance(old[nearest][1], die.box) < same_spot:
            if untouched or (old[nearest][0].value, old[nearest][0].face) == (die.value, die.face):
                kept.add(nearest)
                continue
        elif untouched and was.std() >= UNNOTICED * now.std():  # it lay there all the time, unnoticed
            continue
        changed.append(die)
    gone = [old[n] for n in range(len(old)) if n not in kept]
    if history.slack:
        here = dict(zip(map(id, after.dice), seen, strict=True))
        came = [history.traced(small_box(die, scale), small_box(here[id(die)], scale), adrift) for die in changed]
    else:
        came = [history.arrival(small_box(die, scale)) for die in changed]
    pushed, contested = _pushed(changed, came, gone, [history.left(_scaled(box, scale)) for _, box in gone])
    how: list[Verdict] = []
    for n, die in enumerate(changed):
        verdict = "moved" if n in pushed else _decide(die, came[n], gone, history, len(changed) == 1, not before.dice)
        how.append("perhaps" if n in contested and verdict == "rolled" else verdict)
    free = [one.time for one, verdict in zip(came, how, strict=True) if verdict in ("rolled", "perhaps")]
    under_hand = [one.time for one, verdict in zip(came, how, strict=True) if verdict == "covered"]
    for n, verdict in enumerate(how):
        # Dice that a hand covered when they came to rest: part of a roll that is seen beside it, or of a heap that was
        # poured out under it. One or two are set down more often than thrown.
        if verdict == "covered" and (
            any(abs(came[n].time - t) < TOGETHER for t in free) or _poured(came[n].time, under_hand)
        ):
            how[n] = "perhaps"
    found = tuple(die for die, verdict in zip(changed, how, strict=True) if verdict in ("rolled", "perhaps"))
    return found, "perhaps" in how or (bool(found) and _unread(altered, before, after))


def seems_to_lie_there(before: RestedTable, picture: Small, die: Die) -> bool:
    """Whether a die of a rest seems to lie there still in a later small picture of a camera that stands, which may be
    out of focus."""
    was, now = (patch(one, small_box(die, before.scale)) for one in (before.picture, picture))
    return now.std() >= DIMMED * was.std() and correlation(was, now) >= ROUGHLY


def _poured(time: float, under_hand: Sequence[float]) -> bool:
    """Whether a die that came to rest under a hand at `time` did so with so many others that they are a heap."""
    near = sorted(other for other in under_hand if abs(other - time) < TOGETHER)
    return any(last - first < TOGETHER for first, last in zip(near, near[HEAP - 1 :], strict=False))


def _unread(altered: NDArray[np.bool_], before: RestedTable, after: RestedTable) -> bool:
    """Whether something of a die's size has come where no die was read before or after."""
    sides = [box_side(small_box(die, after.scale)) for die in after.dice]
    size = float(np.median(sides))
    left = altered.astype(np.uint8)
    for die in (*before.dice, *after.dice):
        x0, y0, x1, y1 = (int(v) for v in small_box(die, after.scale))
        more = round(0.6 * size)
        left[max(0, y0 - more) : y1 + more, max(0, x0 - more) : x1 + more] = 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    )
    return bool(np.any((stats[1:, 4] > 0.4 * size**2) & (stats[1:, 2:4].max(1, initial=0) < 3 * size)))


def _another_table(altered: NDArray[np.bool_], after: RestedTable, before: RestedTable) -> bool:
    """Whether more has changed than dice: another picture, another place."""
    outside = np.ones(altered.shape, bool)
    for die in (*before.dice, *after.dice):
        x0, y0, x1, y1 = (int(v) for v in small_box(die, after.scale))
        more = (x1 - x0) // 2 + 2  # their shadows too
        outside[max(0, y0 - more) : y1 + more, max(0, x0 - more) : x1 + more] = False
    return int(np.count_nonzero(altered & outside)) > ANOTHER * max(int(np.count_nonzero(outside)), 1)


def _scaled(box: Box, scale: float) -> Box:
    return box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale


def _moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _pushed(
    changed: Sequence[Die], came: Sequence[DieArrival], gone: Sequence[tuple[Die, Box]], left_at: Sequence[float]
) -> tuple[set[int], set[int]]:
    """Which of the dice have been pushed a little way, the nearest first, each from a place of its own; and which might
    have been, had another not been nearer, or had it not taken so long: in that time a hand takes a die up."""
    near = sorted(
        (distance, n, place)
        for n, die in enumerate(changed)
        for place, (old, box) in enumerate(gone)
        if may_be(old, die) and (distance := box_distance(box, die.box)) < PUSH
    )
    pushed: set[int] = set()
    taken: set[int] = set()
    for _, n, place in near:
        if n not in pushed and place not in taken and came[n].time - left_at[place] < PUSH_SECONDS:
            pushed.add(n)
            taken.add(place)
    return pushed, {n for _, n, _ in near} - pushed


def _decide(
    die: Die, came: DieArrival, gone: Sequence[tuple[Die, Box]], history: MotionHistory, alone: bool, bare: bool
) -> Verdict:
    """How a die that did not lie there before came; `alone`: no other did; `bare`: no die lay on the table."""
    alike = [box for old, box in gone if may_be(old, die)]
    if came.lay_there:  # it came into view, and where hands have been may have been thrown if none is gone that it is
        hidden = came.time > history.frames[0].time and history.hands_seen()
        return "perhaps" if hidden and not alike and (gone or bare) else "moved"
    nearest = min((box_distance(box, die.box) for box in alike), default=None)
    if came.touched:
        if came.path >= 2 * TRAVEL and came.speed < HURRY:
            return "perhaps" if came.guessed else "rolled"
        return "perhaps" if came.tumbled else "covered"
    if came.gap:
        return "perhaps" if nearest is None else "moved"
    if came.path < TRAVEL:
        return "perhaps"
    if alone and nearest is not None and nearest < SLIDE and _brief(history, came):
        return "moved"
    return "perhaps" if came.guessed else "rolled"


def _brief(history: MotionHistory, arrival: DieArrival) -> bool:
    """Whether all that happened took no longer than a die takes to slide away from a finger."""
    return not history.hands_seen() and arrival.time - history.frames[0].time < SLIDE_SECONDS
