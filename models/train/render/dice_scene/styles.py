"""Draws makes of dice at random: bodies, patterns, pips and polish, a third of them hard to read."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from models.train.render.dice_scene.things import GLYPHS, DieStyle, Vector, body_colour

WHITE, BLACK = np.float32([0.9, 0.9, 0.88]), np.float32([0.015, 0.015, 0.02])
FAINT = [
    ("black", "red"), ("red", "gold"), ("brown", "black"), ("green", "yellow"), ("blue", "blue"), ("blue", "black"),
    ("black", "blue"), ("purple", "black"), ("red", "black"), ("grey", "black"), ("white", "grey"), ("pink", "white"),
    ("yellow", "brown"), ("orange", "gold"), ("blue", "red"), ("white", "white"), ("grey", "white"), ("brown", "gold"),
    ("yellow", "white"), ("black", "purple"), ("black", "grey"), ("green", "black"),
]  # fmt: skip
"""Body and ink of dice that people do buy and cameras hardly part."""
SMOOTH, MARBLED, SPECKLED, BANDED, PEARL, GLITTER, HALVES = range(7)
PATTERNS = [MARBLED, MARBLED, SPECKLED, SPECKLED, BANDED, PEARL, GLITTER, HALVES]
MATT = 0.3
"""Gloss beyond which dice and pieces mirror lamps as if those were pips."""
LARGEST_ONE = 0.34
"""Radius that the pip of a one is kept within, in sides of the die."""


def brightness(colour: Vector) -> float:
    return float(colour @ np.float32([0.2126, 0.7152, 0.0722]))


def ink_of(g: Generator, name: str) -> Vector:
    if name == "gold":
        return np.float32([0.75, 0.5, 0.13]) * np.float32(g.uniform(0.6, 1.1))
    if name == "black":
        return BLACK * np.float32(g.uniform(0.5, 2))
    return body_colour(g, name)[1]


def parted(ink: Vector, body: Vector, least: float) -> Vector:
    """`ink`, made darker or lighter until it differs from `body` by `least` in display brightness somewhere."""
    for _ in range(8):
        if float(np.abs(ink ** (1 / 2.2) - body ** (1 / 2.2)).max()) >= least:
            break
        ink = np.float32(ink * 0.65) if brightness(body) > 0.12 else np.clip(ink * 1.4 + 0.012, 0, 1)
    return np.float32(ink)


def plain_ink(g: Generator, body: Vector) -> Vector:
    light = brightness(body)
    ink = WHITE * np.float32(g.uniform(0.75, 1)) if light < 0.28 else BLACK * np.float32(g.uniform(0.5, 3))
    if 0.12 < light < 0.5 and g.random() < 0.4:
        ink = WHITE if ink[0] < 0.4 else BLACK
    return np.float32(ink)


def same_hue(g: Generator, body: Vector) -> Vector:
    """Worn, pearly or tone-in-tone pips: the body's own hue, darker or lighter."""
    if brightness(body) > 0.1:
        return np.float32(body * g.uniform(0.15, 0.5))
    return np.clip(body * g.uniform(2.5, 6) + 0.02, 0, 1).astype(np.float32)


def random_panel(g: Generator, body: Vector) -> tuple[tuple[float, float, float], Vector]:
    """A disc or square of another colour laid into every face, or the rim of one drawn on it."""
    shape = float(g.choice([1, 2, -1, -2], p=[0.5, 0.2, 0.2, 0.1]))
    colour = parted(body_colour(g)[1] if g.random() < 0.5 else same_hue(g, body), body, 0.12)
    return (shape, g.uniform(0.27, 0.44), float(g.choice([0.3, 1.0]))), np.float32(colour)


def sometimes(g: Generator, share: float, low: float, high: float, otherwise: float = 0.0) -> float:
    """A number between `low` and `high` in `share` of the cases, else `otherwise`."""
    return g.uniform(low, high) if g.random() < share else otherwise


class Body(NamedTuple):
    """What a die is made of; colours are linear red, green and blue."""

    colour: Vector
    other: Vector
    """The second colour of its pattern."""
    name: str
    """Of its colour; "mixed" for two hues that anybody tells apart."""
    pattern: float
    """SMOOTH ... HALVES."""


def random_body(g: Generator, name: str | None, faint: bool, mixed: bool) -> Body:
    """A body of the colour `name`, or of any; `mixed`: it may have two hues."""
    name, colour = body_colour(g, name)
    pattern = float(SMOOTH if g.random() < (0.5 if faint else 0.58) else g.choice(PATTERNS))
    other = np.clip(colour * g.uniform(0.55, 1.6) + g.uniform(0, 0.04), 0, 1)  # of two shades keeps its name
    if mixed and pattern in (MARBLED, BANDED, PEARL, HALVES) and g.random() < 0.45:
        second, other = body_colour(g)
        if second != name and float(np.abs(other - colour).max()) > 0.2:
            return Body(colour, other, "mixed", pattern)
        other = np.clip(colour * 0.7, 0, 1)
    elif pattern in (SPECKLED, GLITTER):
        other = body_colour(g)[1] if g.random() < 0.5 else np.clip(colour * 2 + 0.1, 0, 1)
    return Body(colour, other, name, pattern)


def random_ink(g: Generator, body: Body, pair: tuple[str, str] | None, faint: bool, plain: bool) -> Vector:
    """Colour of the pips on `body`; `pair`: the names of body and ink, where they are given."""
    coloured = g.random() < 0.3
    if pair:
        ink = parted(ink_of(g, pair[1]), body.colour, 0.13)
    elif faint:
        ink = parted(same_hue(g, body.colour), body.colour, 0.13)
    elif not plain and coloured:
        ink = parted(body_colour(g)[1], body.colour, 0.3)
    else:
        ink = plain_ink(g, body.colour)
    if body.name == "mixed":  # must stand out from both hues
        ink = parted(parted(ink, np.float32(body.other), 0.2), np.float32(body.colour), 0.2)
    return ink


def random_pips(g: Generator, radius: float, spacing: float, ball: float, panel: float) -> tuple[float, float]:
    """`radius` and `spacing` of pips, mostly made so small that they keep within what is flat, or framed by a panel."""
    room = min(panel or 0.5, float(np.sqrt(ball**2 - 0.25)))
    if room < 0.45 and g.random() < 0.85:
        radius = min(radius, 0.24 * room)
        spacing = min(spacing, max((room - radius) / np.sqrt(2) * g.uniform(0.85, 1.08), 1.6 * radius))
    return radius, spacing


def red_ink(g: Generator, body: Body) -> Vector:
    return parted(body_colour(g, "red")[1], np.float32(body.colour), 0.15)


def random_surface(g: Generator, pattern: float, shiny: bool, clear: bool) -> tuple[float, float, float, float]:
    """Pattern, gloss, metal and clearness, as in Thing."""
    gloss = g.uniform(0.75, 1.0) if shiny else g.choice([0.05, 0.4, 0.7]) * g.uniform(0.6, 1)
    metal = sometimes(g, 0.04, 0.4, 0.85)
    return pattern, gloss, metal, g.uniform(0.3, 0.9) if clear or g.random() < 0.1 else 0.0


def random_carving(g: Generator) -> float:
    """Depth of the pips, 0 where they are painted."""
    return 0.0 if g.random() < 0.35 else g.uniform(0.4, 1.0)


def random_style(g: Generator, colour: str | None = None, plain: bool = False) -> DieStyle:
    """One make of dice. `plain` leaves out printed faces and pips that are hard to see."""
    faint = not plain and g.random() < 0.36
    pair = FAINT[int(g.integers(len(FAINT)))] if faint and colour is None and g.random() < 0.65 else None
    body = random_body(g, pair[0] if pair else colour, faint, mixed=colour is None)
    ink = random_ink(g, body, pair, faint, plain)
    style, spacing = float(g.choice([0, 2, 3, 4], p=[0.8, 0.1, 0.04, 0.06])), g.uniform(0.2, 0.285)
    radius = min(g.uniform(0.08, 0.15), 0.5 * spacing)
    if g.random() < 0.2:  # as large as fits
        spacing = g.uniform(0.255, 0.295)
        radius = spacing * g.uniform(0.44, 0.5)
    depth = random_carving(g)
    if not plain and pair is None and g.random() < 0.07:  # carved and not inked
        depth, ink = g.uniform(0.5, 1.0), np.float32(body.colour * g.uniform(0.7, 1.1))
    ball = 2.0 if g.random() < 0.5 else g.uniform(0.58, 0.8)
    panel, panel_colour = (0.0, 0.0, 1.0), np.zeros(3, np.float32)
    if not plain and g.random() <= 0.12:
        panel, panel_colour = random_panel(g, np.float32(body.colour))
    if panel[0] > 0:
        ink = parted(ink, panel_colour, 0.25)
    radius, spacing = random_pips(g, radius, spacing, ball, panel[1])
    gap = max(g.uniform(0.6, 1.05), 1.15 * radius / spacing)
    clear = body.pattern in (SMOOTH, MARBLED) and g.random() < 0.16
    gilded = bool(pair and pair[1] == "gold")
    gold = gilded or (not plain and g.random() < 0.04)
    if gold and not gilded:
        ink = parted(ink_of(g, "gold"), body.colour, 0.2)
    shiny = g.random() < 0.66
    return DieStyle(
        rounding=g.uniform(0.01, 0.2) if ball > 1 or g.random() < 0.4 else g.uniform(0.005, 0.05),
        ball=ball,
        body=(np.float32(body.colour), np.float32(body.other)),
        colour=body.name,
        surface=random_surface(g, body.pattern, shiny, clear),
        pips=(radius, spacing, depth, style),
        pip_colour=np.float32(ink),
        one_colour=np.float32(red_ink(g, body) if g.random() < 0.12 or style == 4 else ink),
        one_scale=min(sometimes(g, 0.28, 1.2, 2.5, otherwise=1.0), LARGEST_ONE / radius),
        layout=(gap, g.uniform(0.95, 1.15), sometimes(g, 0.11, 1.7, 2.8)),
        size=1.0,
        left_handed=bool(g.random() < 0.4),
        quarter=tuple(int(v) for v in g.integers(0, 2, 3)),  # type: ignore[arg-type]
        printed=None if plain or g.random() > 0.09 else int(g.choice([1, 10, 20, 36, 44, 52])),
        printed_one=int(g.integers(36, GLYPHS)) if not plain and g.random() < 0.03 else None,
        finish=(
            sometimes(g, 0.6, 0.02, 0.3),
            sometimes(g, 0.35, 0.02, 0.2),
            g.uniform(0.5, 0.9) if gold else 0.0,
            g.uniform(0.35, 0.8) if clear else 0.0,
        ),
        pip_gloss=float(g.choice([0.15, 0.3, 0.7, 1.0])),
        panel=panel,
        panel_colour=panel_colour,
        blank=not plain and bool(g.random() < 0.025),
    )


def matt(style: DieStyle) -> DieStyle:
    """`style` without metal, and too dull to mirror a lamp."""
    pattern, gloss, _, clear = style.surface
    surface = (pattern, min(gloss, MATT), 0.0, clear)
    return replace(style, surface=surface, pip_gloss=min(style.pip_gloss, MATT))
