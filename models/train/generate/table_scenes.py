"""Write rendered tables: `python -m models.train.generate.table_scenes FOLDER --count 100 --game doubles-wild`.

FOLDER gets a JPEG a scene and `labels.json`, a list of the labels of models.train.generate.table_truth, each with
"image" (its file), "renderer" and "gentle" (whether the camera was a good one). Without --game the games take turns.
`--renderer second` draws with Mitsuba instead: for the test, never for training.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.generate.table_truth import Ids, item_ids, truth
from models.train.render.common import Assets, Picture, environments_of, glyph_sheet
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
    parser.add_argument("--assets", type=Path, help="folder of licensed pictures; without one all of it is made up")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    assets = Assets.load(args.assets)
    surfaces = Surfaces(assets)
    environments = environments_of(assets, args.seed, MADE_UP)
    draw = first_renderer() if args.renderer == "gl" else second_renderer()
    labels: list[dict[str, Any]] = []
    for n in tqdm(range(args.count), unit="scene", mininterval=5):
        game = args.game or GAMES[n % len(GAMES)]
        g = np.random.default_rng((args.seed, n))
        table = random_table(g, game, surfaces, len(environments), args.size, args.symbols)
        light, ids = draw(table, environments[table.scene.environment], args.seed * 100_003 + n)
        light = evened(light) if g.random() < EVENED else light
        gentle = bool(g.random() >= args.harsh)
        name = f"{game}-{args.seed}-{n:05d}.jpg"
        cv2.imwrite(str(args.out / name), in_colour(g, light, gentle), [cv2.IMWRITE_JPEG_QUALITY, 95])
        labels.append({"image": name, "renderer": args.renderer, "gentle": gentle, **truth(table, ids)})
        if n % 10 == 9 or n == args.count - 1:
            (args.out / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
