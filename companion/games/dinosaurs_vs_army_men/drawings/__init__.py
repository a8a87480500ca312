"""What Dinosaurs vs Army Men is printed as: the mat of the central pile, and the deck."""

from __future__ import annotations

import seeds
from companion.drawing import INKS, PALE, WHITE, Cells, KitDrawings, Pen
from companion.games.dinosaurs_vs_army_men.drawings.card import PLASTIC, SKINS, draw_card, tones_of
from companion.games.dinosaurs_vs_army_men.drawings.dinosaurs import TYRANNOSAURUS
from companion.games.dinosaurs_vs_army_men.drawings.soldiers import RIFLEMAN
from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed
from seeds import Page, faces


def _sheet(pen: Pen, game: str, page: Page) -> None:
    """Dinosaurs vs Army Men: the place of the central pile, and lanes from the four sides toward it."""
    ink, other = INKS["green"], INKS["brown"]
    left, top, right, bottom = page.sheet.area("central").box
    x, y = (left + right) / 2, (top + bottom) / 2
    pen.box((30, 6, 230, 184), pen.ground(other.tint(0.07)), other.full, 0.6, 8)
    for r in (72, 62):
        pen.disc(x, y, r, pen.ground(ink.tint(0.12 if r == 72 else 0.04)), ink.full, 0.5)
    pen.box((left - 3, top - 3, right + 3, bottom + 3), WHITE, ink.full, 0.8, 5)
    pen.box((left, top, right, bottom), None, ink.tint(0.5), 0.3, 3)
    pen.text(x, y - 8, "CENTRAL", 13, ink.full, bold=True, spaced=2)
    pen.text(x, y, "PILE", 13, ink.full, bold=True, spaced=2)
    pen.text(x, y + 9, "flip here, face up", 7, PALE)
    for turn, (px, py) in enumerate(((x, y - 66), (x + 66, y), (x, y + 66), (x - 66, y))):
        pen.text(px, py, "SMACK ATTACK!", 7, other.full, bold=True, turn=90.0 * turn, spaced=0.6)
    title = seeds.read(game, DinosaurSeed).title
    pen.text(x, 12.5, title.upper(), 11, other.full, bold=True, spaced=2)


def _heads(pen: Pen, wide: float) -> None:
    """A dinosaur and a soldier, face to face."""
    pen.figure(TYRANNOSAURUS, 15, 13, 14, tones_of(SKINS[5]))
    pen.figure(RIFLEMAN, wide - 15, 13, 13.5, tones_of(PLASTIC), mirror=True)


def _deck(game: str) -> tuple[str, ...]:
    seed = seeds.read(game, DinosaurSeed)
    copies = {kind.letter: kind.copies for kind in seed.kinds} | {card.letter: card.copies for card in seed.specials}
    return tuple(face for face in faces(game) for _ in range(copies[face[0]]))


def _card(pen: Pen, x: float, y: float, game: str, face: str, cells: Cells) -> None:
    draw_card(pen, x, y, game, seeds.read(game, DinosaurSeed), face, cells)


DRAWINGS = KitDrawings(INKS["green"], heads=_heads, sheet=_sheet, deck=_deck, card=_card)
