"""Measures the quality of a camera's pictures for reading dice: light, sharpness, size and stillness, as plain numbers.

Nothing here knows a threshold: what is bad is settled in vision/diagnostics/doctor.py, after
models/train/evaluate/robustness.py has measured from where on the reading of real photographs suffers. Brightness
counts from 0 to 255, and is that of the strongest of the three channels: a red die in good light is bright.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame, Image, downscaled, same_picture
from vision.dice import crop

BURNT = 250
"""Brightness from which, in all three channels, a pixel holds nothing but light."""
DULL = 215
"""Brightness of a die's body from which a burnt patch on it is no reflection, but the body's own light."""
SEEN = 64
"""Side in pixels at which dice are measured: that of the reader's input."""
AROUND = 1.25
"""Side of what is cut out around a die, in longest sides of its box: its outline is inside."""
COMPARED_WIDTH, TILES = 384, 3
"""Width in pixels of the grey pictures in which frames are compared, and in how many tiles each way they are."""
LEAST_RESPONSE = 0.15
"""Response of a phase correlation, 0 to 1, from which it tells a shift: an even tile tells none."""
EDGE = 0.05
"""Share of a die's side from the picture's edge within which its box counts as cut off: boxes are no more exact."""

Boxes = NDArray[np.float32]
"""(n, 4): x0, y0, x1, y1 in pixels of the picture."""


class PictureHealth(NamedTuple):
    """Measures of one picture. Those of dice are of the median die, and None where there is none."""

    width: int
    height: int
    dice: int
    light: float
    """Brightness of the picture's brightest two hundredth part: near 0 in the dark whatever lies there."""
    burnt: float
    """Share of the picture that is burnt out."""
    blur: float | None
    """How wide the sharpest edges of the picture are, in pixels of the picture at SEEN rows; None in an even one."""
    dice_light: float | None
    """Brightness of the brightest twentieth part of a die, body or pips: of a black die its white pips."""
    dice_burnt: float | None
    """Share of the die that is burnt out."""
    glare: float | None
    """Share of the die that the largest lamp reflection on it covers, of the worst die."""
    dice_blur: float | None
    """How wide the sharpest edges are, in hundredths of the die's side: blur by focus, motion and coarse pixels."""
    dice_size: float | None
    """Longest side in pixels of the picture."""
    smallest: float | None
    """The same of the smallest die."""
    cut_off: int
    """How many dice touch the picture's edge."""


def picture_health(image: Image, boxes: Boxes) -> PictureHealth:
    """The health of a picture (height, width, 3) in which dice lie at `boxes`."""
    height, width = image.shape[:2]
    crops = [crop(image, box, SEEN, AROUND) for box in boxes]
    sizes = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    blurs = [blur for blur in map(edge_width, crops) if blur is not None]
    whole = image[:: max(1, height // 360), :: max(1, width // 640)]
    bright = whole.max(2)
    near = EDGE * sizes[:, None] + 1
    cut = (boxes[:, :2] <= near).any(1) | (boxes[:, 2:] >= np.array([width, height]) - near).any(1)
    return PictureHealth(
        width,
        height,
        len(boxes),
        light=float(np.percentile(bright, 99.5)),
        burnt=burnt_share(np.ascontiguousarray(whole)),
        blur=edge_width(downscaled(image, 640)),
        dice_light=_median([float(np.percentile(_inside(c).max(2), 95)) for c in crops]),
        dice_burnt=_median([burnt_share(_inside(c)) for c in crops]),
        glare=max((reflection(_inside(c)) for c in crops), default=None),
        dice_blur=_median([100 * AROUND * blur / SEEN for blur in blurs]),
        dice_size=_median(list(sizes)),
        smallest=float(sizes.min()) if len(sizes) else None,
        cut_off=int(np.count_nonzero(cut)),
    )


def burnt_share(image: Image) -> float:
    """Share of the pixels in which all channels are burnt out."""
    return float(np.mean(image.min(2) >= BURNT))


def reflection(die: Image) -> float:
    """Share of a die's square that its largest burnt patch covers, unless the body itself is about as bright."""
    burnt = die.min(2) >= BURNT
    rest = die[~burnt]
    if not burnt.any() or not len(rest) or float(np.median(rest.max(1))) > DULL:
        return 0.0
    _, _, stats, _ = cv2.connectedComponentsWithStats(burnt.astype(np.uint8))
    return float(stats[1:, cv2.CC_STAT_AREA].max() / burnt.size)


def edge_width(image: Image) -> float | None:
    """Width in pixels of the sharpest edges: how far the brightness climbs, over the steepest of its steps.

    Contrast and light cancel out, and so does most of what is in the picture, as long as there is an edge at all:
    None where nothing stands out from the noise.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8))
    window = np.ones((15, 15), np.uint8)
    climb = cv2.dilate(grey, window) - cv2.erode(grey, window)
    strongest = float(np.percentile(steep, 99.5))
    if strongest < 1.0 or float(climb.max()) < 12:
        return None
    edge = steep >= 0.7 * strongest
    return float(np.percentile(climb[edge] / steep[edge], 25))


class StreamHealth(NamedTuple):
    """Measures of frames in the order of their capture, of a camera at rest."""

    frames: int
    rate: float | None
    """Frames a second, by the times that they bear; None of fewer than two."""
    frozen: bool
    """All frames, two at least, are the same to the last bit."""
    sizes: int
    """How many different sizes the frames have."""
    flicker: float
    """Change of brightness from frame to frame of the picture or of bands in it, in brightness; the median of all."""
    shake: float
    """How far the picture moves from frame to frame, in thousandths of its width; the median of all."""


def stream_health(frames: Sequence[Frame]) -> StreamHealth:
    """The health of a stream by some frames of it."""
    pairs = [(a, b) for a, b in pairwise(frames) if a.image.shape == b.image.shape]
    changes = [_change(_small_grey(a.image), _small_grey(b.image)) for a, b in pairs]
    span = frames[-1].time - frames[0].time if len(frames) > 1 else 0.0
    return StreamHealth(
        len(frames),
        rate=(len(frames) - 1) / span if span > 0 else None,
        frozen=len(frames) > 1 and all(same_picture(frames[0].image, frame.image) for frame in frames[1:]),
        sizes=len({frame.image.shape for frame in frames}),
        flicker=float(np.median([flicker for flicker, _ in changes])) if changes else 0.0,
        shake=float(np.median([shake for _, shake in changes])) if changes else 0.0,
    )


def _small_grey(image: Image) -> NDArray[np.float32]:
    height, width = image.shape[:2]
    size = COMPARED_WIDTH, max(16, round(COMPARED_WIDTH * height / width))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32)


def _change(before: NDArray[np.float32], now: NDArray[np.float32]) -> tuple[float, float]:
    """Flicker and shake between two small grey pictures."""
    # The median of a row or of all is what lies still: dice and hands that move are but a part of it.
    difference = now - before
    rows = np.median(difference, 1)
    flicker = max(abs(float(np.median(difference))), float(np.percentile(np.abs(rows), 90)))
    return flicker, 1000 * _shift(before, now - rows[:, None]) / COMPARED_WIDTH


def _shift(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """How many pixels everything has moved: the median of the tiles, since a hand or a die is in few of them."""
    height, width = (side // TILES for side in before.shape)
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    shifts = []
    for y in range(0, TILES * height, height):
        for x in range(0, TILES * width, width):
            here = slice(y, y + height), slice(x, x + width)
            shift, response = cv2.phaseCorrelate(before[here].copy(), now[here].copy(), window)
            if response > LEAST_RESPONSE:
                shifts.append(shift)
    return float(np.hypot(*np.median(shifts, 0))) if len(shifts) >= TILES else 0.0


def _inside(crop: Image) -> Image:
    """The die's own square of a crop that is AROUND of it wide."""
    edge = round(SEEN * (1 - 1 / AROUND) / 2)
    return crop[edge : SEEN - edge, edge : SEEN - edge]


def _median(values: Sequence[float]) -> float | None:
    return float(np.median(values)) if len(values) else None
