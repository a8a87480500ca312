"""The drawing parts of the print kit: the PDF canvas, curves, and the drawings of cards, soldiers and dinosaurs."""

from companion.kit.figures.card import PLASTIC, SKINS, draw_card, tones_of
from companion.kit.figures.diagrams import DIAGRAMS, NEEDED, TALLEST
from companion.kit.figures.dinosaurs import TYRANNOSAURUS
from companion.kit.figures.pen import INK, INKS, LEADING, PALE, POINT, WHITE, Cells, Colour, Ink, Paper, Pen
from companion.kit.figures.soldiers import RIFLEMAN

__all__ = [
    "DIAGRAMS",
    "INK",
    "INKS",
    "LEADING",
    "NEEDED",
    "PALE",
    "PLASTIC",
    "POINT",
    "RIFLEMAN",
    "SKINS",
    "TALLEST",
    "TYRANNOSAURUS",
    "WHITE",
    "Cells",
    "Colour",
    "Ink",
    "Paper",
    "Pen",
    "draw_card",
    "tones_of",
]
