"""Paints hands and forearms with their shadows over the pictures of a table.

A hand is a handful of capsules in the renderer's world (16 mm a unit), as in models/train/render/clips/clips.py,
painted with OpenCV in a few milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.matches.stage import Point
from models.train.render.clips.clips import SKINS, SLEEVES
from models.train.render.clips.raster import Limb
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.things import Scene

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
REACH = 3.1
"""Units that the finger tips lie beyond what the hand holds, so that the front of its palm is over it."""
SHADE = 0.42
"""Of the light that a hand's shadow takes."""
FINE = 4
"""Bits of the fractions of a pixel that OpenCV draws with."""
CREASE = 0.09
"""Of the light that the creases between fingers take."""
SQUARE = np.ones((3, 3), np.uint8)
_RING = np.stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)], 1)


@dataclass
class Arm:
    """One player's right or left arm: where it comes from, and how it looks."""

    way: Point
    """Where its player sits, as the way out from the table's middle."""
    home: Array
    """(3,) where its finger tips are while it is out of view."""
    skin: Array
    sleeve: Array
    scale: float
    left: bool

    @classmethod
    def drawn(cls, g: Generator, way: Point, far: float) -> Arm:
        """`far`: units from the table's middle at which nothing of it is in view."""
        across = np.array([-way[1], way[0]]) * g.uniform(-0.18, 0.18) * far
        home = np.array([way[0] * far + across[0], way[1] * far + across[1], 3.0])
        skin, sleeve = SKINS[int(g.integers(len(SKINS)))], SLEEVES[int(g.integers(len(SLEEVES)))]
        return cls(way, home, np.array(skin), np.array(sleeve), float(g.uniform(0.9, 1.08)), bool(g.random() < 0.3))

    def out(self, at: Array) -> Array:
        """Unit vector on the table from finger tips at `at` along the arm."""
        way = (self.home - at) * (1, 1, 0)
        far = float(np.linalg.norm(way))
        return way / far if far > 1 else np.array([*self.way, 0.0])

    def over(self, x: float, y: float, height: float = 0.4) -> Array:
        """Where the finger tips are while the hand holds what lies at (x, y)."""
        at = np.array([x, y, height])
        return at - self.out(at) * REACH * self.scale * (1, 1, 0)

    def limbs(self, at: Array) -> list[Limb]:
        """The arm with its finger tips at `at`."""
        out, s = self.out(at), self.scale
        side = np.array([-out[1], out[0], 0]) * (-1 if self.left else 1)
        lift = np.array([0, 0, 1.0])
        palm = at + out * 4.0 * s + lift * 1.1
        wrist = palm + out * 3.6 * s + lift * 0.4
        made = [
            Limb(wrist + out * 2.0, wrist + out * 45 + lift * 5, (2.0 * s, 2.8 * s), self.sleeve),
            Limb(palm, wrist + out * 2.4, (1.9 * s, 1.45 * s), self.skin),
            Limb(palm + side * 0.75 * s, palm - side * 0.75 * s, (1.8 * s, 1.8 * s), self.skin),
        ]
        for k in (-1.5, -0.5, 0.5, 1.5):
            short = 0.0 if abs(k) < 1 else 0.55 if k < 0 else 1.0
            tip = at + side * k * 0.92 * s + out * short * s
            made.append(Limb(palm + side * k * 0.88 * s, tip, (0.62 * s, 0.5 * s), self.skin))
        thumb = palm - side * 2.7 * s - out * 1.3 * s
        made.append(Limb(palm - side * 1.2 * s + out * s, thumb, (0.68 * s, 0.52 * s), self.skin))
        return made


class Painter:
    """Paints arms before one camera."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def paint(self, picture: Image, arms: list[list[Limb]], lamp: Array, brightness: float) -> None:
        """Draw arms over a picture, the first below the others; `lamp`: where the strongest lamp is, in units;
        `brightness`: of skin in its light, over what is usual."""
        if not arms:
            return
        self._shadow(picture, [limb for limbs in arms for limb in limbs], lamp)
        for limbs in arms:
            for skin in (False, True):
                self._limbs(picture, [limb for n, limb in enumerate(limbs) if (n > 0) == skin], lamp, brightness)

    def out_of_view(self, limbs: list[Limb]) -> bool:
        """Whether nothing of an arm is to be seen."""
        width, height = self.scene.size
        mask = np.zeros((height // 8, width // 8), np.uint8)
        for limb in limbs:
            self._capsule(mask, limb, 1 / 8)
        return not mask.any()

    def _scale(self, point: Array) -> float:
        depth = -float((point - self.scene.eye) @ self.scene.axes[:, 2])
        return self.scene.focal * self.scene.size[1] / max(depth, 0.5)

    def _capsule(self, mask: Image, limb: Limb, zoom: float = 1.0) -> None:
        points = []
        for at, radius in ((limb.start, limb.radii[0]), (limb.end, limb.radii[1])):
            middle = project(self.scene, np.float32([at]))[0].astype(np.float64)
            points.append(middle + _RING * radius * self._scale(at))
        hull = cv2.convexHull(np.float32(np.clip(np.concatenate(points), -6000, 6000) * zoom))
        cv2.fillConvexPoly(mask, np.int32(np.round(hull * 2**FINE)), 255, cv2.LINE_AA, FINE)

    def _shadow(self, picture: Image, limbs: list[Limb], lamp: Array) -> None:
        height, width = picture.shape[:2]
        mask = np.zeros((height // 4, width // 4), np.uint8)
        for limb in limbs:
            ends = [at + (at - lamp) * (at[2] / max(lamp[2] - at[2], 1.0)) for at in (limb.start, limb.end)]
            self._capsule(mask, Limb(ends[0] * (1, 1, 0), ends[1] * (1, 1, 0), limb.radii, limb.colour), 0.25)
        x, y, w, h = cv2.boundingRect(mask)
        if w == 0:
            return
        soft = cv2.GaussianBlur(mask, (0, 0), 2.2)
        x0, y0, x1, y1 = max(x - 8, 0), max(y - 8, 0), min(x + w + 8, width // 4), min(y + h + 8, height // 4)
        size = (4 * (x1 - x0), 4 * (y1 - y0))
        share = cv2.resize(255 - np.uint8(soft[y0:y1, x0:x1] * SHADE), size, interpolation=cv2.INTER_LINEAR)
        here = np.s_[4 * y0 : 4 * y1, 4 * x0 : 4 * x1]
        picture[here] = cv2.multiply(picture[here], cv2.cvtColor(share, cv2.COLOR_GRAY2BGR), scale=1 / 255)

    def _limbs(self, picture: Image, limbs: list[Limb], lamp: Array, brightness: float) -> None:
        """Rounded by how deep a pixel lies within their outline, darker toward the side away from the lamp."""
        height, width = picture.shape[:2]
        mask = np.zeros((height, width), np.uint8)
        for limb in limbs:
            self._capsule(mask, limb)
        x, y, w, h = cv2.boundingRect(mask)
        if w == 0:
            return
        part = mask[y : y + h, x : x + w]
        deep = 0.75 * self._scale(limbs[0].start)
        depth = np.minimum(cv2.distanceTransform(np.uint8(part > 127), cv2.DIST_L2, 3) / deep, 1.0)
        tone = 0.7 + 0.3 * np.sqrt(depth)
        slope = cv2.Sobel(cv2.GaussianBlur(depth, (0, 0), 2.0), cv2.CV_32F, 1, 0)
        toward = float(np.sign(project(self.scene, np.float32([lamp * (1, 1, 0)]))[0, 0] - (x + w / 2)))
        tone = tone - 0.5 * toward * np.clip(slope, -0.3, 0.3)
        rims = np.zeros_like(part)
        for limb in limbs:  # creases between the fingers
            edge = np.zeros_like(mask)
            self._capsule(edge, limb)
            rims = cv2.max(rims, cv2.morphologyEx(edge[y : y + h, x : x + w], cv2.MORPH_GRADIENT, SQUARE))
        tone = tone * (1 - CREASE * cv2.blur(rims, (5, 5)).astype(np.float32) / 255)
        colour = np.float32(limbs[0].colour) * 255 * brightness
        drawn = np.clip(tone[..., None] * colour, 0, 255)
        alpha = part.astype(np.float32)[..., None] / 255
        here = picture[y : y + h, x : x + w]
        here[:] = np.uint8(here * (1 - alpha) + drawn * alpha)
