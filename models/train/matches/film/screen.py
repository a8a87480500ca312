"""Draws the table of a film, and from one moment to the next only what has changed.

What lies still is not drawn again, so it looks the same to the last bit; and a die that moves costs a hundredth of a
picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.train.matches.film.props import Key
from models.train.matches.film.scenery import Scenery
from models.train.render.common import glyph_sheet
from models.train.render.dice_scene.things import Scene, Thing
from models.train.render.tables.table_items import LaidSheet
from models.train.render.tables.table_renderer import TableRenderer, ground

Image = NDArray[np.uint8]
THIN = "2."
"""Of half its thickness: as large a thing at most seems where it keeps the room's light from others. Cards in a pile
would blacken each other."""
WHITE = 0.78
"""Of the display's light that the brightest twentieth of the first picture gets."""
SHOULDER = 0.3
SHADOW, CLOSE = 1.2, 0.7
"""How far shadows fall, over the height of what casts them; and units within which things darken each other."""


class Screen(TableRenderer):
    """One table before one camera, as the camera shows it: (height, width, 3) blue green red, without noise."""

    def __init__(self, scenery: Scenery, seed: int, samples: int = 2) -> None:
        super().__init__(samples, {"THIN": THIN})
        self.scenery = scenery
        self.set_table(scenery.table)
        self.set_texture("environment", scenery.environment)
        self.set_glyphs(glyph_sheet(np.random.default_rng((seed, 3))))
        width, height = scenery.table.scene.size
        self.image: Image = np.zeros((height, width, 3), np.uint8)
        self._curves: NDArray[np.uint8] | None = None
        self._seen: dict[Key, NDArray[np.bool_]] = {}
        """The tiles that each thing of the picture has to do with."""
        self._things: dict[Key, Thing] = {}
        self._drawn: tuple[int, tuple[tuple[float, ...], ...]] | None = None
        """Lamp and sheets of the picture."""
        self._sheets: list[LaidSheet] = []
        self._ground = ground(scenery.table.scene)
        self._only: NDArray[np.bool_] | None = None
        self._members: tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]] | None = None

    def show(self, things: dict[Key, Thing], sheets: list[LaidSheet], lamp: int) -> Image:
        """The picture of these things under a lamp; the same array at each call, drawn anew where things differ."""
        how = (lamp, tuple((*sheet.middle, sheet.turn) for sheet in sheets))
        scene = self.scenery.scene(list(things.values()), lamp)
        tiles, seen, near = super().members(scene)
        touched = self._touched(things, seen)
        if touched:  # cards are wide, but flat: they shade little
            near &= np.stack(list(touched.values()), 1)
        self._members = (tiles, seen, near)
        self._sheets = sheets
        if how != self._drawn:
            self.place_sheets(sheets)
            self._drawn, self._only = how, np.ones(len(tiles), bool)
        else:
            self._only = np.zeros(len(tiles), bool)
            for key in {*things, *self._things}:
                if not _same(things.get(key), self._things.get(key)):
                    for known in (touched, self._seen):
                        if key in known:
                            self._only |= known[key]
        self._seen, self._things = touched, things
        if self._only.any():
            self._develop(scene, tiles[self._only])
        return self.image

    def _touched(self, things: dict[Key, Thing], seen: NDArray[np.bool_]) -> dict[Key, NDArray[np.bool_]]:
        """For each thing the tiles in which something would be otherwise without it: those that show it, the table
        near it, on which its shadow may fall, or a thing near it."""
        made = {}
        places = np.array([thing.place for thing in things.values()], np.float64).reshape(-1, 3)
        bounds = np.array([thing.bound for thing in things.values()])
        patch, radius = self._ground
        for n, (key, thing) in enumerate(things.items()):
            top = float(thing.place[2] + (np.abs(thing.turn[2]) * thing.half).sum())
            reach = bounds[n] + SHADOW * top + CLOSE
            on_table = np.hypot(*(patch - places[n])[:, :2].T) < reach + radius
            beside = np.hypot(*(places - places[n])[:, :2].T) < reach + bounds
            made[key] = on_table | seen[:, beside].any(1)
        return made

    def members(self, scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Those of the tiles that have changed."""
        assert self._members is not None and self._only is not None
        tiles, seen, near = self._members
        return tiles[self._only], seen[self._only], near[self._only]

    def _develop(self, scene: Scene, tiles: NDArray[np.float64]) -> None:
        """Draw tiles (n, 4) and bring what surrounds them to the display."""
        x0, y0 = (int(v) for v in tiles[:, :2].min(0))
        x1, y1 = (int(v) for v in tiles[:, 2:].max(0))
        light = self._light(scene, (x0, y0, x1, y1))
        if self._curves is None:
            self._curves = _curves(light.astype(np.float32))
        halves = light.view(np.uint16)
        for channel in range(3):
            self.image[y0:y1, x0:x1, 2 - channel] = self._curves[channel][halves[..., channel]]

    def _light(self, scene: Scene, box: tuple[int, int, int, int]) -> NDArray[np.float16]:
        """The linear light of the picture between x0, y0 and x1, y1: (height, width, 3) red green blue."""
        x0, y0, x1, y1 = box
        viewport = (x0, scene.size[1] - y1, x1 - x0, y1 - y0)
        raw = self.drawn(scene).read(viewport=viewport, components=3, attachment=0, dtype="f2")
        return np.frombuffer(raw, np.float16).reshape(y1 - y0, x1 - x0, 3)[::-1]


def _same(one: Thing | None, other: Thing | None) -> bool:
    if one is None or other is None:
        return one is other
    return bool(
        np.array_equal(one.place, other.place) and np.array_equal(one.turn, other.turn)
        and np.array_equal(one.half, other.half)
    )  # fmt: skip


def _curves(light: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(3, 65536): what each half float of light becomes on the display, red green blue, at the exposure and white
    balance that suit this picture; fixed from then on, as on a camera set by hand."""
    bright = float(np.percentile(light @ np.float32([0.2126, 0.7152, 0.0722]), 95))
    mean = light.reshape(-1, 3).mean(0) + 1e-4
    balance = (mean.mean() / mean) ** 0.6
    halves = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)
    halves = np.nan_to_num(np.maximum(halves, 0), nan=0, posinf=1e4)
    made = []
    for gain in balance:
        x = halves * np.float32(WHITE / max(bright, 1e-3) * gain)
        x = x * (1 + SHOULDER * x) / (1 + SHOULDER * x + SHOULDER * 0.6 * x * x)
        made.append(np.uint8(np.clip(x, 0, 1) ** (1 / 2.2) * 255 + 0.5))
    return np.stack(made)
