"""Estimates the camera's own motion against the table: a homography from a key picture to the newest one.

Corners of the key picture are tracked (pyramidal Lucas-Kanade) in the newest picture, warped as far as the motion is
known already, so that neither turns nor changes of scale add up. Hands and rolling dice are told from the ground by
their not agreeing on one motion. Where the ground has no texture, dice that lie still carry it.

All coordinates are pixels of the small grey pictures of vision.motion.frame_difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.frame_difference import Small

Matrix = NDArray[np.float64]
"""(3, 3): a homography."""
Points = NDArray[np.float32]
"""(n, 2): x and y in pixels."""

CELLS, ENOUGH = (7, 14), 150
"""Sides in pixels of the cells of which each gives its best corner: the larger ones where the smaller ones give more
than enough."""
CORNER = 3e-4
"""Least eigenvalue of the gradients around a corner, as cv2.cornerMinEigenVal gives it; noise stays below."""
WINDOW, LEVELS = 13, 3
"""Side in pixels of what is compared around a corner, and how often the picture is halved."""
LOOKS_OTHERWISE = 14.0
"""Mean difference in grey levels from which what was tracked is not what was there."""
AGREES = 0.8
"""Pixels within which a corner agrees with a motion."""
STILL, QUITE_STILL = 0.5, 0.12
"""Pixels within which a corner has not moved; and the median of all, where the camera stands on something."""
TREMOR, TREMBLING = 0.1, 30
"""Pixels by which, and corners of which, the median moves where the camera trembles: the rest of what most of them move
by is a third of that at most."""
PRECISE = 0.02
"""Error in pixels of a motion that many corners tell, below which not even a fraction of a pixel is let pass."""
LEAST, FOR_PERSPECTIVE = 4, 30
"""Corners that must agree on a motion; and on one that tilts the picture."""
AS_GOOD = 0.7
"""Share of the corners that agree on a motion with which as many agree on none."""
TILTS = 0.7
"""Share of the error without a tilt that must be left with it."""
SHARE, SCATTERED_SHARE = 0.5, 0.3
"""Share of the tracked corners that must agree on it; and where those are many and far apart: corners under a hand
agree on nothing, nor does noise."""
TOGETHER = 12.0
"""Pixels about their middle within which corners tell a translation only."""
MANY, FAR_APART, FAR = 12, 30.0, 1.0
"""Corners, pixels about their middle, and pixels of motion, from which they show that the camera moves."""
MOST = 0.6
"""Share of all corners of the key picture that must do so."""
AGREED = (4, 10)
"""Frames without a hand in which fewer must agree on it; the second where they may all be those of one die."""
SETBACK = 4
"""Frames by which one in which none agree sets this back."""
RESTLESS = 60
"""Frames for which a camera that has moved is taken to be held in a hand."""
MOST_ERROR = 0.8
"""Pixels by which the motion may be wrong around the corners that tell it."""
EDGE = 3
"""Pixels along a picture's edge that are left out where it is warped."""
IDENTITY: Matrix = np.eye(3)


class CameraMotion(NamedTuple):
    """The camera's motion since the key picture."""

    matrix: Matrix
    """From pixels of the key picture to those of the newest one; while lost, that of the last time it was known."""
    error: float
    """Pixels, around the corners that tell it; infinite while lost."""
    adrift: bool = False
    """Whether the motion was lost since the key picture and not found again: what it was meanwhile is guessed."""

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


class _Key(NamedTuple):
    """A picture that others are compared with."""

    picture: Small
    corners: Points
    matrix: Matrix
    """From the first key picture to this one."""


class _Fit(NamedTuple):
    """A motion on which most corners agree."""

    matrix: Matrix
    error: float
    agreeing: int
    spread: float
    """Pixels: standard deviation of where they are."""
    far: float = 0.0
    """Pixels by which a quarter of them have moved at least."""
    share: float = 0.0
    """Share of all corners that there were, found again or not, that agree."""
    trembles: bool = False
    """Whether they show a motion of less than FAR to a fraction of a pixel."""


class CameraTracker:
    """Tracks the camera's motion through one stream of small grey pictures (h, w) uint8.

    Where the key picture is not found again, the motion goes on from the newest picture instead, until it is. A camera
    is taken to stand still until corners all over the picture, or a few for some time, say that it moves: a single die
    may be moved by a hand.
    """

    def __init__(self, key: Small) -> None:
        self._restless = 0
        """Frames for which the camera is taken to be one that moves."""
        self._agreed = 0
        """Frames in which a few corners have agreed on a motion, without a break."""
        self._free = 0
        """Frames without a hand in which they did, less what speaks against it."""
        self._proven = False
        """Whether corners all over the picture have shown since the last rest that the camera moves."""
        self.found = False
        """Whether the newest picture shows where the camera is against the key picture."""
        self.restart(key)

    def restart(self, key: Small, adrift: bool = False, rest: bool = True) -> None:
        """Measures from another key picture on; `adrift`: it is not known how that one lies to those before; `rest`:
        the table is at rest in it."""
        self.motion = CameraMotion(IDENTITY, 0.0, adrift)
        self._adrift = adrift
        self._proven &= not rest
        self._key = _Key(key, corners(key), IDENTITY)
        self._known = IDENTITY
        self._lately: _Key | None = None

    def follow(self, picture: Small, hand: NDArray[np.bool_] | None = None) -> CameraMotion:
        """The motion up to the next picture, which has the size of the key picture. `hand`: where one was seen last,
        in that picture's pixels."""
        before = self.motion.matrix
        self._restless -= 1
        for guess in [before] if before is self._known else [before, self._known]:
            fit = _motion_between(self._key, picture, guess)
            if fit is None:
                continue
            self.found = True
            if not self._moves(fit, hand is None, guess, ground=True):
                return self.motion
            self._lately, self._known = None, fit.matrix
            self.motion = CameraMotion(fit.matrix, fit.error, self._adrift)
            return self.motion
        self.found = False
        fit = None if self._lately is None else _motion_between(self._lately, picture, before)
        if fit is None:
            self._lately, self._agreed = _Key(picture, corners(picture, hand), before), 0
            self._free = max(self._free - SETBACK, 0)
            if self._restless > 0:
                self.motion = CameraMotion(before, float("inf"), adrift=True)
        elif self._moves(fit, hand is None, before, ground=False):
            adrift = self.motion.adrift or fit.matrix is not before
            self.motion = CameraMotion(fit.matrix, fit.error, adrift)
        return self.motion

    def rest(self, picture: Small) -> None:
        """The table is at rest in a picture: measures from it on, where the camera stands and it shows nothing of the
        key picture any more, as where dice lay on a ground without texture and were taken up."""
        if self.motion.still and not self.motion.adrift and _motion_between(self._key, picture, IDENTITY) is None:
            self._agreed = self._free = 0
            self.restart(picture)

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
        moved, found, _ = _lucas_kanade(earlier, picture, points)
        steps = (moved - points)[found.ravel() > 0]
        return len(steps) >= LEAST and bool(np.abs(np.median(steps, 0)).max() < QUITE_STILL)

    def stand(self) -> None:
        """Takes the camera for one that stands where it stood in the key picture."""
        self._adrift, self._known, self._lately, self._restless = False, IDENTITY, None, 0
        self.motion = CameraMotion(IDENTITY, 0.0)

    def _moves(self, fit: _Fit, free: bool, before: Matrix, ground: bool) -> bool:
        """Whether a motion is to be taken for the camera's. `free`: no hand is in view; `before`: what the motion was;
        `ground`: whether what moves was at rest in the key picture, with no hand in view."""
        if fit.matrix is before:
            self._agreed = self._free = 0
            return True
        self._agreed += 1
        self._free = self._free + (fit.far >= FAR) if free else 0
        many = fit.agreeing >= MANY and fit.share >= MOST
        shown = ground or self._free >= AGREED[0]  # dice that slide to rest may agree, but for a moment only
        everywhere = shown and many and fit.spread >= FAR_APART and (fit.far >= FAR or fit.trembles)
        self._proven |= everywhere and not fit.trembles
        goes_on = ground and many and before is not IDENTITY
        if everywhere or goes_on or self._free >= AGREED[fit.spread < TOGETHER]:
            self._restless = RESTLESS
        return self._restless > 0


def _motion_between(key: _Key, picture: Small, guess: Matrix) -> _Fit | None:
    """The motion from the first key picture to `picture`, by what is found of `key` where `guess` has it; None where
    that does not tell it."""
    if len(key.corners) < LEAST:
        return None
    relative = IDENTITY if guess is key.matrix else guess @ np.linalg.inv(key.matrix)
    there = picture if relative is IDENTITY else warped_back(picture, relative)
    points = key.corners
    if relative is not IDENTITY:
        height, width = picture.shape
        x, y = cv2.perspectiveTransform(points[None], relative)[0].T
        points = points[(x > WINDOW) & (x < width - WINDOW) & (y > WINDOW) & (y < height - WINDOW)]
        if len(points) < LEAST:
            return None
    moved, found, differs = _lucas_kanade(key.picture, there, points)
    good = (found.ravel() > 0) & (differs.ravel() < LOOKS_OTHERWISE)
    one, other = points[good], moved[good]
    if len(one) < max(LEAST, SHARE / 2 * len(points)):
        return None
    steps = np.hypot(*(other - one).T)
    trembles = relative is IDENTITY and _trembles(other - one, len(points))
    if relative is IDENTITY and not trembles and np.count_nonzero(steps < STILL) >= SHARE * len(one):
        return _Fit(guess, 0.0, len(one), 0.0)
    fit = _fit(one, other)
    if fit is None:
        return None
    if trembles:
        return fit._replace(share=fit.agreeing / len(points), matrix=fit.matrix @ key.matrix, trembles=True)
    if relative is IDENTITY and np.count_nonzero(steps < AGREES) >= AS_GOOD * fit.agreeing:
        return _Fit(guess, 0.0, len(one), 0.0)
    fit = fit._replace(share=fit.agreeing / len(points))
    moved_on = relative @ fit.matrix
    precise = fit.agreeing >= TREMBLING and fit.error < PRECISE
    if greatest_shift(moved_on, picture) < (TREMOR if precise else STILL):
        return fit._replace(matrix=key.matrix)
    return fit._replace(matrix=moved_on @ key.matrix)


def _trembles(steps: Points, corners: int) -> bool:
    """Whether most of so many corners have made one small step, as nothing does that moves among them."""
    if len(steps) < TREMBLING:
        return False
    together = np.median(steps, 0)
    size = float(np.hypot(*together))
    if not TREMOR <= size < FAR:
        return False
    return bool(np.count_nonzero(np.hypot(*(steps - together).T) < size / 3) >= MOST * corners)


def followed_by(first: Matrix | None, second: Matrix | None) -> Matrix | None:
    """One motion after the other; None: none."""
    if first is None or second is None:
        return second if first is None else first
    return np.asarray(second @ first, np.float64)


def greatest_shift(matrix: Matrix, picture: Small) -> float:
    """Pixels by which a motion shifts a picture's corners at most, to the side or upwards."""
    height, width = picture.shape[:2]
    frame = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(frame, matrix) - frame).max())


def _lucas_kanade(one: Small, other: Small, points: Points) -> tuple[Points, NDArray[Any], NDArray[Any]]:
    """Where points of one picture are in the other; whether each was found, and by how many grey levels it differs."""
    moved, found, differs = cv2.calcOpticalFlowPyrLK(
        one, other, points, points.copy(), winSize=(WINDOW, WINDOW), maxLevel=LEVELS,
        criteria=(cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03), minEigThreshold=CORNER,
    )  # fmt: skip
    return np.asarray(moved, np.float32), found, differs


def corners(picture: Small, without: NDArray[np.bool_] | None = None) -> Points:
    """The best corner of each cell of a picture that has one, but for those in a mask."""
    strength = cv2.cornerMinEigenVal(picture, 5)
    if without is not None:
        strength[without] = 0
    points = np.zeros((0, 2), np.float32)
    for cell in CELLS:
        height, width = (side // cell * cell for side in picture.shape)
        cells = strength[:height, :width].reshape(height // cell, cell, width // cell, cell).transpose(0, 2, 1, 3)
        flat = cells.reshape(-1, cell * cell)
        best = flat.argmax(1)
        strong = flat[np.arange(len(flat)), best] > CORNER
        rows, columns = np.divmod(np.arange(len(flat)), width // cell)
        points = np.stack([columns * cell + best % cell, rows * cell + best // cell], 1)[strong].astype(np.float32)
        if len(points) <= ENOUGH:
            break
    return points


def warped_back(picture: Small, matrix: Matrix, ground: Small | None = None) -> Small:
    """A picture as the key picture's camera would have it; `ground` is shown where it has nothing, else its edge is
    repeated."""
    height, width = picture.shape[:2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if ground is None:
        there = cv2.warpPerspective(picture, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    else:
        cut = np.array([[1, 0, -EDGE], [0, 1, -EDGE], [0, 0, 1]], np.float64)
        there = cv2.warpPerspective(
            picture[EDGE:-EDGE, EDGE:-EDGE], cut @ matrix, (width, height), ground.copy(), flags=flags,
            borderMode=cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
    return np.asarray(there, np.uint8)


def masked_back(mask: NDArray[np.bool_], matrix: Matrix) -> NDArray[np.bool_]:
    """A mask of a picture as the key picture's camera would have it."""
    nothing = np.zeros(mask.shape, np.uint8)
    return np.asarray(warped_back(mask.astype(np.uint8), matrix, nothing) > 0)


def onward(picture: Small, matrix: Matrix, ground: Small | None = None) -> Small:
    """A picture of the key picture's camera as the newest one would have it; `ground` is shown where it has nothing,
    else zeros."""
    height, width = picture.shape[:2]
    if ground is None:
        there = cv2.warpPerspective(picture, matrix, (width, height))
    else:
        there = cv2.warpPerspective(picture, matrix, (width, height), ground.copy(), borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(there, np.uint8)


def _fit(found: Points, moved: Points) -> _Fit | None:
    """The motion on which most corners agree; None where too few do."""
    similar, agrees = cv2.estimateAffinePartial2D(
        found, moved, method=cv2.RANSAC, ransacReprojThreshold=AGREES, maxIters=300, confidence=0.995
    )
    if similar is None:
        return None
    inside = agrees.ravel() > 0
    count = int(np.count_nonzero(inside))
    one, other = found[inside].astype(np.float64), moved[inside].astype(np.float64)
    spread = float(np.sqrt(one.var(0).sum() / 2))
    scattered = count >= MANY and spread >= FAR_APART
    if count < LEAST or count < (SCATTERED_SHARE if scattered else SHARE) * len(found):
        return None
    matrix = np.vstack([similar, [0, 0, 1]]).astype(np.float64)
    if spread < TOGETHER:
        matrix = np.eye(3)
        matrix[:2, 2] = np.median(other - one, 0)
    error = _error(matrix, one, other, 4)
    if count >= FOR_PERSPECTIVE:
        tilted, _ = cv2.findHomography(one, other, 0)
        left = np.inf if tilted is None else _error(np.asarray(tilted, np.float64), one, other, 8)
        if left < TILTS * error:
            matrix, error = np.asarray(tilted, np.float64), left
    far = float(np.percentile(np.hypot(*(other - one).T), 75))
    return _Fit(matrix, error, count, spread, far) if error <= MOST_ERROR else None


def _error(matrix: Matrix, one: NDArray[np.float64], other: NDArray[np.float64], unknowns: int) -> float:
    """Pixels by which a motion fitted to n pairs of points may be off around them, by their scatter."""
    left = cv2.perspectiveTransform(one[None], matrix)[0] - other
    scatter = float(np.sqrt((left**2).sum() / max(2 * len(one) - unknowns, 1)))
    return scatter * float(np.sqrt(unknowns / len(one)))
