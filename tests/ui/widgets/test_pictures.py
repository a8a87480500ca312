"""How a die is drawn and named, and which line on a picture a finger takes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import get_args

from companion.table.view import Colour, Zones
from ui.widgets.basic.die import die_drawing, die_words
from ui.widgets.camera.picture import line_at


def test_every_die_is_drawn() -> None:
    for colour in (*get_args(Colour), None):
        for value in (None, 1, 2, 3, 4, 5, 6):
            drawing = list(ET.fromstring(die_drawing(value, colour)).iter())
            assert len([element for element in drawing if element.tag.endswith("circle")]) == (value or 0)
            assert any(element.tag.endswith("path") for element in drawing) == (value is None)


def test_dice_are_named_in_words() -> None:
    assert die_words(4, "blue") == "blue die showing 4"
    assert die_words(None, None) == "die of unknown colour with a face that is not known"


def test_a_drag_takes_the_line_next_to_it() -> None:
    zones = Zones(lines=(0.25, 0.75))
    assert line_at(zones, 0.27, 0.03) == 0
    assert line_at(zones, 0.73, 0.03) == 1
    assert line_at(zones, 0.5, 0.03) is None
