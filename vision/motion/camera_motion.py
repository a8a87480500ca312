"""Estimates the camera's own motion against the table: a homography from a key picture to the newest one.

The newest picture is aligned with the key picture, by corners or by the ground's texture; where it does not show that
any more, with the newest one that could not be aligned. Where the ground has no texture, dice that lie still carry it.

All coordinates are pixels of the small grey pictures of vision.motion.frame_difference.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.motion.frame_difference import Small
from vision.motion.picture_alignment import (
    FAR,
    FAR_APART,
    IDENTITY,
    LEAST,
    MANY,
    MOST,
    TOGETHER,
    Fit,
    KeyPicture,
    Matrix,
    corners,
    lucas_kanade,
    motion_between,
)

QUITE_STILL = 0.12
"""Pixels within which the median corner has not moved where the camera stands on something."""
AGREED = (4, 10)
"""Frames without a hand in which fewer must agree on it; the second where they may all be those of one die."""
GROUND_AGREED = 2
"""The same where it is the texture of the ground that tells the motion, all over the picture."""
SETBACK = 4
"""Frames by which one in which none agree sets this back."""
RESTLESS = 60
"""Frames for which a camera that has moved is taken to be held in a hand."""
LOST_FOR, LOOKED_FOR = 8, 4
"""Frames for which each is searched for the texture of a key picture that is not found any more; and of how many one is
from then on: that takes long."""


class CameraMotion(NamedTuple):
    """The camera's motion since the key picture."""

    matrix: Matrix
    """From pixels of the key picture to those of the newest one; while lost, that of the last time it was known."""
    error: float
    """Pixels, around the corners that tell it; infinite while lost."""
    adrift: bool = False
    """Whether the motion was lost since the key picture and not found again: what it was meanwhile is guessed."""
    breaks: int = 0
    """How often it was lost, or found again: between two pictures with as many it is known."""

    @property
    def lost(self) -> bool:
        """Whether the newest picture does not tell the motion."""
        return self.error == float("inf")

    @property
    def still(self) -> bool:
        """Whether the camera stands as it stood in the key picture."""
        return self.matrix is IDENTITY

    def share_in_view(self, width: int, height: int) -> float:
        """Share of the newest picture that shows what the key picture does."""
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        seen = cv2.perspectiveTransform(frame[None], self.matrix)[0]
        area, _ = cv2.intersectConvexConvex(frame, cv2.convexHull(seen))
        return float(area) / (width * height)


class CameraTracker:
    """Tracks the camera's motion through one stream of small grey pictures (h, w) uint8.

    Where the key picture is not found again, the motion goes on from the newest picture instead, until it is. A camera
    is taken to stand still until corners all over the picture, or a few for some time, say that it moves: a single die
    may be moved by a hand.
    """

    def __init__(self, key: Small, image: Image | None = None) -> None:
        self._restless = 0
        """Frames for which the camera is taken to be one that moves."""
        self._agreed = 0
        """Frames in which a few corners have agreed on a motion, without a break."""
        self._free = 0
        """Frames without a hand in which they did, less what speaks against it."""
        self._breaks = 0
        """How often the motion was lost, or found again."""
        self._proven = False
        """Whether corners all over the picture have shown since the last rest that the camera moves."""
        self.found = False
        """Whether the newest picture shows where the camera is against the key picture."""
        self.restart(key, image)

    def restart(self, key: Small, image: Image | None = None, adrift: bool = False, rest: bool = True) -> None:
        """Measures from another key picture on, made of a frame's `image`; `adrift`: it is not known how that one lies
        to those before; `rest`: the table is at rest in it."""
        self.motion = CameraMotion(IDENTITY, 0.0, adrift, self._breaks)
        self._adrift = adrift
        self._proven &= not rest
        self._key = KeyPicture(key, IDENTITY, image)
        self._known = IDENTITY
        self._lately: KeyPicture | None = None
        self._last: KeyPicture | None = None
        """The picture before, where the camera has moved."""
        self._missed = 0
        """Frames in which the key picture has not been found any more."""

    def follow(self, picture: Small, hand: NDArray[np.bool_] | None = None, image: Image | None = None) -> CameraMotion:
        """The motion up to the next picture, which has the size of the key picture and is made of a frame's `image`.
        `hand`: where one was seen last, in that picture's pixels."""
        before = self.motion.matrix
        self._restless -= 1
        newest = KeyPicture(picture, before, image, hand)
        again = self._missed < LOST_FOR or self._missed % LOOKED_FOR == 0
        for guess in [before] if before is self._known else [before, self._known]:
            fit = motion_between(self._key, newest, guess, again and guess is before)
            if fit is None:
                continue
            self.found, self._missed = True, 0
            if not self._moves(fit, hand is None, guess, ground=True):
                self._last = None
                return self.motion
            fit = self._closer(fit, newest, before)
            self._lately, self._known = None, fit.matrix
            self._breaks += self.motion.adrift and not self._adrift
            self.motion = CameraMotion(fit.matrix, fit.error, self._adrift, self._breaks)
            self._last = KeyPicture(picture, self.motion.matrix, image, hand)
            return self.motion
        self.found, self._missed = False, self._missed + 1
        fit = None if self._lately is None else motion_between(self._lately, newest, before)
        if fit is not None and (closer := self._closer(fit, newest, before)) is not fit:
            self._lately, fit = self._last, closer
        if fit is None:
            self._lately, self._agreed = newest, 0
            self._free = max(self._free - SETBACK, 0)
            if self._restless > 0:
                self._breaks += 1
                self.motion = CameraMotion(before, float("inf"), True, self._breaks)
        elif self._moves(fit, hand is None, before, ground=False):
            adrift = self.motion.adrift or fit.matrix is not before
            self.motion = CameraMotion(fit.matrix, fit.error, adrift, self._breaks)
        self._last = KeyPicture(picture, self.motion.matrix, image, hand)
        return self.motion

    def _closer(self, fit: Fit, newest: KeyPicture, before: Matrix) -> Fit:
        """The motion, or the one since the picture before where most corners agree on that: dice that were rolling in
        an older picture lie otherwise by now, and those that stand up look otherwise from elsewhere."""
        told = fit.share >= MOST or fit.ground or fit.matrix is before
        if told or self._last is None or self.motion.lost:
            return fit
        since = motion_between(self._last, newest, before, False)
        return since if since is not None and since.share > max(MOST, fit.share) else fit

    def rest(self, picture: Small, image: Image | None = None) -> None:
        """The table is at rest in a picture: measures from it on, where the camera stands and it shows nothing of the
        key picture any more, as where dice lay on a ground without texture and were taken up, or shows that elsewhere,
        as where a sheet was pushed on such a ground."""
        if not self.motion.still or self.motion.adrift:
            return
        fit = motion_between(self._key, KeyPicture(picture, IDENTITY, image), IDENTITY)
        if fit is None or fit.matrix is not IDENTITY:
            self._agreed = self._free = 0
            self.restart(picture, image)

    @property
    def moving(self) -> bool:
        """Whether the camera is taken to be one that moves."""
        return self._restless > 0

    def believe(self) -> None:
        """Takes the camera for one that moves."""
        self._restless = RESTLESS

    @property
    def agreed(self) -> int:
        """Frames in which a few corners have agreed on a motion, without a break: it is the camera's, or a hand's."""
        return self._agreed

    def stood(self, earlier: Small, picture: Small) -> bool:
        """Whether the camera has not moved at all since an earlier picture, as no hand can hold it: then it stands on
        something, and what seemed to be its motion was that of dice."""
        if self._proven:
            return False
        points = corners(earlier)
        if len(points) < LEAST:
            return False
        moved, found, _ = lucas_kanade(earlier, picture, points)
        steps = (moved - points)[found.ravel() > 0]
        return len(steps) >= LEAST and bool(np.abs(np.median(steps, 0)).max() < QUITE_STILL)

    def stand(self) -> None:
        """Takes the camera for one that stands where it stood in the key picture."""
        self._adrift, self._known, self._lately, self._last, self._restless = False, IDENTITY, None, None, 0
        self._breaks += 1
        self.motion = CameraMotion(IDENTITY, 0.0, breaks=self._breaks)

    def unchanged(self, picture: Small, image: Image | None = None) -> None:
        """The camera stands, as far as can be seen, in a picture that shows what the key picture does: measures from it
        on where that has hardly a corner, for a camera may slide over a bare ground unseen."""
        if self.motion.still and len(self._key.corners) < MANY:
            bare = KeyPicture(picture, IDENTITY, image)
            bare.corners = self._key.corners
            self._key = bare

    def _moves(self, fit: Fit, free: bool, before: Matrix, ground: bool) -> bool:
        """Whether a motion is to be taken for the camera's. `free`: no hand is in view; `before`: what the motion was;
        `ground`: whether what moves was at rest in the key picture, with no hand in view."""
        if fit.matrix is before:
            self._agreed = self._free = 0
            return True
        self._agreed += 1
        self._free = self._free + (fit.far >= FAR) if free else 0
        many = fit.agreeing >= MANY and fit.share >= MOST
        shown = ground or self._free >= AGREED[0]  # dice that slide to rest may agree, but for a moment only
        shown = self._free >= GROUND_AGREED if fit.ground else shown and many  # a hand has a texture, too
        everywhere = shown and fit.spread >= FAR_APART and (fit.far >= FAR or fit.trembles)
        self._proven |= everywhere and not fit.trembles
        goes_on = ground and (many or fit.ground) and before is not IDENTITY
        if everywhere or goes_on or self._free >= AGREED[fit.spread < TOGETHER]:
            self._restless = RESTLESS
        return self._restless > 0


def followed_by(first: Matrix | None, second: Matrix | None) -> Matrix | None:
    """One motion after the other; None: none."""
    if first is None or second is None:
        return second if first is None else first
    return np.asarray(second @ first, np.float64)
