"""What Army vs Aliens is printed as: mats with zones and ranks, stickers for the dice of both sides."""

from __future__ import annotations

import seeds
from companion.drawing import INK, INKS, PALE, WHITE, Colour, Face, Ink, KitDrawings, Pen, Stickers
from companion.games.army_vs_aliens.pieces import ArmySeed
from seeds import DRAWINGS as DRAWN
from seeds import SETS, Box, Page

DIE = 18.0
"""Side of the outline that shows where a die may lie: a die of 16 mm and a little."""


def _panel(pen: Pen, box: Box, ink: Ink, title: str) -> None:
    """A zone: a rounded ground with a double rim, its name on the upper rim."""
    left, top, right, bottom = box
    pen.box(box, pen.ground(ink.tint(0.1)), ink.full, 0.7, 5)
    pen.box((left + 1.6, top + 1.6, right - 1.6, bottom - 1.6), None, ink.tint(0.55), 0.25, 3.8)
    pen.text((left + right) / 2, top + 6.2, title.upper(), 10, ink.full, bold=True, spaced=2)


def _places(pen: Pen, box: Box, ink: Ink, rows: int, cols: int) -> None:
    """Outlines for dice in the middle of a zone, below its name."""
    left, top, right, bottom = box
    top += 8
    gap_x = ((right - left - 6) - cols * DIE) / cols
    gap_y = ((bottom - top - 3) - rows * DIE) / rows
    for row in range(rows):
        for col in range(cols):
            x = left + 3 + gap_x / 2 + col * (DIE + gap_x)
            y = top + gap_y / 2 + row * (DIE + gap_y)
            pen.box((x, y, x + DIE, y + DIE), pen.ground(WHITE), ink.tint(0.4), 0.3, 3)


def _sheet(pen: Pen, game: str, page: Page) -> None:
    """Army vs Aliens: Combat towards the enemy, Rally and Scoring, and what the ranks are called."""
    seed = seeds.read(game, ArmySeed)
    side = seed.sides[page.copy % len(seed.sides)]
    ink = INKS[side.colour]
    names = {zone.id: zone.name for zone in seed.zones}
    for area, rows, cols in (("combat", 2, 9), ("rally", 2, 5), ("scoring", 2, 5)):
        box = page.sheet.area(area).box
        _panel(pen, box, ink, names.get(area, area))
        _places(pen, box, ink, rows, cols)
    faces = {face.name: face.drawing for own in SETS.values() for face in own.faces}
    for unit, (x, middle) in zip(side.units, page.sheet.legend, strict=True):
        drawn = faces.get(unit.one)
        pen.disc(x, middle, 6.6, pen.ground(ink.tint(0.14)), ink.full, 0.3)
        if drawn:
            pen.drawing(DRAWN[drawn], x, middle, 4.3, ink.full, WHITE if pen.light else ink.tint(0.14))
        pen.text(x + 13.5, middle - 1.8, str(unit.rank), 15, ink.full, bold=True)
        pen.text(x + 13.5, middle + 4.2, unit.one, 6.5, INK)
    pen.text(16, 36, side.name.upper(), 9, ink.full, bold=True, spaced=1)
    pen.text(16, 42, f"seat {page.copy + 1}", 8, PALE)
    pen.text(244, 36, "enemy", 8, PALE)
    pen.text(244, 42, "this way up", 8, PALE)


def _stickers(game: str, players: int) -> tuple[Stickers, ...]:
    """A page a seat; the seats take the sides in turn."""
    seed = seeds.read(game, ArmySeed)
    drawn = {face.name: face.drawing for own in SETS.values() for face in own.faces}
    made = []
    for seat in range(players):
        side = seed.sides[seat % len(seed.sides)]
        faces = tuple(Face(unit.one, drawn.get(unit.one), None) for unit in side.units)
        made.append(Stickers(f"Stickers of seat {seat + 1}: {side.name}", faces, seed.dice, _dark(INKS[side.colour])))
    return tuple(made)


def _dark(ink: Ink) -> Colour:
    """So dark that the camera takes it for black, as the built-in sets have it."""
    red, green, blue = (round(value * 0.36) for value in ink.full)
    return red, green, blue


DRAWINGS = KitDrawings(icons=("trooper", "invader"), sheet=_sheet, stickers=_stickers)
