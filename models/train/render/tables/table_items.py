"""Things on a game's table: printed sheets, dice, markers, pawns, cards, hands, and what else people leave there.

World frame as in things.py: z up, the table at z = 0, one unit = 16 mm. Millimetres of a sheet as in seeds/sheets.py:
origin at the upper left of the printed area, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.table.view import Colour, Form
from models.train.render.dice_scene.lookalikes import SKINS, part
from models.train.render.dice_scene.styles import random_style
from models.train.render.dice_scene.things import (
    BALL,
    BLOCK,
    D10,
    DISC,
    PRINT,
    DieStyle,
    Scene,
    Thing,
    Vector,
    axis_turn,
    body_colour,
    make_die,
)  # fmt: skip
from seeds.cards import CARD
from seeds.sheets import Page

MM = 1 / 16
"""World units a millimetre."""
PAWN = D10 + 1
"""Kind of a Thing that is a turned pawn, its foot towards -z: `half` is the foot's radius twice and half the height,
`rounding` the radius of its head, `ball` that of its neck, and the second of `panel` that of its collar, 0 without."""
CARD_THICK = 0.4 * MM
PieceKind = Literal["disc", "marble", "pawn"]
ARM = 16.0
"""Units of each half of an arm: long enough to come from beyond the picture."""
SKIN_GLOSS = 0.12


class PawnThing(Thing):
    """A Thing of kind PAWN."""

    @property
    def bound(self) -> float:
        return float(np.hypot(self.half[0], self.half[2]))


@dataclass
class LaidSheet:
    """A printed page on the table."""

    page: Page
    picture: NDArray[np.uint8]
    """(height, width, 3) blue green red: the whole paper, seen from above."""
    paper: tuple[float, float]
    """Width and height in millimetres; the printed area lies in its middle."""
    middle: tuple[float, float]
    """World x, y."""
    turn: float
    """Radians counter-clockwise; 0: the sheet's upper edge lies towards +y."""
    gloss: float = 0.05

    def world(self, points: object, height: float = 0.0) -> NDArray[np.float32]:
        """(n, 2) millimetres to (n, 3) world, `height` units above the table."""
        width, deep = self.page.sheet.size
        p = (np.asarray(points, np.float64).reshape(-1, 2) - (width / 2, deep / 2)) * (MM, -MM)
        c, s = np.cos(self.turn), np.sin(self.turn)
        x = self.middle[0] + c * p[:, 0] - s * p[:, 1]
        y = self.middle[1] + s * p[:, 0] + c * p[:, 1]
        return np.stack([x, y, np.full(len(p), height)], 1).astype(np.float32)

    def millimetres(self, points: object) -> NDArray[np.float64]:
        """(n, 2 or 3) world to (n, 2) millimetres of this sheet."""
        p = np.atleast_2d(np.asarray(points, np.float64))[:, :2] - self.middle
        c, s = np.cos(self.turn), np.sin(self.turn)
        back = np.stack([c * p[:, 0] + s * p[:, 1], c * p[:, 1] - s * p[:, 0]], 1)
        width, deep = self.page.sheet.size
        return np.asarray(back / (MM, -MM) + (width / 2, deep / 2))

    @property
    def paper_corners(self) -> NDArray[np.float32]:
        """(4, 3) world, clockwise from the upper left."""
        (width, deep), (wide, high) = self.page.sheet.size, self.paper
        x0, y0, x1, y1 = (width - wide) / 2, (deep - high) / 2, (width + wide) / 2, (deep + high) / 2
        return self.world([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


@dataclass
class Item:
    """One thing that people would give a name, of one or more parts."""

    things: list[Thing]

    @property
    def place(self) -> Vector:
        return self.things[0].place


@dataclass
class LaidDie(Item):
    colour: Colour
    value: int | None
    """Pips on top; None for a die with other faces."""
    face: str | None = None
    """What such a die shows."""
    stickers: tuple[str, ...] = ()
    """Its faces for +x -x +y -y +z -z, where it has no pips."""


@dataclass
class LaidPiece(Item):
    kind: PieceKind
    form: Form
    colour: Colour
    cell: tuple[int, str, int, int] | None = None
    """Number of the sheet, grid, row and column; None: beside the board."""


@dataclass
class LaidCard(Item):
    """A single card, or a pile that shows its upper card alone."""

    face: str | None
    """None: face down."""
    top: bool = False
    """Whether it is the upper card of the central pile."""

    @property
    def corners(self) -> NDArray[np.float32]:
        """(4, 3) world: of the upper side, clockwise from the upper left of the card as it is read."""
        thing = self.things[0]
        x, y, z = thing.half
        return np.float32([(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)]) @ thing.turn.T + thing.place


@dataclass
class LaidHand(Item):
    yaw: float
    """Direction in which it reaches."""
    skin: Vector
    sleeve: Vector


@dataclass
class Laid:
    """A table as it lies there, before anybody looks at it."""

    game: str
    sheets: list[LaidSheet]
    items: list[Item] = field(default_factory=list)
    symbols: bool = False
    """Whether dice have the stickers of the game's units instead of pips."""
    position: dict[str, object] | None = None
    """Of the game, as its JSON has it; None where the table was laid without one."""
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """World x, y and radius of what must not be laid upon."""

    def free(self, x: float, y: float, radius: float) -> bool:
        return all((x - a) ** 2 + (y - b) ** 2 > (radius + r) ** 2 for a, b, r in self.taken)

    def add(self, item: Item, radius: float) -> None:
        """Lay down `item`, which covers a circle of so many units."""
        self.items.append(item)
        self.taken.append((float(item.place[0]), float(item.place[1]), radius))


@dataclass
class TableScene:
    """A laid table with lamps and a camera."""

    laid: Laid
    scene: Scene
    """Camera, lamps and surroundings, and the parts of all items in their order."""
    table: NDArray[np.float32]
    """(height, width, 3) linear: what the table is made of, to be repeated `scene.table_scale` times a unit."""

    @property
    def owners(self) -> NDArray[np.int64]:
        """(things,): the number of the item that each thing is a part of."""
        return np.repeat(np.arange(len(self.laid.items)), [len(item.things) for item in self.laid.items])


def pipped_die(g: Generator, style: DieStyle, x: float, y: float, value: int) -> LaidDie:
    thing = make_die(g, style, x, y, value)
    thing.value = value
    return LaidDie([thing], style.colour, value)  # type: ignore[arg-type]


def die_style(g: Generator, colour: str) -> DieStyle:
    """Pipped dice of one box, in one of the colours that people name."""
    style = random_style(g, colour, plain=True)
    while colour not in GREYS and chroma(style.body[0]) < LEAST_CHROMA:
        style = random_style(g, colour, plain=True)
    return style


GREYS = ("white", "black", "grey")
LEAST_CHROMA = 0.38
"""Between the channels of a coloured body, as a screen shows it; below, green and blue are black to people too."""


def chroma(body: Vector) -> float:
    """0..1, of a linear colour."""
    shown = np.clip(body, 0, 1) ** (1 / 2.2)
    return float(shown.max() - shown.min())


def sticker_die(
    g: Generator,
    style: DieStyle,
    x: float,
    y: float,
    faces: tuple[str, ...],
    cells: list[int],
    shown: int | None = None,
) -> LaidDie:
    """A die with one of `faces` on each side, whose pictures are these cells of the print sheet; `shown`: the number of
    the face that lies up, or any."""
    thing = make_die(g, style, x, y)
    order = [int(n) for n in g.permutation(6)]
    up = int(np.argmax(np.abs(thing.turn[2])))
    side = 2 * up + (0 if thing.turn[2, up] > 0 else 1)
    if shown is not None:
        other = order.index(shown)
        order[side], order[other] = order[other], order[side]
    thing.faces = [PRINT + cells[n] for n in order]
    thing.value = None
    stickers = tuple(faces[n] for n in order)
    return LaidDie([thing], style.colour, None, stickers[side], stickers)  # type: ignore[arg-type]


def marker(
    g: Generator, kind: PieceKind, x: float, y: float, z: float, radius: float, look: PieceLook, colour: Colour
) -> list[Thing]:
    """A disc or marble whose foot is at height z; `radius` in units."""
    body = look.bodies[colour]
    if kind == "marble":
        return [part(g, BALL, (x, y, z + radius), (radius,) * 3, body=body, gloss=look.gloss)]
    high = look.thick / 2
    thing = part(
        g, DISC, (x, y, z + high), (radius, radius, high), body=body, ink=look.inks[colour], gloss=look.gloss,
        rounding=look.rounding * high, top=look.sign,
    )  # fmt: skip
    return [thing]


@dataclass
class PieceLook:
    """What the pieces of one box share."""

    bodies: dict[Colour, Vector]
    inks: dict[Colour, Vector]
    gloss: float
    thick: float
    """Of a disc, in units."""
    rounding: float
    """Of a disc's edge, over half its thickness."""
    sign: int
    """What is printed on a disc, as Thing.faces has it."""
    head: float
    """Radii of a pawn's head, its neck and its collar (0: it has none), over that of its foot."""
    neck: float
    collar: float


def piece_look(g: Generator, colours: list[Colour], thin: bool) -> PieceLook:
    """`thin`: printed and cut out, not turned or cast."""
    bodies: dict[Colour, Vector] = {}
    inks: dict[Colour, Vector] = {}
    for name in colours:
        body = body_colour(g, name)[1]
        while chroma(body) < LEAST_CHROMA:
            body = body_colour(g, name)[1]
        bodies[name] = np.float32(np.clip(body * np.exp(g.normal(0, 0.08)), 0.003, 1))
        inks[name] = np.float32(bodies[name] * 0.35 if g.random() < 0.5 else np.clip(bodies[name] * 2 + 0.15, 0, 0.9))
    sign = 16 + int(g.integers(36, 64)) if g.random() < (0.7 if thin else 0.25) else 0
    thick = g.uniform(0.4, 1.5) if thin else g.uniform(2.5, 5.5)
    gloss, rounding = float(g.uniform(0.05, 0.95)), float(g.uniform(0.1, 0.9))
    head, neck = float(g.uniform(0.42, 0.78)), float(g.uniform(0.2, 0.42))
    collar = float(g.uniform(neck + 0.1, 0.9) if g.random() < 0.5 else 0.0)
    return PieceLook(bodies, inks, gloss, float(thick * MM), rounding, sign, head, neck, collar)


def pawn(
    g: Generator, x: float, y: float, radius: float, high: float, look: PieceLook, colour: Colour, fallen: bool
) -> list[Thing]:
    """A pawn with its middle at (x, y) on the table; `radius` of its foot and height in units."""
    turn, z = axis_turn(2, float(g.uniform(0, 2 * np.pi))), high / 2
    ball = look.head * radius
    if fallen:  # on the rim of its foot and on its head
        foot, head = 0.2 * radius, high - ball
        dip = float(np.arcsin(min((radius - ball) / (head - foot), 0.9)))
        turn = np.float32(turn @ axis_turn(1, np.pi / 2 + dip))
        z = radius - np.sin(dip) * (high / 2 - foot)
    thing = part(g, BLOCK, (x, y, z), (radius, radius, high / 2), turn=turn, body=look.bodies[colour], gloss=look.gloss)
    made = PawnThing(**{name: getattr(thing, name) for name in thing.__dataclass_fields__})
    made.kind = PAWN
    made.rounding, made.ball, made.panel = ball, look.neck * radius, (0.0, look.collar * radius, 1.0)
    return [made]


def card(
    g: Generator, x: float, y: float, z: float, yaw: float, face: str | None, picture: int, thick: float = CARD_THICK
) -> LaidCard:
    """A card, or a pile `thick` units high, with its lower side at height z; `picture`: its cell of the print sheet."""
    half = (CARD[0] / 2 * MM, CARD[1] / 2 * MM, thick / 2)
    body = np.float32([0.8, 0.79, 0.75])
    turn = axis_turn(2, yaw)
    thing = part(g, BLOCK, (x, y, z + thick / 2), half, turn=turn, body=body, top=PRINT + picture, gloss=0.18)
    return LaidCard([thing], face)


def hand(g: Generator, x: float, y: float, z: float, yaw: float) -> LaidHand:
    """A hand that reaches along `yaw` with its fingertips about (x, y, z), in a sleeve."""
    skin = np.float32(SKINS[int(g.integers(len(SKINS)))] * np.float32(g.uniform(0.8, 1.2)))
    sleeve = np.float32(body_colour(g)[1] * g.uniform(0.3, 1.0))
    along = np.float32([np.cos(yaw), np.sin(yaw), 0])
    across = np.float32([-along[1], along[0], 0])
    tip = np.float32([x, y, z])
    side = float(g.choice([-1, 1]))
    lift = float(g.uniform(0.9, 1.8))
    knuckles = tip - along * g.uniform(3.0, 4.2) + np.float32([0, 0, lift])
    made = _fingers(g, knuckles, tip, along, across, side, skin)
    palm = knuckles - along * 2.3 + np.float32([0, 0, 0.1])
    at = tuple(palm.tolist())
    made.append(part(g, BLOCK, at, (2.5, 2.3, 0.75), turn=axis_turn(2, yaw), body=skin, rounding=0.7, gloss=SKIN_GLOSS))
    return LaidHand([*made, *_arm(g, palm, along, skin, sleeve)], yaw, skin, sleeve)


def _fingers(
    g: Generator, knuckles: Vector, tip: Vector, along: Vector, across: Vector, side: float, skin: Vector
) -> list[Thing]:
    """Four fingers from the knuckles to the tip, and the thumb on `side` (1 or -1)."""
    made = []
    folded = g.random() < 0.5  # the outer fingers drawn in, as when something is picked up
    for n in range(4):
        root = knuckles + across * (n - 1.5) * 1.05
        reach = np.float32([0.9, 1.0, 0.94, 0.78][n if side > 0 else 3 - n])
        end = tip + across * (n - 1.5) * g.uniform(0.65, 0.95) - along * (1 - reach) * 3
        if folded and (n >= 2 if side > 0 else n <= 1):
            end = root + along * 1.3 - np.float32([0, 0, 1.0])
        joint = (root + end) / 2 + np.float32([0, 0, g.uniform(0.25, 0.6)])
        r = float(g.uniform(0.4, 0.5))
        made += [_limb(g, root, joint, r, skin), _limb(g, joint, np.maximum(end, [-99, -99, r]), 0.9 * r, skin)]
    thumb = knuckles - along * 2.4 - across * side * 2.0
    end = tip - across * side * g.uniform(0.9, 1.9) - along * g.uniform(0.6, 1.6) + [0, 0, 0.2]
    return [*made, _limb(g, thumb, end, 0.5, skin)]


def _arm(g: Generator, palm: Vector, along: Vector, skin: Vector, sleeve: Vector) -> list[Thing]:
    """Wrist and forearm, mostly in a sleeve."""
    wrist, rise = palm - along * 2.0, float(g.uniform(0.0, 0.2))
    back = np.float32(-along + np.float32([0, 0, rise]))
    cuff = np.float32(wrist + back * g.uniform(1.0, 4.5))
    bare = g.random() < 0.15
    made = [_limb(g, wrist, np.float32(cuff + back * 2), 1.5, skin)]
    wide = 1.7 if bare else float(g.uniform(2.0, 2.8))
    for n in range(2):  # in two parts: what is long reaches into many tiles of a picture
        start, end = (np.float32(cuff + back * (ARM * m - 0.3 * n)) for m in (n, n + 1))
        made.append(_limb(g, start, end, wide, skin if bare else sleeve, SKIN_GLOSS if bare else 0.02, 0.12))
    return made


def _limb(
    g: Generator,
    start: Vector,
    end: Vector,
    radius: float,
    colour: Vector,
    gloss: float = SKIN_GLOSS,
    rounding: float = 0.97,
) -> Thing:
    """A round bar from `start` to `end`, its ends rounded by `rounding` radii."""
    way = end - start
    long = float(np.linalg.norm(way))
    lean = float(np.arcsin(np.clip(way[2] / long, -1, 1)))
    turn = axis_turn(2, float(np.arctan2(way[1], way[0]))) @ axis_turn(1, np.pi / 2 - lean)
    at = tuple(float(v) for v in (start + end) / 2)
    half = (radius, radius, long / 2 + radius * rounding)
    return part(g, DISC, at, half, turn=turn, body=colour, gloss=gloss, rounding=rounding * radius)
