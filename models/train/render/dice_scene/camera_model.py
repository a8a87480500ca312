"""Models a camera: lens, motion blur, white balance, exposure, noise, sharpening and compression."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.dice_scene.renderer import Rendered, to_display

Image = NDArray[np.uint8]


@dataclass
class Lens:
    """Barrel distortion, stretched pixels and a round dark rim; all of it about the picture's middle."""

    size: tuple[int, int]
    barrel: float = 0.0
    stretch: tuple[float, float] = (1.0, 1.0)
    """How much wider and higher things get, both >= 1."""
    rim: float | None = None
    """Radius of what is seen, in half widths (or heights, whichever are longer)."""

    @property
    def straight(self) -> bool:
        return self.barrel == 0 and self.stretch == (1.0, 1.0) and self.rim is None

    def sources(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel, where it looks in the picture of a good lens."""
        width, height = self.size
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        half = max(width, height) / 2
        u, v = (x - width / 2) / half, (y - height / 2) / half
        bend_ = (1 + self.barrel * (u * u + v * v)) / (1 + self.barrel)
        return (
            u * bend_ * half / self.stretch[0] + width / 2,
            v * bend_ * half / self.stretch[1] + height / 2,
        )

    def seen(self) -> NDArray[np.bool_]:
        """(height, width): what the rim leaves, and what lies inside the good lens's picture."""
        width, height = self.size
        x, y = self.sources()
        seen = (x > -0.5) & (y > -0.5) & (x < width - 0.5) & (y < height - 0.5)
        if self.rim is not None:
            v, u = np.mgrid[0:height, 0:width]
            half = max(width, height) / 2
            seen &= np.hypot(u - width / 2, v - height / 2) < self.rim * half
        return seen

    def points(self, straight: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, 2) pixels of a good lens's picture to pixels of this one's."""
        width, height = self.size
        half = max(width, height) / 2
        p = (straight - np.float32([width / 2, height / 2])) / half * np.float32(self.stretch)
        far = np.linalg.norm(p, axis=1, keepdims=True)
        table = np.linspace(0, 6, 3000)
        near = np.interp(far, table * (1 + self.barrel * table**2) / (1 + self.barrel), table)
        p = p * (near / np.maximum(far, 1e-9))
        return np.float32(p * half + np.float32([width / 2, height / 2]))


def random_lens(g: Generator, size: tuple[int, int], fisheye: bool = False) -> Lens:
    if fisheye:
        return Lens(size, g.uniform(0.2, 0.6), rim=g.uniform(0.55, 0.95) if g.random() < 0.75 else None)
    r = g.random()
    barrel = 0.0 if r < 0.8 else g.uniform(0.05, 0.2) if r < 0.94 else g.uniform(0.2, 0.55)
    stretch = (1.0, 1.0)
    if g.random() < 0.12:
        by = float(g.uniform(1.05, 1.6))
        stretch = (by, 1.0) if g.random() < 0.5 else (1.0, by)
    return Lens(size, float(barrel), stretch)


def bend(rendered: Rendered, lens: Lens) -> Rendered:
    """What is seen through `lens`."""
    x, y = lens.sources()
    seen = lens.seen()
    light = cv2.remap(rendered.light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT) * seen[..., None]
    layers = [
        cv2.remap(layer, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) * seen for layer in rendered[1:]
    ]
    return Rendered(np.float32(light), *layers)


def _blurred(g: Generator, light: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """Light out of focus or moved, mostly neither, and the variance of its blur in square pixels."""
    variance = 0.0
    if g.random() < 0.27:
        sigma = float(np.exp(g.uniform(np.log(0.4), np.log(2.2))))
        light = cv2.GaussianBlur(light, (0, 0), sigma)
        variance += sigma**2
    if g.random() < 0.06:
        n = int(g.integers(3, 9))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(g.integers(n))), (n - 1, int(g.integers(n))), 1.0)
        light = cv2.filter2D(light, -1, kernel / kernel.sum())
        variance += n * n / 12
    return light, variance


def expose(g: Generator, light: NDArray[np.float32], gentle: bool = False, grey: bool = False) -> tuple[Image, float]:
    """An 8-bit picture (blue green red) of linear light, as some camera would have taken it, and the standard
    deviation in pixels of the blur it was given."""
    height, width = light.shape[:2]
    luminance = light @ np.float32([0.2126, 0.7152, 0.0722])
    r = g.random()
    target, noise = g.uniform(0.5, 1.0), 1.0
    if r < 0.06 and not gentle:
        target, noise = g.uniform(0.06, 0.25), g.uniform(1.5, 4)  # near dark
    elif r < 0.13:
        target = g.uniform(1.2, 2.2)
    elif r < 0.22:
        target = g.uniform(0.2, 0.5)
    exposure = target / max(float(np.percentile(luminance, g.uniform(85, 98))), 1e-3)
    if g.random() < 0.7:  # the white balance takes back part of the lamp's colour
        mean = light.reshape(-1, 3).mean(0) + 1e-4
        light = light * (mean.mean() / mean) ** np.float32(g.uniform(0.2, 1.0))
    if g.random() < 0.3:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        light = light * (1 - g.uniform(0.1, 0.5) * np.clip((x * x + y * y) / 2, 0, 1))[..., None]
    light, variance = (light, 0.0) if gentle else _blurred(g, light)
    strength = noise * float(np.exp(g.uniform(np.log(0.002), np.log(0.03 if gentle else 0.06))))
    rough = g.standard_normal(light.shape, dtype=np.float32)
    if g.random() < 0.6:  # sensors smooth their noise
        rough = cv2.GaussianBlur(rough, (0, 0), g.uniform(0.4, 1.0)) * 2
    light = light + rough * np.sqrt(np.maximum(light, 0) / exposure + 1e-4) * strength
    image = to_display(light, exposure, g.uniform(0.1, 0.6))
    if g.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), g.uniform(0.7, 2))
        image = cv2.addWeighted(image, 1 + (a := g.uniform(0.2, 1.2)), soft, -a, 0)
    if not gentle and g.random() < 0.1:  # made small, then enlarged
        by = float(np.exp(g.uniform(np.log(1.3), np.log(4.0))))
        small = cv2.resize(image, (round(width / by), round(height / by)), interpolation=cv2.INTER_AREA)
        how = (cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(g.integers(3))]
        image = cv2.resize(small, (width, height), interpolation=how)
        variance += (by * 0.5) ** 2
    if grey or g.random() < 0.06:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    quality = int(g.integers(40 if not gentle else 85, 97))
    image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return image, float(np.sqrt(variance))


def photograph(g: Generator, light: NDArray[np.float32], gentle: bool = False) -> Image:
    """As `expose`, the picture alone."""
    return expose(g, light, gentle)[0]
