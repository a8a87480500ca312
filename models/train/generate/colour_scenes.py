"""Write rendered scenes whose dice have bodies of every colour name: `python -m models.train.generate.colour_scenes
OUT`.

The scenes are those of `render/make.py`, small, with many dice, and painted anew: each name covers all that people
call by it, dark purple and gold brown too, and nothing is drawn from where they disagree. The labels are in the
label format with one more key a die, "body": the two colours of its body, linear red green blue. "mixed" is a body of
two colours with different names in about equal shares.
"""

from __future__ import annotations

import argparse
import colorsys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.cli.common import add_batch
from models.train.jobs import KnownFile, jpeg, run_program
from models.train.render.common import Assets, Drawn, Tables, add_assets, environments_of, glyph_sheet, write_each
from models.train.render.dice_scene.camera_model import photograph
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.dice_scene.scene import random_scene
from models.train.render.dice_scene.things import DIE, Scene, Vector

Range = tuple[float, float]
BODIES: dict[str, tuple[tuple[Range, Range, Range], ...]] = {
    "white": (((0.0, 1.0), (0.0, 0.07), (0.85, 1.0)), ((0.08, 0.17), (0.05, 0.3), (0.82, 1.0))),
    "black": (((0.0, 1.0), (0.0, 0.2), (0.08, 0.2)), ((0.0, 1.0), (0.0, 0.35), (0.03, 0.12))),
    "grey": (((0.0, 1.0), (0.0, 0.1), (0.36, 0.66)),),
    "red": (((-0.04, 0.025), (0.7, 1.0), (0.4, 0.95)), ((-0.05, 0.015), (0.75, 1.0), (0.28, 0.5))),
    "orange": (((0.045, 0.09), (0.75, 1.0), (0.82, 1.0)),),
    "yellow": (((0.115, 0.175), (0.55, 1.0), (0.78, 1.0)), ((0.1, 0.15), (0.42, 0.65), (0.8, 1.0))),
    "green": (((0.23, 0.47), (0.45, 1.0), (0.3, 0.9)), ((0.3, 0.46), (0.6, 1.0), (0.17, 0.35))),
    "blue": (((0.52, 0.68), (0.5, 1.0), (0.3, 1.0)), ((0.58, 0.69), (0.5, 1.0), (0.2, 0.4))),
    "purple": (((0.73, 0.87), (0.4, 1.0), (0.3, 0.85)), ((0.72, 0.86), (0.42, 0.9), (0.2, 0.35))),
    "pink": (((0.88, 0.97), (0.25, 0.6), (0.82, 1.0)), ((0.88, 0.95), (0.5, 0.85), (0.88, 1.0))),
    "brown": (((0.035, 0.1), (0.45, 0.85), (0.24, 0.5)), ((0.075, 0.115), (0.55, 0.85), (0.45, 0.65))),
}
"""Boxes of hue, saturation and value (display, not linear) for each name."""
OFTEN = {"white": 1.6, "black": 1.6, "red": 1.3, "blue": 1.3, "green": 1.3, "purple": 1.2, "brown": 1.2}
SOLID, CLOUDS, SPECKLES, BANDS = range(4)
SIZES = [(320, 240), (288, 288), (240, 320)]
DARK, VIVID = ("black", "blue", "purple"), ("red", "yellow", "green", "blue", "orange")
"""Bodies and inks that are often put together, and that a blurred picture blends into yet another colour."""
LEAST_DICE = 5
LEAST_SIDE, LEAST_SEEN = 10, 0.4
"""Pixels across, and share of its box that it must fill, from which a die is worth a label."""
INKS = (0.9, 0.9, 0.88), (0.015, 0.015, 0.02)


def body_of(g: Generator, name: str) -> Vector:
    """Linear red green blue of a body that people call `name`."""
    boxes = BODIES[name]
    h, s, v = boxes[int(g.integers(len(boxes)))]
    return np.float32(colorsys.hsv_to_rgb(g.uniform(*h) % 1, g.uniform(*s), g.uniform(*v))) ** np.float32(2.2)


def any_name(g: Generator) -> str:
    names = list(BODIES)
    weights = np.array([OFTEN.get(name, 1.0) for name in names])
    return str(g.choice(names, p=weights / weights.sum()))


def look_of(g: Generator) -> tuple[str, Vector, Vector, float]:
    """The name, two colours and pattern of a body."""
    name = any_name(g)
    one = body_of(g, name)
    r = g.random()
    if r < 0.72:
        return name, one, one, SOLID
    if r < 0.82:  # marbled within the name, or shot with black or white that does not prevail
        other = (
            body_of(g, name) if g.random() < 0.5 else 0.4 * one + 0.6 * body_of(g, str(g.choice(["black", "white"])))
        )
        return name, one, np.float32(other if g.random() < 0.6 else 0.6 * one), float(g.choice([CLOUDS, BANDS]))
    if r < 0.9:
        return name, one, body_of(g, any_name(g)), SPECKLES
    second = str(g.choice([n for n in BODIES if n != name]))
    return "mixed", one, body_of(g, second), float(g.choice([CLOUDS, BANDS]))


def paint(g: Generator, scene: Scene) -> None:
    """Give the dice of `scene` new bodies, in one to six sets, with pips that differ from them."""
    looks = [look_of(g) for _ in range(int(g.integers(1, 7)))]
    for thing in scene.things:
        if thing.kind != DIE:
            continue
        name, one, other, pattern = looks[int(g.integers(len(looks)))]
        light = float(one @ np.float32([0.2126, 0.7152, 0.0722]))
        ink = np.float32(INKS[0] if light < 0.3 else INKS[1])
        if 0.1 < light < 0.5 and g.random() < 0.5:
            ink = np.float32(INKS[int(g.integers(2))])
        if g.random() < (0.6 if name in DARK else 0.35):  # pips of a colour of their own
            ink = body_of(g, str(g.choice(VIVID)) if g.random() < 0.5 else any_name(g))
        if float(np.abs(ink - one).max()) < 0.1:
            ink = np.float32(INKS[0] if light < 0.3 else INKS[1])
        thing.colour, thing.body, thing.pip_colour, thing.one_colour = name, (one, other), ink, ink
        thing.surface = (pattern, *thing.surface[1:])


def describe(scene: Scene, seen: NDArray[np.uint8]) -> list[dict[str, Any]]:
    """The labels of the dice that are large and free enough to have a colour.

    `seen`, (height, width), is the number of the thing in each pixel + 1, 0 for the table.
    """
    objects = []
    for number, thing in enumerate(scene.things):
        ys, xs = np.nonzero(seen == number + 1)
        if thing.kind != DIE or not len(xs):
            continue
        box = [float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)]
        width, height = box[2] - box[0], box[3] - box[1]
        if max(width, height) < LEAST_SIDE or len(xs) < LEAST_SEEN * width * height:
            continue
        body = [[round(float(c), 4) for c in colour] for colour in thing.body]
        objects.append({"kind": "d6", "value": None, "box": box, "colour": thing.colour, "body": body})
    return objects


class ColourMaker:
    """Renders numbered scenes with their labels; a scene depends on `seed` and its number alone."""

    def __init__(self, seed: int, assets: KnownFile | None) -> None:
        self.seed, self.assets = seed, Assets.of(assets)
        self.tables, self.renderer = Tables(self.assets), Renderer(1)
        self.environments = environments_of(self.assets, seed, 12)
        self.renderer.set_glyphs(glyph_sheet(np.random.default_rng((seed, 3))))

    def make(self, number: int) -> Drawn:
        """The picture of a scene, and its label."""
        g = np.random.default_rng((self.seed, number))
        size = SIZES[int(g.integers(len(SIZES)))]
        backdrop = bool(self.assets.backgrounds) and g.random() < 0.2
        while True:
            scene = random_scene(g, len(self.environments), backdrop, size)
            if sum(thing.kind == DIE for thing in scene.things) >= LEAST_DICE:
                break
        paint(g, scene)
        self.renderer.set_texture("environment", self.environments[scene.environment])
        if backdrop:
            table = self.tables.backdrop(g, *size)
        elif g.random() < 0.3:  # paper, a tray, a tablecloth
            table = np.full((64, 64, 3), np.float32(g.uniform(0.02, 0.95)), np.float32)
            table *= np.float32(g.uniform(0.75, 1, 3) if g.random() < 0.7 else g.uniform(0.05, 1, 3))
        else:
            table = self.tables.table(g, 512)
        self.renderer.set_texture("table", table)
        rendered = self.renderer.render(scene)
        objects = describe(scene, rendered.thing)
        name = f"{number:05d}.jpg"
        label = {"image": name, "width": size[0], "height": size[1], "source": "render", "objects": objects}
        return Drawn(name, jpeg(photograph(g, rendered.light), 94), [label])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=11)
    add_assets(parser)
    add_batch(parser)
    args = parser.parse_args()
    write_each(args, ColourMaker, args.seed, args.assets)


if __name__ == "__main__":
    run_program(__spec__.name)
