"""Paints pieces on pictures of boards that were laid flat, for more colours and lamps than were photographed.

Renders are true but few, and each of them shows two or three colours under one lamp. What tells colours apart is learnt
from these: discs, flat or tall, that lean away from a camera on one side, with a lit top, a darker side and a shadow.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.boards.board_pieces import player_colours
from models.train.render.dice_scene.things import Vector
from vision.boards.cell_classifier import COLOURS, FORMS, PIXELS

Pixels = NDArray[np.uint8]
Sites = NDArray[np.int64]

GAMMA = 2.2
HIGHEST = 2.4
"""Sites by which the highest piece is high."""
TALLEST = 1.8
"""Sites by which the top of a piece lies off its foot at most: what is painted is a disc drawn out, and no pawn."""
HIDDEN, HALF_HIDDEN = 0.75, 0.4
"""Share of a piece behind others, and of a site under a neighbour's top, from which nothing is asked of it."""


def paint(
    g: Generator,
    image: Pixels,
    lean: NDArray[np.float32],
    holds: Sites,
    colours: Sites,
    forms: Sites,
    kinds: tuple[int, int, int],
) -> tuple[Pixels, Sites, Sites, Sites]:
    """A window of a board with pieces on some of its empty sites; arrays as in cell_data.Window. `kinds`: the numbers
    of nothing, piece and unknown."""
    nothing, piece, unknown = kinds
    empty = np.argwhere(holds == nothing)
    if not len(empty):
        return image, holds, colours, forms
    holds, colours, forms = holds.copy(), colours.copy(), forms.copy()
    light = np.asarray((image / 255.0) ** GAMMA, np.float32)
    players = player_colours(g, int(g.choice([2, 3, 4], p=[0.6, 0.2, 0.2])))
    look = _Look(g, np.asarray(lean.mean((0, 1)), np.float64))
    chosen = empty[g.random(len(empty)) < g.uniform(0.05, 0.7)]
    # Who stands farther from the camera is painted first.
    chosen = chosen[np.argsort(-(chosen @ look.lean[::-1]))]
    owner = np.full(image.shape[:2], -1, np.int64)
    sizes = []
    for n, (row, col) in enumerate(chosen):
        name, body = players[int(g.integers(len(players)))]
        part, mask = look.put(g, light, (col + 0.5, row + 0.5), body)
        owner[part][mask] = n
        sizes.append(int(mask.sum()))
        holds[row, col], colours[row, col] = piece, COLOURS.index(name)
        forms[row, col] = FORMS.index("flat") if look.tall < 0.25 else unknown
    for n, (row, col) in enumerate(chosen):
        if (owner == n).sum() < (1 - HIDDEN) * sizes[n]:
            holds[row, col] = colours[row, col] = forms[row, col] = unknown
    for row, col in np.argwhere(holds == nothing):
        site = owner[row * PIXELS + 4 : (row + 1) * PIXELS - 4, col * PIXELS + 4 : (col + 1) * PIXELS - 4]
        if (site >= 0).mean() > 1 - HALF_HIDDEN / 2 and look.tall < 0.5:
            holds[row, col] = unknown
    shown = np.clip(light, 0, 1) ** np.float32(1 / GAMMA) * 255
    return np.asarray(shown + 0.5, np.uint8), holds, colours, forms


class _Look:
    """What the pieces of one board share."""

    def __init__(self, g: Generator, lean: NDArray[np.float64]) -> None:
        """`lean` (2,): how things lean there, see Grid.lean."""
        self.radius = float(g.uniform(0.26, 0.48)) * PIXELS
        slant = max(float(np.linalg.norm(lean)), 1e-6)
        height = float(g.choice([0.0, g.uniform(0.05, 0.25), g.uniform(0.25, HIGHEST)], p=[0.2, 0.4, 0.4]))
        self.tall = min(height * slant, TALLEST)
        """Sites by which the top lies off the foot."""
        self.lean = lean / slant
        """Away from the camera, in sites across and down."""
        self.squeeze = float(g.uniform(0.8, 1.0))
        self.side = float(g.uniform(0.25, 0.9))
        self.lamp = np.exp(g.normal(0, 0.12, 3)).astype(np.float32) * np.float32(g.uniform(0.45, 1.25))
        self.slope = g.normal(0, 0.18, 2)
        self.shade = g.normal(0, 0.16, 2) * PIXELS
        self.dark = float(g.uniform(0.3, 0.95))
        self.gloss = float(g.choice([0.0, g.uniform(0.05, 0.9)]))
        self.relief = float(g.choice([0.0, g.uniform(0.02, 0.25)]))
        self.rings = int(g.choice([0, 1, 2], p=[0.5, 0.3, 0.2]))
        self.off = float(g.uniform(0, 0.1)) * PIXELS

    def put(
        self, g: Generator, light: NDArray[np.float32], site: tuple[float, float], body: Vector
    ) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
        """Paint one piece whose foot is at `site` (across, down) into `light`: the part that is painted on, and which
        of its pixels the piece covers."""
        high, wide = light.shape[:2]
        foot = np.array(site) * PIXELS + g.normal(0, 1, 2) * self.off
        top = foot + self.lean * self.tall * PIXELS
        reach = 1.3 * self.radius + float(np.abs(self.shade).max()) + 4
        low = np.maximum(np.minimum(foot, top) - reach, 0).astype(int)
        past = np.minimum(np.maximum(foot, top) + reach, [wide, high]).astype(int)
        part = np.s_[low[1] : past[1], low[0] : past[0]]
        spot = light[part]
        share = np.array(site) * PIXELS / [wide, high] - 0.5
        lamp = self.lamp * np.float32(np.exp(self.slope @ share) * np.exp(g.normal(0, 0.06)))
        colour = np.asarray(np.clip(body[::-1] * np.exp(g.normal(0, 0.05)), 0.003, 1) * lamp, np.float32)
        foot, top = foot - low, top - low
        shadow = self._disc(spot.shape[:2], foot + self.shade, 1.05)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 1.5 + 0.1 * self.radius), np.float32)
        spot *= 1 - np.float32(1 - self.dark) * shadow[..., None]
        wall = np.zeros(spot.shape[:2], np.float32)
        for t in np.linspace(0, 1, 2 + int(self.tall * PIXELS / 3)):
            wall = np.maximum(wall, self._disc(spot.shape[:2], foot + t * (top - foot), 1.0))
        face = self._disc(spot.shape[:2], top, 1.0)
        self._blend(spot, wall, colour * np.float32(self.side))
        self._blend(spot, face, colour * self._shading(g, spot.shape[:2], top)[..., None])
        if self.gloss:
            v, u = np.mgrid[0 : spot.shape[0], 0 : spot.shape[1]].astype(np.float32)
            x, y = (float(c) for c in top + g.normal(0, 0.35, 2) * self.radius)
            blob = np.exp(-((u - x) ** 2 + (v - y) ** 2) / np.float32((0.3 * self.radius) ** 2))
            spot += (np.float32(self.gloss) * blob * face)[..., None] * self.lamp
        return part, np.maximum(wall, face) > 0.5

    def _shading(self, g: Generator, size: tuple[int, int], top: NDArray[np.float64]) -> NDArray[np.float32]:
        """(h, w): how bright the upper side is from place to place: lit from one side, turned rings, relief."""
        v, u = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
        across, down = (u - np.float32(top[0])) / self.radius, (v - np.float32(top[1])) / self.radius
        shading = 1 + np.float32(0.15 * g.normal()) * across
        for ring in range(self.rings):
            shading = shading - 0.35 * np.exp(-(((np.hypot(across, down) - 0.45 - 0.35 * ring) / 0.06) ** 2))
        if self.relief:
            grain = cv2.resize(g.normal(0, 1, (5, 5)).astype(np.float32), size[::-1], interpolation=cv2.INTER_CUBIC)
            shading = shading + np.float32(self.relief) * grain
        return np.asarray(np.clip(shading, 0.2, 1.8), np.float32)

    def _disc(self, size: tuple[int, int], middle: NDArray[np.float64], wider: float) -> NDArray[np.float32]:
        """(h, w): 1 within the foot's outline about `middle`."""
        mask = np.zeros(size, np.uint8)
        axes = (round(16 * self.radius * wider), round(16 * self.radius * wider * self.squeeze))
        turn = float(np.degrees(np.arctan2(self.lean[1], self.lean[0])) + 90)
        at = (round(16 * float(middle[0] - 0.5)), round(16 * float(middle[1] - 0.5)))
        cv2.ellipse(mask, at, axes, turn, 0, 360, 255, -1, cv2.LINE_AA, 4)
        return np.asarray(mask / np.float32(255), np.float32)

    @staticmethod
    def _blend(light: NDArray[np.float32], mask: NDArray[np.float32], colour: NDArray[np.float32]) -> None:
        light *= 1 - mask[..., None]
        light += mask[..., None] * colour
