"""Augments training pictures without changing their labels: light, colour, sharpness, noise.

Geometry is changed where a crop is cut."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]
ENLARGED = (cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_NEAREST, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)
"""How small pictures are enlarged before they reach us; most programs do it linearly, as the eyes do themselves."""


def _colours(g: Generator, x: NDArray[np.float32]) -> NDArray[np.float32]:
    if g.random() < 0.5:  # lamps of every colour
        x = x * np.float32(np.exp(g.normal(0, 0.12, 3)))
    r = g.random()
    if r < 0.25:
        hsv = cv2.cvtColor(np.clip(x, 0, 1), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + g.uniform(0, 360)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * g.uniform(0.3, 1.5), 0, 1)
        x = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    elif r < 0.37:
        x = np.repeat(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    elif r < 0.43:
        x = 1 - x
    elif r < 0.48:
        x = x[..., g.permutation(3)]
    elif r < 0.54:  # pips that one channel alone tells from the body, as red ones on black
        keep = np.float32(np.exp(g.uniform(np.log(0.05), np.log(0.6), 3)))
        keep[int(g.integers(3))] = 1
        x = x * keep
    return x


def _light(g: Generator, x: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = x.shape[:2]
    x = np.clip(x, 0, 1) ** np.float32(np.exp(g.normal(0, 0.25)))
    r = g.random()
    low, high = (g.uniform(0, 0.25), g.uniform(0.55, 1.15)) if r < 0.5 else (0.0, 1.0)
    if r > 0.92:  # hardly any contrast
        low = g.uniform(0, 0.7)
        high = low + g.uniform(0.15, 0.4)
    x = low + x * np.float32(high - low)
    if g.random() < 0.2:  # the edge of a shadow, or a lamp at one side
        angle, at, soft = g.uniform(0, 2 * np.pi), g.uniform(-0.4, 0.4), g.uniform(0.02, 0.8)
        v, u = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j].astype(np.float32)
        side = 1 / (1 + np.exp(-np.clip((np.cos(angle) * u + np.sin(angle) * v - at) / soft * 4, -30, 30)))
        x = x * (1 - g.uniform(0.2, 0.7) * side[..., None])
    if g.random() < 0.12:  # glare
        v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
        cu, cv_, wide = g.random(), g.random(), g.uniform(0.03, 0.25)
        x = x + (g.uniform(0.2, 0.9) * np.exp(-((u - cu) ** 2 + (v - cv_) ** 2) / wide**2))[..., None]
    if g.random() < 0.08:  # more light than the sensor holds: what is bright is all white, and bleeds
        x = x * np.float32(g.uniform(1.2, 2.4))
        bled = cv2.GaussianBlur(np.clip(x - 1, 0, None), (0, 0), g.uniform(0.8, 4))
        x = np.minimum(x, 1) + bled
    return np.float32(x)


def _sharpness(g: Generator, x: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = x.shape[:2]
    r = g.random()
    if r < 0.2:
        x = cv2.GaussianBlur(x, (0, 0), g.uniform(0.3, 1.2))
    elif r < 0.4:  # a die far away, enlarged by whoever kept the picture
        f = np.exp(g.uniform(np.log(0.16), np.log(0.9)))
        small = cv2.resize(x, (max(6, int(width * f)), max(6, int(height * f))), interpolation=cv2.INTER_AREA)
        x = cv2.resize(small, (width, height), interpolation=int(g.choice(ENLARGED)))
    elif r < 0.46:
        n = int(g.integers(2, 5))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(g.integers(n))), (n - 1, int(g.integers(n))), 1.0)
        x = cv2.filter2D(x, -1, kernel / kernel.sum())
    elif r < 0.56:
        x = cv2.addWeighted(x, 1 + (a := g.uniform(0.2, 1.0)), cv2.GaussianBlur(x, (0, 0), 1.2), -a, 0)
    return x


def disturb(g: Generator, image: Image) -> Image:
    """A copy of `image` (height, width, 3) as another camera under another lamp might have shown it."""
    x = np.float32(image) / 255
    x = _sharpness(g, _light(g, _colours(g, x)))
    if g.random() < 0.6:
        noise = g.standard_normal(x.shape if g.random() < 0.5 else (*x.shape[:2], 1), dtype=np.float32)
        x = x + noise * np.float32(np.exp(g.uniform(np.log(0.003), np.log(0.06))))
    result: Image = np.uint8(np.clip(x, 0, 1) * 255 + 0.5)
    if g.random() < 0.2:
        data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(g.integers(25, 90))])[1]
        result = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return result


def mirror_lamps(g: Generator, image: Image) -> Image:
    """A copy of `image` (side, side, 3) on which a glossy face mirrors lamps: bright arcs, rings and streaks."""
    side, fine = image.shape[0], 3
    light = np.zeros(image.shape[:2], np.float32)
    for _ in range(int(g.integers(1, 4))):
        centre = side / 2 + g.normal(0, 0.16, 2) * side
        radius = g.uniform(0.08, 0.4) * side
        axes = (int(radius * 2**fine), int(radius * g.uniform(0.4, 1) * 2**fine))
        start, brightness = g.uniform(0, 360), float(g.uniform(0.3, 1))
        middle = (int(centre[0] * 2**fine), int(centre[1] * 2**fine))
        end, weight = start + g.uniform(30, 360), int(g.integers(1, 4))
        cv2.ellipse(light, middle, axes, g.uniform(0, 180), start, end, brightness, weight, cv2.LINE_AA, fine)
    share = cv2.GaussianBlur(light, (0, 0), g.uniform(0.4, 1.2))[..., None]
    lamp = np.float32(255 * np.clip(1 + g.normal(0, 0.05, 3), 0.7, 1))
    return np.uint8(np.clip(image * (1 - share) + lamp * share, 0, 255) + 0.5)
