"""Compares two pictures of one table, with changes of light, noise and shifts of the camera removed.

Pictures are compared small: their longest side has WIDTH pixels at most.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Image

Small = NDArray[np.uint8]
"""A small picture, grey (h, w) or coloured (h, w, 3)."""

WIDTH = 320
"""Greatest side in pixels of the small pictures."""
STEP = 11
"""Change of brightness (0..255) of a small pixel that counts. Lower sees fainter motion and more noise."""
NOISE, NOISIEST = 7.0, 26.0
"""A change counts from so many times the mean change on; no noise is taken to be worse than the second."""
PIXELS = 5
"""Small pixels that must change. A die of 20 pixels in a picture of 1280 covers 25."""
DENSE = 0.2
"""Share of a die's area that must differ where the camera moves."""
COARSE = 9
"""Small pixels over which pictures are averaged to see past their sharpness."""
AROUND = np.ones((5, 5), np.uint8)
"""Where a pixel may have been that was warped back to its place."""
BLURRED = 0.7
"""Share of its sharpness that a small picture keeps, at most, where the camera has lost its focus: dice that are taken
away leave .8 of it, a blur of 3 pixels of 640, of which pips are not read any more, .6."""
BUMP = 0.5
"""Small pixels from which a shift of the whole picture is a bump of the camera."""


def small_picture(image: Image) -> Small:
    """The coloured small picture, (h, w, 3): an average over most pixels at a fraction of its cost."""
    height, width = image.shape[:2]
    scale = WIDTH / max(height, width)
    if scale >= 1:
        return image
    w, h = max(8, round(width * scale)), max(8, round(height * scale))
    if scale < 0.5:  # to twice the size first; halving is what OpenCV does fast
        halves = (width, height) == (4 * w, 4 * h)
        image = np.asarray(
            cv2.resize(image, (2 * w, 2 * h), interpolation=cv2.INTER_AREA if halves else cv2.INTER_NEAREST), np.uint8
        )
    return np.asarray(cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA), np.uint8)


def grey(small: Small) -> Small:
    """(h, w) uint8: the brightness of a small picture (h, w, 3), blurred over 3 x 3 pixels."""
    return np.asarray(cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)


def difference(before: Small, now: Small) -> Small:
    """Computes how far two grey pictures differ, light that changes smoothly over the picture left out.

    Light multiplies and the camera's own curves shift: what either explains is no difference.
    """
    side = max(3, before.shape[1] // 5) | 1
    was, become = (cv2.blur(picture, (side, side)).astype(np.float32) for picture in (before, now))
    scaled = np.minimum(before * ((become + 6) / (was + 6)), 255)  # what was too bright stays so
    raised = np.minimum(before + (become - was), 255)
    return np.minimum(np.abs(now - scaled), np.abs(now - raised)).clip(0, 255).astype(np.uint8)


def changes(before: Small, now: Small, least: int = STEP, slack: bool = False) -> NDArray[np.bool_]:
    """Which pixels of two grey pictures differ by more than noise and light, and by more than `least`. With `slack`,
    two pixels off their places."""
    differs = difference(slackened(before, now) if slack else before, now)
    return np.asarray(differs > _step(differs, least))


def unchanged(before: Small, now: Small, least: int = STEP) -> bool:
    """Whether two grey pictures of one size show the same, under whatever light."""
    differs = np.asarray(cv2.absdiff(before, now), np.uint8)
    if int(np.count_nonzero(differs > _step(differs, least))) < PIXELS:
        return True
    return int(np.count_nonzero(changes(before, now, least))) < PIXELS


def alike(before: Small, now: Small, least: int, die: float) -> bool:
    """Whether two grey pictures, warped onto each other, show the same but for what is lost in warping and by a
    camera's motion: nowhere does so much of a die's size (pixels) differ."""
    before, now = (np.asarray(cv2.blur(picture, (3, 3)), np.uint8) for picture in (before, now))
    moved = changes(before, now, least, slack=True)
    if int(np.count_nonzero(moved)) < PIXELS:
        return True
    side = max(7, round(die))
    return float(cv2.blur(moved.astype(np.float32), (side, side), borderType=cv2.BORDER_CONSTANT).max()) < DENSE


def slackened(before: Small, now: Small) -> Small:
    """What of the grey picture `before`, two pixels off its place at most, is most like `now`."""
    return np.asarray(np.clip(now, cv2.erode(before, AROUND), cv2.dilate(before, AROUND)), np.uint8)


def _step(differs: Small, least: int) -> float:
    """The change that counts where pictures differ by so much on the whole."""
    return min(max(least, NOISE * float(cv2.mean(differs)[0])), NOISIEST)


def is_blurred(before: Small, now: Small) -> bool:
    """Whether a camera has lost its focus from one grey picture of a table to another."""
    was, become = (cv2.norm(cv2.Laplacian(picture, cv2.CV_16S), cv2.NORM_L1) for picture in (before, now))
    return become < BLURRED * was


def has_moved(before: Small, now: Small) -> bool:
    """Whether something changed its place, as opposed to its sharpness."""
    coarse = difference(*(np.asarray(cv2.blur(picture, (COARSE, COARSE)), np.uint8) for picture in (before, now)))
    return int(np.count_nonzero(coarse > 0.6 * _step(coarse, STEP))) >= PIXELS


def balanced(before: Small, now: Small) -> NDArray[np.float32]:
    """The coloured `before` with the exposure and white balance of `now`."""
    ratio = (now[::4, ::4].reshape(-1, 3) + np.float32(6)) / (before[::4, ::4].reshape(-1, 3) + np.float32(6))
    return np.asarray(before * np.median(ratio, axis=0), np.float32)


def spread_out(moved: NDArray[np.bool_]) -> bool:
    """Whether changes lie all over the picture, as when the camera moves or focuses."""
    rows, columns = 6, 8
    cells = cv2.resize(moved.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    return int(np.count_nonzero(cells > 0.01)) > 0.7 * rows * columns


def shift(picture: Small, x: float, y: float) -> Small:
    """A grey picture (h, w) translated by x, y pixels; edges are repeated."""
    height, width = picture.shape
    move = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return np.asarray(cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def camera_shift(before: Small, now: Small) -> tuple[float, float]:
    """The translation (x, y) in pixels of the whole picture (phase correlation); zeros below BUMP, or where it explains
    fewer than three in four of the cells that changed."""
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    if np.hypot(x, y) < BUMP:
        return 0.0, 0.0
    moved = shift(before, float(x), float(y))
    # A few large dice may outweigh an empty table: it counts in how many places the shift explains the picture.
    cells = (16, 9)
    stays, moves = (
        np.asarray(cv2.resize(np.asarray(cv2.absdiff(one, now), np.float32), cells, interpolation=cv2.INTER_AREA))
        for one in (before, moved)
    )
    better, worse = int(np.count_nonzero(moves < stays - 0.5)), int(np.count_nonzero(moves > stays + 0.5))
    return (float(x), float(y)) if better > 3 * worse else (0.0, 0.0)


def greatest_channel(picture: Any) -> Any:
    """(height, width): the greatest channel of each pixel; numpy is slow along so short an axis."""
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)
