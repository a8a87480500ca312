"""Keeps the small pictures since the last rest, and reconstructs from them how each die came to lie where it lies.

All coordinates are pixels of the small grey pictures of vision.motion.frame_difference.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Box
from vision.motion.camera_motion import CameraMotion
from vision.motion.die_trace import DieTrace, trace_back
from vision.motion.frame_difference import WIDTH, Small, changes
from vision.motion.hand_mask import USUAL_DIE, hands_among
from vision.motion.picture_alignment import IDENTITY, Matrix, masked_back, onward

MOST = 300
"""Frames that are kept; of more, every second of the older half is dropped."""
SHORTEST = 1 / 45
"""Seconds between two frames that are kept."""
SAME_PATCH = 0.75
"""Correlation from which a patch looks as it does at the end."""
STAYED = 0.09
"""Seconds for which it must have looked so to have come to rest."""
NEAR = 0.45
"""Sides of a die within which a hand touches it."""
NARROW, WIDE = 0.35, 1.0
"""Sides of a die around a hand within which changes are the hand's own; the second for dice that it touched."""
GAP = 0.15
"""Seconds between two frames in which a roll may go by unseen."""
LOOK_BACK = 12
"""Frames before a die lies still in which it is looked for beside a hand."""
ABRUPT = 0.3
"""Change from one picture to the next, in areas of a die, that dice do not make just before they lie still."""
KEPT_STILL = 0.005
"""Share of a hand's pixels that may change while it keeps still."""
ASTRAY = 5
"""Pixels by which what was warped may be off its place."""
IN_PLACE = 0.35
"""Sides of a die from its place within which it lies there already."""
ROLLED_IN = 1.6
"""Sides of a die that one has moved on the table that rolled into view, and did not lie beside it."""
LOST = 3
"""Frames without a trace after which a track ends."""
STOOD = CameraMotion(IDENTITY, 0.0)


class HistoryFrame(NamedTuple):
    """One kept frame."""

    time: float
    """Seconds, on motion's clock."""
    picture: Small
    reaching: NDArray[np.uint8] | None
    """Packed bits of the mask of what reaches in over the picture's edge, as the camera had it."""
    camera: CameraMotion
    """How the camera had moved: `picture` is as it would have been, had it not."""
    seen: Small
    """The picture as the camera had it."""


class DieArrival(NamedTuple):
    """How a die came to rest."""

    time: float
    touched: bool
    """Whether a hand was on it or beside it when it came to rest."""
    path: float
    """How far it was seen to come by itself, in sides of a die."""
    gap: bool
    """Whether nothing was seen just before it lay there."""
    speed: float
    """Sides of a die a second in the last moment before it lay still."""
    tumbled: bool = False
    """Whether it was seen to move beside a hand that kept still."""
    lay_there: bool = False
    """Whether it lay there before, or only came into view."""
    guessed: bool = False
    """Whether its path may be the camera's, or the hand's that was on it: the camera moved, and how is not known well
    enough."""


def correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Correlation of two patches, whatever their brightness; flat ones are alike when both are flat."""
    if not one.size or one.shape != other.shape:  # beside the picture
        return 0.0
    a, b = one - one.mean(), other - other.mean()
    x, y = float((a * a).mean()), float((b * b).mean())
    if x < 9 and y < 9:
        return 1.0
    return float((a * b).mean() / np.sqrt(max(x, 4.0) * max(y, 4.0)))


def patch(picture: Small | NDArray[np.bool_], box: Box, grow: float = 0.1) -> NDArray[np.float32]:
    """The part of a picture in a box, a little grown."""
    height, width = picture.shape
    more = grow * min(box[2] - box[0], box[3] - box[1])
    x0, y0 = max(0, int(box[0] - more)), max(0, int(box[1] - more))
    x1, y1 = min(width, int(np.ceil(box[2] + more))), min(height, int(np.ceil(box[3] + more)))
    return picture[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)].astype(np.float32)


def _touches(hand: NDArray[np.bool_] | None, box: Box, reach: float) -> bool:
    if hand is None:
        return False
    x0, y0 = max(0, int(box[0] - reach)), max(0, int(box[1] - reach))
    return bool(hand[y0 : int(box[3] + reach) + 1, x0 : int(box[2] + reach) + 1].any())


class MotionHistory:
    """The frames since the last rest, that of the rest first; at most MOST."""

    def __init__(self) -> None:
        self.frames: list[HistoryFrame] = []
        self.die = USUAL_DIE * WIDTH
        self.slack = False
        """Whether the camera has moved: what was warped is not quite in its place."""
        self._hands: dict[int, NDArray[np.bool_] | None] = {}
        self._free: dict[tuple[int, float], NDArray[np.bool_]] = {}

    def clear(self) -> None:
        """Drops all frames."""
        self.frames.clear()
        self._hands.clear()
        self._free.clear()
        self.slack = False

    def stay(self, time: float) -> None:
        """Extends the newest frame until `time` (seconds): nothing has changed."""
        if self.frames:
            self.frames[-1] = self.frames[-1]._replace(time=time)

    def add(
        self,
        time: float,
        picture: Small,
        reaching: NDArray[np.bool_] | None,
        camera: CameraMotion = STOOD,
        seen: Small | None = None,
    ) -> None:
        """Keep a frame; `reaching`: the mask of what reaches in over its edge, as a `camera` had it that had moved, and
        had the picture `seen`."""
        if self.frames and self.frames[-1].picture.shape != picture.shape:
            self.frames.clear()
        if self.frames and time - self.frames[-1].time < SHORTEST:
            return
        packed = None if reaching is None else np.packbits(reaching)
        self.frames.append(HistoryFrame(time, picture, packed, camera, picture if seen is None else seen))
        self.slack |= not camera.still
        if len(self.frames) > MOST:
            older = MOST // 2
            self.frames[1:older] = self.frames[1:older:2]

    def carry(self, matrix: Matrix) -> None:
        """Warps all frames as a camera that has moved by `matrix` would have them."""
        newest, back = self.frames[-1].picture, np.linalg.inv(matrix)
        for n, frame in enumerate(self.frames):
            picture = onward(frame.picture, matrix, newest)
            self.frames[n] = frame._replace(
                picture=picture, camera=frame.camera._replace(matrix=frame.camera.matrix @ back)
            )
        self.look_back(self.die)

    def unwarp(self) -> None:
        """Takes all frames as the camera had them."""
        self.frames = [frame._replace(picture=frame.seen, camera=STOOD) for frame in self.frames]
        self.slack = False
        self.look_back(self.die)

    def hand(self, n: int) -> NDArray[np.bool_] | None:
        """The mask of the hands in frame n."""
        if n not in self._hands:
            seen = self.frames[n]
            hand = None
            if seen.reaching is not None:
                shape = seen.picture.shape
                mask = np.unpackbits(seen.reaching, count=seen.picture.size).reshape(shape).astype(bool)
                hand = hands_among(mask, self.die)
                if hand is not None and not seen.camera.still:
                    hand = masked_back(hand, seen.camera.matrix)
            self._hands[n] = hand
        return self._hands[n]

    def hands_seen(self) -> bool:
        """Whether a hand was in view at any time."""
        return any(self.hand(n) is not None for n in range(len(self.frames)))

    def look_back(self, die: float) -> None:
        """Sets the side of a die in pixels, and drops what was computed with another."""
        self.die = die
        self._hands.clear()
        self._free.clear()

    def arrival(self, box: Box) -> DieArrival:
        """How the die that lies in `box` in the newest frame came there."""
        last = len(self.frames) - 1
        final = patch(self.frames[last].picture, box)
        first = last
        like = [self._likeness(seen.picture, box, final) >= SAME_PATCH for seen in self.frames]
        n = 0
        while n <= last:  # the first time that it looked so and stayed so for a moment
            end = n
            while end <= last and like[end]:
                end += 1
            if end > n and (end > last or self.frames[end - 1].time - self.frames[n].time >= STAYED):
                first = n
                break
            n = max(end, n + 1)
        size = max(min(box[2] - box[0], box[3] - box[1]), 1.0)
        around = range(max(first - 1, 0), min(first + 1, last) + 1)
        touched = any(_touches(self.hand(k), box, NEAR * size) for k in around)
        gap = first > 0 and self.frames[first].time - self.frames[first - 1].time > GAP
        path, speed, tumbled = self._moved_by_itself(first, box, touched)
        return DieArrival(self.frames[first].time, touched, path, gap, speed, tumbled)

    def _likeness(self, picture: Small, box: Box, final: NDArray[np.float32]) -> float:
        """Correlation of what lies in `box` with a patch; where the camera has moved, of the best place nearby."""
        if not self.slack:
            return correlation(patch(picture, box), final)
        x0, y0, x1, y1 = box
        around = patch(picture, (x0 - ASTRAY, y0 - ASTRAY, x1 + ASTRAY, y1 + ASTRAY))
        fits = all(a >= b for a, b in zip(around.shape, final.shape, strict=True))
        if min(final.shape) < 3 or final.std() < 3 or not fits:
            return correlation(patch(picture, box), final)
        return float(cv2.matchTemplate(around, final, cv2.TM_CCOEFF_NORMED).max())

    def traced(self, box: Box, here: Box, adrift: bool) -> DieArrival:
        """How the die that lies in `box` came there, which the camera has in `here`; `adrift`: it is not known how the
        camera has moved. Where the camera moves, a die is traced by its looks."""
        trace = trace_back([frame.seen for frame in self.frames], here)
        size = max(min(here[2] - here[0], here[3] - here[1]), 1.0)
        last, (first, slid) = len(self.frames) - 1, self._slid(trace, box, size)
        around = range(max(first - 1, 0), min(first + 1, last) + 1)
        touched = any(_touches(self._hand_seen(n), trace.boxes[first], NEAR * size) for n in around)
        gap = first > 0 and self.frames[first].time - self.frames[first - 1].time > GAP
        height, width = self.frames[0].picture.shape
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        path, speed, tumbled = self._moved_by_itself(first, box, touched)
        path = max(path, slid)
        within = size < x < width - size and size < y < height - size
        came_into_view = trace.entered and path < ROLLED_IN and (adrift or not within)
        lay_there = first == 0 or came_into_view
        guessed = not all(self._known(n) for n in range(max(first - LOOK_BACK, 0), last))
        return DieArrival(self.frames[first].time, touched, path, gap, speed, tumbled, lay_there, guessed or touched)

    def _known(self, n: int) -> bool:
        """Whether it is known how the camera moved from frame n to the newest."""
        then, now = self.frames[n].camera, self.frames[-1].camera
        return then.breaks == now.breaks or not (then.adrift or now.adrift)

    def _slid(self, trace: DieTrace, box: Box, size: float) -> tuple[int, float]:
        """The first frame from which on a die lay in `box`, and by how many of its sides it slid there before, showing
        all the time what it shows there; as far back as it is known how the camera moved."""
        first, far = len(self.frames) - 1, 0.0
        for n, (x0, y0, x1, y1) in trace.boxes.items():
            if not self._known(n):
                break
            middle = np.array([[[(x0 + x1) / 2, (y0 + y1) / 2]]], np.float64)
            x, y = cv2.perspectiveTransform(middle, np.linalg.inv(self.frames[n].camera.matrix))[0, 0]
            distance = float(np.hypot(x - (box[0] + box[2]) / 2, y - (box[1] + box[3]) / 2)) / size
            if far < IN_PLACE and distance < IN_PLACE:
                first = n
            far = max(far, distance)
        return (first, far) if far >= IN_PLACE else (trace.first, 0.0)

    def _moved_by_itself(self, first: int, box: Box, touched: bool) -> tuple[float, float, bool]:
        """The path and speed of the die in `box`, which lies still from frame `first` on, and whether it tumbled."""
        size = max(min(box[2] - box[0], box[3] - box[1]), 1.0)
        path, speed = self._path(first, box, size, WIDE if touched else NARROW)
        return path, speed, touched and self._tumbled(first, box, size)

    def _hand_seen(self, n: int) -> NDArray[np.bool_] | None:
        """The mask of the hands in frame n, as the camera had it."""
        frame = self.frames[n]
        if frame.reaching is None:
            return None
        mask = np.unpackbits(frame.reaching, count=frame.seen.size).reshape(frame.seen.shape).astype(bool)
        return hands_among(mask, self.die)

    def stopped_dead(self) -> bool:
        """Whether things moved fast up to the newest picture that differs from the one before: dice slow down first."""
        for n in range(len(self.frames) - 1, 0, -1):
            one, next_ = self.frames[n - 1].picture, self.frames[n].picture
            if not np.array_equal(one, next_):
                return int(np.count_nonzero(changes(one, next_))) > ABRUPT * self.die**2
        return False

    def left(self, box: Box) -> float:
        """When the die that lay in `box` in the first frame was last seen there."""
        first = patch(self.frames[0].picture, box)
        for n in range(len(self.frames) - 1, 0, -1):
            if self._likeness(self.frames[n].picture, box, first) >= SAME_PATCH:
                return self.frames[n].time
        return self.frames[0].time

    def _tumbled(self, first: int, box: Box, size: float) -> bool:
        """Whether things changed in `box` just before frame `first`, a few times over, while the hand did not move."""
        times = 0
        for n in range(first - 1, max(first - LOOK_BACK, 0) - 1, -1):
            hand, after = self.hand(n), self.hand(n + 1)
            if hand is None or after is None:
                continue
            moved = changes(self.frames[n].picture, self.frames[n + 1].picture, slack=self.slack)
            here = patch(moved, box, 0.0).mean() > 0.08
            elsewhere = (moved & (hand | after)) | (hand ^ after)
            x0, y0, x1, y1 = (int(v) for v in box)
            more = round(0.3 * size)
            elsewhere[max(0, y0 - more) : y1 + more, max(0, x0 - more) : x1 + more] = False
            times += bool(here and np.count_nonzero(elsewhere) < KEPT_STILL * np.count_nonzero(hand))
        return times >= 2

    def _free_changes(self, n: int, fringe: float) -> NDArray[np.bool_]:
        """What changed from frame n to the next, away from hands by more than `fringe` sides of a die."""
        key = (n, fringe)
        if key not in self._free:
            moved = changes(self.frames[n].picture, self.frames[n + 1].picture, slack=self.slack)
            for k in (n, n + 1):
                hand = self.hand(k)
                if hand is not None:
                    reach = 2 * round(fringe * self.die) + 1
                    moved &= np.asarray(cv2.dilate(hand.astype(np.uint8), np.ones((reach, reach), np.uint8))) == 0
            self._free[key] = moved
        return self._free[key]

    def _path(self, first: int, box: Box, size: float, fringe: float) -> tuple[float, float]:
        """How far from `box` the trail of free changes leads back, and how fast it ended, in sides of the die."""
        centre = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        at, step, far, lost, speed = centre.copy(), np.zeros(2), 0.0, 0, 0.0
        for n in range(first - 1, -1, -1):
            if not self._known(n):
                break
            y, x = np.nonzero(self._free_changes(n, fringe))
            reach = 1.0 * size + 1.3 * float(np.hypot(*step))
            close = np.hypot(x - at[0], y - at[1]) <= reach
            if np.count_nonzero(close) < max(3.0, 0.04 * size * size):
                lost += 1
                if lost >= LOST:
                    break
                continue
            middle = np.array([x[close].mean(), y[close].mean()])
            moved = 2 * (middle - at)  # a change shows both where the die was and where it came
            length = float(np.hypot(*moved))
            moved *= min(1.0, 3.0 * size / max(length, 1e-6))
            if far == 0.0:
                speed = length / size / max(self.frames[n + 1].time - self.frames[n].time, 1e-3)
            step, at, lost = moved, at + moved, 0
            far = max(far, float(np.hypot(*(at - centre))) / size)
        return far, speed
