"""Arranges things: alone, in rows, on each other, leaning on something, under a card or a hand, in a tray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.train.render.dice_scene.lookalikes import hand, part
from models.train.render.dice_scene.things import (
    BLOCK,
    DIE,
    DISC,
    MAX_OBJECTS,
    DieStyle,
    Thing,
    Vector,
    axis_turn,
    body_colour,
    make_die,
)  # fmt: skip


class Cluster:
    """The things of a scene while it is being laid out; groups keep clear of each other."""

    def __init__(self, g: Generator, reach_x: float, reach_y: float) -> None:
        self.g, self.reach = g, (reach_x, reach_y)
        self.things: list[Thing] = []
        self.taken: list[tuple[float, float, float]] = []
        """Centre and radius of what each group covers of the table."""

    @property
    def room(self) -> int:
        return MAX_OBJECTS - len(self.things)

    def add_fixed(self, things: list[Thing]) -> None:
        self.things += things

    def put(self, make: Callable[[float, float], list[Thing]]) -> bool:
        """Find a free place for a group; False if there was none."""
        for _ in range(25):
            x, y = self.g.uniform(-self.reach[0], self.reach[0]), self.g.uniform(-self.reach[1], self.reach[1])
            group = make(x, y)
            radius = max(float(np.hypot(*(t.place[:2] - (x, y)))) + footprint(t) for t in group)
            if len(group) <= self.room and all(np.hypot(x - a, y - b) > radius + r for a, b, r in self.taken):
                self.taken.append((x, y, radius))
                self.things += group
                return True
        return False


def footprint(thing: Thing) -> float:
    """Radius of the circle on the table that a thing covers, looked at from above."""
    if thing.kind not in (DIE, BLOCK, DISC):
        return thing.bound * 0.9
    spread = np.abs(thing.turn[:2]) @ thing.half
    return min(float(np.hypot(*spread)) * (0.75 if thing.kind == DISC else 0.9), thing.bound)


def half_height(die: Thing, tilt: float) -> float:
    """From the middle of a die to the plane it touches, when it is tilted about one of its edges."""
    half = float(die.half[0])
    corner = die.rounding + (half - die.rounding) * (np.sin(tilt) + np.cos(tilt))
    return float(min(corner, die.ball))


def lean(die: Thing, tilt: float, heading: float) -> Thing:
    """`die` (which lies flat) tilted by `tilt` radians so that its lower side rises towards `heading`."""
    u = np.float32([np.cos(heading), np.sin(heading), 0])
    axis = np.float32([u[1], -u[0], 0])
    k = np.float32([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3, dtype=np.float32) + np.sin(tilt) * k + (1 - np.cos(tilt)) * (k @ k)
    place = die.place.copy()
    place[2] = half_height(die, tilt)
    return replace(die, turn=np.float32(turn @ die.turn), place=place)


def leaning(g: Generator, style: DieStyle, support: DieStyle, x: float, y: float) -> list[Thing]:
    """A cocked die and what holds it up: a coin, a card, a low block, another die or a wall."""
    yaw, tilt = g.uniform(0, 2 * np.pi), np.radians(g.uniform(8, 40))
    heading = yaw + np.pi / 2 * int(g.integers(4))
    die = lean(make_die(g, style, x, y, yaw=yaw), tilt, heading)
    u = np.float32([np.cos(heading), np.sin(heading), 0])
    half, c, s = float(die.half[0]), float(np.cos(tilt)), float(np.sin(tilt))
    if g.random() < 0.5:  # something low under its raised side
        length = g.uniform(0.5, 0.95) * 2 * half
        ahead = half * s + (length - half) * c
        height = max(float(die.place[2]) - half * c + (length - half) * s, 0.02)
        r = g.uniform(0.4, 0.9)
        at = die.place + u * (ahead + r)
        kind = DISC if g.random() < 0.6 else BLOCK
        size = (r, r if kind == DISC else r * g.uniform(0.8, 1.5), height / 2)
        metal = 0.7 if kind == DISC and g.random() < 0.5 else 0.0
        prop = part(g, kind, (at[0], at[1], height / 2), size, turn=axis_turn(2, heading), metal=metal)
        return [die, prop]
    ahead = half_height(die, tilt) + 0.005
    if g.random() < 0.6:
        at = die.place + u * (ahead + 0.5 * support.size)
        other = make_die(g, support, at[0], at[1], yaw=heading + g.choice([0, 1, 2, 3]) * np.pi / 2)
        return [die, other]
    size = (g.uniform(0.1, 0.5), g.uniform(0.7, 2.5), g.uniform(0.5, 1.2))
    at = die.place + u * (ahead + size[0])
    return [die, part(g, BLOCK, (at[0], at[1], size[2]), size, turn=axis_turn(2, heading), rounding=0.05)]


def stack(g: Generator, styles: list[DieStyle], x: float, y: float) -> list[Thing]:
    """Two or three dice on each other."""
    made: list[Thing] = []
    z = 0.0
    for _ in range(int(g.choice([2, 3], p=[0.75, 0.25]))):
        style = styles[int(g.integers(len(styles)))]
        die = make_die(g, style, x + g.normal(0, 0.06), y + g.normal(0, 0.06))
        die.place[2] += z
        die.stacked = True
        z = float(die.place[2] + die.half[2])
        made.append(die)
    return made


def touching(g: Generator, styles: list[DieStyle], count: int, x: float, y: float) -> list[Thing]:
    """Dice side by side in a row or a block."""
    yaw = g.uniform(0, 2 * np.pi)
    columns = count if g.random() < 0.45 else int(np.ceil(np.sqrt(count)))
    turn = axis_turn(2, yaw)
    step = max(s.size for s in styles) * (1.0 + (g.uniform(0, 0.08) if g.random() < 0.5 else 0.003))
    made = []
    for n in range(count):
        at = turn @ np.float32([(n % columns - (columns - 1) / 2) * step, (n // columns) * step, 0])
        style = styles[int(g.integers(len(styles)))]
        jitter = g.normal(0, 0.02)
        made.append(make_die(g, style, x + at[0], y + at[1], yaw=yaw + int(g.integers(4)) * np.pi / 2 + jitter))
    return made


def lay(cluster: Cluster, styles: list[DieStyle], count: int, aligned: float | None) -> None:
    """Lay `count` dice (about) of the given makes."""
    g = cluster.g

    def style() -> DieStyle:
        return styles[int(g.integers(len(styles)))]

    def alone(x: float, y: float) -> list[Thing]:
        return [make_die(g, style(), x, y, yaw=None if aligned is None else aligned + g.normal(0, 0.1))]

    left = count
    while left > 0 and cluster.room > 4:
        r = g.random()
        if r < 0.12:
            cluster.put(lambda x, y: leaning(g, style(), style(), x, y))
            left -= 1
        elif r < 0.165 and left > 1:
            cluster.put(lambda x, y: stack(g, styles, x, y))
            left -= 2
        elif r < 0.29 and left > 1:
            n = int(g.integers(2, min(left, 8) + 1))
            cluster.put(lambda x, y, n=n: touching(g, styles, n, x, y))  # type: ignore[misc]
            left -= n
        else:
            cluster.put(alone)
            left -= 1


def tray(g: Generator, reach_x: float, reach_y: float) -> list[Thing]:
    """Four walls round the middle of the table, of which the camera may see but a part."""
    body = body_colour(g)[1] * np.float32(g.uniform(0.2, 0.8))
    thick, high = g.uniform(0.15, 0.5), g.uniform(0.5, 1.6)
    yaw = g.normal(0, 0.15)
    turn = axis_turn(2, yaw)
    a, b = max(reach_x, 1.5) * g.uniform(1.0, 1.25) + 0.8, max(reach_y, 1.5) * g.uniform(1.0, 1.25) + 0.8
    walls = []
    for at, half in (
        ((a, 0), (thick, b)), ((-a, 0), (thick, b)), ((0, b), (a, thick)), ((0, -b), (a, thick)),
    ):  # fmt: skip
        x, y, _ = turn @ np.float32([*at, 0])
        wall = part(g, BLOCK, (float(x), float(y), high), (*half, high), turn=turn, body=body, rounding=0.08, gloss=0.2)
        walls.append(wall)
    return walls


def occlude(cluster: Cluster, eye: Vector, high: float) -> None:
    """A card, a sleeve or a hand between some die and the camera or its light."""
    g = cluster.g
    dice = [t for t in cluster.things if t.kind == DIE]
    if not dice:
        return
    die = dice[int(g.integers(len(dice)))].place
    share = g.uniform(0.12, 0.45)
    at = die + (eye - die) * share
    at[2] = np.clip(at[2], 1.6, max(high, 1.7))
    at[:2] = die[:2] + (eye - die)[:2] / max(float((eye - die)[2]), 0.1) * (at[2] - die[2])
    yaw = g.uniform(0, 2 * np.pi)
    if g.random() < 0.5 and cluster.room >= 5 and eye[2] > 11:
        tip = at[:2] - np.float32([np.cos(yaw), np.sin(yaw)]) * np.float32(g.uniform(-0.1, 0.9))
        cluster.add_fixed(hand(g, float(tip[0]), float(tip[1]), float(at[2]), yaw))
        return
    half = (g.uniform(0.8, 2.2), g.uniform(0.8, 2.2), 0.02)
    away = half[0] + g.uniform(-0.35, 0.5)
    x, y = at[0] + np.cos(yaw) * away, at[1] + np.sin(yaw) * away
    turn = axis_turn(2, yaw) @ axis_turn(0, g.normal(0, 0.15)) @ axis_turn(1, g.normal(0, 0.15))
    cluster.add_fixed([part(g, BLOCK, (float(x), float(y), float(at[2])), half, turn=turn, rounding=0.01)])
