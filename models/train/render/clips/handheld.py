"""Moves the camera of a clip as a hand does, and adds what that does to pictures: motion blur and a rolling shutter.

Lengths are in units of a die's edge (16 mm), the camera 15 to 20 units from the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.clips.raster import View, ground_homography

Picture = NDArray[np.uint8]
Vector = NDArray[np.float64]
Track = NDArray[np.float64]
"""(frames,): a value over time."""

STYLES = ("two hands", "one hand", "swinging", "turned", "looking away", "walking round")
"""How a phone is held; the first is the calmest."""
DRIFT = {"two hands": 0.35, "one hand": 0.7, "swinging": 2.5, "turned": 0.7, "looking away": 0.7, "walking round": 1.0}
"""Standard deviation, in units, of where the camera is and of the spot that it looks at."""
TREMOR = 0.0012
"""Radians that a hand trembles by, four to eleven times a second."""
STEP = 0.35
"""Units by which each step shakes the camera of somebody who walks."""


@dataclass
class Shutter:
    """How a phone's camera takes a picture."""

    exposure: float
    """Share of the time between two pictures in which light is gathered."""
    readout: float
    """Share of it that passes between a picture's first and its last row."""


def random_shutter(g: Generator) -> Shutter:
    """Bright rooms need little exposure, lamps nearly all there is."""
    return Shutter(float(g.uniform(0.15, 0.7)), float(g.uniform(0.4, 0.9)))


def handheld_views(g: Generator, view: View, frames: int, rate: float, style: str) -> list[View]:
    """What a camera in a hand sees in each frame: `view`, moved."""
    t = np.arange(frames) / rate
    drift = DRIFT[style]
    aim = np.stack([_wander(g, t, drift), _wander(g, t, drift), np.zeros(frames)], 1)
    eye = view.eye + np.stack([_wander(g, t, s * drift) for s in (0.8, 0.8, 0.5)], 1)
    lean = _wander(g, t, 0.02 + 0.02 * drift) + float(np.arctan2(view.axes[2, 0], view.axes[2, 1]))
    if style == "turned":
        lean = lean + _switch(g, t) * float(g.choice([-1, 1])) * np.pi / 2
    elif style == "looking away":
        angle = g.uniform(0, 2 * np.pi)
        start, seconds = t[-1] * g.uniform(0.1, 0.6), g.uniform(0.6, 1.4)
        away = _between(t, start, seconds)[:, None] * 1.2 * view.focal**-1 * np.linalg.norm(view.eye)
        aim = aim + away * np.array([np.cos(angle), np.sin(angle), 0])
    elif style == "walking round":
        turn = (t / max(t[-1], 1e-6) - 0.5) * g.uniform(0.5, 1.5) * float(g.choice([-1, 1]))
        c, s = np.cos(turn), np.sin(turn)
        eye = np.stack([c * eye[:, 0] - s * eye[:, 1], s * eye[:, 0] + c * eye[:, 1], eye[:, 2]], 1)
        eye[:, 2] += STEP * np.abs(np.sin(np.pi * 1.8 * t + g.uniform(0, np.pi)))
    shake = np.stack([_tremor(g, t) for _ in range(3)], 1)
    return [_looking(view, eye[n], aim[n], float(lean[n]), shake[n]) for n in range(frames)]


def _wander(g: Generator, t: Track, size: float) -> Track:
    """Slow motion without a goal, of standard deviation `size`."""
    waves = [g.normal() * np.sin(2 * np.pi * (f * t + g.uniform())) for f in g.uniform(0.08, 0.7, 5)]
    return np.asarray(size * np.sqrt(2 / 5) * np.sum(waves, 0))


def _tremor(g: Generator, t: Track) -> Track:
    waves = [g.normal() * np.sin(2 * np.pi * (f * t + g.uniform())) for f in g.uniform(4, 11, 6)]
    return np.asarray(TREMOR * g.uniform(0.4, 1.5) / np.sqrt(3) * np.sum(waves, 0))


def _eased(share: Track) -> Track:
    share = np.clip(share, 0, 1)
    return share * share * (3 - 2 * share)


def _switch(g: Generator, t: Track) -> Track:
    """From 0 to 1 at some time."""
    return _eased((t - t[-1] * g.uniform(0.1, 0.7)) / g.uniform(0.5, 1.1))


def _between(t: Track, start: float, seconds: float) -> Track:
    """From 0 to 1 at `start`, and back after some seconds; each takes 0.4."""
    return _eased((t - start) / 0.4) - _eased((t - start - seconds) / 0.4)


def _looking(view: View, eye: Vector, aim: Vector, lean: float, shake: Vector) -> View:
    """The camera at `eye` that looks at `aim`, its right side `lean` radians above the table's x axis."""
    back = eye - aim
    back = back / np.linalg.norm(back)
    around = np.arctan2(eye[0], -eye[1])
    ahead = np.array([-np.sin(around), np.cos(around), 0.0])
    ahead = ahead - (ahead @ back) * back
    ahead = ahead / np.linalg.norm(ahead)
    right = np.cross(ahead, back)
    c, s = np.cos(lean), np.sin(lean)
    axes = np.stack([c * right + s * ahead, c * ahead - s * right, back], 1)
    tremble, _ = cv2.Rodrigues(axes @ shake)
    return View(view.size, eye, tremble @ axes, view.focal)


def smear(image: Picture, view: View, following: View, shutter: Shutter) -> Picture:
    """The picture that a camera takes while it moves from one view to the following: rows are read one after the other,
    each gathers light for a while."""
    height, width = image.shape[:2]
    middle = np.array([[[width / 2, height / 2]]])
    dx, dy = (cv2.perspectiveTransform(middle, ground_homography(view, following)) - middle)[0, 0]
    if np.hypot(dx, dy) > width:  # a jump, no motion
        return image
    if np.hypot(dx, dy) * shutter.readout > 0.3:
        share = shutter.readout / height
        skew = np.array([[1, dx * share, -dx * shutter.readout / 2], [0, 1 + dy * share, -dy * shutter.readout / 2]])
        image = np.asarray(cv2.warpAffine(image, skew, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)
    x, y = dx * shutter.exposure, dy * shutter.exposure
    reach = int(np.ceil(max(abs(x), abs(y)) / 2))
    if np.hypot(x, y) < 0.7 or reach == 0:
        return image
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 4 * reach + 1):
        kernel[round(reach + share * y), round(reach + share * x)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT), np.uint8)
