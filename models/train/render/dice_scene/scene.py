"""A random tabletop scene: how dice lie, stand, lean and hide among other things, the lamps and the camera.

World frame: right-handed, z up, table at z = 0, one unit = one ordinary die (about 16 mm). All randomness comes from
the generator that is passed in, so a scene is a function of its seed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.random import Generator

from models.train.render.dice_scene.arrange import Cluster, lay, occlude, tray
from models.train.render.dice_scene.lookalikes import make_other, many_sided
from models.train.render.dice_scene.styles import random_style
from models.train.render.dice_scene.things import (
    DIE,
    MAX_OBJECTS,
    DieStyle,
    Scene,
    Thing,
    Vector,
    body_colour,
    look_at,
)  # fmt: skip


def black_body(kelvin: float) -> Vector:
    """Linear red, green and blue of a glowing body, green = 1: Planck's law at 610, 545 and 460 nm, white at 6000 K."""
    nm = np.array([610.0, 545.0, 460.0])
    planck = lambda t: 1 / (nm**5 * (np.exp(1.4388e7 / (nm * t)) - 1))  # noqa: E731
    ratio = planck(kelvin) / planck(6000.0)
    return np.float32(ratio / ratio[1])


def ceiling_lamp(
    g: Generator, kelvin: float, strength: float, far: tuple[float, float], high: tuple[float, float]
) -> tuple[Vector, Vector, float]:
    """A lamp above a table: place, colour, radius. `far` from the table's middle and `high`, from and to; of about this
    colour, and as bright on the table from wherever it hangs."""
    angle, aside = float(g.uniform(0, 2 * np.pi)), float(g.uniform(*far))
    at = np.float32([aside * np.cos(angle), aside * np.sin(angle), g.uniform(*high)])
    tint = black_body(kelvin * float(g.uniform(0.85, 1.2)))
    power = strength * max(1.0, float(at @ at) / 300)
    return at, np.float32(tint * power), float(g.uniform(0.6, 1.5))


def random_lights(
    g: Generator, span: float, eye: Vector, things: list[Thing]
) -> tuple[list[tuple[Vector, Vector, float]], list[tuple[float, float, float, float]]]:
    """One to three lamps, and how each is mirrored. Half of them hang where some die's upper face mirrors them."""
    lights, shapes = [], []
    kelvin = float(g.uniform(2000, 9000))
    dice = [t for t in things if t.kind == DIE] or things
    for n in range(int(g.choice([1, 2, 3], p=[0.5, 0.33, 0.17]))):
        if g.random() < 0.3:
            kelvin = float(g.uniform(2000, 9000))
        tint = black_body(kelvin) if g.random() < 0.9 else body_colour(g)[1] + 0.1
        place = np.float32([g.uniform(-1, 1) * span, g.uniform(-1, 1) * span, g.uniform(0.45, 1.6) * span])
        shape, radius = 0.0, float(g.uniform(0.15, 2.5))
        low = g.random() < 0.25
        if low:  # from the camera's side of the table: sides are brighter than upper faces
            place = np.float32([g.uniform(-1, 1) * span, -g.uniform(0.3, 1) * span, g.uniform(0.12, 0.5) * span])
        elif dice and g.random() < 0.8:
            die = dice[int(g.integers(len(dice)))].place
            way = (eye - die) / np.linalg.norm(eye - die) * np.float32([-1, -1, 1])
            reach = span * g.uniform(0.5, 1.3)
            if g.random() < 0.85:
                place = np.float32(die + way * reach + g.normal(0, 0.1, 3) * reach)
                place[2] = max(place[2], 0.3 * reach)
            shape = float(g.choice([1, 2, 3, 4], p=[0.25, 0.35, 0.2, 0.2]))
            radius = float(reach * g.uniform(0.08, 0.4 if g.random() < 0.75 else 0.9))
        power = float(g.uniform(0.15, 1.1) * (1.0 if n == 0 or low else 0.5))
        lights.append((place, np.float32(tint * power), min(radius, 3.0) if shape == 0 else radius))
        strength = float(np.exp(g.uniform(np.log(4), np.log(120))))
        shapes.append((shape, float(g.uniform(0.06, 0.6)), float(g.uniform(0, np.pi)), strength))
    return lights, shapes


def _styles(g: Generator, count: int) -> list[DieStyle]:
    sets = [random_style(g) for _ in range(int(g.choice([1, 2, 4])))]
    if g.random() < 0.25:
        sets = [random_style(g) for _ in range(count)]
    for style in sets[1:]:
        style.size = float(g.uniform(0.8, 1.25)) if g.random() < 0.4 else 1.0
    if g.random() < 0.04:  # a blank one of the same make among them
        sets.append(replace(sets[0], blank=True))
    return sets


class Surroundings(TypedDict):
    """The fields of a Scene that tell what lies around and under its things."""

    environment: int
    environment_gain: float
    environment_turn: float
    table_scale: float
    table_gloss: float


def random_surroundings(g: Generator, environments: int, backdrop: bool, distance: float) -> Surroundings:
    """One of so many environments, and a table as it looks from `distance`; `backdrop`: a photograph instead of it."""
    return {
        "environment": int(g.integers(environments)),
        "environment_gain": float(np.exp(g.uniform(-0.9, 0.7))),
        "environment_turn": float(g.random()),
        "table_scale": -1.0
        if backdrop
        else float(np.exp(g.uniform(np.log(0.02), np.log(0.15)))) * min(1.0, 24 / distance),
        "table_gloss": float(g.choice([0.0, 0.1, 0.5, 1.0]) * g.uniform(0.3, 1)),
    }


class Camera(NamedTuple):
    """How a camera looks at the table."""

    focal: float
    """In heights of the picture."""
    elevation: float
    """Radians above the table."""
    pixels: float
    """Size of a die in the picture."""
    fisheye: bool


def random_camera(g: Generator) -> Camera:
    """Mostly dice of 16 to 150 pixels; one in twenty is a fisheye from above."""
    focal = float(g.uniform(0.75, 2.2))
    elevation = np.radians(90 - abs(g.normal(0, 14)) if g.random() < 0.3 else g.uniform(23, 82))
    pixels = float(np.exp(g.uniform(np.log(16), np.log(150))))
    r = g.random()
    if r < 0.08:
        pixels = float(g.uniform(150, 300))
    elif r < 0.33:
        pixels = float(g.uniform(12, 32))
    elif r > 0.95:
        pixels, focal = float(g.uniform(90, 220)), float(g.uniform(0.6, 0.9))
        return Camera(focal, np.radians(90 - abs(g.normal(0, 8))), pixels, True)
    return Camera(focal, elevation, pixels, False)


def random_scene(g: Generator, environments: int, backdrop: bool, size: tuple[int, int]) -> Scene:
    """A scene for training. `backdrop`: the table is a photograph fixed to the screen instead of a material."""
    width, height = size
    focal, elevation, pixels, fisheye = random_camera(g)
    distance = focal * height / pixels
    room = max(1, int((height / pixels) ** 2 / 3))
    count = int(min(g.choice([1, 2, 3, 5, 8, 12, 16], p=[0.13, 0.15, 0.2, 0.2, 0.17, 0.1, 0.05]), room))
    others = int(min(g.choice([0, 1, 2, 4], p=[0.35, 0.27, 0.23, 0.15]), room))
    reach_y = 0.5 * distance / focal * 1.0 / max(np.sin(elevation), 0.5)
    reach_x = 0.5 * distance / focal * width / height * 1.0
    if g.random() < 0.25:  # huddled dice, as they lie after a roll from a cup
        spread = max(1.2, 0.8 * np.sqrt(count + others))
        reach_x, reach_y = min(reach_x, spread), min(reach_y, spread)
    target = np.float32([g.normal(0, 0.12) * reach_x, g.normal(0, 0.12) * reach_y, 0.4])
    way = np.float32([0, -np.cos(elevation), np.sin(elevation)])
    eye = np.float32(target + distance * way)
    cluster = Cluster(g, reach_x, reach_y)
    if not backdrop and not fisheye and g.random() < 0.1:
        cluster.add_fixed(tray(g, min(reach_x, 8.0), min(reach_y, 8.0)))
    aligned = g.uniform(0, np.pi) if g.random() < 0.12 else None
    styles = _styles(g, count)
    lay(cluster, styles, count, aligned)
    if g.random() < 0.1:  # they belong to a set with dice of other than six sides
        for _ in range(int(min(g.integers(2, 8), room))):
            cluster.put(lambda x, y: many_sided(g, x, y, styles[0]))
    for _ in range(others):
        cluster.put(lambda x, y: make_other(g, x, y))
    if distance > 6 and g.random() < 0.16:
        occlude(cluster, eye, min(0.5 * distance, 6.0))
    things = cluster.things[:MAX_OBJECTS]
    roll = float(g.uniform(-np.pi, np.pi) if elevation > np.radians(75) else g.normal(0, 0.12))
    span = max(6.0, min(float(distance * g.uniform(0.8, 2)), 30))
    lights, shapes = random_lights(g, span, eye, things)
    return Scene(
        things=things,
        eye=eye,
        axes=look_at(eye, target, roll),
        focal=focal,
        size=size,
        lights=lights,
        **random_surroundings(g, environments, backdrop, distance),
        lamp_shapes=shapes,
        notes={"fisheye": 1.0} if fisheye else {},
    )
