"""The pen that draws printed pages, outlines and figures, and what a game hands out to be printed."""

from companion.drawing.curves import Point, blob, ellipse, limb, placed, star, thinned
from companion.drawing.figures import Figure, Part, Tone, flat, part
from companion.drawing.kit_drawings import LARGEST, Face, Group, KitDrawings, Stickers, fitting
from companion.drawing.pen import INK, INKS, LEADING, PALE, PAPERS, POINT, WHITE, Cells, Colour, Ink, Paper, Pen, Tones

__all__ = [
    "INK",
    "INKS",
    "LARGEST",
    "LEADING",
    "PALE",
    "PAPERS",
    "POINT",
    "WHITE",
    "Cells",
    "Colour",
    "Face",
    "Figure",
    "Group",
    "Ink",
    "KitDrawings",
    "Paper",
    "Part",
    "Pen",
    "Point",
    "Stickers",
    "Tone",
    "Tones",
    "blob",
    "ellipse",
    "fitting",
    "flat",
    "limb",
    "part",
    "placed",
    "star",
    "thinned",
]
