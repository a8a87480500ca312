"""Write a folder of rendered scenes in the label format: `python -m models.train.render.dice_scene.make OUT --count
4000`.

The labels are those of the photographs (see `models/train/data/labels.py`) with more keys a die:

- "top": the corners of its upper face in pixels; "seen": the share of the upper face that nothing hides;
- "tilt": degrees of the most upward face from level; "stacked": on or under another die;
- "hidden", "cut": shares of its silhouette behind other things and outside the picture;
- "glare": share of the upper face that mirrors a lamp or a bright room more than it shows its own colour;
- "sharp": blur of the whole picture in pixels; "contrast": between pips and body in the finished picture, 0..255.

"value" is null where a person could not read it. Kind "flat" is a printed or pictured die. Every picture depends on
the seed and its own number alone, so an interrupted run is taken up where it stopped, and `--jobs` processes or the
workers of a `--cluster` share the work.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cli.common import add_batch
from models.train.jobs import KnownFile, jpeg, run_program
from models.train.render.common import (
    PICTURED,
    Assets,
    Drawn,
    Tables,
    add_assets,
    environments_of,
    glyph_sheet,
    print_sheet,
    write_each,
)
from models.train.render.dice_scene.assorted_dice import assorted_scene
from models.train.render.dice_scene.camera_model import bend, expose, random_lens
from models.train.render.dice_scene.labels import describe
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.dice_scene.scene import random_scene
from models.train.render.dice_scene.styles import random_style
from models.train.render.dice_scene.things import Scene, look_at, make_die

SIZES = [(640, 480), (640, 384), (512, 512), (480, 640)]
BLOCK = 40
"""So many pictures in a row share their printed signs and pictures."""
MADE_UP = 36
ASSORTED = 0.6
"""Share of scenes of dice of many makes, small and slantwise."""
TABLE_SIDE = 1024


def pictured_dice(g: np.random.Generator, renderer: Renderer, side: int = 96) -> list[NDArray[np.float32]]:
    """(side, side, 3) pictures of one to three dice, for cards and screens; the table and room are those set."""
    pictures = []
    for _ in PICTURED:
        things = []
        for n in range(int(g.integers(1, 4))):
            at = (0.0, 0.0) if n == 0 else ((-1) ** n * g.uniform(1.1, 1.4), g.uniform(-0.8, 0.8))
            things.append(make_die(g, random_style(g, plain=True), *at))
        eye = np.float32([g.normal(0, 1), -g.uniform(1, 6), g.uniform(4, 7)])
        lights = [(np.float32([4, 3, 9]), np.float32([1, 1, 1]), 1.0)]
        axes = look_at(eye, np.float32([0, 0, 0.4]), 0.0)
        focal = float(g.uniform(1.2, 2.4))
        scene = Scene(things, eye, axes, focal, (side, side), lights, 0, 1.0, 0.0, 0.05, 0.1)
        light = renderer.render(scene).light
        pictures.append(np.clip(light / max(float(np.percentile(light, 97)), 1e-3), 0, 1))
    return pictures


class SceneMaker:
    """Renders numbered scenes with their labels; a scene depends on `seed` and its number alone."""

    def __init__(self, seed: int, assets: KnownFile | None, samples: int) -> None:
        self.seed, self.assets = seed, Assets.of(assets)
        self.tables, self.renderer = Tables(self.assets), Renderer(samples)
        self.environments = environments_of(self.assets, seed, MADE_UP)
        self.block = -1

    def make(self, number: int) -> Drawn:
        """The picture of a scene, and its label."""
        if number // BLOCK != self.block:
            self._print_block(number // BLOCK)
        g = np.random.default_rng((self.seed, number))
        size = SIZES[int(g.integers(len(SIZES)))]
        backdrop = bool(self.assets.backgrounds) and g.random() < 0.3
        draw = assorted_scene if g.random() < ASSORTED else random_scene
        scene = draw(g, len(self.environments), backdrop, size)
        self.renderer.set_texture("environment", self.environments[scene.environment])
        if backdrop:
            table = self.tables.backdrop(g, *size)
        else:
            table = self.tables.table(g, TABLE_SIDE, TABLE_SIDE * scene.table_scale)
        self.renderer.set_texture("table", table)
        rendered = self.renderer.render(scene)
        fisheye = "fisheye" in scene.notes
        lens = random_lens(g, size, fisheye)
        if not lens.straight:
            rendered = bend(rendered, lens)
        image, blur = expose(g, rendered.light, grey=fisheye and bool(g.random() < 0.7))
        name, (height, width) = f"{number:05d}.jpg", image.shape[:2]
        label = {"image": name, "width": width, "height": height, "source": "render", "labelled": "boxes"}
        return Drawn(name, jpeg(image, 94), [label | {"objects": describe(scene, rendered, lens, image, blur)}])

    def _print_block(self, block: int) -> None:
        """Set the printed signs and pictures that a block of scenes shares."""
        self.block = block
        g = np.random.default_rng((self.seed, 3, block))
        self.renderer.set_glyphs(glyph_sheet(g))
        self.renderer.set_texture("environment", self.environments[int(g.integers(len(self.environments)))])
        self.renderer.set_texture("table", self.tables.material(g, 256))
        self.renderer.set_prints(print_sheet(g, pictured_dice(g, self.renderer)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    add_assets(parser)
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--mark", type=Path, help="empty file to leave when all are made")
    add_batch(parser)
    args = parser.parse_args()
    write_each(args, SceneMaker, args.seed, args.assets, args.samples, block=BLOCK)
    if args.mark:
        args.mark.touch()


if __name__ == "__main__":
    run_program(__spec__.name)
