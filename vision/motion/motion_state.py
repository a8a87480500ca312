"""Classifies the motion in each frame of a stream; most frames end here, since nothing changes.

A frame is compared, as a small grey picture, with the frame at which the table last became still, smooth changes of
light removed. Hands are detected by difference from a reference of the table at rest: they reach in over the picture's
edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from companion.table import Box
from vision.camera import Frame, Image
from vision.motion.camera_motion import CameraMotion, CameraTracker
from vision.motion.frame_difference import (
    STEP,
    WIDTH,
    Small,
    alike,
    camera_shift,
    changes,
    grey,
    has_moved,
    small_picture,
    spread_out,
    unchanged,
)
from vision.motion.hand_mask import USUAL_DIE, Mask, hands_among, reaching_in
from vision.motion.picture_alignment import IDENTITY, greatest_shift, masked_back, onward, warped_back

State = Literal["idle", "hands", "rolling", "settling", "at rest"]
"""Idle: at rest since before. Hands: a hand is in view, still or not. Rolling: something moves by itself. Settling:
nothing moves since a moment, or only the light changes. At rest: just come to rest, to be read now."""


COARSEST = 20
"""To how much STEP may grow where the compression makes the picture flicker."""
QUIET = 0.2
"""Seconds without change until the table counts as at rest."""
PATIENCE = 6.0
"""Seconds after which something large that lies quite still counts as part of the table, not as a hand."""
PAUSE = 0.6
"""The same for what was a hand a moment before, while the camera moves: slight motion is not seen then, and hands that
only pause seem to lie still."""
CALM = 2.0
"""Pixels by which a picture's corners may shift while the camera counts as held still."""
LOOK_AGAIN, LOOKED_AT = 0.3, 0.9
"""Seconds after a rest from which a camera that goes on moving may show what is to be read; and the share of the
picture that was read at that rest below which it does."""
RIGID = 6
"""Frames for which what is seen must have kept its shape while it moved."""
MORE = 1.3
"""How much more than dice that reach in over the edge there may be to see of them, as the camera moves."""
SHADOW = 0.35
"""Sides of a die by which its shadow is taken to reach beyond it."""
NEAR_HAND, TORN, THIN = (np.ones((side, side), np.uint8) for side in (9, 5, 7))
"""Around a hand in the small picture, what counts as the hand; between parts of one thing that differ from what lay
there, what does not; and what is thinner is none, but how much darker its surroundings are taken to be for a hand."""
SUDDEN = 0.15
"""Seconds between two frames within which no hand comes in and no die comes to rest."""
USUAL_RATE = 30.0
"""Frames a second, taken for true while the times of the frames tell nothing."""
LONGEST_STEP = 2.0
"""Seconds between two frames that count as such; a longer pause is taken for this one."""
DARK, BRIGHT = 7, 248
"""Mean brightness beyond which a picture shows nothing and is passed over."""


class StreamClock:
    """A monotonic clock in seconds, made from the times of frames, which may jump or stand still."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 1 / USUAL_RATE
        """Seconds between the two newest frames."""
        self._last: float | None = None
        self._usual = 1 / USUAL_RATE

    def tick(self, time: float) -> float:
        """Advances to the frame at `time` (seconds on the source's clock); returns the monotonic time."""
        last, self._last = self._last, time
        if last is None:
            return self.now
        step = time - last
        if not 0 < step < float("inf"):  # backwards, standing still or no number at all
            step = self._usual
        else:
            step = min(step, LONGEST_STEP)
            self._usual += 0.2 * (min(step, 0.5) - self._usual)
        self.step = step
        self.now += step
        return self.now


class MotionDetector:
    """Classifies the motion in one stream of frames."""

    def __init__(self, quiet: float = QUIET) -> None:
        self.quiet = quiet
        self.forget()

    def forget(self) -> None:
        """Resets all state, as for another source."""
        self.clock = StreamClock()
        self.die: float | None = None
        """Side of a die in pixels of the small picture, where known: whoever reads the dice sets it."""
        self._image: Image | None = None
        """The newest frame's."""
        self.picture: Small | None = None
        """The newest usable frame, small and grey, as the camera has it."""
        self.small: Small | None = None
        """The same in colour."""
        self.now: Small | None = None
        """The same as the camera would have it, had it not moved since the last rest."""
        self.camera = CameraMotion(IDENTITY, 0.0)
        """How it has moved since then."""
        self._tracker: CameraTracker | None = None
        self._camera_moved = 0.0
        """Time of the newest frame in which it was seen to move."""
        self._pose = IDENTITY
        """How it had moved up to then."""
        self.hand: Mask | None = None
        """Where the hands are in the newest frame, as `now` has it; None where there is none."""
        self.reaching: Mask | None = None
        """All that reaches in over the picture's edge, dice that lie there included, as the camera has it."""
        self._hands: Mask | None = None
        """The hands among it."""
        self.blind = False
        """Whether the newest frame shows nothing at all."""
        self._reference: Small | None = None
        self._anchor: Small | None = None
        self._changed: Small | None = None
        """The newest frame that showed a change, small and grey, as the camera had it."""
        self._since = 0.0
        self._rested = False
        self._rested_at = 0.0
        self.again = False
        """Whether nothing but the camera has moved between the two newest rests."""
        self.cut = False
        """Whether all that changed since the last rest did so from one frame to the next: another picture is shown.
        No hand comes in and no die comes to rest so fast."""
        self._usable = 0.0
        """Time of the newest frame that showed anything."""
        self._changes = 0
        """Frames since the last rest that showed a change."""
        self._flicker = False
        self._explained = False
        """Whether what reaches in has been found to be dice."""
        self._dice_reach = 0.0
        """Small pixels of what reached in and was found to be dice."""
        self._step = STEP

    @property
    def rigid(self) -> bool:
        """Whether what is seen keeps its shape while it moves, as dice do before a camera that moves."""
        return self._tracker is not None and self._tracker.agreed >= RIGID

    @property
    def still_for(self) -> float:
        """Seconds since the last change."""
        return self.clock.now - self._since

    def see(self, frame: Frame) -> State:
        """The state of the table at the stream's next frame."""
        time = self.clock.tick(frame.time)
        self._image = frame.image
        small = small_picture(frame.image)
        now = grey(small)
        mean = float(cv2.mean(now)[0])
        self.blind = not DARK <= mean <= BRIGHT
        if self.blind:
            self._since = time
            return "settling"
        pause, self._usable, self.small = time - self._usable, time, small
        if self._anchor is None or self._reference is None or self._anchor.shape != now.shape:
            self._anchor, self._reference, self._since, self._rested, self.hand = now, small, time, False, None
            self.picture = self.now = now
            self._tracker, self.camera = CameraTracker(now, frame.image), CameraMotion(IDENTITY, 0.0)
            return "settling"
        if self._unmoved(now):
            if self._rested:
                elsewhere = self._rested_at < self._camera_moved and time - self._camera_moved >= self.quiet
                if not elsewhere and not self._looks_on():
                    return "idle"
                self._rested_at, self.again = time, True
                return "at rest"  # a camera that has come to rest elsewhere, or sees more: that is to be read anew
            if self.still_for < self.quiet:
                return "settling" if self.hand is None else "hands"
            if self.hand is not None and not self.camera.still and self.still_for < PAUSE:
                return "hands"
            if self.hand is not None and self.still_for < PATIENCE and not self.cut:
                self._look_for_hands(small, still=True)
                if self.hand is not None:
                    return "hands"
            if self._changes == 1 and self._flicker:  # a key frame of the compression
                self._step = min(self._step + 3, COARSEST)
            self._rested, self._rested_at, self._reference, self._changes = True, time, small, 0
            self.hand = self.reaching = self._hands = None
            self._dice_reach, self.again = 0.0, False
            return "at rest"
        assert self.now is not None
        anchor, moved = self._anchor, changes(self._anchor, self.now, self._step, not self.camera.still)
        self._flicker = bool(moved.mean() < 0.03)
        self._anchor, self._since, self._rested, self._changed = self.now, time, False, now
        self._changes += 1
        self.cut = self._changes == 1 and pause <= SUDDEN
        self._look_for_hands(small, still=False)
        if self.hand is not None:
            return "hands"
        bumped = not self.camera.still or any(camera_shift(anchor, self.now))
        if self._changes == 1 or spread_out(moved) or not has_moved(anchor, self.now) or bumped:
            return "settling"
        return "rolling"

    def hold(self) -> CameraMotion:
        """Measures the camera's motion from the newest frame on; returns what it was until then."""
        assert self.picture is not None and self._tracker is not None
        assert self._anchor is not None and self._reference is not None and self.small is not None
        was, matrix = self.camera, self.camera.matrix
        if was.still:
            if self._rested:
                self._tracker.rest(self.picture, self._image)
            return was
        self._anchor = onward(self._anchor, matrix, self.picture)
        self._reference = onward(self._reference, matrix, self.small)
        self.hand = self._hands
        self._tracker.restart(self.picture, self._image, was.adrift and not self._rested, self._rested)
        self.camera, self.now, self._pose = self._tracker.motion, self.picture, IDENTITY
        return was

    def locate(self) -> None:
        """Measures anew how the camera has moved up to the newest frame: while nothing else moves, a pixel or two are
        let pass."""
        assert self._tracker is not None and self.picture is not None
        if not self.camera.still:
            self.camera = self._tracker.follow(self.picture, self._hands, self._image)
            self.now = self._as_before(self.picture)

    def stands(self) -> bool:
        """Whether the camera turns out to stand, now that the table is at rest; then it has not moved."""
        assert self._tracker is not None and self.picture is not None
        if not self._tracker.moving or self._changed is None or not self._tracker.stood(self._changed, self.picture):
            return False
        self._tracker.stand()
        self.camera, self.now, self._anchor, self._pose = self._tracker.motion, self.picture, self.picture, IDENTITY
        return True

    def _unmoved(self, picture: Small) -> bool:
        """Whether nothing but the camera has moved since the anchor; sets how the camera has."""
        assert self._anchor is not None and self._tracker is not None
        self.picture, self.now = picture, self._as_before(picture)
        if self.camera.still and self._same(self.now):
            self._tracker.unchanged(picture, self._image)
            return True
        self.camera = self._tracker.follow(picture, self._hands, self._image)
        if greatest_shift(self.camera.matrix @ np.linalg.inv(self._pose), picture) > CALM:
            self._camera_moved, self._pose = self.clock.now, self.camera.matrix
        self.now = self._as_before(picture)
        return self._same(self.now)

    def _looks_on(self) -> bool:
        """Whether a camera that moves on shows by now more than was read at the last rest."""
        assert self.small is not None
        height, width = self.small.shape[:2]
        return (
            not self.camera.still
            and self.clock.now - self._rested_at >= LOOK_AGAIN
            and self.camera.share_in_view(width, height) < LOOKED_AT
        )

    def _same(self, now: Small) -> bool:
        assert self._anchor is not None
        if self.camera.still:
            return unchanged(self._anchor, now, self._step)
        return alike(self._anchor, now, self._step, self.die or USUAL_DIE * WIDTH)

    def _as_before(self, picture: Small) -> Small:
        """A small grey picture as the camera would have it, had it not moved since the last rest."""
        return picture if self.camera.still else warped_back(picture, self.camera.matrix, self._anchor)

    @property
    def may_move(self) -> bool:
        """Whether the camera is taken to stand though the newest frame does not show that it does."""
        return self._tracker is not None and not self._tracker.found and not self._tracker.moving

    def believe(self) -> None:
        """Dice have been seen to keep their places among each other while they moved: it is the camera that does."""
        if self._tracker is not None:
            self._tracker.believe()

    def only_dice(self, boxes: Sequence[Box]) -> bool:
        """Whether what seems to be a hand is nothing but dice in these boxes of the small picture."""
        return self.reaching is None or (bool(boxes) and self._hands_beside(boxes) is None)

    def _hands_beside(self, boxes: Sequence[Box]) -> Mask | None:
        assert self.reaching is not None
        die = float(np.median([min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]))
        rest, more = self.reaching.copy(), SHADOW * die
        for x0, y0, x1, y1 in boxes:
            rest[max(0, int(y0 - more)) : int(y1 + more) + 1, max(0, int(x0 - more)) : int(x1 + more) + 1] = False
        return hands_among(rest, die)

    def explain(self, boxes: Sequence[Box]) -> None:
        """Dice are seen in these boxes of the small picture, as the camera has it: what is nothing but dice is no hand,
        however many lie together at the picture's edge."""
        if self.reaching is None or not boxes:
            return
        self.die = float(np.median([min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]))
        self._note_hands(self._hands_beside(boxes))
        if self.hand is None:
            self._dice_reach = MORE * float(np.count_nonzero(self.reaching))
            self.reaching, self._explained = None, True

    def beside_hands(self, least: int) -> list[Box]:
        """Where the newest frame shows something else than the table at its last rest, and no hand: boxes in the small
        picture, as `now` has it, around at least so many pixels each, the largest first."""
        if self._reference is None or self.now is None or self._reference.shape[:2] != self.now.shape:
            return []
        moved = changes(grey(self._reference), self.now, self._step, not self.camera.still).astype(np.uint8)
        if self.hand is not None:
            moved[cv2.dilate(self.hand.astype(np.uint8), NEAR_HAND) > 0] = 0
        whole = cv2.morphologyEx(cv2.morphologyEx(moved, cv2.MORPH_CLOSE, TORN), cv2.MORPH_OPEN, THIN)
        _, _, stats, _ = cv2.connectedComponentsWithStats(whole)
        parts = [part for part in stats[1:].tolist() if part[cv2.CC_STAT_AREA] >= least]
        parts.sort(key=lambda part: -part[cv2.CC_STAT_AREA])
        return [(x, y, x + width, y + height) for x, y, width, height, _ in parts]

    def _look_for_hands(self, small: Small, still: bool) -> None:
        assert self._reference is not None
        if still and self._explained:
            return
        self._explained = False
        if self.camera.still:
            self.reaching = reaching_in(self._reference, small, still)
        else:
            matrix, nothing = self.camera.matrix, np.zeros(small.shape[:2], np.uint8)
            unknown = cv2.dilate(onward(nothing, matrix, nothing + 1), np.ones((9, 9), np.uint8)) > 0
            self.reaching = reaching_in(onward(self._reference, matrix, small), small, still, unknown)
        if self.rigid and self.reaching is not None and np.count_nonzero(self.reaching) < self._dice_reach:
            self.reaching = None  # the same dice
        self._note_hands(None if self.reaching is None else hands_among(self.reaching, self.die))

    def _note_hands(self, hands: Mask | None) -> None:
        self.hand = self._hands = hands
        if hands is not None and not self.camera.still:
            self.hand = masked_back(hands, self.camera.matrix)
