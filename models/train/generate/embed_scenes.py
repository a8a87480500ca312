"""Write true renders of symbol dice: `python -m models.train.generate.embed_scenes OUT.npz --sheets 4 --scenes 30`.

A sheet holds some sets of six drawings, each set on dice of a make of its own; every scene shows dice of all of them
under another camera and other lamps. The file: see `Looks`.
"""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.batch import Job
from companion.cli.common import add_batch
from models.train.data.drawing_sets import draw_set
from models.train.data.drawings import HELD_OUT, SIDE, Mask
from models.train.jobs import KnownFile, do_jobs, once, run_program
from models.train.render.common import Assets, Tables, add_assets, environments_of
from models.train.render.dice_scene.camera_model import photograph
from models.train.render.dice_scene.labels import project, upper_side
from models.train.render.dice_scene.lookalikes import make_other
from models.train.render.dice_scene.renderer import Rendered, Renderer
from models.train.render.dice_scene.scene import random_lights, random_surroundings
from models.train.render.dice_scene.styles import random_style
from models.train.render.dice_scene.things import MAX_OBJECTS, DieStyle, Scene, Thing, Vector, look_at, make_die
from vision.dice.detector import DiceDetector
from vision.dice.pip_classifier import CROP, MARGIN, crop, squares_around
from vision.inference.networks import load_network

SETS, FACES = 10, 6
"""Sets that a sheet holds at most, and faces of each."""
SIZE = (640, 480)
LEAST_SEEN = 0.8
"""Share of the upper face that must be seen for a look to count."""


MOST_TILT = 61.0
"""Degrees between the way from a die to the camera and straight up, beyond which a look does not count."""
MIRRORED = 0.1
"""Share of the scenes whose lamps hang where the faces of some dice mirror them."""


class Looks(NamedTuple):
    """What the file holds; looks are sorted by drawing."""

    crops: NDArray[np.uint8]
    """(n, CROP, CROP, 3)."""
    frames: NDArray[np.float32]
    """(n, 6): middle and half sides of the upper face in half crops (see embed_nets), y a right hand turn from x."""
    first: NDArray[np.int64]
    """(drawings + 1,): where the looks of each drawing begin; FACES drawings in a row are one set."""
    drawings: NDArray[np.uint8]
    """(drawings, SIDE, SIDE)."""
    tilt: NDArray[np.float32]
    """(n,): degrees between the way to the camera and straight up."""
    size: NDArray[np.float32]
    """(n,): longest side of the die's box in pixels."""
    strange: NDArray[np.uint8]
    """(m, CROP, CROP, 3): pipped dice and things that are none."""


Look = tuple[int, NDArray[np.uint8], NDArray[np.float32], float, float]
"""Number of the drawing or -1, crop, frame, tilt and size, as in Looks."""


def sheet_of(drawings: list[Mask]) -> NDArray[np.uint8]:
    """The 8 x 8 sheet for the renderer."""
    sheet = np.zeros((8 * SIDE, 8 * SIDE), np.uint8)
    for n, mask in enumerate(drawings):
        row, column = divmod(n, 8)
        sheet[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = mask
    return sheet


def plain_lights(g: Generator, span: float) -> list[tuple[Vector, Vector, float]]:
    """One to three lamps, warm to cold, anywhere above the table."""
    lights = []
    for n in range(int(g.choice([1, 2, 3], p=[0.55, 0.3, 0.15]))):
        warm = g.uniform(-1, 1)
        tint = np.float32([1 + 0.28 * warm, 1.0, 1 - 0.4 * warm])
        place = np.float32([g.uniform(-1, 1) * span, g.uniform(-1, 1) * span, g.uniform(0.45, 1.6) * span])
        power = g.uniform(0.15, 1.1) * (1.0 if n == 0 else 0.5)
        lights.append((place, np.float32(tint * power), float(g.uniform(0.15, 2.5))))
    return lights


def make_scene(g: Generator, styles: list[DieStyle], environments: int, backdrop: bool) -> tuple[Scene, list[int]]:
    """A scene of symbol dice, and the drawing (set * FACES + face) on each thing or -1."""
    width, height = SIZE
    focal = float(g.uniform(0.8, 2.2))
    tilt = abs(g.normal(0, 12)) if g.random() < 0.3 else g.uniform(0, 60)
    pixels = float(np.exp(g.uniform(np.log(26), np.log(90))))
    distance = focal * height / pixels
    high = np.radians(90 - tilt)
    eye = np.float32(distance * np.array([0, -np.cos(high), np.sin(high)]) + [0, 0, 0.4])
    reach_x = 0.45 * width / pixels
    reach_y = 0.45 * height / pixels / max(np.sin(high), 0.55)
    things: list[Thing] = []
    drawings: list[int] = []
    for n in range(22):
        for _ in range(12):
            x, y = g.uniform(-reach_x, reach_x), g.uniform(-reach_y, reach_y)
            gap = 1.5 if tilt < 25 else 1.9
            if all(np.hypot(x - t.place[0], (y - t.place[1]) * np.sin(high)) > gap * 0.85 for t in things):
                break
        else:
            continue
        if n % 11 == 10:
            other = make_other(g, x, y) if g.random() < 0.4 else [make_die(g, random_style(g, plain=True), x, y)]
            things += other
            drawings += [-1] * len(other)
            continue
        which, value = int(g.integers(len(styles))), int(g.integers(1, FACES + 1))
        things.append(make_die(g, styles[which], x, y, value=value))
        drawings.append(which * FACES + value - 1)
    things, drawings = things[:MAX_OBJECTS], drawings[:MAX_OBJECTS]
    span = max(6.0, min(distance * g.uniform(0.8, 2), 30))
    lights, shapes = random_lights(g, span, eye, things) if g.random() < MIRRORED else (plain_lights(g, span), [])
    scene = Scene(
        things=things,
        eye=eye,
        axes=look_at(eye, np.float32([0, 0, 0.4]), float(g.uniform(-np.pi, np.pi) if tilt < 15 else g.normal(0, 0.1))),
        focal=focal,
        size=SIZE,
        lights=lights,
        lamp_shapes=shapes,
        **random_surroundings(g, environments, backdrop, distance),
    )
    return scene, drawings


DRAWN_ALONG = {0: (1, 2), 1: (0, 2), 2: (0, 1)}
"""The two object axes along which scene.frag lays a drawing's x and y on a side, by the side's own axis."""


def true_frame(scene: Scene, thing: Thing) -> NDArray[np.float32]:
    """(6,) pixels: middle and half sides of the upper face along its drawing's x and y, y a right hand turn from x."""
    side = upper_side(thing)
    axis, sign = side // 2, 1.0 if side % 2 == 0 else -1.0
    points = np.zeros((5, 3), np.float32)
    points[:, axis] = sign * thing.half[axis]
    for k, along in enumerate(DRAWN_ALONG[axis]):
        points[1 + 2 * k, along], points[2 + 2 * k, along] = -thing.half[along], thing.half[along]
    middle, x0, x1, y0, y1 = project(scene, points @ thing.turn.T + thing.place)
    x, y = (x1 - x0) / 2, (y1 - y0) / 2
    if x[0] * y[1] - x[1] * y[0] < 0:  # the shader shows this side's drawing upside down, and so do all its looks
        y = -y
    return np.concatenate([middle, x, y])


def box_of(rendered: Rendered, number: int) -> NDArray[np.float32] | None:
    ys, xs = np.nonzero(rendered.thing == number + 1)
    if len(xs) < 60 or xs.min() == 0 or ys.min() == 0 or xs.max() == SIZE[0] - 1 or ys.max() == SIZE[1] - 1:
        return None
    return np.float32([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1])


def found_box(found: NDArray[np.float32], box: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The finder's box for a die, where one overlaps it by half."""
    for other in found:
        w, h = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
        shared = max(w, 0) * max(h, 0)
        if shared > 0.5 * (np.prod(box[2:] - box[:2]) + np.prod(other[2:] - other[:2]) - shared):
            return other
    return None


def looks_of(
    g: Generator, scene: Scene, rendered: Rendered, drawings: list[int], finder: DiceDetector | None
) -> list[Look]:
    """Of every die that is seen well."""
    image = photograph(g, rendered.light)
    found = finder.find(image).boxes if finder else None
    looks = []
    for number, (thing, drawing) in enumerate(zip(scene.things, drawings, strict=True)):
        box = box_of(rendered, number)
        way = scene.eye - thing.place
        tilt = float(np.degrees(np.arccos(way[2] / np.linalg.norm(way))))
        if box is None or tilt > MOST_TILT:
            continue
        corners = true_frame(scene, thing) if drawing >= 0 else np.zeros(6, np.float32)
        if drawing >= 0:
            area = 4 * abs(corners[2] * corners[5] - corners[3] * corners[4])
            seen = np.sum((rendered.thing == number + 1) & (rendered.face == upper_side(thing) + 1))
            if seen < LEAST_SEEN * 0.9 * area:
                continue
        margin = MARGIN
        if found is not None:
            other = found_box(found, box)
            if other is None:
                continue
            box = other
        else:
            margin = MARGIN * float(np.exp(g.normal(0, 0.06)))
            box = box + np.float32(np.tile(g.normal(0, 0.025, 2), 2) * (box[2:] - box[:2]).max())
        square = np.float32(squares_around(box[None], margin)).reshape(2, 2)
        middle, half = square.mean(0), (square[1] - square[0]) / 2
        frame = corners / np.tile(half, 3)
        frame[:2] -= middle / half
        looks.append((drawing, crop(image, box, CROP, margin), frame, tilt, float((box[2:] - box[:2]).max())))
    return looks


def sorted_looks(looks: list[Look], drawings: list[Mask]) -> Looks:
    """All looks as one file: those at each of the drawings side by side, those at none apart."""
    strange = [look[1] for look in looks if look[0] < 0]
    known = sorted((look for look in looks if look[0] >= 0), key=lambda look: look[0])
    return Looks(
        crops=np.stack([look[1] for look in known]),
        frames=np.float32([look[2] for look in known]),
        first=np.searchsorted(np.array([look[0] for look in known]), np.arange(len(drawings) + 1)),
        drawings=np.stack(drawings),
        tilt=np.float32([look[3] for look in known]),
        size=np.float32([look[4] for look in known]),
        strange=np.stack(strange) if strange else np.zeros((0, CROP, CROP, 3), np.uint8),
    )


class SheetMaker:
    """Renders numbered sheets; one depends on its number, and on what is given here, alone."""

    def __init__(self, seed: int, index: KnownFile | None, sets: int, held_out: bool, found: bool) -> None:
        self.assets, self.seed, self.sets = Assets.of(index), seed, sets
        self.kinds = list(HELD_OUT) if held_out else None
        self.tables, self.renderer = Tables(self.assets), Renderer(2)
        self.environments = environments_of(self.assets, seed, 8)
        self.finder = DiceDetector(load_network("finder")) if found else None

    def make(self, number: int, scenes: int) -> tuple[list[Mask], list[Look]]:
        """The drawings of a sheet, and the looks at them in so many scenes."""
        g = np.random.default_rng((self.seed, number))
        drawings = [mask for _ in range(self.sets) for mask in draw_set(g, FACES, self.kinds)]
        self.renderer.set_glyphs(sheet_of(drawings))
        styles = [
            dataclasses.replace(random_style(g, plain=bool(g.random() < 0.6)), printed=FACES * n, printed_one=None)
            for n in range(self.sets)
        ]
        looks: list[Look] = []
        for _ in range(scenes):
            backdrop = bool(self.assets.backgrounds) and g.random() < 0.3
            scene, shown = make_scene(g, styles, len(self.environments), backdrop)
            self.renderer.set_texture("environment", self.environments[scene.environment])
            self.renderer.set_texture("table", self.tables.backdrop(g, *SIZE) if backdrop else self.tables.table(g))
            looks += looks_of(g, scene, self.renderer.render(scene), shown, self.finder)
        return drawings, looks


_maker = once(SheetMaker)


def make_sheet(number: int, scenes: int, *how: Any) -> tuple[list[Mask], list[Look]]:
    """The job of one sheet; `how`: as SheetMaker is made."""
    return _maker(*how).make(number, scenes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sheets", type=int, default=4)
    parser.add_argument("--scenes", type=int, default=30, help="a sheet")
    parser.add_argument("--sets", type=int, default=SETS, help=f"a sheet, {SETS} at most")
    parser.add_argument("--seed", type=int, default=1)
    add_assets(parser)
    parser.add_argument("--held-out", action="store_true", help="drawings of the kinds that no fit sees")
    parser.add_argument("--found", action="store_true", help="boxes as the finder of `models` gives them")
    add_batch(parser)
    args = parser.parse_args()
    masks: list[Mask] = []
    looks: list[Look] = []

    def done(_: Job, made: tuple[list[Mask], list[Look]]) -> None:
        looks.extend((drawing if drawing < 0 else drawing + len(masks), *look) for drawing, *look in made[1])
        masks.extend(made[0])

    how = (args.scenes, args.seed, args.assets, args.sets, args.held_out, args.found)
    jobs = [Job(f"sheet {sheet}", (sheet, *how)) for sheet in range(args.sheets)]
    do_jobs("embed_scenes", args, jobs, "sheet", make_sheet, done, keeps=None)
    file = sorted_looks(looks, masks)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(args.out, **file._asdict())
    print(f"{args.out}: {len(file.crops)} looks at {len(masks)} drawings, {len(file.strange)} strange things")


if __name__ == "__main__":
    run_program(__spec__.name)
