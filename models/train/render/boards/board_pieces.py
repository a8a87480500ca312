"""Pieces on boards: discs alone and on each other, stones, marbles, pegs, pawns upright and fallen, and what is
cut from paper; in the colours of two to four players. World frame as in things.py."""

from __future__ import annotations

import colorsys
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from models.train.render.dice_scene.lookalikes import part
from models.train.render.dice_scene.things import BALL, DISC, Thing, Vector, axis_turn, body_colour

PARTS = {"disc": 1, "cut-out": 1, "stone": 1, "marble": 1, "peg": 2, "pawn": 3}
"""How many solids a piece of each kind is made of."""
NAMED = ["white", "black", "red", "green", "blue", "yellow", "orange", "brown", "purple", "pink", "grey"]
OFTEN = np.array([5, 5, 4.5, 3.5, 3.5, 3, 0.9, 0.9, 0.6, 0.4, 0.4])
"""How often a set has pieces of each colour: hardly any box has pink or grey ones."""
CRIMSON = (0.92, 0.98)
"""Hues at which strong colours still pass for red on a board, while a die of such a colour might be called pink."""


class Make(NamedTuple):
    """What the pieces of one game share."""

    kind: str
    share: float
    """Radius of their foot, in sites."""
    gloss: float
    sign: int
    """What is printed on a disc, as Thing.faces has it."""
    height: float
    """Of a disc or cut-out, and how slender a pawn is, in radii."""
    fallen: float
    """How many of the pawns lie."""

    @property
    def parts(self) -> int:
        return PARTS[self.kind]

    @property
    def stackable(self) -> bool:
        return self.kind in ("disc", "cut-out")

    @property
    def stands(self) -> bool:
        return self.kind in ("peg", "pawn")

    def piece(
        self, g: Generator, x: float, y: float, r: float, bodies: list[Vector], fallen: bool = False
    ) -> list[Thing]:
        """The parts of one piece whose foot is at (x, y) and has radius `r`, or of several upon each other, from below
        (`bodies`: their colours). A piece that lies has its middle there."""
        bodies = [np.float32(np.clip(body * np.exp(g.normal(0, 0.05)), 0.003, 1)) for body in bodies]
        body, gloss = bodies[-1], self.gloss
        if self.stackable:
            high, made = r * self.height, []
            for n, below in enumerate(bodies):
                off = g.normal(0, 0.08, 2) * r * (n > 0)
                at = (x + off[0], y + off[1], (2 * n + 1) * high)
                made.append(
                    part(g, DISC, at, (r, r, high), body=below, rounding=0.3 * high, gloss=gloss, top=self.sign)
                )
            return made
        if self.kind == "stone":
            return [part(g, DISC, (x, y, 0.3 * r), (r, r, 0.3 * r), body=body, rounding=0.29 * r, gloss=gloss)]
        if self.kind == "marble":
            return [part(g, BALL, (x, y, 0.75 * r), (r, r, r), body=body, gloss=gloss)]
        if self.kind == "peg":
            head = (r, r, r) if g.random() < 0.5 else (0.8 * r,) * 3
            return [
                part(g, DISC, (x, y, 0.9 * r), (0.6 * r, 0.6 * r, 0.9 * r), body=body, rounding=0.1 * r, gloss=gloss),
                part(g, BALL, (x, y, 1.9 * r), head, body=body, gloss=gloss),
            ]
        return self._pawn(g, x, y, r, body, fallen)

    def _pawn(self, g: Generator, x: float, y: float, r: float, body: Vector, fallen: bool) -> list[Thing]:
        tall = 0.7 + self.height  # of the shaft; the whole is some three radii high
        along = [0.35 * r, (0.5 + 0.6 * tall) * r, (0.9 + 1.25 * tall) * r]
        halves = [(r, r, 0.35 * r), (0.55 * r, 0.55 * r, 0.8 * tall * r), (0.65 * r,) * 3]
        turn, way = None, g.uniform(0, 2 * np.pi)
        if fallen:
            turn = axis_turn(2, way) @ axis_turn(1, np.pi / 2)
            middle = (along[2] + 0.65 * r) / 2
            steps = [(a - middle) * np.float32([np.cos(way), np.sin(way)]) for a in along]
            places = [(x + step[0], y + step[1], high * r) for step, high in zip(steps, (1.0, 0.85, 0.75), strict=True)]
        else:
            places = [(x, y, a) for a in along]
        return [
            part(g, BALL if n == 2 else DISC, places[n], halves[n], turn=turn, body=body, rounding=0.2 * r,
                 gloss=self.gloss)
            for n in range(3)
        ]  # fmt: skip


def random_make(g: Generator, cut_outs: bool) -> Make:
    """The pieces of one game; from paper now and then where `cut_outs` are to be had."""
    kinds = ("disc", "stone", "marble", "peg", "pawn", "cut-out")
    kind = str(g.choice(kinds, p=[0.28, 0.04, 0.12, 0.02, 0.3, 0.24] if cut_outs else [0.43, 0.2, 0.12, 0.06, 0.19, 0]))
    sign = int(g.choice([0, 0, 16 + int(g.integers(64))])) if kind in ("disc", "cut-out") else 0
    low, high = {"disc": (0.1, 0.32), "cut-out": (0.015, 0.06)}.get(kind, (0.2, 0.8))
    if kind == "disc" and g.random() < 0.3:  # draughtsmen that look over the edge of their square
        low, high = 0.32, 0.7
    return Make(
        kind=kind,
        share=float(g.uniform(0.22, 0.36) if kind == "pawn" else g.uniform(0.32, 0.48)),
        gloss=float(g.uniform(0.02, 0.3) if kind == "cut-out" else g.uniform(0.05, 0.95)),
        sign=sign,
        height=float(g.uniform(low, high)) * (0.6 if sign else 1.0),
        fallen=float(g.choice([0.0, 0.12, 1.0], p=[0.45, 0.4, 0.15])),
    )


def player_colours(g: Generator, count: int) -> list[tuple[str, Vector]]:
    """So many colours, by name and as light, that people at a table would not confuse."""
    names = [str(n) for n in g.choice(NAMED, count, replace=False, p=OFTEN / OFTEN.sum())]
    made = []
    for name in names:
        body = body_colour(g, name)[1]
        if name == "red" and g.random() < 0.35:
            body = np.float32(colorsys.hsv_to_rgb(g.uniform(*CRIMSON), g.uniform(0.72, 1), g.uniform(0.4, 0.9))) ** 2.2
        if name == "white" and g.random() < 0.45:  # natural wood passes for white, stained wood for black
            body = np.float32([0.72, 0.5, 0.27]) * np.float32(g.uniform(0.8, 1.25))
        if name == "black" and g.random() < 0.25:
            body = np.float32([0.035, 0.02, 0.012]) * np.float32(g.uniform(0.6, 1.6))
        made.append((name, np.float32(np.clip(body, 0.003, 1))))
    return made
