"""Draws one card of the deck: its faces and its back, with the marks that the camera reads (seeds/cards.py).

A white border forgives a crooked cut. The picture lies within it but for two corners, which hold the marks; the other
two hold what a hand of cards is read by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.drawing import INKS, WHITE, Cells, Colour, Figure, Ink, Pen, Point, Tones, blob, placed, star, thinned
from companion.games.dinosaurs_vs_army_men.drawings.dinosaurs import DINOSAURS, TYRANNOSAURUS
from companion.games.dinosaurs_vs_army_men.drawings.soldiers import RIFLEMAN, SOLDIERS
from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed
from seeds import BACK, CARD, CARD_MARK, CARD_ROUNDED, INSET, QUIET, Box, mark_corners, mark_of

BORDER = INSET - QUIET
"""White around the picture."""
NOTCH = CARD_MARK + 2 * QUIET
"""Side of the white corners of the picture."""
CUT: Colour = (205, 207, 212)
"""Of the line that a card is cut out along: hardly to be seen where the cut leaves it."""
MIDDLE = (CARD[0] / 2, CARD[1] / 2)

NIGHT, RUST, NAVY = (28, 34, 40), Ink((158, 66, 22)), Ink((34, 66, 112))


def tones_of(body: Colour) -> Tones:
    """All tones of a figure from its main one."""
    red, green, blue = body
    return {
        "body": body,
        "far": (round(red * 0.66), round(green * 0.66), round(blue * 0.68)),
        "light": (round(red * 0.5 + 120), round(green * 0.5 + 118), round(blue * 0.5 + 92)),
        "line": (round(red * 0.2 + 8), round(green * 0.2 + 8), round(blue * 0.2 + 10)),
        "pale": (252, 248, 234),
    }


SKINS: tuple[Colour, ...] = (
    (54, 138, 136), (176, 122, 60), (98, 150, 66), (124, 102, 160), (74, 126, 176), (186, 78, 56),
)  # fmt: skip
"""Of the six dinosaurs."""
PLASTIC: Colour = (92, 132, 62)
"""Of all toy soldiers."""

FOOTPRINT: tuple[Point, ...] = thinned(
    blob((0.0, 0.95), (-0.3, 0.66), (-0.34, 0.26), (-0.96, -0.4), (-0.86, -0.6), (-0.2, -0.1), (-0.2, -0.78),
         (0.0, -1.0),
         (0.2, -0.78), (0.2, -0.1), (0.86, -0.6), (0.96, -0.4), (0.34, 0.26), (0.3, 0.66)),
    0.02,
)  # fmt: skip
STAR = star(0.0, 0.06, 1.0, 0.4, 5)


class Kind(NamedTuple):
    """How the cards of one kind look."""

    ink: Ink
    sign: tuple[Point, ...]
    sky: Colour
    sun: Colour
    far: Colour
    near: Colour
    figures: tuple[tuple[str, Figure], ...]
    skins: tuple[Colour, ...]


KINDS = {
    "dinosaurs": Kind(
        RUST, FOOTPRINT, (253, 228, 186), (255, 246, 220), (240, 196, 138), (214, 158, 98), DINOSAURS, SKINS
    ),
    "army": Kind(
        NAVY, STAR, (206, 225, 240), (240, 247, 252), (224, 214, 180), (204, 188, 144), SOLDIERS, (PLASTIC,) * 6
    ),
}


class Card:
    """A pen for one card whose upper left corner lies at (x, y) of the page; the card's own millimetres."""

    def __init__(self, pen: Pen, x: float, y: float) -> None:
        self.pen, self.x, self.y, self.light = pen, x, y, pen.light

    def at(self, point: Point, end: int = 0) -> Point:
        """A point of the card on the page; `end` 1: as seen from the card's other end."""
        x, y = point if end == 0 else (CARD[0] - point[0], CARD[1] - point[1])
        return self.x + x, self.y + y

    def box(self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 0.3,
            round_: float = 0.0) -> None:  # fmt: skip
        (left, top), (right, bottom) = self.at(box[:2]), self.at(box[2:])
        self.pen.box((left, top, right, bottom), fill, line, width, round_)

    def polygon(self, points: Sequence[Point], fill: Colour | None, line: Colour | None = None,
                width: float = 0.3) -> None:  # fmt: skip
        self.pen.polygon([self.at(point) for point in points], fill, line, width)

    def disc(self, centre: Point, radius: float, fill: Colour | None, line: Colour | None = None,
             width: float = 0.3) -> None:  # fmt: skip
        self.pen.disc(*self.at(centre), radius, fill, line, width)

    def text(self, at: Point, text: str, size: float, colour: Colour, end: int = 0, spaced: float = 0.0) -> None:
        self.pen.text(*self.at(at, end), text, size, colour, bold=True, turn=180.0 * end, spaced=spaced)

    def sign(self, sign: tuple[Point, ...], at: Point, half: float, colour: Colour, end: int = 0) -> None:
        self.pen.polygon(placed(sign, *self.at(at, end), half, turn=180.0 * end), colour)

    def figure(self, figure: Figure, at: Point, half: float, tones: Tones, mirror: bool = False) -> None:
        self.pen.figure(figure, *self.at(at), half, tones, mirror)

    @property
    def panel(self) -> Box:
        """The picture's place on the page."""
        return (*self.at((BORDER, BORDER)), *self.at((CARD[0] - BORDER, CARD[1] - BORDER)))

    def frame(self, ink: Ink, cells: Cells, number: int) -> None:
        """What lies over every picture: its rim, the white corners, the marks, the line to cut along."""
        near, right = BORDER, CARD[0] - BORDER
        for end in (0, 1):
            corner = ((right - NOTCH, near - 1), (right + 1, near - 1), (right + 1, near + NOTCH),
                      (right - NOTCH, near + NOTCH))  # fmt: skip
            self.pen.polygon([self.at(point, end) for point in corner], WHITE)
        step = right - NOTCH, near + NOTCH
        rim = [(near, near), (step[0], near), step, (right, step[1])]
        rim += [(CARD[0] - x, CARD[1] - y) for x, y in rim]
        self.polygon(rim, None, ink.full, 0.5)
        for end in (0, 1):
            self.pen.marker(cells(number), [self.at(point) for point in mark_corners(end)])
        self.box((0, 0, *CARD), None, CUT, 0.1, CARD_ROUNDED)


def _scene(card: Card, kind: Kind) -> None:
    """Sky, sun and two rows of hills."""
    sky, sun = card.pen.ground(kind.sky), card.pen.ground(kind.sun)
    with card.pen.within(card.panel):
        card.box((0, 0, *CARD), sky)
        card.disc((MIDDLE[0], 35), 22, sun, kind.far if card.light else None, 0.3)
        for y, wave, colour in ((53.0, 4.0, kind.far), (62.0, -2.5, kind.near)):
            hills = [
                (-2, 90),
                *((x, y + wave * (((x - 31.5) / 31.5) ** 3 - (x - 31.5) / 45)) for x in range(-2, 67, 4)),
                (66, 90),
            ]
            card.polygon(hills, card.pen.ground(colour), kind.near if card.light else None, 0.3)


def _numbered(card: Card, kind: Kind, number: int, highest: int) -> Ink:
    place = (number - 1) * len(kind.figures) // highest
    name, figure = kind.figures[place]
    _scene(card, kind)
    card.figure(figure, (MIDDLE[0], 41), 26.5, tones_of(kind.skins[place]))
    for end in (0, 1):
        card.text((11.5, 11), str(number), 34, kind.ink.full, end)
        card.sign(kind.sign, (11.5, 19.6), 2.6, kind.ink.full, end)
    card.text((29.5, 79), name.upper(), 6, kind.ink.full, spaced=0.7)
    return kind.ink


def _battle(card: Card) -> Ink:
    """A dinosaur and a soldier, face to face before a burst."""
    ink = INKS["red"]
    x, y = MIDDLE
    with card.pen.within(card.panel):
        card.box((0, 0, *CARD), card.pen.ground((246, 206, 196)))
        for far, near, colour in ((46, 30, (250, 224, 160)), (30, 19, (255, 246, 214))):
            card.polygon(star(x, y, far, near, 14, 6), card.pen.ground(colour), ink.tint(0.4) if card.light else None)
        card.box((0, 62, *CARD), card.pen.ground((222, 170, 150)))
    for end in (0, 1):
        card.text((26.5, 9.4), "BATTLE", 19, ink.full, end, 1.2)
        card.text((26.5, 17), "ROUND!", 19, ink.full, end, 1.2)
    card.figure(TYRANNOSAURUS, (21.5, 46), 18, tones_of(SKINS[5]))
    card.figure(RIFLEMAN, (47, 47), 16.5, tones_of(PLASTIC), mirror=True)
    return ink


def _smack(card: Card) -> Ink:
    """The bull's-eye exactly in the middle: the hand nearest to it was first."""
    ink, red = Ink((176, 84, 0)), (208, 32, 38)
    with card.pen.within(card.panel):
        card.box((0, 0, *CARD), card.pen.ground((255, 214, 80)))
        card.polygon(star(*MIDDLE, 60, 26, 20), card.pen.ground((255, 232, 150)), ink.tint(0.4) if card.light else None)
    card.polygon(star(*MIDDLE, 27, 22.5, 16), card.pen.ground((255, 250, 226)), ink.full, 0.5)
    for n, radius in enumerate((20.0, 16.0, 12.0, 8.0, 4.0)):
        card.disc(MIDDLE, radius, WHITE if n % 2 else red, NIGHT, 0.25)
    card.disc(MIDDLE, 1.2, NIGHT)
    for end in (0, 1):
        card.text((26.0, 8.8), "SMACK", 19, ink.full, end, 1.2)
        card.text((26.0, 16.2), "ATTACK!", 15, ink.full, end, 1.2)
    return ink


def _back(card: Card) -> Ink:
    """The same from both ends: footprints and stars around a medal."""
    ink = Ink((34, 88, 84))
    x, y = MIDDLE
    with card.pen.within(card.panel):
        card.box((0, 0, *CARD), card.pen.ground(ink.tint(0.55)))
        for end in (0, 1):
            for row in range(5):
                for col in range(-3, 4):
                    place = (x + col * 10 + (row % 2) * 5, y - row * 10)
                    if math.dist(place, MIDDLE) > 24:
                        sign, half = (STAR, 2.5) if row % 2 else (FOOTPRINT, 2.8)
                        card.sign(sign, place, half, ink.tint(0.2 if card.light else 0.36), end)
    card.disc(MIDDLE, 22, WHITE, ink.full, 0.8)
    card.disc(MIDDLE, 20.4, card.pen.ground(ink.tint(0.12)), ink.full, 0.3)
    for end in (0, 1):
        card.sign((FOOTPRINT, STAR)[end], (x, y - 12.6), 4, (RUST, NAVY)[end].full, end)
        card.text((x, y - 4.4), ("DINOSAURS", "ARMY MEN")[end], 12.5, (RUST, NAVY)[end].full, end, 0.8)
    card.pen.line(*card.at((x - 14, y)), *card.at((x + 14, y)), ink.full, 0.4)
    return ink


_SPECIALS: dict[str, Callable[[Card], Ink]] = {"B": _battle, "S": _smack, BACK: _back}


def draw_card(pen: Pen, x: float, y: float, game: str, seed: DinosaurSeed, face: str, cells: Cells) -> None:
    """A face of the deck, or BACK, with its upper left corner at (x, y) of the page."""
    card = Card(pen, x, y)
    if face in _SPECIALS:
        ink = _SPECIALS[face](card)
    else:
        kind = next(kind for kind in seed.kinds if kind.letter == face[0])
        ink = _numbered(card, KINDS[kind.id], int(face[1:]), kind.numbers[1])
    card.frame(ink, cells, mark_of(game, face))
