"""Makes the 3D solids of the things of a match, each once, and places them.

Of the renderer's world (models/train/render/dice_scene/things.py) one unit is 16 mm, x to the right and y away as in
the table's frame.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.random import Generator, default_rng

from companion.table.view import Colour
from models.train.matches.stage import MARKER, PAWN, Placement, Point, Stage, pile_place
from models.train.render.dice_scene.styles import MATT, matt
from models.train.render.dice_scene.things import PRINT, UP_TURNS, DieStyle, Thing, axis_turn, make_die
from models.train.render.kit_pictures import pictures_of
from models.train.render.tables.table_items import (
    CARD_THICK,
    MM,
    PieceLook,
    card,
    die_style,
    marker,
    pawn,
    piece_look,
)
from seeds.cards import BACK

Key = tuple[str, int]
"""A thing by its number, a seat's face-down pile, or the block of cards under the upper ones."""
SIDES = (2, 5, 3, 4, 1, 6)
"""Pips on the sides +x -x +y -y +z -z of a die that is not left-handed."""
DIRECTIONS = ("yellow", "green", "blue", "red", "wild", "wild")
SHOWN = 5
"""Cards of the central pile that are drawn one by one."""
STEP = 4
"""Cards by which a face-down pile shrinks at a time: it shades much of the table, which would be drawn at each flip."""
BESIDE = 0.2
"""Of a card's thickness: how high the first card beside the mat lies, as sleeves and table cloths have it."""


class Props:
    """The things of one match as the renderer has them."""

    def __init__(self, g: Generator, stage: Stage, ways: tuple[Point, ...]) -> None:
        """`ways`: where each seat sits, for the piles before them."""
        self.seed = int(g.integers(2**31))
        self.ways = ways
        self.pictures = list(pictures_of(stage.game))
        self.styles: dict[Colour, DieStyle] = {}
        self.pieces = self._pieces(g, stage)
        self.high = PAWN * MM * float(g.uniform(3.6, 4.8))
        """Of a pawn."""
        size = float(g.choice([1.0, 0.94, 1.06]))
        for colour in sorted({thing.colour for thing in stage.things if thing.kind == "die" and thing.colour}):
            self.styles[colour] = self._style(g, colour, size)
        self.blank = self._style(g, "white", size)
        self.made = [self._made(number, stage) for number in range(len(stage.things))]

    def _style(self, g: Generator, colour: str, size: float) -> DieStyle:
        style = matt(die_style(g, colour))
        style.size, style.left_handed = size, False
        style.finish = (*style.finish[:2], 0.0, 0.0)
        style.panel = (*style.panel[:2], min(style.panel[2], 1.0))
        return style

    def _pieces(self, g: Generator, stage: Stage) -> PieceLook | None:
        colours = sorted({thing.colour for thing in stage.things if thing.kind in ("marker", "pawn") and thing.colour})
        if not colours:
            return None
        look = piece_look(g, colours, thin=False)
        look.gloss = min(look.gloss, MATT)
        return look

    def _made(self, number: int, stage: Stage) -> Thing:
        """A thing at the world's origin, always the same."""
        g, thing = default_rng((self.seed, number)), stage.things[number]
        if thing.kind == "die":
            assert thing.colour is not None
            return make_die(g, self.styles[thing.colour], 0.0, 0.0, 1, 0.0)
        if thing.kind == "direction die":
            die = make_die(g, self.blank, 0.0, 0.0, 1, 0.0)
            die.faces = [PRINT + self.pictures.index(name) for name in DIRECTIONS]
            return die
        if thing.kind == "card":
            assert thing.name is not None
            return card(g, 0.0, 0.0, 0.0, 0.0, thing.name, self.pictures.index(thing.name)).things[0]
        assert self.pieces is not None and thing.colour is not None
        if thing.kind == "marker":
            return marker(g, "disc", 0.0, 0.0, 0.0, MARKER * MM, self.pieces, thing.colour)[0]
        return pawn(g, 0.0, 0.0, PAWN * MM, self.high, self.pieces, thing.colour, False)[0]

    def on(self, stage: Stage) -> dict[Key, Thing]:
        """Everything that lies on a stage."""
        buried = self._buried(stage)
        placed = {("thing", n): self.laid(n, one, stage) for n, one in stage.at.items() if n not in buried}
        if buried:
            upper = self.laid(buried[-1], stage.at[buried[-1]], stage)
            high = float(upper.place[2] + upper.half[2]) / 2
            placed["block", 0] = replace(upper, place=np.float32([*upper.place[:2], high]),
                                        half=np.float32([*upper.half[:2], high]))  # fmt: skip
        for seat, count in enumerate(stage.piles):
            if count:
                placed["pile", seat] = self._pile(stage, seat, count)
        return placed

    def _buried(self, stage: Stage) -> list[int]:
        """The lower cards of a high central pile, the lowest first: they are drawn as one block."""
        pile = [n for n, one in stage.at.items() if stage.things[n].kind == "card" and one.sheet is not None]
        pile.sort(key=lambda n: stage.at[n].level)
        return pile[:-SHOWN] if len(pile) > SHOWN + 1 else []

    def laid(self, number: int, placed: Placement, stage: Stage, height: float = 0.0) -> Thing:
        """A thing as it lies, or is held `height` units above that."""
        x, y, yaw = stage.on_table(placed)
        thing, made = stage.things[number], self.made[number]
        z = float(made.place[2]) + height
        turn = axis_turn(2, yaw)
        if thing.kind in ("die", "direction die"):
            turn = np.float32(turn @ UP_TURNS[side_of(thing.kind, placed)])
        elif thing.kind == "marker":
            z += placed.level * 2 * float(made.half[2])
        elif thing.kind == "card":
            z += CARD_THICK * (placed.level + (BESIDE if placed.sheet is None else 0.0))
        return replace(made, place=np.float32([x * MM, y * MM, z]), turn=np.float32(turn))

    def _pile(self, stage: Stage, seat: int, count: int) -> Thing:
        x, y, yaw = pile_place(stage, self.ways[seat])
        g = default_rng((self.seed, 1000 + seat))
        thick = -(-count // STEP) * STEP * CARD_THICK
        return card(g, x * MM, y * MM, 0.0, yaw, None, self.pictures.index(BACK), thick).things[0]


def side_of(kind: str, placed: Placement) -> int:
    """The side of a die that lies up: +x, -x, +y, -y, +z, -z."""
    return DIRECTIONS.index(str(placed.face)) if kind == "direction die" else SIDES.index(int(placed.face or 1))
