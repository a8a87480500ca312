"""Aligns two small grey pictures of one table: a homography from the one to the other, as the camera has moved.

Corners of the one are tracked (pyramidal Lucas-Kanade) in the other, warped as far as the motion is known already, so
that neither turns nor changes of scale add up. Hands and rolling dice are told from the ground by their not agreeing on
one motion. Where corners are few, or those of a die or two, the texture of the ground is asked.

All coordinates are pixels of the small grey pictures of vision.motion.frame_difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.motion.frame_difference import Small
from vision.motion.ground_texture import FINER, Points, Texture, block_shifts, enlarged, texture

Matrix = NDArray[np.float64]
"""(3, 3): a homography."""
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
STILL = 0.5
"""Pixels within which a corner has not moved."""
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
MOST_ERROR = 0.8
"""Pixels by which the motion may be wrong around the corners that tell it."""
EDGE = 3
"""Pixels along a picture's edge that are left out where it is warped."""
LEAST_BLOCKS, TILTED_LEAST = 6, 8
"""Blocks of the ground whose texture must agree on a motion; and on one that tilts the picture."""
IDENTITY: Matrix = np.eye(3)


@dataclass
class KeyPicture:
    """A picture that others are compared with."""

    picture: Small
    matrix: Matrix
    """From the first key picture to this one."""
    image: Image | None
    """The frame that it was made of."""
    hand: NDArray[np.bool_] | None = None
    """Where a hand is in it, as far as that is known: its corners do not count, nor does its texture in the newest."""

    @cached_property
    def corners(self) -> Points:
        return corners(self.picture, self.hand)

    @cached_property
    def finer(self) -> Small | None:
        """The frame as its texture is looked at."""
        return None if self.image is None else enlarged(self.image)

    @cached_property
    def texture(self) -> Texture | None:
        return None if self.finer is None else texture(self.finer)


class Fit(NamedTuple):
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
    ground: bool = False
    """Whether it is the texture of the ground that tells it, all over the picture."""


def motion_between(key: KeyPicture, newest: KeyPicture, guess: Matrix, textured: bool = True) -> Fit | None:
    """The motion from the first key picture to the newest, about as `guess` has it: by corners where those lie far
    apart, else by the texture of the ground where it has any and may be asked; None where neither tells it."""
    by_corners = _motion_of_corners(key, newest, guess)
    enough = by_corners is not None and by_corners.agreeing >= MANY and by_corners.spread >= FAR_APART
    if enough or not textured:
        return by_corners
    by_texture = _motion_of_texture(key, newest, guess)
    return by_corners if by_texture is None else by_texture


def _motion_of_corners(key: KeyPicture, newest: KeyPicture, guess: Matrix) -> Fit | None:
    """The motion from the first key picture to the newest, by the corners of `key` that are found where `guess` has
    them; None where they do not tell it."""
    if len(key.corners) < LEAST:
        return None
    picture = newest.picture
    relative = IDENTITY if guess is key.matrix else guess @ np.linalg.inv(key.matrix)
    there = picture if relative is IDENTITY else warped_back(picture, relative)
    points = key.corners
    if relative is not IDENTITY:
        height, width = picture.shape
        x, y = cv2.perspectiveTransform(points[None], relative)[0].T
        points = points[(x > WINDOW) & (x < width - WINDOW) & (y > WINDOW) & (y < height - WINDOW)]
        if len(points) < LEAST:
            return None
    moved, found, differs = lucas_kanade(key.picture, there, points)
    good = (found.ravel() > 0) & (differs.ravel() < LOOKS_OTHERWISE)
    one, other = points[good], moved[good]
    if len(one) < max(LEAST, SHARE / 2 * len(points)):
        return None
    steps = np.hypot(*(other - one).T)
    trembles = relative is IDENTITY and _trembles(other - one, len(points))
    if relative is IDENTITY and not trembles and np.count_nonzero(steps < STILL) >= SHARE * len(one):
        return Fit(guess, 0.0, len(one), _spread(one))
    fit = _fit(one, other)
    if fit is None:
        return None
    if trembles:
        return fit._replace(share=fit.agreeing / len(points), matrix=fit.matrix @ key.matrix, trembles=True)
    if relative is IDENTITY and np.count_nonzero(steps < AGREES) >= AS_GOOD * fit.agreeing:
        return Fit(guess, 0.0, len(one), _spread(one))
    fit = fit._replace(share=fit.agreeing / len(points))
    moved_on = relative @ fit.matrix
    precise = fit.agreeing >= TREMBLING and fit.error < PRECISE
    if greatest_shift(moved_on, picture) < (TREMOR if precise else STILL):
        return fit._replace(matrix=key.matrix)
    return fit._replace(matrix=moved_on @ key.matrix)


def _motion_of_texture(key: KeyPicture, newest: KeyPicture, guess: Matrix) -> Fit | None:
    """The motion from the first key picture to the newest, by the texture of the ground, about as `guess` has it; None
    where that does not tell it."""
    if key.texture is None or newest.texture is None or newest.finer is None:
        return None
    relative, there = IDENTITY, newest.texture
    if guess is not key.matrix:
        relative, scale = guess @ np.linalg.inv(key.matrix), np.diag([FINER, FINER, 1.0])
        there = texture(warped_back(newest.finer, scale @ relative @ np.linalg.inv(scale)))
    one, other = block_shifts(key.texture, there)
    if newest.hand is not None and len(one):
        x, y = np.rint(cv2.perspectiveTransform(other[None], relative)[0]).astype(int).T
        height, width = newest.hand.shape
        beside = ~newest.hand[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        one, other = one[beside], other[beside]
    fit = _fit_tilted(one, other) if len(one) >= LEAST_BLOCKS else None
    if fit is None or fit.agreeing < LEAST_BLOCKS:
        return None
    if relative is IDENTITY and np.count_nonzero(np.hypot(*(other - one).T) < STILL) >= SHARE * len(one):
        return Fit(guess, 0.0, fit.agreeing, fit.spread, ground=True)
    return fit._replace(matrix=relative @ fit.matrix @ key.matrix, ground=True)


def _spread(points: NDArray[np.floating[Any]]) -> float:
    """Pixels: standard deviation of where points are."""
    return float(np.sqrt(points.astype(np.float64).var(0).sum() / 2))


def _trembles(steps: Points, corners: int) -> bool:
    """Whether most of so many corners have made one small step, as nothing does that moves among them."""
    if len(steps) < TREMBLING:
        return False
    together = np.median(steps, 0)
    size = float(np.hypot(*together))
    if not TREMOR <= size < FAR:
        return False
    return bool(np.count_nonzero(np.hypot(*(steps - together).T) < size / 3) >= MOST * corners)


def greatest_shift(matrix: Matrix, picture: Small) -> float:
    """Pixels by which a motion shifts a picture's corners at most, to the side or upwards."""
    height, width = picture.shape[:2]
    frame = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(frame, matrix) - frame).max())


def lucas_kanade(one: Small, other: Small, points: Points) -> tuple[Points, NDArray[Any], NDArray[Any]]:
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


def _fit(found: Points, moved: Points) -> Fit | None:
    """The motion on which most corners agree; None where too few do."""
    similar, agrees = cv2.estimateAffinePartial2D(
        found, moved, method=cv2.RANSAC, ransacReprojThreshold=AGREES, maxIters=300, confidence=0.995
    )
    if similar is None:
        return None
    inside = agrees.ravel() > 0
    count = int(np.count_nonzero(inside))
    one, other = found[inside].astype(np.float64), moved[inside].astype(np.float64)
    spread = _spread(one)
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
    return Fit(matrix, error, count, spread, far) if error <= MOST_ERROR else None


def _fit_tilted(found: Points, moved: Points) -> Fit | None:
    """The same for few points that lie far apart: a motion that tilts the picture where more agree on that."""
    fit = _fit(found, moved)
    most = 0 if fit is None else fit.agreeing
    if most == len(found):
        return fit
    tilted, agrees = cv2.findHomography(found, moved, cv2.RANSAC, AGREES, maxIters=300)
    inside = np.zeros(len(found), bool) if tilted is None else agrees.ravel() > 0
    count = int(np.count_nonzero(inside))
    if count <= max(most, TILTED_LEAST - 1, SHARE * len(found)):
        return fit
    one, other = found[inside].astype(np.float64), moved[inside].astype(np.float64)
    far = float(np.percentile(np.hypot(*(other - one).T), 75))
    error = _error(np.asarray(tilted, np.float64), one, other, 8)
    return Fit(np.asarray(tilted, np.float64), error, count, _spread(one), far) if error <= MOST_ERROR else fit


def _error(matrix: Matrix, one: NDArray[np.float64], other: NDArray[np.float64], unknowns: int) -> float:
    """Pixels by which a motion fitted to n pairs of points may be off around them, by their scatter."""
    left = cv2.perspectiveTransform(one[None], matrix)[0] - other
    scatter = float(np.sqrt((left**2).sum() / max(2 * len(one) - unknowns, 1)))
    return scatter * float(np.sqrt(unknowns / len(one)))
