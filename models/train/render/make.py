"""Write a folder of rendered scenes in the label format: `python -m models.train.render.make OUT --count 4000`.

The labels are those of the photographs (see `models/train/labels.py`) with two more keys a die: "top", the corners of
its upper face in pixels, and "seen", the share of the upper face that nothing hides. Every picture depends on the
seed and its own number alone, so an interrupted run is taken up where it stopped and several can share the work.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.render.camera import bend, lens_map, photograph
from models.train.render.materials import Assets, Tables, glyph_sheet, load_environment, made_up_environment
from models.train.render.renderer import Rendered, Renderer
from models.train.render.scene import DIE, Scene, Thing, random_scene

SIZES = [(640, 480), (640, 384), (512, 512), (480, 640)]
LEAST_SEEN = 0.5
"""A die whose upper face is hidden further than this has no readable value."""


def project(scene: Scene, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3) world points to (n, 2) pixels, origin at the top left."""
    width, height = scene.size
    p = (points - scene.eye) @ scene.axes
    x = p[:, 0] / -p[:, 2] * scene.focal * height + width / 2
    y = height / 2 - p[:, 1] / -p[:, 2] * scene.focal * height
    return np.stack([x, y], 1).astype(np.float32)


def top_corners(scene: Scene, thing: Thing) -> NDArray[np.float32]:
    """(4, 2) pixels: the corners of the upper face, rounding included."""
    up = int(np.argmax(np.abs(thing.turn[2])))
    sign = 1.0 if thing.turn[2, up] > 0 else -1.0
    a, b = (up + 1) % 3, (up + 2) % 3
    corners = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corner = np.zeros(3, np.float32)
        corner[up], corner[a], corner[b] = sign * thing.half[up], u * thing.half[a], v * thing.half[b]
        corners.append(thing.turn @ corner + thing.place)
    return project(scene, np.float32(corners))


def upper_side(thing: Thing) -> int:
    up = int(np.argmax(np.abs(thing.turn[2])))
    return 2 * up + (0 if thing.turn[2, up] > 0 else 1)


def describe(scene: Scene, rendered: Rendered, straight: bool) -> list[dict[str, Any]]:
    """The label of every die that can be seen at all."""
    objects = []
    for number, thing in enumerate(scene.things):
        if thing.kind != DIE:
            continue
        ys, xs = np.nonzero(rendered.thing == number + 1)
        if len(xs) < 12:
            continue
        box = [float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)]
        corners = top_corners(scene, thing)
        top_area = max(float(cv2.contourArea(corners)), 1.0)
        seen = float(np.sum(rendered.face[ys, xs] == upper_side(thing) + 1)) / top_area
        entry: dict[str, Any] = {
            "kind": "d6",
            "box": box,
            "colour": thing.colour,
            "seen": round(min(1.0, seen / 0.9), 3),
        }
        if straight:
            entry["top"] = [[round(float(v), 1) for v in corner] for corner in corners]
        if thing.value is None:
            entry |= {"kind": "other", "value": None}
        else:
            entry["value"] = thing.value if seen / 0.9 >= LEAST_SEEN else None
        objects.append(entry)
    return objects


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--step", type=int, default=1, help="make every step-th picture (to share the work)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assets", type=Path, help="folder with assets.json; without it all materials are made up")
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--mark", type=Path, help="empty file to leave when all are made")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    assets = Assets.load(args.assets)
    tables = Tables(assets)
    renderer = Renderer(args.samples)
    environments = [load_environment(p) for p in assets.environments]
    environments += [made_up_environment(np.random.default_rng((args.seed, 7, n))) for n in range(12)]
    for number in tqdm(range(args.first, args.count, args.step), unit="scene", mininterval=5):
        path = args.out / f"{number:05d}.jpg"
        if path.with_suffix(".json").exists():
            continue
        g = np.random.default_rng((args.seed, number))
        size = SIZES[int(g.integers(len(SIZES)))]
        backdrop = bool(assets.backgrounds) and g.random() < 0.35
        scene = random_scene(g, len(environments), backdrop, size)
        renderer.set_texture("environment", environments[scene.environment])
        renderer.set_texture("table", tables.backdrop(g, *size) if backdrop else tables.table(g))
        if number % 25 == args.first or "glyphs" not in renderer.textures:
            renderer.set_glyphs(glyph_sheet(np.random.default_rng((args.seed, 3, number // 25))))
        rendered = renderer.render(scene)
        bending = lens_map(g, *size)
        if bending is not None:
            rendered = bend(rendered, bending)
        objects = describe(scene, rendered, bending is None)
        cv2.imwrite(str(path), photograph(g, rendered.light), [cv2.IMWRITE_JPEG_QUALITY, 94])
        label = {
            "image": path.name,
            "width": size[0],
            "height": size[1],
            "source": "render",
            "labelled": "boxes",
            "objects": objects,
        }
        path.with_suffix(".json").write_text(json.dumps(label))
    if args.mark:
        args.mark.touch()


if __name__ == "__main__":
    main()
