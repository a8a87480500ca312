"""Types of figures of several tones, in units of half a figure's square."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.drawing.curves import Point, thinned

SEEN = 0.0015
"""Of a figure's half width: 0.04 mm on a card. What an outline differs by less from a simpler one is left away."""

Tone = Literal["far", "body", "light", "line", "pale"]
"""Parts that lie behind, the figure itself, its lit parts, its darkest lines, and teeth, eyes and claws."""


class Part(NamedTuple):
    """Shapes of one tone that melt into each other: one rim runs round all of them."""

    tone: Tone
    shapes: tuple[tuple[Point, ...], ...]
    rim: bool = True


Figure = tuple[Part, ...]
"""Painted one over the other. Points are in -1..1 of the figure's square, x to the right, y down."""


def part(tone: Tone, *shapes: tuple[Point, ...]) -> Part:
    """A part with a rim, its outlines thinned to SEEN."""
    return Part(tone, tuple(thinned(shape, SEEN) for shape in shapes))


def flat(tone: Tone, *shapes: tuple[Point, ...]) -> Part:
    """A part without a rim, for markings on other parts."""
    return Part(tone, tuple(thinned(shape, SEEN) for shape in shapes), rim=False)
