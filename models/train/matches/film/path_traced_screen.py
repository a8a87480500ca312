"""Draws the table of a film by traced paths instead of a ray-cast, for films that no picture anything learnt from
resembles: other shapes of things, other light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.train.generate.path_traced_renderer import Part, SecondRenderer, variant
from models.train.matches.film.scenery import Scenery
from models.train.matches.film.screen import Screen
from models.train.render.dice_scene.things import BLOCK, Scene, Thing
from models.train.render.tables.table_items import Item, Laid, LaidCard

RAYS = {"llvm_ad_rgb": 96, "scalar_rgb": 32}
"""Paths a pixel: most of a picture is drawn once."""


class PathTracedScreen(Screen):
    """As Screen, many times as slow. What lies still keeps its grain, too."""

    def __init__(self, scenery: Scenery, seed: int) -> None:
        super().__init__(scenery, seed, samples=1)
        self._seed, self._renderer = seed, SecondRenderer(RAYS[variant()])

    def _light(self, scene: Scene, box: tuple[int, int, int, int]) -> NDArray[np.float16]:
        x0, y0, x1, y1 = box
        laid = Laid(self.scenery.table.laid.game, self._sheets, [_item(thing) for thing in scene.things])
        table = replace(self.scenery.table, laid=laid, scene=scene)
        part = Part(x0, y0, x1 - x0, y1 - y0)
        light = self._renderer.draw_part(table, self.scenery.environment, self._seed, part)
        return np.ascontiguousarray(light.clip(0, np.finfo(np.float16).max), np.float16)


def _item(thing: Thing) -> Item:
    return LaidCard([thing], None) if thing.kind == BLOCK else Item([thing])
