"""Vocabulary of the table: what is seen (`TableView`) and what should lie there (`Layout`). Filled by `vision`."""

from companion.table.colours import alike, colour_name
from companion.table.layout import Cards, Face, Heap, Layout, Row
from companion.table.view import (
    Box,
    CardSeen,
    Cell,
    Colour,
    Die,
    Doubt,
    Form,
    Piece,
    Place,
    TableView,
    Zones,
    zone_name,
    zone_parts,
)

__all__ = [
    "Box",
    "CardSeen",
    "Cards",
    "Cell",
    "Colour",
    "Die",
    "Doubt",
    "Face",
    "Form",
    "Heap",
    "Layout",
    "Piece",
    "Place",
    "Row",
    "TableView",
    "Zones",
    "alike",
    "colour_name",
    "zone_name",
    "zone_parts",
]
