"""Draws scenes of dice of as many makes as there are dice, as small and as slantwise as a game's camera sees them."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.train.render.dice_scene.arrange import Cluster, lay
from models.train.render.dice_scene.lookalikes import make_other, many_sided
from models.train.render.dice_scene.scene import ceiling_lamp, random_lights, random_surroundings
from models.train.render.dice_scene.styles import matt, random_style
from models.train.render.dice_scene.things import MAX_OBJECTS, Scene, look_at

PLAIN = 0.7
"""Share of makes with pips that stand out and without print."""


def assorted_scene(g: Generator, environments: int, backdrop: bool, size: tuple[int, int]) -> Scene:
    """A scene for training, as random_scene has it: ten to 24 dice of 17 to 64 pixels, hardly two of one make, seen
    from 25 to 85 degrees above the table; half of the scenes matt under ceiling lamps."""
    width, height = size
    focal = float(g.uniform(0.9, 2.0))
    elevation = np.radians(g.uniform(25, 85) if g.random() < 0.4 else g.uniform(45, 80))
    pixels = float(np.exp(g.uniform(np.log(17), np.log(64))))
    distance = focal * height / pixels
    room = max(1, int((height / pixels) ** 2 / 3))
    count = int(min(g.integers(10, 25), room))
    reach = 0.5 * distance / focal
    cluster = Cluster(g, reach * width / height, reach / max(np.sin(elevation), 0.5))
    target = np.float32([g.normal(0, 0.05) * cluster.reach[0], g.normal(0, 0.05) * cluster.reach[1], 0.4])
    eye = np.float32(target + distance * np.float32([0, -np.cos(elevation), np.sin(elevation)]))
    styles = [random_style(g, plain=bool(g.random() < PLAIN)) for _ in range(count)]
    dull = g.random() < 0.5
    lay(cluster, [matt(one) for one in styles] if dull else styles, count, None)
    if g.random() < 0.1:
        for _ in range(int(g.integers(1, 4))):
            cluster.put(lambda x, y: many_sided(g, x, y, styles[0]))
    for _ in range(int(g.integers(3))):
        cluster.put(lambda x, y: make_other(g, x, y))
    things = cluster.things[:MAX_OBJECTS]
    if dull:
        kelvin, strengths = float(g.uniform(2700, 6500)), (g.uniform(0.6, 1.0), g.uniform(0.3, 0.7))
        some = strengths[: int(g.integers(1, 3))]
        lights, shapes = [ceiling_lamp(g, kelvin, one, (8, 34), (18, 60)) for one in some], []
    else:
        lights, shapes = random_lights(g, min(max(6.0, float(distance * g.uniform(0.8, 2))), 30), eye, things)
    return Scene(
        things=things,
        eye=eye,
        axes=look_at(eye, target, float(g.normal(0, 0.12))),
        focal=focal,
        size=size,
        lights=lights,
        **random_surroundings(g, environments, backdrop, distance),
        lamp_shapes=shapes,
    )
