"""Adds a video camera's faults to clean pictures: noise, hunting exposure, colour and focus, bumps, compression."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
TILES, SPARE, PATCH = 4, 96, 64
"""Tiles of noise, and pixels by which they are larger than the picture: each patch of a frame, of so many pixels a
side, takes another part of one. Whole frames that took one part would look as if a bare ground had a texture."""


@dataclass
class Swing:
    """A value that hunts: from `start` on it swings by `size`, `swings` times, within `seconds`, and dies out."""

    start: float
    seconds: float
    size: float
    swings: float = 2.0

    def at(self, t: float) -> float:
        share = (t - self.start) / self.seconds
        if not 0 <= share < 1:
            return 0.0
        return float(self.size * np.sin(np.pi * self.swings * share) * (1 - share))


@dataclass
class Faults:
    """Applied in the order of a camera: where it points, focus, light, noise, compression."""

    noise: float = 1.5
    """Grey levels."""
    gain: list[Swing] = field(default_factory=list)
    warmth: list[Swing] = field(default_factory=list)
    focus: list[Swing] = field(default_factory=list)
    """Pixels of blur."""
    shake: list[Swing] = field(default_factory=list)
    """Pixels."""
    moves: list[tuple[float, float, float]] = field(default_factory=list)
    """Times from which the camera stands otherwise, with pixels to the right and down."""
    shades: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Soft shadows that wander through: start, seconds, angle, darkness."""
    quality: int | None = None
    """Of JPEG; every fifteenth picture is compressed anew and better, as key frames are."""
    _tiles: list[NDArray[np.int16]] = field(default_factory=list)
    _count: int = 0

    def take(self, g: Generator, clean: Picture, t: float) -> Picture:
        """What the camera sends of a clean picture at time t."""
        image = clean
        height, width = image.shape[:2]
        dx = sum(x for start, x, _ in self.moves if t >= start)
        dy = sum(y for start, _, y in self.moves if t >= start)
        shake = sum(s.at(t) for s in self.shake)
        if dx or dy or shake:
            move = np.float32([[1, 0, dx + shake], [0, 1, dy - 0.6 * shake]])
            image = cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REFLECT)
        blur = abs(sum(s.at(t) for s in self.focus))
        if blur > 0.3:
            image = cv2.GaussianBlur(image, (0, 0), blur)
        factor = float(np.exp(sum(s.at(t) for s in self.gain)))
        warm = sum(s.at(t) for s in self.warmth)
        if abs(factor - 1) > 1e-3 or abs(warm) > 1e-3:
            steps = np.arange(256, dtype=np.float32)[:, None] * np.float32(
                [factor * (1 - warm), factor, factor * (1 + warm)]
            )
            image = cv2.LUT(image, np.uint8(np.clip(steps, 0, 255) + 0.5).reshape(1, 256, 3))
        for start, seconds, angle, dark in self.shades:
            if start <= t < start + seconds:
                image = self._shade(image, (t - start) / seconds, angle, dark)
        image = self._noisy(g, image)
        if self.quality is not None:
            good = 12 if self._count % 15 == 0 else 0
            coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality + good])[1]
            image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        self._count += 1
        return image

    def _shade(self, image: Picture, share: float, angle: float, dark: float) -> Picture:
        height, width = image.shape[:2]
        y, x = np.mgrid[-1 : 1 : height / 8 * 1j, -1 : 1 : width / 8 * 1j].astype(np.float32)
        along = np.cos(angle) * x + np.sin(angle) * y
        across = -np.sin(angle) * x + np.cos(angle) * y
        front = -1.6 + 3.0 * np.sin(np.pi * share)  # comes and goes on one side
        arm = 1 / (1 + np.exp((along - front) * 9)) / (1 + np.exp((np.abs(across - 0.2) - 0.35) * 12))
        full = cv2.resize(np.float32(1 - dark * arm), (width, height), interpolation=cv2.INTER_LINEAR)
        return np.uint8(image * full[..., None] + 0.5)

    def _noisy(self, g: Generator, image: Picture) -> Picture:
        if self.noise <= 0:
            return image
        height, width = image.shape[:2]
        if not self._tiles or self._tiles[0].shape[:2] != (height + SPARE, width + SPARE):
            rough = (g.standard_normal((height + SPARE, width + SPARE, 3), dtype=np.float32) for _ in range(TILES))
            self._tiles = [np.int16(np.round(cv2.GaussianBlur(r, (0, 0), 0.6) * (1.9 * self.noise))) for r in rough]
        rows, columns = (range(0, length, PATCH) for length in (height, width))
        parts = g.integers((TILES, SPARE, SPARE), size=(len(rows), len(columns), 3))
        noise = np.empty((height, width, 3), np.int16)
        for y, row in zip(rows, parts, strict=True):
            for x, (tile, right, down) in zip(columns, row.tolist(), strict=True):
                patch = noise[y : y + PATCH, x : x + PATCH]
                patch[:] = self._tiles[tile][y + down :, x + right :][: patch.shape[0], : patch.shape[1]]
        return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)


HUNTING = ((0.15, 0.5), (0.05, 0.2), (1.5, 5.0))
"""How far brightness (natural logarithm), warmth (share) and blur (pixels) swing while a camera hunts."""
WHILE_ROLLING = ((0.1, 0.35), (0.03, 0.12), (0.8, 2.5))
"""The same while dice roll before it."""


def random_faults(g: Generator, kind: str, seconds: float, rolls: bool) -> Faults:
    """What befalls the camera in a play of `kind`; `rolls`: dice roll in it."""
    faults = Faults(noise=float(np.exp(g.uniform(np.log(0.6), np.log(4)))))
    swings = (faults.gain, faults.warmth, faults.focus)
    if kind == "hunting":
        for start in (1.5, 4.5):
            which = int(g.integers(3))
            swing = Swing(start + float(g.uniform(0, 1)), float(g.uniform(0.5, 1.6)), 0.0, float(g.integers(1, 4)))
            swing.size = float(g.uniform(*HUNTING[which]))
            swings[which].append(swing)
    elif kind == "bumped":
        for start in (2.0, 5.0):
            at = start + float(g.uniform(0, 1))
            faults.shake.append(
                Swing(at, float(g.uniform(0.15, 0.6)), float(g.uniform(2, 10)), float(g.integers(2, 6)))
            )
            if g.random() < 0.7:
                faults.moves.append((at, float(round(g.normal(0, 8))), float(round(g.normal(0, 5)))))
    elif kind == "shadows":
        for start in (1.0, 4.0):
            faults.shades.append(
                (
                    start + float(g.uniform(0, 1)),
                    float(g.uniform(0.6, 2.0)),
                    float(g.uniform(0, 6.28)),
                    float(g.uniform(0.2, 0.55)),
                )
            )
    elif kind == "compressed":
        faults.quality = int(g.integers(25, 60))
    elif rolls and g.random() < 0.35:  # a camera that hunts while dice roll
        which = int(g.integers(4))
        swing = Swing(seconds * float(g.uniform(0.2, 0.6)), float(g.uniform(0.4, 1.0)), 0.0, float(g.integers(1, 3)))
        if which < len(swings):
            swing.size = float(g.uniform(*WHILE_ROLLING[which]))
            swings[which].append(swing)
        else:
            faults.quality = int(g.integers(45, 80))
    return faults
