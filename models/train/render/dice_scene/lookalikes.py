"""Things on a table that are no pipped dice: tokens, coins, buttons, keys, ferrites, pawns, tiles, many-sided dice.

Each maker returns the parts of one thing that stands at (x, y) on the table. Only what shows a die's face printed or
pictured is labelled (`flat`); the rest teaches what an empty place may look like.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.train.render.common import CARDS, CELLS, DOMINOES, KEYS, PICTURED, TOKENS
from models.train.render.dice_scene.styles import BLACK, parted
from models.train.render.dice_scene.things import (
    BALL,
    BLOCK,
    D4,
    D8,
    D10,
    DISC,
    GLYPHS,
    POLYHEDRON,
    PRINT,
    DieStyle,
    Thing,
    Vector,
    axis_turn,
    body_colour,
)  # fmt: skip

DARK = np.float32([0.02, 0.02, 0.022])
SKINS = [np.float32(c) for c in ([0.6, 0.33, 0.22], [0.42, 0.21, 0.12], [0.2, 0.09, 0.05], [0.75, 0.48, 0.36])]


def part(
    g: Generator,
    kind: int,
    place: tuple[float, float, float],
    half: tuple[float, float, float],
    *,
    turn: Vector | None = None,
    body: Vector | None = None,
    top: int = 0,
    ink: Vector | None = None,
    rounding: float = 0.02,
    gloss: float | None = None,
    metal: float = 0.0,
    pattern: float = 0.0,
    flat: bool = False,
) -> Thing:
    """One solid; `top` is the number of its upper face (0 blank, 16 + glyph, PRINT + picture)."""
    body = body_colour(g)[1] if body is None else body
    ink = parted(body_colour(g)[1], np.float32(body), 0.25) if ink is None else ink
    return Thing(
        kind=kind,
        place=np.float32(place),
        turn=np.float32(axis_turn(2, g.uniform(0, 2 * np.pi)) if turn is None else turn),
        half=np.float32(half),
        rounding=float(min(rounding, 0.98 * min(half))),
        ball=99.0,
        body=(np.float32(body), np.float32(np.clip(body * g.uniform(0.5, 1.6), 0, 1))),
        surface=(pattern, g.uniform(0.05, 1) if gloss is None else gloss, metal, 0.0),
        pips=(0.1, 0.25, 0, 0),
        pip_colour=np.float32(ink),
        one_colour=np.float32(ink),
        one_scale=1.0,
        layout=(1.0, 1.0, 0.0),
        faces=[0, 0, 0, 0, top, 0],
        flat=flat,
    )


def pick(g: Generator, cells: range) -> int:
    return PRINT + int(g.integers(cells.start, cells.stop))


def disc(g: Generator, x: float, y: float) -> list[Thing]:
    """Token, chip, coin or button: plain, with a digit, a picture or holes."""
    r, h = g.uniform(0.3, 0.95), g.uniform(0.03, 0.3)
    look = g.random()
    if look < 0.25:  # plain: grey or coloured
        body = np.float32([1, 1, 1]) * g.uniform(0.05, 0.7) if g.random() < 0.5 else body_colour(g)[1]
        return [part(g, DISC, (x, y, h), (r, r, h), body=body, rounding=0.3 * h, pattern=float(g.choice([0, 0, 2])))]
    if look < 0.5:
        return [part(g, DISC, (x, y, h), (r, r, h), body=np.float32([0.75, 0.62, 0.42]), top=pick(g, TOKENS))]
    if look < 0.68:  # coins
        body = np.float32([[0.6, 0.58, 0.55], [0.65, 0.45, 0.15], [0.5, 0.22, 0.1]][int(g.integers(3))])
        top = 16 + int(g.integers(GLYPHS))
        return [part(g, DISC, (x, y, 0.06), (r, r, 0.06), body=body, ink=body * 0.5, top=top, metal=0.7, gloss=0.8)]
    if look < 0.85:  # buttons and screws
        return [part(g, DISC, (x, y, 0.1), (0.5 * r, 0.5 * r, 0.1), top=pick(g, KEYS), rounding=0.08, gloss=0.9)]
    return [part(g, DISC, (x, y, h), (r, r, h), top=16 + int(g.integers(GLYPHS)), rounding=0.5 * h)]


def block(g: Generator, x: float, y: float) -> list[Thing]:
    half = (g.uniform(0.25, 1.4), g.uniform(0.2, 0.8), g.uniform(0.08, 0.6))
    top = 16 + int(g.integers(GLYPHS)) if g.random() < 0.5 else 0
    return [part(g, BLOCK, (x, y, half[2]), half, top=top, rounding=g.uniform(0.01, 0.3), pattern=float(g.integers(4)))]


def many_sided(g: Generator, x: float, y: float, like: DieStyle | None = None) -> list[Thing]:
    """d4, d8, d10, d12 or d20 on one of its faces, mostly with digits; `like`: of the same set as such dice."""
    kind = int(g.choice([D4, D8, D10, POLYHEDRON], p=[0.12, 0.2, 0.25, 0.43]))
    r = g.uniform(0.36, 0.62) * (0.6 if kind == D4 else 1.0)
    half = (r, float(g.choice([0.2, 0.8])), r)
    if kind == POLYHEDRON:
        golden = (1 + 5**0.5) / 2
        down = np.float32([0, 1, golden]) if half[1] < 0.5 else np.float32([1, 1, 1])
    else:
        down = np.float32([1, 0, 1]) if kind == D10 else np.float32([1, 1, 1])
    down = down / np.linalg.norm(down)
    side = np.cross(down, np.float32([0.3, 0.5, 0.8]))
    side /= np.linalg.norm(side)
    turn = axis_turn(2, g.uniform(0, 6.28)) @ np.stack([side, np.cross(side, down), -down])
    thing = part(g, kind, (x, y, r * (0.8 if kind == D8 else 1.0)), half, turn=turn, rounding=0.0, flat=True)
    thing.surface = (float(g.integers(6)), g.uniform(0.3, 1), thing.surface[2], 0.0)
    if like is not None:
        thing.body, thing.surface, thing.pip_colour = like.body, like.surface, like.pip_colour
    if like is not None or g.random() < 0.85:
        thing.faces = [16 + int(g.integers(50))] * 6
    return [thing]


def ladybird(g: Generator, x: float, y: float) -> list[Thing]:
    r = g.uniform(0.25, 0.55)
    body = body_colour(g, str(g.choice(["red", "orange", "yellow", "black"])))[1]
    top = 16 + int(g.integers(36, GLYPHS))
    return [part(g, BALL, (x, y, 0.2 * r), (r, r, r), body=body, ink=BLACK, top=top, gloss=0.9)]


def ferrite(g: Generator, x: float, y: float) -> list[Thing]:
    """A dark rounded cylinder or box on a cable."""
    yaw, length, r = g.uniform(0, 6.28), g.uniform(0.5, 1.0), g.uniform(0.28, 0.45)
    sideways = axis_turn(2, yaw) @ axis_turn(1, np.pi / 2)
    body = DARK * np.float32(g.uniform(0.5, 4))
    kind = DISC if g.random() < 0.6 else BLOCK
    half, gloss = (r, r, length), g.uniform(0.1, 0.6)
    made = [part(g, kind, (x, y, r), half, turn=sideways, body=body, rounding=0.12, gloss=gloss)]
    for way in (-1, 1):
        bent = yaw + g.normal(0, 0.35)
        reach = g.uniform(2, 5)
        at = np.float32([np.cos(yaw), np.sin(yaw)]) * way * length
        middle = at + np.float32([np.cos(bent), np.sin(bent)]) * way * reach
        cable = axis_turn(2, bent) @ axis_turn(1, np.pi / 2)
        made.append(part(g, DISC, (x + middle[0], y + middle[1], 0.14), (0.13, 0.13, reach), turn=cable, body=body))
    return made


def keys(g: Generator, x: float, y: float) -> list[Thing]:
    """A piece of a keyboard, a remote control or a calculator: a plate with rows of keys."""
    columns, rows = int(g.integers(2, 5)), int(g.integers(1, 4))
    yaw, step = g.uniform(0, 6.28), g.uniform(0.7, 1.2)
    turn = axis_turn(2, yaw)
    round_ = g.random() < 0.25
    body = DARK * np.float32(g.uniform(0.5, 3))
    plate = np.float32([1, 1, 1]) * g.uniform(0.02, 0.6)
    made = [
        part(g, BLOCK, (x, y, 0.1), ((columns + 0.3) * step / 2, (rows + 0.3) * step / 2, 0.1), turn=turn, body=plate)
    ]
    for i in range(columns):
        for j in range(rows):
            at = turn @ np.float32([(i - (columns - 1) / 2) * step, (j - (rows - 1) / 2) * step, 0])
            h = 0.42 * step
            place = (x + at[0], y + at[1], 0.24)
            kind = DISC if round_ else BLOCK
            made.append(part(g, kind, place, (h, h, 0.08), turn=turn, body=body, top=pick(g, KEYS), rounding=0.05))
    return made


def flat_cells(g: Generator, x: float, y: float) -> list[Thing]:
    """A row of printed squares with pips, as on score sheets, boxes and boards."""
    count, side, yaw = int(g.choice([1, 2, 3, 6])), g.uniform(0.3, 0.9), g.uniform(0, 6.28)
    turn = axis_turn(2, yaw)
    same = pick(g, CELLS)
    made = []
    for n in range(count):
        at = turn @ np.float32([(n - (count - 1) / 2) * side * g.uniform(2.1, 2.1), 0, 0])
        top = same if g.random() < 0.2 else PRINT + (same - PRINT) // 6 * 6 + n % 6
        made.append(part(g, BLOCK, (x + at[0], y + at[1], 0.006), (side, side, 0.006), turn=turn, top=top, flat=True))
    return made


def pictured(g: Generator, x: float, y: float) -> list[Thing]:
    """A photograph of dice on a card, a box or a screen."""
    side, h = g.uniform(0.8, 2.5), float(g.choice([0.01, 0.02, 0.4]))
    return [part(g, BLOCK, (x, y, h), (side, side, h), top=pick(g, PICTURED), flat=True)]


def domino(g: Generator, x: float, y: float) -> list[Thing]:
    half = (g.uniform(0.9, 1.3), g.uniform(0.45, 0.65), g.uniform(0.1, 0.2))
    return [part(g, BLOCK, (x, y, half[2]), half, top=pick(g, DOMINOES), rounding=0.06, flat=True)]


def card(g: Generator, x: float, y: float) -> list[Thing]:
    side = g.uniform(0.5, 2.0)
    return [part(g, BLOCK, (x, y, 0.015), (side, side * g.uniform(0.6, 1.4), 0.015), top=pick(g, CARDS))]


def pawn(g: Generator, x: float, y: float) -> list[Thing]:
    """Pawns and meeples: a foot, a body and a head."""
    body, r, gloss = body_colour(g)[1], g.uniform(0.22, 0.4), g.uniform(0.1, 1)
    made = [
        part(g, DISC, (x, y, 0.4 * r), (r, r, 0.4 * r), body=body, rounding=0.2 * r, gloss=gloss),
        part(g, DISC, (x, y, 1.3 * r), (0.55 * r, 0.55 * r, r), body=body, rounding=0.2 * r, gloss=gloss),
        part(g, BALL, (x, y, 2.6 * r), (0.6 * r, 0.6 * r, 0.6 * r), body=body, gloss=gloss),
    ]
    if g.random() < 0.4:  # arms
        made[1] = part(
            g, BLOCK, (x, y, 1.4 * r), (1.1 * r, 0.3 * r, 0.35 * r), body=body, rounding=0.2 * r, gloss=gloss
        )
    return made


def tile(g: Generator, x: float, y: float) -> list[Thing]:
    h = g.uniform(0.25, 0.7)
    tops = (0, 16 + int(g.integers(GLYPHS)), pick(g, TOKENS))
    return [part(g, BLOCK, (x, y, 0.15), (h, h, 0.15), top=tops[int(g.integers(3))], rounding=0.05)]


MAKERS = [disc, block, many_sided, ladybird, ferrite, keys, flat_cells, pictured, domino, card, pawn, tile]
SHARES = np.array([0.24, 0.06, 0.13, 0.04, 0.05, 0.06, 0.13, 0.08, 0.06, 0.04, 0.06, 0.05])


def make_other(g: Generator, x: float, y: float) -> list[Thing]:
    """The parts of something that is no pipped die."""
    return MAKERS[int(g.choice(len(MAKERS), p=SHARES / SHARES.sum()))](g, x, y)


def hand(g: Generator, x: float, y: float, z: float, yaw: float) -> list[Thing]:
    """A palm and fingers that come from the direction opposite to `yaw` and end at (x, y, z)."""
    skin = SKINS[int(g.integers(len(SKINS)))] * np.float32(g.uniform(0.8, 1.2))
    made = []
    along = np.float32([np.cos(yaw), np.sin(yaw)])
    across = np.float32([-along[1], along[0]])
    for n in range(int(g.integers(2, 5))):
        spread = yaw + (n - 1.5) * 0.12 + g.normal(0, 0.05)
        reach, r = g.uniform(1.3, 2.2), g.uniform(0.32, 0.45)
        middle = across * (n - 1.5) * 0.85 - np.float32([np.cos(spread), np.sin(spread)]) * reach
        turn = axis_turn(2, spread) @ axis_turn(1, np.pi / 2 + g.uniform(-0.2, 0.2))
        place = (x + middle[0], y + middle[1], z)
        made.append(part(g, DISC, place, (r, r, reach), turn=turn, body=skin, rounding=0.97 * r, gloss=0.15))
    back = -along * g.uniform(4.2, 5.0)
    place = (x + back[0], y + back[1], z + 0.2)
    palm = (2.0, 1.8, 0.6)
    made.append(part(g, BLOCK, place, palm, turn=axis_turn(2, yaw), body=skin, rounding=0.55, gloss=0.15))
    return made


def sleeve(g: Generator, x: float, y: float, z: float, yaw: float) -> Thing:
    """The forearm, bare or in a sleeve, that belongs to a `hand` with the same place and yaw."""
    bare = g.random() < 0.35
    body = SKINS[int(g.integers(len(SKINS)))] if bare else body_colour(g)[1]
    r, reach = g.uniform(1.2, 1.7) if bare else g.uniform(1.7, 2.4), g.uniform(5, 9)
    back = -np.float32([np.cos(yaw), np.sin(yaw)]) * (6.2 + reach)
    turn = axis_turn(2, yaw) @ axis_turn(1, np.pi / 2 + g.uniform(-0.05, 0.12))
    place = (x + back[0], y + back[1], z + 0.6 * r)
    return part(g, DISC, place, (r, r, reach), turn=turn, body=np.float32(body), rounding=0.3 * r, gloss=0.1)
