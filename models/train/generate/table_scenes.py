"""Write rendered tables: `python -m models.train.generate.table_scenes FOLDER --count 100 --game doubles-wild`.

FOLDER gets a JPEG a scene and `labels.json`, a list of the labels of models.train.generate.table_truth, each with
"image" (its file), "renderer" and "gentle" (whether the camera was a good one). Without --game the games take turns.
`--renderer second` draws with Mitsuba instead: for the test, never for training.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cli.common import add_batch
from models.train.generate.table_truth import Ids, item_ids, truth
from models.train.jobs import KnownFile, jpeg, run_program
from models.train.render.common import (
    Assets,
    Drawn,
    Picture,
    add_assets,
    environments_of,
    glyph_sheet,
    write_together,
)
from models.train.render.dice_scene.camera_model import photograph
from models.train.render.tables.table_items import TableScene
from models.train.render.tables.tables import GAMES, Surfaces, random_table

SIZE = (1280, 720)
HARSH = 0.3
"""Share of the scenes that a bad camera takes: blurred, near dark, enlarged."""
MADE_UP = 6
"""Surroundings that are drawn beside those of the assets."""
EVENED = 0.7
"""Share of the scenes that the camera evens out, as telephones do: otherwise a dark table makes white paper glare."""
Draw = Callable[[TableScene, Picture, int], tuple[NDArray[np.float32], Ids]]
"""A table, its environment and a seed to linear light (height, width, 3) and the items that are seen."""


def first_renderer() -> Draw:
    """The ray-cast of models/train/render."""
    from models.train.render.tables.table_renderer import TableRenderer

    renderer = TableRenderer(2)

    def draw(table: TableScene, environment: Picture, seed: int) -> tuple[NDArray[np.float32], Ids]:
        renderer.set_glyphs(glyph_sheet(np.random.default_rng((seed, 3))))
        renderer.set_texture("environment", environment)
        rendered = renderer.render_table(table)
        return rendered.light, item_ids(table, rendered.thing)

    return draw


def second_renderer() -> Draw:
    """Mitsuba: other shapes, other light."""
    from models.train.generate.path_traced_renderer import SecondRenderer

    return SecondRenderer().draw


def evened(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Light (height, width, 3) with its brightest parts brought down to half, and darker ones less."""
    luminance = light @ np.float32([0.2126, 0.7152, 0.0722])
    brightest = max(float(np.percentile(luminance, 99)), 1e-4)
    return np.asarray(light / (1 + luminance / brightest)[..., None], np.float32)


def in_colour(g: np.random.Generator, light: NDArray[np.float32], gentle: bool) -> NDArray[np.uint8]:
    """A photograph of it that tells colours: no referee can play from a grey one."""
    while True:
        image = photograph(g, light, gentle)
        if np.any(image[::8, ::8, 0] != image[::8, ::8, 2]):
            return image


def size_of(text: str) -> tuple[int, int]:
    """`1280x720` as width and height."""
    try:
        width, height = (int(v) for v in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: a size is WIDTHxHEIGHT in pixels, such as 1280x720") from None
    if not (64 <= width <= 4096 and 64 <= height <= 4096):
        raise argparse.ArgumentTypeError(f"{text}: width and height are between 64 and 4096 pixels")
    return width, height


class TableMaker:
    """Renders numbered scenes with their labels; a scene depends on its number and on what is given here alone."""

    def __init__(
        self,
        seed: int,
        index: KnownFile | None,
        renderer: str,
        size: tuple[int, int],
        game: str | None,
        harsh: float,
        symbols: bool,
    ) -> None:
        assets = Assets.of(index)
        self.seed, self.size, self.surfaces = seed, size, Surfaces(assets)
        self.environments = environments_of(assets, seed, MADE_UP)
        self.renderer, self.draw = renderer, first_renderer() if renderer == "gl" else second_renderer()
        self.games, self.harsh, self.symbols = [game] if game else GAMES, harsh, symbols

    def make(self, number: int) -> Drawn:
        """The picture of a table, and its label."""
        game = self.games[number % len(self.games)]
        g = np.random.default_rng((self.seed, number))
        table = random_table(g, game, self.surfaces, len(self.environments), self.size, self.symbols)
        light, ids = self.draw(table, self.environments[table.scene.environment], self.seed * 100_003 + number)
        light = evened(light) if g.random() < EVENED else light
        gentle = bool(g.random() >= self.harsh)
        name = f"{game}-{self.seed}-{number:05d}.jpg"
        label = {"image": name, "renderer": self.renderer, "gentle": gentle, **truth(table, ids)}
        return Drawn(name, jpeg(in_colour(g, light, gentle), 95), [label])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=size_of, default=SIZE)
    parser.add_argument("--renderer", choices=["gl", "second"], default="gl")
    parser.add_argument("--harsh", type=float, default=HARSH, help="share of the scenes that a bad camera takes")
    parser.add_argument("--symbols", action="store_true", help="dice have the kit's stickers where it has such")
    parser.add_argument("--mark", type=Path, help="empty file to leave when all are made")
    add_assets(parser)
    add_batch(parser)
    args = parser.parse_args()
    how = (args.seed, args.assets, args.renderer, tuple(args.size), args.game, args.harsh, args.symbols)
    write_together(args, TableMaker, *how)
    if args.mark:
        args.mark.touch()


if __name__ == "__main__":
    run_program(__spec__.name)
