"""What a camera does to light: lens, motion, white balance, exposure, noise, sharpening and compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.renderer import Rendered, to_display


def lens_map(g: Generator, width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """Where each pixel of a barrel-distorted picture looks in the straight one; None for a good lens."""
    r = g.random()
    if r < 0.8:
        return None
    k = g.uniform(0.05, 0.2) if r < 0.94 else g.uniform(0.2, 0.55)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    half = max(width, height) / 2
    u, v = (x - width / 2) / half, (y - height / 2) / half
    stretch = (1 + k * (u * u + v * v)) / (1 + k)
    return u * stretch * half + width / 2, v * stretch * half + height / 2


def bend(rendered: Rendered, bending: tuple[NDArray[np.float32], NDArray[np.float32]]) -> Rendered:
    light = cv2.remap(rendered.light, *bending, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    thing = cv2.remap(rendered.thing, *bending, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    face = cv2.remap(rendered.face, *bending, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    return Rendered(light, thing, face)


def photograph(g: Generator, light: NDArray[np.float32], gentle: bool = False) -> NDArray[np.uint8]:
    """An 8-bit picture (blue green red) of linear light, as some camera would have taken it."""
    height, width = light.shape[:2]
    grey = light @ np.float32([0.2126, 0.7152, 0.0722])
    target = g.uniform(0.5, 1.0) if g.random() < 0.85 else g.uniform(0.2, 1.5)
    exposure = target / max(float(np.percentile(grey, g.uniform(85, 98))), 1e-3)
    if g.random() < 0.6:  # the white balance takes back part of the lamp's colour
        mean = light.reshape(-1, 3).mean(0) + 1e-4
        light = light * (mean.mean() / mean) ** np.float32(g.uniform(0.3, 1.0))
    if g.random() < 0.3:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        light = light * (1 - g.uniform(0.1, 0.5) * np.clip((x * x + y * y) / 2, 0, 1))[..., None]
    if not gentle and g.random() < 0.25:
        light = cv2.GaussianBlur(light, (0, 0), float(np.exp(g.uniform(np.log(0.4), np.log(1.8)))))
    if not gentle and g.random() < 0.06:
        n = int(g.integers(3, 9))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(g.integers(n))), (n - 1, int(g.integers(n))), 1.0)
        light = cv2.filter2D(light, -1, kernel / kernel.sum())
    strength = float(np.exp(g.uniform(np.log(0.002), np.log(0.03 if gentle else 0.06))))
    rough = g.standard_normal(light.shape, dtype=np.float32)
    if g.random() < 0.6:  # sensors smooth their noise
        rough = cv2.GaussianBlur(rough, (0, 0), g.uniform(0.4, 1.0)) * 2
    light = light + rough * np.sqrt(np.maximum(light, 0) / exposure + 1e-4) * strength
    image = to_display(light, exposure, g.uniform(0.1, 0.6))
    if g.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), g.uniform(0.7, 2))
        image = cv2.addWeighted(image, 1 + (a := g.uniform(0.2, 1.2)), soft, -a, 0)
    if g.random() < 0.06:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    quality = int(g.integers(40 if not gentle else 85, 97))
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
